// Package chatrecord is the model of the dialect chatrecord: what must hold of every projection of chat records.
//
// It promises what package model promises, and that its reading of the input is its own: lines are split and decoded
// here, and validity of a record, fragments, copies, the active chain and what a record shows are defined a second time,
// in the plainest way. Start at [Model] to judge, at [Read] and [Input.Chain] to ask what an input is.
package chatrecord

// Package chatrecord is the model of the dialect chatrecord: what must hold of every projection of chat records.
//
// It promises what package model promises, and that its reading of the input is its own: lines are split and decoded
// here, and validity of a record, fragments, copies, the active chain and what a record shows are defined a second time,
// in the plainest way.
//
// Not judged are: previews, where the operations replay and reduce are not there to ask, beyond their kind; titles, kinds and
// locations of calls, which may come from a presentation adapter, beyond being there; the order of media among the items of
// a result; the usage of single blocks, beyond its sum; and the members of meta other than the time.
//
// Start at [Model] to judge, at [Read] and [Input.Chain] to ask what an input is.
package chatrecord

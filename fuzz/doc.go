// Package fuzz holds the native fuzz targets, one for each entry of the list in package targets, and the tests of what they
// share.
//
//	go test -run='^$' -fuzz='^FuzzProject$' -fuzzminimizetime=1x ./fuzz
//
// A failure is made small and written as a capsule to testdata/capsules; the message says how to run it again. Every
// capsule there is run again by go test.
package fuzz

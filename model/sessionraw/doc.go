// Package sessionraw is the model of the dialect sessionraw: what must hold of every implementation, whatever the files are.
//
// It promises to be a reading of SPEC.md section 9 of its own: it shares no code with the kernel, reads the files in the
// plainest way (see [Read]), and judges a check only where that way is certain. Answers of any shape are judged, never a
// panic. Start at [Model].
package sessionraw

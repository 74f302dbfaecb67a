// Package eventstream is the model of the dialect eventstream: what must hold of every implementation, whatever the file is.
//
// It promises to be a reading of SPEC.md section 10 of its own: it shares no code with the kernel, reads the file in the
// plainest way (see [Read]), draws the rows a second time, naively, and judges a check only where the rules are certain.
// Answers of any shape are judged, never a panic. Start at [Model].
package eventstream

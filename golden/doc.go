// Package golden pins what the reference answers to every fixture.
//
// Three judgements, one sub-test per fixture: the answer equals its golden file (make golden rewrites them; read the
// difference before you keep it), it equals what a shipped program answered where no decision departs from that, and
// it meets the fixture's own expectation. The tests are all there is here; start at golden_test.go.
package golden

package targets

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

var eventMerge = Target{
	Name: "FuzzMerge",
	Says: "The bytes are the choices of the generator of what comes to a client; the first says which of merge, cursor and follow is asked, mostly merge.",
	Case: func(data []byte) (testcase.Case, bool) {
		op := "merge"
		if len(data) > 0 && data[0]%4 == 3 {
			op = generate.ClientOps[int(data[0]/4)%len(generate.ClientOps)]
		}
		return testcase.Case{Dialect: eventstream, Op: op, Input: generate.NewClientCase(generate.FromBytes(data), op)}, true
	},
	Seeds: choices,
}

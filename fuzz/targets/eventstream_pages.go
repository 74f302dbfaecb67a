package targets

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

var eventPages = Target{
	Name: "FuzzPages",
	Says: "The bytes are the choices of the generator of histories: the first says whether of a page, a snapshot or the choice among files, which is what the model says.",
	Case: func(data []byte) (testcase.Case, bool) {
		if len(data) == 0 {
			return testcase.Case{}, false
		}
		ops := []string{"page", "snapshot", "page", "snapshot", "page", "candidate"}
		return dialect.HistoryCase(ops[int(data[0])%len(ops)], generate.FromBytes(data[1:]))
	},
	Seeds: choices,
}

package targets

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// keepingOps are the operations that keep and send events.
var keepingOps = []string{"store", "wire", "batch"}

var eventStore = Target{
	Name: "FuzzStore",
	Says: "The first byte says whether events are stored, sent or batched, the others are the choices of the generator of bulky events, or of a fast stream.",
	Case: func(data []byte) (testcase.Case, bool) {
		if len(data) == 0 {
			return testcase.Case{}, false
		}
		op, source := keepingOps[int(data[0])%len(keepingOps)], generate.FromBytes(data[1:])
		if op == "batch" {
			chat := generate.NewStreamCase(source)
			return chatOf(op, chat.Text, chat.Options), true
		}
		chat := generate.NewStoreCase(source)
		return chatOf(op, chat.Text, chat.Options), true
	},
	Seeds: func() (seeds [][]byte) {
		for i, choice := range choices() {
			seeds = append(seeds, append([]byte{byte(i)}, choice...))
		}
		return seeds
	},
}

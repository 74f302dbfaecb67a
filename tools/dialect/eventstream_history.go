package dialect

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// HistoryCase asks for a snapshot, a page, or the choice among the files of a session; false for other operations.
func HistoryCase(op string, source generate.Source) (c testcase.Case, ok bool) {
	switch op {
	case "snapshot":
		c = chatOf(generate.NewSnapshotCase(source))
	case "page":
		c = chatOf(generate.NewPageCase(source))
	case "candidate":
		files, options := generate.NewCandidates(source)
		c = testcase.Case{Dialect: eventstream.Dialect, Input: protocol.FilesOf(files...), Options: options}
	default:
		return testcase.Case{}, false
	}
	c.Op = op
	return c, true
}

// historyStages are a snapshot of the half of a file, and the newest page.
func historyStages(c testcase.Case, ask Ask) {
	half := jsvalue.Member{Key: "maxBytes", Value: jsvalue.IntValue(int64(len(c.Input.Text()) / 2))}
	ask("snapshot", c.Input, c.Options.With(half))
	ask("page", c.Input, c.Options)
}

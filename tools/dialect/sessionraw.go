package dialect

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/sessionraw"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

var sessionRaw = Dialect{
	Name:        sessionraw.Dialect,
	Op:          "items",
	Model:       sessionraw.Model(),
	Features:    sessionraw.Features(),
	FeaturesOf:  sessionraw.FeaturesOf,
	Generate:    generateSessionRaw,
	Asked:       []string{"items", "page", "context", "append"},
	AskedBy:     func(source generate.Source) string { return generateSessionRaw(source).Op },
	Shapes:      sessionRawShapes(),
	GrowthRules: []string{"SR-VIEW-02"},
	Compare:     compare.SessionRaw,
	RulesAt:     sessionRawRulesAt,
	Stages:      sessionRawStages,
	StageRules:  map[string][]string{"items": {"SR-VIEW-02"}, "page": {"SR-PAGE-01"}, "context": {"SR-CTX-01", "SR-CTX-05"}, "append": {"SR-WRITE-05"}},
	AnswerRules: map[string][]string{"items": {"TP-PROTO-18"}, "page": {"TP-PROTO-18"}, "context": {"TP-PROTO-18"}, "append": {"TP-PROTO-19"}},
}

// generateSessionRaw asks mostly for the items of a thread, else for a page, the context of a file or the items of one, or to
// append to a file.
func generateSessionRaw(source generate.Source) testcase.Case {
	const oneAppend = 5
	if source.Below(oneAppend) == oneAppend-1 {
		return appendSessionRaw(source)
	}
	c := threadOf(generate.NewRawCase(source))
	files := c.Input.Files()
	switch source.Below(10) {
	case 7:
		c.Input, c.Options = protocol.FilesOf(files[source.Below(len(files))]), jsvalue.Value{}
	case 8:
		c.Op, c.Input, c.Options = "context", protocol.FilesOf(files[source.Below(len(files))]), jsvalue.Value{}
	case 9:
		c.Op, c.Options = "page", c.Options.With(jsvalue.Member{Key: "limit", Value: jsvalue.IntValue(int64(source.Below([]int{8, 60}[source.Below(2)])))})
	}
	return c
}

// threadOf asks for the items of a thread.
func threadOf(raw generate.RawCase) testcase.Case {
	thread := jsvalue.Member{Key: "threadId", Value: jsvalue.StringValue(raw.ThreadID)}
	return testcase.Case{Dialect: sessionraw.Dialect, Op: "items", Input: filesOf(raw.Files), Options: jsvalue.ObjectValue(thread)}
}

func filesOf(raw []generate.RawFile) protocol.Input {
	var files []protocol.File
	for _, file := range raw {
		files = append(files, protocol.File{Name: file.Name, Text: file.Text})
	}
	return protocol.FilesOf(files...)
}

func appendSessionRaw(source generate.Source) testcase.Case {
	raw := generate.NewRawAppend(source)
	return testcase.Case{Dialect: sessionraw.Dialect, Op: "append", Input: filesOf(raw.Files), Options: raw.Options}
}

// sessionRawStages are the other questions about the same files: a page, and for each of the first files its context and its
// items alone.
func sessionRawStages(c testcase.Case, ask Ask) {
	if c.Options.Has("threadId") {
		limit := jsvalue.Member{Key: "limit", Value: jsvalue.IntValue(7)}
		ask("page", c.Input, c.Options.With(limit))
	}
	const fewFiles = 3
	files := c.Input.Files()
	for _, file := range files[:min(len(files), fewFiles)] {
		ask("context", protocol.FilesOf(file), jsvalue.Value{})
		ask("items", protocol.FilesOf(file), jsvalue.Value{})
	}
	ask("items", protocol.Input{}, c.Options) // TP-PROTO-18
	ask("context", protocol.TextOf(""), jsvalue.Value{})
}

func sessionRawShapes() (shapes []Shape) {
	for _, shape := range generate.RawShapes() {
		shapes = append(shapes, Shape{shape.Name, func(rows int) testcase.Case { return threadOf(shape.Case(rows)) }})
	}
	return shapes
}

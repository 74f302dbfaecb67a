package targets

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const chatrecord = "chatrecord"

var reader = Target{
	Name: "FuzzReader", ReadsFiles: true,
	Says: "The bytes are a file, damaged in any way: reading it loses at most the damaged pieces, and names each.",
	Case: func(data []byte) (testcase.Case, bool) {
		return testcase.Case{Dialect: chatrecord, Op: "read", Input: textOf(data)}, true
	},
	Seeds: func() [][]byte {
		return append(files(), texts(
			"", "\uFEFF{}\r\n\n{\"a\":1}{\"b\":2}\n{\"c\":\"x", "\x00\x00{\"a\":1}\x00\n", "{\"a\":\"\xE2\x82\"}{\"b\":\xFF}\n",
			"{\"a\":{\"c\":3}\n", "{\"x{\"a\":1}{\"y{\"b\":2}\n", "[1,2]\n\"x\u2028\"\n1 2\n", "{\"a\":@}\n", "\uFEFF\uFEFF\n",
		)...)
	},
}

var project = Target{
	Name: "FuzzProject", ReadsFiles: true,
	Says: "The bytes are a file; what the reader finds in it is projected.",
	Case: func(data []byte) (testcase.Case, bool) {
		return testcase.Case{Dialect: chatrecord, Op: "project", Input: protocol.TextOf(readable(string(data)))}, true
	},
	Seeds: files,
}

var projectStructured = Target{
	Name:  "FuzzProjectStructured",
	Says:  "The bytes are the choices of the generator of sessions; the session is projected.",
	Case:  func(data []byte) (testcase.Case, bool) { return structured(data), true },
	Seeds: choices,
}

// readable is a text in which every line is a JSON value: the one given, if that is so already.
func readable(text string) string {
	lines, diagnostics := jsonl.Read(text)
	if len(diagnostics) == 0 {
		return strings.TrimPrefix(text, "\uFEFF")
	}
	var out []byte
	for _, line := range lines {
		out = append(jsvalue.AppendASCII(out, line.Value), '\n')
	}
	return string(out)
}

// structured is a session of the default mix, or one case in four a mutant of a fixture.
func structured(data []byte) testcase.Case {
	source := generate.FromBytes(data)
	session := generate.NewChatCase
	if len(data) > 0 && data[0]%4 == 3 {
		session = mutant
		source.Below(256) // spent on the choice
	}
	c := session(source)
	return testcase.Case{
		Dialect: chatrecord, Op: "project", Input: protocol.TextOf(strings.Join(c.Lines, "\n") + "\n"), Options: c.Options,
	}
}

func mutant(source generate.Source) generate.ChatCase {
	list := recordFixtures()
	if len(list) == 0 {
		return generate.NewChatCase(source)
	}
	fixture := list[source.Below(len(list))]
	return generate.ChatCase{Lines: generate.Mutate(source, fixture.Records), Options: fixture.Options}
}

func textOf(data []byte) protocol.Input { return protocol.TextOf(string(data)) }

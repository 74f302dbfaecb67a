package writer_test

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// noUsage is the usage of a turn that says nothing but that there was one.
const noUsage = `{"provider":"p","model":"m","ts":"t","usage":{"input":0,"output":0,"cached_input":0,"cost_usd":0}}`

// usage is the usage of a turn.
func usage(t fataler, text string) *writer.Usage {
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	usage, err := writer.ParseUsage(value)
	if err != nil {
		t.Fatal(err)
	}
	return usage
}

type fataler interface{ Fatal(args ...any) }

// testMeta is a header of thread T.
func testMeta(t fataler) line.Meta {
	value, err := jsvalue.Decode(`{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"2026-07-21T10:00:00Z",` +
		`"turn_count":1,"input_tokens":18446744073709551615,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0.10,"thread_id":"T"}`)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := line.ParseMeta(value)
	if err != nil {
		t.Fatal(err)
	}
	return meta
}

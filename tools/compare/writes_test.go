package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// TestWrites: two files that mean the same are alike, however they are spelled (TP-PROTO-19).
func TestWrites(t *testing.T) {
	const (
		header = `{"_meta":{"agent":"a","dispatcher":"d","created":"","updated":"","turn_count":0,"input_tokens":0,"output_tokens":0,"cached_input_tokens":0,"charged_amount_usd":0}}` + "\n"
		row    = `{"role":"user","content":"q","request_id":"r"}` + "\n"
		record = `{"kind":"compaction","replacement_history":[{"role":"user","content":"q","request_id":"r"}]}` + "\n"
	)
	file := func(text string) jsvalue.Value {
		return jsvalue.ObjectValue(jsvalue.Member{Key: "file", Value: protocol.FileValue(text)})
	}
	for name, c := range map[string]struct {
		want, got jsvalue.Value
		places    string
	}{
		"the same":                   {file(header + row), file(header + row), ""},
		"another order of members":   {file(header + row), file(header + `{"content":"q","request_id":"r","role":"user"}` + "\n\n"), ""},
		"another spelling":           {file(header + record), file(header + strings.Replace(record, "_history", "", 1)), ""},
		"a torn line, ended in ways": {file(header + "{\"x\xff\n" + row), file(header + "{\"x\xff torn\n" + row), ""},
		"another request":            {file(header + row), file(header + strings.Replace(row, `"r"`, `"s"`, 1)), "context.rows, shown.items"},
		"a row too few":              {file(header + row), file(header), "context.rows, shown.missing items"},
		"nothing readable":           {file(header + row), file(row), "file"},
		"no file":                    {file(header + row), decoded(t, `{}`), "file"},
		"two files that are not":     {file("\n"), file(""), ""},
		"the usage got lost":         {file(header), file(header).With(jsvalue.Member{Key: "usageWritten", Value: jsvalue.BoolValue(true)}), "usageWritten"},
		"an error":                   {file(header), decoded(t, `{"error":"invalid_batch"}`), "error"},
	} {
		differences, same := compare.SessionRaw("append", c.want, c.got, true)
		var places []string
		for _, d := range differences {
			place, _, _ := strings.Cut(d.Path, "[")
			places = append(places, place)
		}
		if got := strings.Join(slices.Compact(places), ", "); got != c.places || same != (name == "the same") {
			t.Errorf("%s: %q, want %q", name, got, c.places)
		}
	}
}

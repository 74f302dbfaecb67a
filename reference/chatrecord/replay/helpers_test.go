package replay

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// failer is what tests and properties have in common.
type failer interface {
	Fatalf(format string, args ...any)
}

// chain validates one JSON record a line, as a chain in this order; parents and session are filled in.
func chain(t failer, lines ...string) []*prepare.Record {
	var records []*prepare.Record
	parent := "null"
	for i, line := range lines {
		text := strings.Replace(line, "{", `{"sessionId":"s","parentUuid":`+parent+`,`, 1)
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		record, ok := prepare.Validate(value, i, func(diagnostic.Diagnostic) {})
		if !ok {
			t.Fatalf("%s: not a valid record", text)
		}
		records = append(records, &record)
		parent = string(jsvalue.AppendQuoted(nil, record.UUID))
	}
	return records
}

// transcript is what a machine says: one line an emission, and the diagnostics.
type transcript struct {
	emissions   []Emission
	diagnostics []diagnostic.Diagnostic
}

func (tr *transcript) options() Options {
	return Options{OnDiagnostic: func(d diagnostic.Diagnostic) { tr.diagnostics = append(tr.diagnostics, d) }}
}

// lines writes the emissions as JSON, to compare whole updates.
func (tr *transcript) lines() []string {
	lines := []string{}
	for _, e := range tr.emissions {
		lines = append(lines, fmt.Sprintf("%s %s %d %s", e.SourceRecordID, e.SourceTimestamp, e.Ordinal, jsvalue.Append(nil, e.Update.Value())))
	}
	return lines
}

func (tr *transcript) brief() []string {
	lines := []string{}
	for _, d := range tr.diagnostics {
		id, _ := d.RecordID()
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s", d.Code(), id, d.Path())))
	}
	return lines
}

// replayAll projects all records and finalizes.
func replayAll(records []*prepare.Record) *transcript {
	tr := &transcript{}
	m := New(tr.options())
	for _, record := range records {
		for e := range m.Project(record) {
			tr.emissions = append(tr.emissions, e)
		}
	}
	for e := range m.Finalize() {
		tr.emissions = append(tr.emissions, e)
	}
	return tr
}

// drawSession generates a chain that is mostly about calls and results with few, colliding ids and names. An observable
// one has no silent starts and no explicit ids that look like those of unmatched results: its state shows in its updates.
func drawSession(t *rapid.T, observable bool) []string {
	names := []string{"read", "write"}
	if !observable {
		names = append(names, "todo_write")
	}
	ids := []string{"", "x", "y", "x:2", "qwen-replay-tool:r1:0"}
	if !observable {
		ids = append(ids, "qwen-replay-tool:r1:result")
	}
	pick := func(label string, from []string) string { return rapid.SampledFrom(from).Draw(t, label) }
	member := func(key, value string) string {
		if value == "" {
			return ""
		}
		return fmt.Sprintf(`%q:%q,`, key, value)
	}
	part := func() string {
		switch rapid.IntRange(0, 5).Draw(t, "part") {
		case 0, 1:
			return fmt.Sprintf(`{"functionCall":{%s"name":%q,"args":{"a":1}}}`, member("id", pick("id", ids)), pick("name", names))
		case 2, 3:
			return fmt.Sprintf(`{"functionResponse":{%s%s"response":{"output":%q}}}`,
				member("id", pick("id", ids)), member("name", pick("name", append(names, ""))), pick("output", []string{"1", "2"}))
		default:
			return fmt.Sprintf(`{"text":%q}`, pick("text", []string{"a", "b", ""}))
		}
	}
	count := rapid.IntRange(1, 7).Draw(t, "records")
	var lines []string
	for i := range count {
		var parts []string
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			parts = append(parts, part())
		}
		kind := pick("type", []string{"assistant", "assistant", "tool_result", "tool_result", "user"})
		extra := ""
		if kind == "assistant" && rapid.Bool().Draw(t, "usage") {
			extra = `,"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2,"cachedContentTokenCount":1}`
		}
		if kind == "tool_result" && rapid.Bool().Draw(t, "outcome") {
			extra = fmt.Sprintf(`,"toolCallResult":{%s"resultDisplay":%s}`, member("callId", pick("id", ids)), pick("display", []string{
				`"1"`, `{"type":"todo_list","todos":[{"content":"c","status":"pending"}]}`,
				`{"type":"task_execution","executionSummary":{"inputTokens":5}}`,
			}))
		}
		lines = append(lines, fmt.Sprintf(`{"uuid":"r%d","type":%q,"timestamp":"2026-07-14T00:00:0%dZ","message":{"parts":[%s]}%s}`,
			i, kind, i, strings.Join(parts, ","), extra))
	}
	return lines
}

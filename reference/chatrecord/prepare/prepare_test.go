package prepare

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// records decodes one JSON value a line.
func records(t *testing.T, lines string) []jsvalue.Value {
	t.Helper()
	var values []jsvalue.Value
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		value, err := jsvalue.Decode(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		values = append(values, value)
	}
	return values
}

// brief writes "code index id path" for each diagnostic.
func brief(diagnostics []diagnostic.Diagnostic) []string {
	lines := []string{}
	for _, d := range diagnostics {
		line := string(d.Code())
		if i, ok := d.RecordIndex(); ok {
			line += fmt.Sprintf(" #%d", i)
		}
		if id, ok := d.RecordID(); ok {
			line += " " + id
		}
		lines = append(lines, strings.TrimSpace(line+" "+d.Path()))
	}
	return lines
}

func uuids(p Prepared) string {
	var ids []string
	for _, r := range p.Records {
		ids = append(ids, r.UUID)
	}
	return strings.Join(ids, " ")
}

func line(uuid, parent, rest string) string {
	if parent != "null" {
		parent = `"` + parent + `"`
	}
	return fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"sessionId":"s","timestamp":"2026-07-14T00:00:00Z"%s}`+"\n", uuid, parent, rest)
}

const (
	said      = `,"type":"user","message":{"parts":[{"text":"x"}]}`
	telemetry = `,"type":"system","subtype":"ui_telemetry"`
	artifact  = `,"type":"system","subtype":"session_artifact_event"`
)

func TestPrepareChain(t *testing.T) {
	tests := []struct {
		name, lines, leaf string
		chain             string
		diagnostics       []string
	}{
		{name: "CR-PREP-19 the last conversation record is the leaf", lines: line("a", "null", said) + line("b", "a", said) + line("c", "a", said), chain: "a c"},
		{name: "CR-PREP-18 an artifact record is no leaf", lines: line("a", "null", said) + line("z", "a", artifact), chain: "a"},
		{name: "CR-PREP-17 a side record is no leaf", lines: line("a", "null", said) + line("z", "a", `,"type":"system","subtype":"session_sources_snapshot"`), chain: "a"},
		{name: "a wanted leaf", lines: line("a", "null", said) + line("b", "a", said), leaf: "a", chain: "a"},
		{name: "CR-PREP-20 only artifacts", lines: line("z", "null", artifact), diagnostics: []string{"artifact_only"}},
		{name: "CR-PREP-23 a gap", lines: line("a", "null", said) + line("c", "b", said), chain: "c", diagnostics: []string{"history_gap c"}},
		{
			name: "CR-DEC-27 a parent that is an artifact is a gap", lines: line("a", "null", said) + line("z", "a", artifact) + line("c", "z", said),
			chain: "c", diagnostics: []string{"history_gap c"},
		},
		{name: "a cycle", lines: line("a", "b", said) + line("b", "a", said), chain: "a b", diagnostics: []string{"parent_cycle b"}},
		{name: "CR-PREP-22 an empty parent is a root", lines: line("a", "", said), chain: "a"},
		{
			name: "CR-PREP-21 CR-DEC-31 a conflicting parent", lines: line("a", "null", said) + line("b", "a", said) + line("b", "x", `,"type":"user","message":{"parts":[{"text":"y"}]}`),
			chain: "a b", diagnostics: []string{"conflicting_parent_uuid #2 b parentUuid"},
		},
		{
			name: "CR-DEC-17 a late fragment hides newer records", lines: line("a", "null", said) + line("b", "a", said) + line("a", "null", `,"type":"user","message":{"parts":[{"text":"y"}]}`),
			chain: "a", diagnostics: []string{"leaf_before_newer_records a"},
		},
		{
			name: "CR-DEC-28 content beside a bookkeeping record", lines: line("a", "null", said) + line("b", "a", said) + line("m", "a", telemetry) + line("c", "m", said),
			chain: "a m c", diagnostics: []string{"content_beside_chain #1 b"},
		},
		{
			name: "CR-DEC-28 content behind bookkeeping beside the chain", lines: line("a", "null", said) + line("t", "a", telemetry) + line("b", "t", said) + line("c", "b", said) + line("m", "a", telemetry),
			chain: "a m", diagnostics: []string{"content_beside_chain #2 b"},
		},
		{
			name: "CR-DEC-28 a new root that is bookkeeping", lines: line("r", "null", telemetry) + line("b", "r", said) + line("m", "null", telemetry),
			chain: "m", diagnostics: []string{"content_beside_chain #1 b"},
		},
		{
			name: "CR-DEC-28 a cycle beside the chain", lines: line("x", "y", said) + line("y", "x", said) + line("m", "null", telemetry),
			chain: "m",
		},
		{
			name: "CR-DEC-28 a rewind abandons its siblings on purpose", lines: line("a", "null", said) + line("b", "a", said) + line("m", "a", `,"type":"system","subtype":"rewind"`) + line("c", "m", said),
			chain: "a m c",
		},
		{
			name: "CR-DEC-29 a rewind without parent", lines: line("a", "null", said) + line("m", "null", `,"type":"system","subtype":"rewind"`) + line("c", "m", said),
			chain: "m c", diagnostics: []string{"rewind_without_parent #1 m"},
		},
		{name: "a rewind as the first record", lines: line("m", "null", `,"type":"system","subtype":"rewind"`), chain: "m"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var leaf *string
			if test.leaf != "" {
				leaf = &test.leaf
			}
			prepared, err := Prepare(records(t, test.lines), leaf)
			if err != nil {
				t.Fatal(err)
			}
			if got := uuids(prepared); got != test.chain {
				t.Errorf("chain %q, want %q", got, test.chain)
			}
			want := test.diagnostics
			if want == nil {
				want = []string{}
			}
			if diff := cmp.Diff(want, brief(prepared.Diagnostics)); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

// CR-PREP-06 to CR-PREP-14: one bad record costs only itself.
func TestValidateReports(t *testing.T) {
	prepared, err := Prepare(records(t, strings.Join([]string{
		`5`, `{"uuid":"","parentUuid":null,"sessionId":"s","type":"user"}`, `{"parentUuid":null,"sessionId":"s","type":"user"}`,
		`{"uuid":"x","sessionId":"s","type":"user"}`, `{"uuid":"x","parentUuid":null,"sessionId":"s","type":"USER"}`,
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","timestamp":null,"subtype":7,"message":[]}`,
		`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"user","timestamp":"no","subtype":"new","message":{"parts":{}},"daemonPromptId":" "}`,
	}, "\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"invalid_record #0", "invalid_record #1", "invalid_record #2", "invalid_record #3 x", "unknown_record_or_part #4 x",
		"invalid_timestamp #5 a timestamp", "unknown_record_or_part #5 a subtype", "malformed_part #5 a message",
		"invalid_timestamp #6 b timestamp", "unknown_record_or_part #6 b subtype", "malformed_part #6 b message.parts",
	}
	if diff := cmp.Diff(want, brief(prepared.Diagnostics)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if b := prepared.Records[1]; b.Subtype != "new" || b.DaemonPromptID != "" || b.Timestamp.Valid || b.TimestampText != "" { // CR-PREP-13
		t.Errorf("record b = %+v", b)
	}
}

// CR-PREP-11: a message of another shape is dropped as a whole, and named.
func TestValidateMessageWithoutParts(t *testing.T) {
	for rest, want := range map[string][]string{
		`,"type":"user","message":{"role":"user","content":"hello"}`: {"unknown_record_or_part #0 a message"},
		`,"type":"user","message":{"role":"user","content":[]}`:      {},
		`,"type":"user","message":{"role":"user"}`:                   {},
		`,"type":"system","message":{"content":"hello"}`:             {},
	} {
		prepared, err := Prepare(records(t, line("a", "null", rest)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, brief(prepared.Diagnostics)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", rest, diff)
		}
	}
}

// CR-PREP-03, CR-PREP-04: the inputs that fail as a whole.
func TestPrepareErrors(t *testing.T) {
	two := records(t, line("a", "null", said)+`{"uuid":"z","parentUuid":null,"sessionId":"other","type":"system","subtype":"session_artifact_event"}`)
	if _, err := Prepare(two, nil); !errors.Is(err, ErrMixedSessionIDs) {
		t.Errorf("two sessions: %v", err)
	}
	one := records(t, line("a", "null", said)+line("z", "a", artifact))
	for _, leaf := range []string{"", "missing", "z"} {
		if _, err := Prepare(one, &leaf); !errors.Is(err, ErrLeafNotFound) {
			t.Errorf("leaf %q: %v", leaf, err)
		}
	}
	if prepared, err := Prepare(nil, nil); err != nil || len(prepared.Diagnostics) != 0 {
		t.Errorf("no records: %+v, %v", prepared, err)
	}
}

// CR-PREP-24, CR-PREP-25, CR-DEC-14: which fragment each field comes from.
func TestAggregateFields(t *testing.T) {
	prepared, err := Prepare(records(t, strings.Join([]string{
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"assistant","timestamp":"2026-07-14T23:00:00+14:00","message":{"role":"r1","parts":[1]},"usageMetadata":{"n":1},"toolCallResult":0,"systemPayload":{"p":1},"model":"","daemonPromptId":"d1","backgroundTurn":{"b":1}}`,
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","timestamp":"2026-07-14T10:00:00Z","message":{"role":"r2"},"usageMetadata":{"n":2},"toolCallResult":{"r":1},"systemPayload":{"p":2},"model":"m","daemonPromptId":"d2","backgroundTurn":{"b":2}}`,
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[2]},"usageMetadata":null,"toolCallResult":{"r":2},"model":"n"}`,
	}, "\n")), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := prepared.Records[0]
	got := map[string]string{
		"type": string(r.Type), "time": r.TimestampText, "role": r.Role, "prompt": r.DaemonPromptID,
		"parts":  string(jsvalue.Append(nil, jsvalue.ArrayValue(r.Parts...))),
		"usage":  string(jsvalue.Append(nil, r.UsageMetadata)),
		"result": string(jsvalue.Append(nil, r.ToolCallResult)),
		"rest":   string(jsvalue.Append(nil, jsvalue.ArrayValue(r.SystemPayload, r.Model, r.BackgroundTurn))),
	}
	want := map[string]string{
		"type": "assistant", "time": "2026-07-14T10:00:00Z", "role": "r1", "prompt": "d1", "parts": "[1,2]",
		"usage": `{"n":2}`, "result": `{"r":1}`, "rest": `[{"p":1},"m",{"b":1}]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// CR-DEC-18: a copy adds nothing; anything less than a copy is a fragment.
func TestAggregateCopies(t *testing.T) {
	first := line("a", "null", `,"type":"user","cwd":"/1","message":{"parts":[{"text":"x","y":1}]}`)
	tests := []struct {
		name, second string
		parts        int
		diagnostics  []string
	}{
		{"other place", line("a", "null", `,"type":"user","cwd":"/2","version":"2","gitBranch":"b","message":{"parts":[{"y":1,"text":"x"}]}`), 1, []string{"repeated_record #1 a"}},
		{"other parent", line("a", "q", `,"type":"user","cwd":"/1","message":{"parts":[{"text":"x","y":1}]}`), 1, []string{"conflicting_parent_uuid #1 a parentUuid", "repeated_record #1 a"}},
		{"other field", line("a", "null", `,"type":"user","cwd":"/1","extra":1,"message":{"parts":[{"text":"x","y":1}]}`), 2, []string{}},
	}
	for _, test := range tests {
		prepared, err := Prepare(records(t, first+test.second), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(prepared.Records[0].Parts); got != test.parts {
			t.Errorf("%s: %d parts, want %d", test.name, got, test.parts)
		}
		if diff := cmp.Diff(test.diagnostics, brief(prepared.Diagnostics)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	untimed := `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"x"}]}}`
	prepared, err := Prepare(records(t, untimed+"\n"+untimed), nil)
	if err != nil || len(prepared.Records[0].Parts) != 2 {
		t.Errorf("without a timestamp there is no telling a copy: %+v, %v", prepared, err)
	}
}

// The input is never changed: joining fragments must not write into the parts of the first one.
func TestPrepareLeavesInputAlone(t *testing.T) {
	values := records(t, line("a", "null", said)+line("a", "null", `,"type":"user","message":{"parts":[{"text":"y"}]}`))
	before := string(jsvalue.Append(nil, jsvalue.ArrayValue(values...)))
	for range 2 {
		if _, err := Prepare(values, nil); err != nil {
			t.Fatal(err)
		}
	}
	if after := string(jsvalue.Append(nil, jsvalue.ArrayValue(values...))); after != before {
		t.Errorf("input changed:\n%s\n%s", before, after)
	}
}

package replay

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// someDigest has the form of the digest of a result.
var someDigest = strings.Repeat("0123456789abcdef", 4)

const fourTotals = `{"promptTokens":1,"cachedTokens":2,"candidateTokens":3,"apiTimeMs":4}`

// parse returns the state as JSON, the paths of its repairs, and the error.
func parse(t *testing.T, text string) (string, []string, error) {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	repairs := []string{}
	state, err := ParseState(value, func(d diagnostic.Diagnostic) {
		if d.Code() != diagnostic.InvalidReplayState {
			t.Errorf("code %s", d.Code())
		}
		repairs = append(repairs, d.Path())
	})
	return string(jsvalue.Append(nil, state.Value())), repairs, err
}

// CR-STATE-01: the shape survives its own JSON.
func TestStateRoundTrip(t *testing.T) {
	text := `{"v":1,"pendingToolCalls":[` +
		`{"callId":"x:2","toolName":"g","sourceRecordId":"a","sourceTimestamp":"2026","persistedCallId":"x","partIndex":3},` +
		`{"callId":"t","toolName":"todo_write","sourceRecordId":"a","silent":true}],"cumulativeUsage":` + fourTotals +
		`,"usedCalls":[{"id":"o","toolName":"","settled":"` + someDigest + `","orphan":true},{"id":"x:2","persistedCallId":"x","toolName":"g"}]}`
	got, repairs, err := parse(t, text)
	if err != nil || len(repairs) != 0 || got != text {
		t.Errorf("%v %v\n got %s\nwant %s", err, repairs, got, text)
	}
}

// CR-STATE-02, CR-STATE-03: what is refused, and the one legacy shape.
func TestStateVersions(t *testing.T) {
	entry := `{"callId":"x","toolName":"g","sourceRecordId":"a","sourceTimestamp":"2026"}`
	legacy := `{"pendingToolCalls":[` + entry + `],"cumulativeUsage":` + fourTotals + `}`
	if got, repairs, err := parse(t, legacy); err != nil || len(repairs) != 0 || !strings.Contains(got, `"v":1`) {
		t.Errorf("legacy: %s %v %v", got, repairs, err)
	}
	for _, text := range []string{
		`{"v":2,"pendingToolCalls":[],"cumulativeUsage":` + fourTotals + `}`, `{"v":null}`, `{"v":"1"}`, `{"v":1.5}`,
	} {
		if _, _, err := parse(t, text); !errors.Is(err, ErrUnknownStateVersion) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		`null`, `[]`, `{}`, `{"pendingToolCalls":[]}`,
		strings.Replace(legacy, `{"pending`, `{"extra":1,"pending`, 1),
		strings.Replace(legacy, `"sourceTimestamp":"2026"`, `"partIndex":1`, 1),
		strings.Replace(legacy, `"callId":"x"`, `"callId":""`, 1),
		strings.Replace(legacy, `"toolName":"g",`, ``, 1),
		strings.Replace(legacy, `"apiTimeMs":4`, `"apiTimeMs":1e400`, 1),
		strings.Replace(legacy, entry, `null`, 1),
	} {
		if _, _, err := parse(t, text); !errors.Is(err, ErrInvalidState) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// CR-STATE-04, CR-STATE-05: damage is repaired and named.
func TestStateRepairs(t *testing.T) {
	good := `{"callId":"x","toolName":"g","sourceRecordId":"a"}`
	bad := []string{
		good, `5`, `null`, `{"callId":"","toolName":"g","sourceRecordId":"a"}`, `{"callId":"y","toolName":"","sourceRecordId":"a"}`,
		`{"callId":"y","toolName":"g"}`, `{"callId":"y","toolName":"g","sourceRecordId":"a","sourceTimestamp":5}`,
		`{"callId":"y","toolName":"g","sourceRecordId":"a","silent":"no"}`, `{"callId":"y","toolName":"g","sourceRecordId":"a","partIndex":-1}`,
		`{"callId":"y","toolName":"g","sourceRecordId":"a","persistedCallId":1}`,
	}
	used := []string{
		`1`, `{"id":"","toolName":"g"}`, `{"id":"z"}`, `{"id":"z","toolName":"g","orphan":true}`, `{"id":"z","toolName":"g","settled":1}`,
		`{"id":"x","toolName":"g","settled":"` + someDigest + `"}`, `{"id":"x","toolName":"other"}`,
		`{"id":"y","toolName":"g","settled":""}`, `{"id":"y","toolName":"g","settled":"` + someDigest[1:] + `"}`,
		`{"id":"y","toolName":"g","settled":"` + someDigest + `0"}`, `{"id":"y","toolName":"g","settled":"` + strings.ToUpper(someDigest) + `"}`,
		`{"id":"y","toolName":"g","settled":"` + strings.Replace(someDigest, "0", "g", 1) + `"}`,
	}
	got, repairs, err := parse(t, fmt.Sprintf(`{"v":1,"pendingToolCalls":[%s,%s],"usedCalls":[{"id":"z","toolName":""},%s,{"id":"z","toolName":""}],"cumulativeUsage":{"promptTokens":1}}`,
		good, strings.Join(bad, ","), strings.Join(used, ",")))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{}
	for i := range bad {
		want = append(want, fmt.Sprintf("pendingToolCalls[%d]", i+1))
	}
	want = append(want, "cumulativeUsage")
	for i := range used {
		want = append(want, fmt.Sprintf("usedCalls[%d]", i+1))
	}
	want = append(want, fmt.Sprintf("usedCalls[%d]", len(used)+1))
	if diff := cmp.Diff(want, repairs); diff != "" {
		t.Errorf("repairs (-want +got):\n%s", diff)
	}
	wantState := `{"v":1,"pendingToolCalls":[` + good + `],"cumulativeUsage":{"promptTokens":0,"cachedTokens":0,"candidateTokens":0,"apiTimeMs":0},"usedCalls":[{"id":"z","toolName":""}]}`
	if got != wantState {
		t.Errorf("state\n got %s\nwant %s", got, wantState)
	}
	_, repairs, err = parse(t, `{"v":1,"pendingToolCalls":{},"usedCalls":"no","cumulativeUsage":`+fourTotals+`}`)
	if diff := cmp.Diff([]string{"pendingToolCalls", "usedCalls"}, repairs); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// CR-STATE-04, CR-TIME-01: a time that is none is left out, and so is in no emission; the call stays.
func TestStateTimes(t *testing.T) {
	const entries = `{"callId":"a","toolName":"g","sourceRecordId":"r","sourceTimestamp":"2026-07-14"},` +
		`{"callId":"b","toolName":"g","sourceRecordId":"r","sourceTimestamp":"banana"},` +
		`{"callId":"c","toolName":"g","sourceRecordId":"r","sourceTimestamp":""}`
	for _, text := range []string{
		`{"pendingToolCalls":[` + entries + `],"cumulativeUsage":` + fourTotals + `}`,
		`{"v":1,"pendingToolCalls":[` + entries + `],"cumulativeUsage":` + fourTotals + `}`,
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		state, err := ParseState(value, func(d diagnostic.Diagnostic) { said = append(said, string(d.Code())+" "+d.Path()) })
		want := []string{"invalid_timestamp pendingToolCalls[1].sourceTimestamp", "invalid_timestamp pendingToolCalls[2].sourceTimestamp"}
		if diff := cmp.Diff(want, said); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", text, err, diff)
		}
		var times []string
		for e := range New(Options{InitialState: &state}).Finalize() {
			times = append(times, e.SourceTimestamp)
		}
		if diff := cmp.Diff([]string{"2026-07-14", "", ""}, times); diff != "" {
			t.Errorf("%s: the emissions (-want +got)\n%s", text, diff)
		}
	}
}

// A state of another program knows only what is pending; results still find their calls.
func TestForeignStateResolves(t *testing.T) {
	value, err := jsvalue.Decode(`{"v":1,"pendingToolCalls":[{"callId":"x","toolName":"g","sourceRecordId":"a"}],"cumulativeUsage":` + fourTotals + `}`)
	if err != nil {
		t.Fatal(err)
	}
	state, err := ParseState(value, func(d diagnostic.Diagnostic) { t.Errorf("%v", d) })
	if err != nil {
		t.Fatal(err)
	}
	tr := &transcript{}
	options := tr.options()
	options.InitialState = &state
	m := New(options)
	for e := range m.Project(chain(t, `{"uuid":"b","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"g"}}]}}`)[0]) {
		if e.Update.ToolCallID != "x" {
			t.Errorf("toolCallId %q", e.Update.ToolCallID)
		}
	}
	if len(m.Snapshot().PendingToolCalls) != 0 || len(tr.diagnostics) != 0 || m.Snapshot().CumulativeUsage.APITimeMs != 4 {
		t.Errorf("%+v %v", m.Snapshot(), tr.brief())
	}
}

package replay

import (
	"math"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// CR-REPLAY-14, CR-STATE-05: totals stop at the greatest finite number, so that a page boundary does not reset them.
func TestTotalsStayFinite(t *testing.T) {
	line := `{"uuid":"a","type":"assistant","usageMetadata":{"promptTokenCount":1e308,"candidatesTokenCount":-1e308}}`
	m := New(Options{})
	for _, record := range chain(t, line, strings.Replace(line, `"a"`, `"b"`, 1)) {
		for range m.Project(record) {
		}
	}
	value, err := jsvalue.Decode(string(jsvalue.Append(nil, m.Snapshot().Value())))
	if err != nil {
		t.Fatal(err)
	}
	state, err := ParseState(value, func(d diagnostic.Diagnostic) { t.Errorf("%v", d) })
	if err != nil || state.CumulativeUsage.PromptTokens != math.MaxFloat64 || state.CumulativeUsage.CandidateTokens != -math.MaxFloat64 {
		t.Errorf("%+v, %v", state.CumulativeUsage, err)
	}
}

// CR-REPLAY-03, CR-DEC-32: the segments of a very long uuid are told apart, are too long to be shown, and are bounded.
func TestSegmentsOfLongUUID(t *testing.T) {
	uuid := strings.Repeat("u", 100_000)
	seen := map[string]bool{}
	for _, record := range chain(t, `{"uuid":"`+uuid+`","type":"assistant","message":{"parts":[{"text":"a"},{"text":"b","thought":true},{"text":"c"}]}}`) {
		for e := range New(Options{}).Project(record) {
			id := e.Update.Meta.Provenance.SegmentID
			if seen[id] || !jsvalue.LongerThan(id, 512) || len(id) > 1024 {
				t.Errorf("segment id of %d bytes", len(id))
			}
			seen[id] = true
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d segments", len(seen))
	}
}

// A caller that does not care about repairs passes no report.
func TestParseStateWithoutReport(t *testing.T) {
	value, err := jsvalue.Decode(`{"v":1,"pendingToolCalls":[5],"cumulativeUsage":{}}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseState(value, nil); err != nil {
		t.Error(err)
	}
}

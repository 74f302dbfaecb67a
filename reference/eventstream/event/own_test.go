package event_test

import (
	"fmt"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
)

// TestOwn: other sessions and repeats are left out, and named (ES-ROW-02, ES-ROW-03).
func TestOwn(t *testing.T) {
	envelopes, _ := event.Read(`{"sessionId":"a","timestamp":"1","sequence":0,"event":{"type":"done"}}
{"sessionId":"b","timestamp":"1","sequence":0,"event":{"type":"done"}}
{"sessionId":"a","timestamp":"1","sequence":0,"event":{"type":"done"}}
{"sessionId":"b","timestamp":"2","event":{"type":"done"}}
{"sessionId":"b","timestamp":"2","event":{"type":"done"}}
`, "")
	for session, want := range map[string]string{
		"": "a [1] [other_session@2 repeated_event@3 other_session@4 other_session@5]", "b": "b [2 4 5] [other_session@1 other_session@3]",
		"c": "c [] [other_session@1 other_session@2 other_session@3 other_session@4 other_session@5]",
	} {
		own, of, findings := event.Own(envelopes, session)
		lines, told := []int{}, []string{}
		for _, envelope := range own {
			lines = append(lines, envelope.Line)
		}
		for _, finding := range findings {
			line, _, _ := finding.Line()
			told = append(told, fmt.Sprint(finding.Code(), "@", line))
		}
		if got := fmt.Sprint(of, " ", lines, " ", told); got != want {
			t.Errorf("%q: %s", session, got)
		}
	}
}

package pendinginput_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/pendinginput"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestFold: what opens a request, and what takes it away (ES-INPUT-01, ES-INPUT-02).
func TestFold(t *testing.T) {
	const (
		command  = `{"type":"approval_request","itemId":"a","kind":"command","turnId":"t"}`
		plan     = `{"type":"approval_request","itemId":" p ","kind":"tool","turnId":"x","detail":{"request":{"kind":"plan_approval","turnId":"t"}}}`
		question = `{"type":"structured_question","itemId":"q","turnId":"t"}`
		nameless = `{"type":"approval_request","itemId":" ","kind":"command"}`
		loose    = `{"type":"approval_request","itemId":"l","kind":"command"}`
		again    = `{"type":"approval_request","itemId":"a","kind":"other","turnId":"u"}`
	)
	all := []string{command, plan, question, nameless, loose}
	for _, c := range []struct {
		want   string
		events []string
	}{
		{"a/command/t p/plan_approval/t q/structured_question/t l/command/", nil},
		{"p/plan_approval/t q/structured_question/t l/command/", []string{`{"type":"done","status":"completed","turnId":" t "}`}},
		{"a/command/t p/plan_approval/t q/structured_question/t l/command/", []string{`{"type":"done","status":"completed","turnId":"u"}`}},
		{"a/command/t p/plan_approval/t q/structured_question/t l/command/", []string{`{"type":"done","status":"completed"}`}},
		{"p/plan_approval/t q/structured_question/t", []string{`{"type":"done","status":"interrupted","turnId":"u"}`}},
		{"a/command/t p/plan_approval/t l/command/", []string{`{"type":"pending_input_resolved","itemId":" q ","resolution":"accepted"}`}},
		{"a/command/t q/structured_question/t l/command/", []string{`{"type":"tool_result","itemId":"p"}`}},
		{"p/plan_approval/t q/structured_question/t", []string{`{"type":"command","itemId":"a"}`, `{"type":"file_change","itemId":"l"}`}},
		{"a/command/t p/plan_approval/t q/structured_question/t l/command/", []string{`{"type":"tool_call","itemId":"a"}`, `{"type":"tool_result"}`}},
		{"a/other/u p/plan_approval/t q/structured_question/t l/command/", []string{again}},
		{"a/other/u p/plan_approval/t q/structured_question/t l/command/", []string{again, `{"type":"done","status":"completed","turnId":"t"}`}},
		{"p/plan_approval/t q/structured_question/t l/command/ a/other/u", []string{`{"type":"command","itemId":"a"}`, again}},
	} {
		var envelopes []event.Envelope
		for _, text := range append(append([]string{}, all...), c.events...) {
			e, err := jsvalue.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			envelopes = append(envelopes, event.Envelope{SessionID: "s", Event: e})
		}
		var got []string
		for _, input := range pendinginput.Fold(envelopes) {
			got = append(got, input.ItemID+"/"+input.Kind+"/"+input.TurnID)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v:\n got %s\nwant %s", c.events, strings.Join(got, " "), c.want)
		}
	}
}

package batching_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/batching"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// envelope is one of a session with an event.
func envelope(t *testing.T, members string) event.Envelope {
	t.Helper()
	value, err := jsvalue.Decode(`{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","sequence":7,"event":{` + members + `}}`)
	if err != nil {
		t.Fatal(err)
	}
	of, _ := event.FromValue(value, "")
	return of
}

// told is what was sent, in short: of a flush its reason, time, pieces and the time since the one before; and the text or the type.
func told(sent []batching.Sent) string {
	var list []string
	for _, one := range sent {
		if one.Flush == nil {
			list = append(list, one.Envelope.Type())
			continue
		}
		list = append(list, fmt.Sprintf("%s@%d:%dx%q+%d", one.Flush.Reason, one.Flush.At, one.Flush.Fragments, one.Envelope.Event.Get("text").Text(), one.Flush.SinceLast))
	}
	return strings.Join(list, " ")
}

// TestBuffer: each step is a time and an event, or a time alone (ES-BATCH-01 to ES-BATCH-04).
func TestBuffer(t *testing.T) {
	text := func(said, more string) string {
		return `"type":"text","text":"` + said + `"` + more
	}
	type step struct {
		now   int64
		event string
	}
	for _, c := range []struct {
		name  string
		steps []step
		want  string
	}{
		{"the window begins with the first piece", []step{{0, text("a", "")}, {60, text("b", "")}, {99, text("c", "")}, {100, text("d", "")}}, `timer@100:3x"abc"+-1 other@100:1x"d"+0`},
		{"the timer alone", []step{{5, text("a", "")}, {104, ""}, {105, ""}}, `timer@105:1x"a"+-1`},
		{"late", []step{{0, text("a", "")}, {1000, `"type":"done"`}}, `timer@100:1x"a"+-1 done`},
		{"another message", []step{{0, text("a", `,"messageId":"m"`)}, {10, text("b", `,"messageId":" m "`)}, {20, text("c", `,"messageId":"n"`)}}, `identityBreak@20:2x"ab"+-1 other@20:1x"c"+0`},
		{"a message and its turn", []step{{0, text("a", `,"messageId":"m","turnId":"t"`)}, {1, text("b", `,"turnId":"t"`)}, {2, text("c", `,"turnId":"t","itemId":"i"`)}}, `identityBreak@1:1x"a"+-1 identityBreak@2:1x"b"+1 other@2:1x"c"+0`},
		{"events that are no text", []step{{0, text("a", "")}, {1, `"type":"reasoning","text":"r"`}, {2, text("b", "")}, {3, `"type":"activity"`}, {4, text("c", "")}, {5, `"type":"brand_new"`}}, `interleave@1:1x"a"+-1 reasoning interleave@3:1x"b"+2 activity interleave@5:1x"c"+2 brand_new`},
		{"a text without one", []step{{0, text("a", "")}, {1, `"type":"text","text":5`}}, `interleave@1:1x"a"+-1 text`},
		{"white space begins nothing", []step{{0, text(" ", "")}, {1, text("", "")}, {2, text("a", "")}, {3, text("\\n", "")}, {4, text("b", "")}}, `identityBreak@2:2x" "+-1 other@4:3x"a\nb"+2`},
		{"nothing", []step{{0, text("", "")}, {1, `"type":"done"`}, {2, text("", `,"turnId":"t"`)}, {3, text("", "")}}, `done`},
		{"other members", []step{{0, text("a", `,"x":1`)}, {1, text("b", `,"x":1`)}, {2, text("c", `,"x":2`)}}, `identityBreak@2:2x"ab"+-1 other@2:1x"c"+0`},
		{"halves", []step{{0, text(`\ud83d`, "")}, {1, text(`\ude00`, "")}}, `other@1:2x"😀"+-1`},
	} {
		var buffer batching.Buffer
		var sent []batching.Sent
		now := int64(0)
		for _, one := range c.steps {
			if now = one.now; one.event == "" {
				sent = append(sent, buffer.Tick(now)...)
				continue
			}
			sent = append(sent, buffer.Take(envelope(t, one.event), now)...)
		}
		if got := told(append(sent, buffer.Flush(now)...)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestEnvelopeOfABatch: that of the first piece; without its sequence where there are several (ES-BATCH-02).
func TestEnvelopeOfABatch(t *testing.T) {
	var buffer batching.Buffer
	buffer.Take(envelope(t, `"turnId":" t ","text":"a","type":"text","messageId":"m","x":[1]`), 0)
	one := buffer.Flush(0)[0].Envelope
	buffer.Take(envelope(t, `"turnId":" t ","text":"a","type":"text","messageId":"m","x":[1]`), 0)
	buffer.Take(envelope(t, `"type":"text","text":"b","messageId":"m","turnId":"u","itemId":"i","x":[1]`), 0)
	sent := buffer.Flush(50)
	if got := string(jsvalue.Append(nil, one.Value())); got != `{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":{"turnId":" t ","text":"a","type":"text","messageId":"m","x":[1]},"sequence":7}` {
		t.Error(got)
	}
	if got := string(jsvalue.Append(nil, sent[0].Envelope.Value())); got != `{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":{"turnId":" t ","text":"ab","type":"text","messageId":"m","x":[1]}}` || sent[0].Flush.Chars != 2 {
		t.Error(got)
	}
	other := envelope(t, `"type":"text","text":"b","messageId":"m","x":[1]`)
	other.Provenance = jsvalue.ObjectValue(jsvalue.Member{Key: "role", Value: jsvalue.StringValue("worker")})
	buffer.Take(one, 50)
	if got := told(buffer.Take(other, 60)); got != `identityBreak@60:1x"a"+10` {
		t.Error(got)
	}
}

// TestReplay: the clock is that of the timestamps, and never goes back (ES-BATCH-05).
func TestReplay(t *testing.T) {
	var envelopes []event.Envelope
	for _, timestamp := range []string{"never", "2026-08-10T10:00:00.000Z", "2026-08-10T09:00:00.000Z", "", "2026-08-10T10:00:00.099Z", "2026-08-10T10:00:00.100Z"} {
		one := envelope(t, `"type":"text","text":"a"`)
		one.Timestamp = timestamp
		envelopes = append(envelopes, one)
	}
	if got := told(batching.Replay(envelopes)); got != `timer@100:1x"a"+-1 timer@1786356000100:4x"aaaa"+1786356000000 other@1786356000100:1x"a"+0` {
		t.Error(got)
	}
	envelopes[0].Timestamp = "1969-12-31T23:59:59.000Z"
	if got := told(batching.Replay(envelopes[:1])); got != `other@-1000:1x"a"+-1` {
		t.Error(got)
	}
	if batching.Replay(nil) != nil {
		t.Error("something of nothing")
	}
}

package histories_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// chatFile is a file that a client reads through package history, and the events of its session in their order.
type chatFile struct {
	generate.Source
	text     strings.Builder
	unsaved  strings.Builder
	events   []event.Envelope
	resident int
	sequence int
}

// emit appends an event of the session, now and then one that repeats, between lines of others, and gives it.
func (f *chatFile) emit() event.Envelope {
	switch f.Below(12) {
	case 0:
		f.unsaved.WriteString("{" + strings.Repeat("x", f.Below(150_000)) + "\n")
	case 1:
		fmt.Fprintf(&f.unsaved, `{"sessionId":"another","timestamp":"t","event":{"type":"text"}}`+"\n")
	case 2:
		fmt.Fprintf(&f.unsaved, `{"sessionId":"s","timestamp":"t","provenance":{"targetKind":"codex_subagent"},"event":{"type":"text"}}`+"\n")
	}
	f.sequence++
	e := event.Envelope{
		SessionID: "s", Timestamp: fmt.Sprintf("2026-08-10T10:00:%02d.%03dZ", f.sequence/50, f.sequence/5),
		Event: jsvalue.ObjectValue(
			jsvalue.Member{Key: "type", Value: jsvalue.StringValue([]string{"text", "text", "text", "user_message"}[f.Below(4)])},
			jsvalue.Member{Key: "text", Value: jsvalue.StringValue(fmt.Sprint(f.sequence, strings.Repeat("y", f.Below(4)/3*f.Below(20_000))))},
		),
	}
	if n := len(f.events); n > 0 && f.Below(6) == 5 {
		e = f.events[n-1-f.Below(min(n, 3))]
	}
	e.Sequence = jsvalue.IntValue(int64(f.sequence % 7)) // counters begin anew
	f.events = append(f.events, e)
	f.unsaved.Write(append(jsvalue.Append(nil, e.Value()), '\n'))
	return e
}

func (f *chatFile) save() {
	f.text.WriteString(f.unsaved.String())
	f.unsaved.Reset()
}

// answer reads what is asked for.
func (f *chatFile) answer(t *testing.T, r scrollback.Request) scrollback.Answer {
	t.Helper()
	file, size := strings.NewReader(f.text.String()), int64(f.text.Len())
	if r.IsPage() {
		page, err := history.ReadPage(file, size, history.PageOptions{Session: "s", BeforeOffset: int64(r.Before), MaxBytes: scrollback.PageBytes})
		if err != nil {
			t.Fatal(err)
		}
		return scrollback.Answer{To: r.ID, Page: &scrollback.Page{
			Session: page.Session, Events: merge.All(page.Events), Start: float64(page.StartOffset), HasMore: page.HasMore(),
		}}
	}
	snapshot, err := history.ReadSnapshot(file, size, history.SnapshotOptions{
		Session: "s", MaxBytes: int64(f.Below(2)) * int64(200_000+f.Below(300_000)), MaxEvents: 1 + f.Below(60),
		Resident: f.events[max(0, len(f.events)-f.resident):],
	})
	if err != nil {
		t.Fatal(err)
	}
	tail := float64(snapshot.TailStartOffset)
	if !snapshot.HasOlderHistory() {
		tail = math.NaN()
	}
	return scrollback.Answer{To: r.ID, Snapshot: &scrollback.Snapshot{
		Session: snapshot.Session, Events: merge.All(snapshot.Events), NoOlder: !snapshot.HasOlderHistory(), TailStart: tail, NotFound: !snapshot.SessionFound,
	}}
}

// TestClientOfAFile joins the client with package history: whatever stands in the file and is held in memory, the client that has read
// back shows the events of the session, each as often as it is there and in the order of the file (ES-HIST-11, ES-FOLLOW-04,
// ES-FOLLOW-05).
func TestClientOfAFile(t *testing.T) {
	seeds := 400
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		followFile(t, seed, &chatFile{Source: generate.NewPCG(uint64(seed))})
	}
}

func followFile(t *testing.T, seed int, f *chatFile) {
	t.Helper()
	f.resident = f.Below(2) * f.Below(30)
	for range 20 + f.Below(150) {
		f.emit()
	}
	f.save()
	var c scrollback.Client
	var asked []scrollback.Request
	step := func(input scrollback.Input) {
		next, requests, err := c.Step(input)
		if err != nil {
			t.Fatal(err)
		}
		c = next
		asked = append(asked, requests...)
	}
	step(scrollback.Open{Session: "s", Cap: merge.Selected})
	for range 20 {
		switch f.Below(5) {
		case 0, 1:
			step(scrollback.Pushed(merge.All([]event.Envelope{f.emit()})))
		case 2:
			step(scrollback.Older{})
		case 3:
			f.save()
		default:
			if len(asked) > 0 {
				request := asked[0]
				asked = asked[1:]
				step(f.answer(t, request))
			}
		}
	}
	f.save()
	step(scrollback.Connected{})
	for bound := 2000; ; bound-- {
		if cursor, known := c.Cursor(); len(asked) == 0 && known && cursor == scrollback.Exhausted {
			break
		} else if len(asked) == 0 {
			step(scrollback.Older{})
		} else {
			request := asked[0]
			asked = asked[1:]
			step(f.answer(t, request))
		}
		if bound == 0 {
			t.Fatalf("seed %d: it does not end", seed)
		}
	}
	want, got := merge.All(f.events), c.Shown()
	if !slices.EqualFunc(want, got, func(a, b *merge.Event) bool { return a.Key() == b.Key() }) {
		t.Fatalf("seed %d: the client shows %d events, of %d, or another order", seed, len(got), len(want))
	}
}

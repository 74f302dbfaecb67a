package scrollback_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// events are named by the second in which they happen.
func events(seconds ...int) (list []*merge.Event) {
	for _, second := range seconds {
		list = append(list, merge.New(event.Envelope{
			SessionID: "s", Timestamp: fmt.Sprintf("2026-08-10T10:00:%02dZ", second),
			Event: jsvalue.ObjectValue(jsvalue.Member{Key: "type", Value: jsvalue.StringValue("text")}),
		}))
	}
	return list
}

func shown(c scrollback.Client) string {
	var list []string
	for _, e := range c.Shown() {
		list = append(list, e.Timestamp[17:19])
	}
	return strings.Join(list, " ")
}

// step lets something happen, and gives the id of the last request.
func step(c scrollback.Client, input scrollback.Input) (scrollback.Client, int) {
	c, requests, err := c.Step(input)
	if err != nil {
		panic(err) // a mistake of the test
	}
	if len(requests) == 0 {
		return c, 0
	}
	return c, requests[0].ID
}

func opened(limit int, tail float64, seconds ...int) scrollback.Client {
	c, id := step(scrollback.Client{}, scrollback.Open{Session: "s", Cap: merge.Cap{Events: limit, Bytes: math.MaxInt32}})
	c, _ = step(c, scrollback.Answer{To: id, Snapshot: &scrollback.Snapshot{Session: "s", Events: events(seconds...), TailStart: tail}})
	return c
}

func older(c scrollback.Client, start float64, seconds ...int) scrollback.Client {
	c, id := step(c, scrollback.Older{})
	c, _ = step(c, scrollback.Answer{To: id, Page: &scrollback.Page{
		Session: "s", Events: events(seconds...), Start: start, HasMore: start > 0,
	}})
	return c
}

// TestEventsBeforeABatch: what was pushed late stands at its time among what was read later (ES-FOLLOW-04).
func TestEventsBeforeABatch(t *testing.T) {
	c := opened(100, 50, 8, 9)
	c, _ = step(c, scrollback.Pushed(events(3, 10)))
	if c = older(c, 0, 1, 2, 4, 5); shown(c) != "01 02 03 04 05 08 09 10" {
		t.Error(shown(c))
	}
}

// TestDetachedViewsWait: a view without its end shows nothing that is pushed, until the newest are asked for (ES-FOLLOW-06).
func TestDetachedViewsWait(t *testing.T) {
	c := older(opened(3, 50, 8, 9), 0, 1, 2)
	c, _ = step(c, scrollback.Pushed(events(10)))
	if shown(c) != "01 02 08" {
		t.Error(shown(c))
	}
	c, id := step(c, scrollback.Latest{})
	c, _ = step(c, scrollback.Pushed(events(11)))
	c, _ = step(c, scrollback.Answer{To: id, Snapshot: &scrollback.Snapshot{Session: "s", Events: events(9, 10), TailStart: 60}})
	if shown(c) != "09 10 11" {
		t.Error(shown(c))
	}
}

// TestStepChangesNoClient: an earlier client can go on in another way (ES-FOLLOW-01).
func TestStepChangesNoClient(t *testing.T) {
	c := opened(100, 50, 8)
	one, _ := step(c, scrollback.Pushed(events(9)))
	two, _ := step(c, scrollback.Pushed(events(10)))
	if shown(c) != "08" || shown(one) != "08 09" || shown(two) != "08 10" {
		t.Error(shown(c), shown(one), shown(two))
	}
}

// TestNumbersThatAreNone: cursors of answers that are no offsets (ES-BACK-01, ES-BACK-02).
func TestNumbersThatAreNone(t *testing.T) {
	for _, start := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0} {
		if cursor := (scrollback.Snapshot{TailStart: start}).Cursor(); cursor != scrollback.Exhausted {
			t.Error(start, cursor)
		}
		if _, ok := (scrollback.Page{Start: start, HasMore: true}).Next(100); ok {
			t.Error(start, "leads somewhere")
		}
	}
}

// TestThreadsOfSubAgents: they have the id of the session, and are no part of its history, pushed or read (ES-HIST-01).
func TestThreadsOfSubAgents(t *testing.T) {
	thread := func(seconds ...int) (list []*merge.Event) {
		for _, e := range events(seconds...) {
			envelope := e.Envelope
			envelope.Provenance = jsvalue.ObjectValue(jsvalue.Member{Key: "targetKind", Value: jsvalue.StringValue("codex_subagent")})
			list = append(list, merge.New(envelope))
		}
		return list
	}
	c, _ := step(opened(100, 50, 8), scrollback.Pushed(append(thread(9), events(10)...)))
	c, id := step(c, scrollback.Latest{})
	c, _ = step(c, scrollback.Answer{To: id, Snapshot: &scrollback.Snapshot{Session: "s", Events: append(thread(11), events(10, 12)...), TailStart: 60}})
	if shown(c) != "08 10 12" {
		t.Error(shown(c))
	}
}

// TestPushesWhileASnapshotIsRead: no more of them is held than may be resident, the cursor reaches the others, and holding them takes
// no copy of all for each (ES-FOLLOW-04, ES-FOLLOW-06).
func TestPushesWhileASnapshotIsRead(t *testing.T) {
	c := older(opened(3, 50, 8, 9), 0, 1, 2) // detached
	c, id := step(c, scrollback.Latest{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const pushes = 20_000
	for range pushes / 4 {
		for second := range 4 {
			c, _ = step(c, scrollback.Pushed(events(20+second)))
		}
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / pushes; each > 8<<10 {
		t.Errorf("a push takes %d bytes", each)
	}
	c, _ = step(c, scrollback.Answer{To: id, Snapshot: &scrollback.Snapshot{Session: "s", NoOlder: true}})
	if cursor, _ := c.Cursor(); cursor != scrollback.End || shown(c) != "21 22 23" {
		t.Error(cursor, shown(c))
	}
}

// TestBatchAtADisconnect: a batch in flight ends with the stream: its answer changes nothing, also when the stream is there again,
// and while it is away nothing is asked (ES-FOLLOW-03).
func TestBatchAtADisconnect(t *testing.T) {
	c := opened(100, 50, 8, 9)
	c, page := step(c, scrollback.Older{})
	answer := scrollback.Answer{To: page, Page: &scrollback.Page{Session: "s", Events: events(1)}}
	c, _ = step(c, scrollback.Disconnected{})
	for _, input := range []scrollback.Input{scrollback.Older{}, answer} {
		var id int
		if c, id = step(c, input); id != 0 || shown(c) != "08 09" || !slices.Equal(c.Conditions(), []string{"offline"}) {
			t.Error(id, shown(c), c.Conditions())
		}
	}
	c, id := step(c, scrollback.Connected{})
	if c, _ = step(c, answer); id == 0 || shown(c) != "08 09" || !slices.Equal(c.Conditions(), []string{"loading"}) {
		t.Error(id, shown(c), c.Conditions())
	}
}

// TestInputsThatAreNone: a pointer to an input, and an opening of nothing, are errors that change nothing; nil is nothing (ES-FOLLOW-01).
func TestInputsThatAreNone(t *testing.T) {
	c := opened(100, 50, 8)
	for _, input := range []scrollback.Input{
		(*scrollback.Open)(nil), &scrollback.Open{Session: "s"}, (*scrollback.Pushed)(nil), &scrollback.Answer{To: 1}, &scrollback.Older{},
		struct{ scrollback.Latest }{},
		scrollback.Open{},
		scrollback.Open{Binding: "b"},
	} {
		next, requests, err := c.Step(input)
		_, isOpen := input.(scrollback.Open)
		if errors.Is(err, scrollback.ErrNoSession) != isOpen || errors.Is(err, scrollback.ErrNoInput) == isOpen || len(requests) > 0 || shown(next) != "08" {
			t.Errorf("%T: %v, %s", input, err, shown(next))
		}
	}
	if next, requests, err := c.Step(nil); err != nil || len(requests) > 0 || shown(next) != "08" {
		t.Error(err, requests, shown(next))
	}
}

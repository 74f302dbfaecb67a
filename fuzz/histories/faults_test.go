package histories_test

import (
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/fuzz/histories"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// faulty is a client with one fault: in what happens to it, in what it asks, or in what it shows.
type faulty struct {
	scrollback.Client
	before scrollback.Client
	shown  []merge.Row
	*fault
}

type fault struct {
	says  string
	input func(f faulty, input scrollback.Input) scrollback.Input
	asks  func(requests []scrollback.Request) []scrollback.Request
	rows  func(f faulty, rows []merge.Row) []merge.Row
	lacks string // a condition that is not told
}

func (f faulty) Step(input scrollback.Input) (histories.Client, []scrollback.Request, error) {
	f.before = f.Client
	if f.input != nil {
		input = f.input(f, input)
	}
	client, requests, err := f.Client.Step(input)
	f.Client = client
	if f.asks != nil {
		requests = f.asks(requests)
	}
	f.shown = client.Rows()
	if f.rows != nil {
		f.shown = f.rows(f, slices.Clone(f.shown))
	}
	return f, requests, err
}

func (f faulty) Rows() []merge.Row { return f.shown }

func (f faulty) Conditions() []string {
	return slices.DeleteFunc(f.Client.Conditions(), func(c string) bool { return c == f.lacks })
}

func (f faulty) is(condition string) bool { return slices.Contains(f.Client.Conditions(), condition) }

// onEvents changes each event of the session that comes, from wherever.
func onEvents(change func(e *merge.Event) *merge.Event) func(faulty, scrollback.Input) scrollback.Input {
	all := func(events []*merge.Event) (list []*merge.Event) {
		for _, e := range events {
			list = append(list, change(e))
		}
		return list
	}
	return func(_ faulty, input scrollback.Input) scrollback.Input {
		if pushed, is := input.(scrollback.Pushed); is {
			return scrollback.Pushed(all(pushed))
		}
		answer, is := input.(scrollback.Answer)
		if !is {
			return input
		}
		if answer.Snapshot != nil {
			snapshot := *answer.Snapshot
			snapshot.Events = all(snapshot.Events)
			answer.Snapshot = &snapshot
		}
		if answer.Page != nil {
			page := *answer.Page
			page.Events = all(page.Events)
			answer.Page = &page
		}
		return answer
	}
}

func without(keep func(r scrollback.Request) bool) func([]scrollback.Request) []scrollback.Request {
	return func(requests []scrollback.Request) []scrollback.Request {
		return slices.DeleteFunc(slices.Clone(requests), func(r scrollback.Request) bool { return !keep(r) })
	}
}

var clientFaults = []fault{
	{says: "the view is reversed while a batch loads", rows: func(f faulty, rows []merge.Row) []merge.Row {
		if f.is("loadingOlder") {
			slices.Reverse(rows)
		}
		return rows
	}},
	{says: "a delayed event is appended", rows: func(f faulty, rows []merge.Row) []merge.Row {
		if old := f.before.Rows(); len(rows) == len(old)+1 {
			for i, row := range rows {
				if i == len(old) || row.Event != old[i].Event {
					return append(slices.Delete(rows, i, i+1), row)
				}
			}
		}
		return rows
	}},
	{says: "repeats are shown once", rows: func(_ faulty, rows []merge.Row) []merge.Row {
		seen := map[merge.Key]bool{}
		return slices.DeleteFunc(rows, func(row merge.Row) bool {
			was := seen[row.Key()]
			seen[row.Key()] = true
			return was && !row.Owned
		})
	}},
	{says: "what a page leads past is dropped", rows: func(f faulty, rows []merge.Row) []merge.Row {
		const batch = 8 * 60 // bytes: more than a batch reads of a file that is not cut
		old := len(f.before.Rows())
		was, _ := f.before.Cursor()
		if now, _ := f.Client.Cursor(); was != scrollback.End && was-now > batch && len(rows) > old {
			return rows[:len(rows)-old]
		}
		return rows
	}},
	{says: "the oldest repeats give way to a batch", rows: func(f faulty, rows []merge.Row) []merge.Row {
		if !slices.Contains(f.before.Conditions(), "loadingOlder") || f.is("loadingOlder") || f.is("loading") {
			return rows
		}
		old := map[merge.Key][]*merge.Event{}
		for _, row := range f.before.Rows() {
			if !row.Owned {
				old[row.Key()] = append(old[row.Key()], row.Event)
			}
		}
		for i, row := range slices.Backward(rows) {
			if list := old[row.Key()]; !row.Owned && len(list) > 0 {
				rows[i].Event, old[row.Key()] = list[len(list)-1], list[:len(list)-1]
			}
		}
		return rows
	}},
	{says: "a snapshot takes the oldest repeats", rows: func(f faulty, rows []merge.Row) []merge.Row {
		if !slices.Contains(f.before.Conditions(), "loading") || f.is("loading") {
			return rows
		}
		old := map[merge.Key][]*merge.Event{}
		for _, row := range f.before.Rows() {
			old[row.Key()] = append(old[row.Key()], row.Event)
		}
		for i, row := range rows { // the owned ones first, as many as there are
			if list := old[row.Key()]; row.Owned && len(list) > 0 {
				rows[i].Event, old[row.Key()] = list[0], list[1:]
			}
		}
		return rows
	}},
	{says: "unavailable is no such session", input: func(_ faulty, input scrollback.Input) scrollback.Input {
		if a, is := input.(scrollback.Answer); is && a.Snapshot != nil && a.Snapshot.Unavailable {
			return scrollback.Answer{To: a.To, Snapshot: &scrollback.Snapshot{Session: a.Snapshot.Session, NotFound: true}}
		}
		return input
	}},
	{says: "a snapshot is not asked for again", asks: without(func(r scrollback.Request) bool { return r.IsPage() || r.AfterMs == 0 })},
	{says: "a snapshot is asked for again at once", asks: func(requests []scrollback.Request) []scrollback.Request {
		requests = slices.Clone(requests)
		for i := range requests {
			requests[i].AfterMs = 0
		}
		return requests
	}},
	{says: "the newest are not asked for", input: func(_ faulty, input scrollback.Input) scrollback.Input {
		if _, is := input.(scrollback.Latest); is {
			return nil
		}
		return input
	}},
	{says: "a snapshot that failed is not asked for by who scrolls", input: func(f faulty, input scrollback.Input) scrollback.Input {
		if _, is := input.(scrollback.Older); is && f.is("syncPending") {
			return nil
		}
		return input
	}},
	{says: "a batch outlives a disconnect", input: func(f faulty, input scrollback.Input) scrollback.Input {
		if _, is := input.(scrollback.Disconnected); is && f.is("loadingOlder") {
			return nil
		}
		return input
	}},
	{says: "a stream that is gone is not told", lacks: "offline"},
	{says: "a session that is missing is not told", lacks: "missing"},
	{says: "the events of others are shown", input: onEvents(func(e *merge.Event) *merge.Event {
		envelope := e.Envelope
		envelope.SessionID, envelope.Provenance = "s", jsvalue.Value{}
		return merge.New(envelope)
	})},
	{says: "counters are a part of the identity", input: onEvents(func(e *merge.Event) *merge.Event {
		envelope := e.Envelope
		envelope.Event = envelope.Event.With(jsvalue.Member{Key: "sequence", Value: jsvalue.StringValue(string(jsvalue.Append(nil, envelope.Sequence)))})
		return merge.New(envelope)
	})},
	{says: "nothing that is pushed is shown", input: func(_ faulty, input scrollback.Input) scrollback.Input {
		if _, is := input.(scrollback.Pushed); is {
			return nil
		}
		return input
	}},
	{says: "the oldest event of a page is lost", input: func(_ faulty, input scrollback.Input) scrollback.Input {
		if a, is := input.(scrollback.Answer); is && a.Page != nil && len(a.Page.Events) > 1 {
			page := *a.Page
			page.Events = page.Events[1:]
			return scrollback.Answer{To: a.To, Page: &page}
		}
		return input
	}},
}

// TestFaultsOfClients: the simulation finds each of these faults within as many histories, from the same seed.
func TestFaultsOfClients(t *testing.T) {
	const most = 2000
	for _, planted := range clientFaults {
		found := -1
		for seed := range most {
			if _, err := histories.CheckClient(generate.NewPCG(uint64(seed)), faulty{fault: &planted}); err != nil {
				found = seed
				break
			}
		}
		t.Logf("%s: seed %d", planted.says, found)
		if found < 0 {
			t.Errorf("%s: not found in %d histories", planted.says, most)
		}
	}
}

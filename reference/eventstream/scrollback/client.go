package scrollback

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
)

// What a client asks for (ES-FOLLOW-01).
const (
	SnapshotEvents = 1000
	PageBytes      = 262_144
)

// End is the cursor of the end of a file, wherever that is (ES-FOLLOW-05).
const End = 1<<53 - 1

// retries are the times, in milliseconds, after which a request that failed is made again in silence (ES-FOLLOW-03).
var retries = []int{800, 2400}

// Request is something to ask a server. Its ID is that of one session, binding, generation and cursor: an answer to it
// counts only while the client waits for it (ES-FOLLOW-02).
type Request struct {
	ID         int // from 1
	Session    string
	Binding    string
	Generation int     // of the view: each opening is another one
	Before     float64 // of a page; not a number for a snapshot
	AfterMs    int     // how long to wait before it is made
}

// IsPage tells a request for a page from one for a snapshot.
func (r Request) IsPage() bool { return !math.IsNaN(r.Before) }

// Client is what a client knows of the chat that it shows. It is a value: Step gives another one, and changes none. Start with the
// zero value.
type Client struct {
	session    string
	binding    string
	generation int
	lastID     int
	limit      merge.Cap

	rows   []merge.Row
	cursor float64 // before the owned rows; not a number before a history was read

	offline  bool
	detached bool // newer events were dropped (ES-FOLLOW-06)
	sealed   bool // the owned rows go back from pages alone, or from a page that met the snapshot (ES-FOLLOW-05)
	pending  bool
	missing  bool
	failed   bool

	hydration hydration
	older     older
}

// hydration is a snapshot that was asked for; id is 0 if there is none.
type hydration struct {
	id, tries int
	since     recent // was pushed since, also if it is not shown
}

// older is a batch that is being read; id is 0 if there is none.
type older struct {
	id, tries int
	batch     Batch
}

// Input is what happens to a client: Open, Pushed, Answer, Older, Latest, Disconnected or Connected (ES-FOLLOW-01).
type Input interface {
	happen(c Client) (Client, []Request)
}

// The ways in which something happens to a client.
type (
	// Open shows a session, as it is bound now. Its id is not empty.
	Open struct {
		Session, Binding string
		Cap              merge.Cap
	}
	// Pushed are events that the live stream brings.
	Pushed []*merge.Event
	// Answer is to a request, and has what that asked for, a snapshot or a page. Without it the request failed, and
	// the client asks again, as where the answer is Unavailable.
	Answer struct {
		To       int
		Snapshot *Snapshot
		Page     *Page
	}
	// Older is that the user wants to see earlier events.
	Older struct{}
	// Latest is that the user wants to see the newest.
	Latest struct{}
	// Disconnected is that the live stream is gone.
	Disconnected struct{}
	// Connected is that it is there again.
	Connected struct{}
)

// What is no input. The client that Step gives with one of these is the same.
var (
	ErrNoInput   = errors.New("scrollback: an input is one of seven types, and no pointer to one")
	ErrNoSession = errors.New("scrollback: an Open without the id of a session")
)

// Step takes what happened (ES-FOLLOW-01). Before a session is opened nothing does, nor does nil. The error is ErrNoInput or
// ErrNoSession: a mistake of the caller, whatever the client is.
func (c Client) Step(input Input) (Client, []Request, error) {
	switch in := input.(type) {
	case nil:
		return c, nil, nil
	case Open:
		if in.Session == "" {
			return c, nil, ErrNoSession
		}
	case Pushed, Answer, Older, Latest, Disconnected, Connected:
	default: // a pointer has the methods of its type, but nil has no value
		return c, nil, fmt.Errorf("%w: it is a %T", ErrNoInput, input)
	}
	next, requests := input.happen(c)
	if next.session == "" {
		return c, nil, nil
	}
	return next, requests, nil
}

func (events Pushed) happen(c Client) (Client, []Request) { return c.pushed(events), nil }

func (a Answer) happen(c Client) (Client, []Request) { return c.answered(a) }

func (Older) happen(c Client) (Client, []Request) { return c.loadOlder() }

func (Latest) happen(c Client) (Client, []Request) { return c.hydrate() }

func (Disconnected) happen(c Client) (Client, []Request) {
	c.offline, c.older = true, older{}
	return c, nil
}

func (Connected) happen(c Client) (Client, []Request) {
	c.offline = false
	return c.hydrate()
}

// happen keeps what is shown of the same session.
func (o Open) happen(c Client) (Client, []Request) {
	next := Client{
		session: o.Session, binding: o.Binding, generation: c.generation + 1, lastID: c.lastID, limit: o.Cap, cursor: math.NaN(),
		offline: c.offline,
	}
	if o.Session == c.session {
		next.rows, next.detached = c.rows, c.detached
		next = next.trimmed()
	}
	return next.hydrate()
}

// hydrate asks for the newest part of the history. What is pushed from now on is kept (ES-FOLLOW-04).
func (c Client) hydrate() (Client, []Request) {
	c.hydration, c.older = hydration{}, older{}
	return c.ask(&c.hydration.id, math.NaN(), 0)
}

// loadOlder reads a batch. A cursor holds as long as the stream does: behind a pause the file can be another one, so that the
// snapshot is read first (ES-FOLLOW-03).
func (c Client) loadOlder() (Client, []Request) {
	switch {
	case c.offline || c.hydration.id != 0 || c.older.id != 0:
		return c, nil
	case c.pending:
		return c.hydrate()
	case math.IsNaN(c.cursor) || c.cursor == Exhausted:
		return c, nil
	}
	return c.readBefore(c.cursor)
}

func (c Client) readBefore(cursor float64) (Client, []Request) {
	c.failed = false
	c.older = older{batch: NewBatch(c.session, cursor, MaxPages, MaxAnchorEvents)}
	return c.ask(&c.older.id, cursor, 0)
}

// ask makes a request under a new id. c is a copy, and id a place in it.
func (c *Client) ask(id *int, before float64, after int) (Client, []Request) {
	c.lastID++
	*id = c.lastID
	return *c, []Request{{ID: c.lastID, Session: c.session, Binding: c.binding, Generation: c.generation, Before: before, AfterMs: after}}
}

// answered takes an answer that is waited for; any other one is too late (ES-FOLLOW-02).
func (c Client) answered(a Answer) (Client, []Request) {
	switch {
	case a.To == 0:
		return c, nil
	case a.To == c.hydration.id:
		return c.hydrated(a.Snapshot)
	case a.To == c.older.id:
		return c.paged(a.Page)
	}
	return c, nil
}

func (c Client) hydrated(s *Snapshot) (Client, []Request) {
	if s == nil || s.Unavailable || s.Session != c.session {
		c.pending = true
		if c.hydration.tries == len(retries) {
			c.hydration = hydration{}
			return c, nil
		}
		c.hydration.tries++
		return c.ask(&c.hydration.id, math.NaN(), retries[c.hydration.tries-1])
	}
	since, cut := c.hydration.since.newest(c.limit)
	c.hydration, c.pending, c.missing = hydration{}, false, s.NotFound
	if s.NotFound {
		return c, nil
	}
	c = c.merged(*s).pushed(since)
	if cut {
		c = c.fromEnd()
	}
	return c, nil
}

// merged shows a snapshot, whose rows alone are owned then: its cursor is that of the client. What was pushed while it was read is
// pushed again behind it, which is what a watermark would keep (ES-FOLLOW-04, ES-MERGE-06).
func (c Client) merged(s Snapshot) Client {
	c.rows, c.cursor = merge.Snapshot(c.Shown(), ofSession(s.Events, c.session), nil), s.Cursor()
	c.detached, c.sealed, c.older = false, false, older{}
	return c
}

func (c Client) paged(p *Page) (Client, []Request) {
	batch, err := c.older.batch, ErrUnavailable
	if p != nil {
		batch, err = batch.Take(*p)
	}
	switch {
	case err != nil && c.older.tries == len(retries):
		c.older, c.failed = older{}, true
		return c, nil
	case err != nil:
		c.older.tries++
		return c.ask(&c.older.id, c.older.batch.Cursor(), retries[c.older.tries-1])
	case !batch.Done():
		c.older = older{batch: batch}
		return c.ask(&c.older.id, batch.Cursor(), 0)
	}
	c.older = older{}
	return c.joined(batch)
}

// joined puts a batch before the owned rows, which it ends at. If the first one that is not empty has an event of the snapshot,
// nothing tells a repeat from an event that comes again: it is read anew from the end of the file, and the pages alone say how
// often an event is there (ES-FOLLOW-05). Behind that an event which is owned can come again only where it is a repeat, or the file was
// cut and written anew: both are shown (ES-FOLLOW-07).
func (c Client) joined(batch Batch) (Client, []Request) {
	events := batch.Events()
	if !c.sealed && c.owns(events) {
		c.rows, c.sealed = merge.Rows(c.Shown()), true
		c.cursor = End
		return c.readBefore(End)
	}
	c.sealed = c.sealed || len(events) > 0
	c.rows, c.cursor = c.before(events), batch.Cursor()
	if kept := c.limit.Oldest(c.Shown()); len(kept) < len(c.rows) {
		c.rows, c.detached = c.rows[:len(kept)], true
	}
	return c, nil
}

// owns reports whether one of the events is owned.
func (c Client) owns(events []*merge.Event) bool {
	keys := merge.KeysOf(events)
	return slices.ContainsFunc(c.rows, func(row merge.Row) bool {
		_, ok := keys[row.Key()]
		return ok && row.Owned
	})
}

// before puts events of the history before the owned rows. Rows that are not owned give way to their equals, and those that stood
// before the owned ones find their places by time (ES-FOLLOW-04).
func (c Client) before(events []*merge.Event) []merge.Row {
	count := map[merge.Key]int{}
	for _, e := range events {
		count[e.Key()]++
	}
	rest := make([]merge.Row, 0, len(c.rows))
	for _, row := range slices.Backward(c.rows) {
		if !row.Owned && count[row.Key()] > 0 {
			count[row.Key()]--
			continue
		}
		rest = append(rest, row)
	}
	slices.Reverse(rest)
	first := slices.IndexFunc(rest, func(row merge.Row) bool { return row.Owned })
	if first < 0 {
		first = len(rest)
	}
	page := merge.Rows(events)
	for i := range page {
		page[i].Owned = true
	}
	return slices.Concat(merge.Insert(page, rest[:first]), rest[first:])
}

// pushed takes events of the live stream. A view that is detached does not show them (ES-FOLLOW-06).
func (c Client) pushed(events []*merge.Event) Client {
	own := ofSession(events, c.session)
	if c.hydration.id != 0 {
		c.hydration.since = c.hydration.since.add(own, c.limit)
	}
	if c.detached {
		return c
	}
	fresh := merge.Fresh(c.Shown(), own)
	c.rows = merge.Push(c.rows, fresh)
	return c.trimmed()
}

// trimmed drops the oldest rows that do not fit.
func (c Client) trimmed() Client {
	if kept := c.limit.Newest(c.Shown()); len(kept) < len(c.rows) {
		c.rows = c.rows[len(c.rows)-len(kept):]
		c = c.fromEnd()
	}
	return c
}

// fromEnd owns nothing any more: what lies before the rows, or between them, is read from the end of the file (ES-FOLLOW-06).
func (c Client) fromEnd() Client {
	c.rows, c.older = merge.Rows(c.Shown()), older{}
	if !math.IsNaN(c.cursor) {
		c.cursor, c.sealed = End, true
	}
	return c
}

// Rows are what the client shows, the oldest first, and what of it the history has that was read.
func (c Client) Rows() []merge.Row { return c.rows }

// Shown are the events that the client shows, the oldest first.
func (c Client) Shown() []*merge.Event { return merge.Events(c.rows) }

// Cursor is where the history ends that can still be read; false before any was read.
func (c Client) Cursor() (float64, bool) { return c.cursor, !math.IsNaN(c.cursor) }

// The conditions of a client that a view shows (ES-FOLLOW-01).
func (c Client) Conditions() (list []string) {
	for _, condition := range []struct {
		name string
		is   bool
	}{
		{"loading", c.hydration.id != 0},
		{"loadingOlder", c.older.id != 0},
		{"syncPending", c.pending},
		{"missing", c.missing},
		{"olderFailed", c.failed},
		{"detached", c.detached},
		{"offline", c.offline},
	} {
		if condition.is {
			list = append(list, condition.name)
		}
	}
	return list
}

package scrollback

import (
	"errors"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
)

// The bounds of a batch unless others are given (ES-BACK-04).
const (
	MaxPages        = 8
	MaxAnchorEvents = 400
)

// What can be wrong with a page; each may be asked for again.
var (
	ErrUnavailable  = errors.New("scrollback: the history could not be read")
	ErrOtherSession = errors.New("scrollback: the page is of another session")
	ErrCursor       = errors.New("scrollback: the page says that there is more and leads nowhere")
)

// Batch is what one "load earlier" reads: pages back to a message of the user (ES-BACK-04). It is a value; the zero value is none.
type Batch struct {
	session         string
	cursor          float64
	maxPages        int
	maxAnchorEvents int
	reads           int
	pages           *batchPage // that have events, the last that was read
	collected       int
	done            bool
}

// batchPage is a page and those that were read before it, so that a batch shares them with what it was before.
type batchPage struct {
	events []*merge.Event
	newer  *batchPage
}

// NewBatch is a batch of a session before a cursor. Bounds are from 1 on.
func NewBatch(session string, before float64, maxPages, maxAnchorEvents int) Batch {
	return Batch{session: session, cursor: before, maxPages: maxPages, maxAnchorEvents: maxAnchorEvents}
}

// Cursor is where the next page ends; at the end of the batch, where the history before it does.
func (b Batch) Cursor() float64 { return b.cursor }

// Done reports whether the batch is whole.
func (b Batch) Done() bool { return b.done }

// Events are those that were read, the oldest first.
func (b Batch) Events() []*merge.Event {
	var pages [][]*merge.Event
	for page := b.pages; page != nil; page = page.newer {
		pages = append(pages, page.events)
	}
	return slices.Concat(pages...)
}

// Take takes the page before the cursor. After an error the batch is what it was before.
func (b Batch) Take(page Page) (Batch, error) {
	switch {
	case page.Unavailable:
		return b, ErrUnavailable
	case page.Session != b.session:
		return b, ErrOtherSession
	case page.NotFound: // what was read before is kept
		b.cursor, b.done = Exhausted, true
		return b, nil
	}
	next, ok := page.Next(b.cursor)
	if !ok {
		return b, ErrCursor
	}
	own := ofSession(page.Events, b.session)
	b.cursor = next
	b.reads++
	if len(own) > 0 {
		b.pages = &batchPage{own, b.pages}
	}
	b.collected += len(own)
	anchored := slices.ContainsFunc(own, func(e *merge.Event) bool { return e.Type() == "user_message" })
	b.done = next == Exhausted || anchored || b.collected >= b.maxAnchorEvents || b.reads >= b.maxPages
	return b, nil
}

// ofSession are the events of the history of a session (ES-HIST-01).
func ofSession(events []*merge.Event, session string) (own []*merge.Event) {
	for _, e := range events {
		if e.BelongsTo(session) {
			own = append(own, e)
		}
	}
	return own
}

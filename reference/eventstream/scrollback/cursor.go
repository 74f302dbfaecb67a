// Package scrollback is a client that reads the history of a chat backwards: cursors, batches of pages, and the client itself.
//
// It promises: a cursor only falls, so that reading ends; an answer that could not be given is never taken for a chat that is gone;
// and a client shows what it has until something better is there. It has no clock, no goroutine and no connection: start at
// Client.Step, which takes what happened and gives what to ask.
//
// AfterSnapshot, merge.Prepend and merge.PrependWithin are functions that the documents describe, for clients which merge by themselves;
// Client has others in their place. It takes the cursor of each snapshot and owns what the history gave, since the overlap that
// AfterSnapshot and Prepend look for can be an event that repeats in one millisecond (ES-FOLLOW-04, ES-FOLLOW-05). Nor does it give
// merge.Snapshot a watermark: it holds what was pushed while a snapshot is read, also where a detached view does not show it, and
// pushes that again behind the snapshot.
package scrollback

import (
	"math"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
)

// Snapshot is the newest part of a history, as a server answers it.
type Snapshot struct {
	Session   string
	Events    []*merge.Event
	NoOlder   bool    // hasOlderHistory is false
	TailStart float64 // tailStartOffset, in bytes; not finite if it is none
	NotFound  bool    // sessionFound is false
	// Unavailable says that nothing could be read at all, and nothing else of the answer counts (ES-BACK-03). NotFound is of a history
	// that was read: what cannot be read is never a chat that is not there.
	Unavailable bool
}

// Page is an older part of a history, as a server answers it.
type Page struct {
	Session     string
	Events      []*merge.Event
	Start       float64 // startOffset, in bytes; not finite if it is none
	HasMore     bool
	NotFound    bool
	Unavailable bool
}

// Exhausted is the cursor of a history of which nothing older is left. Others are offsets in bytes.
const Exhausted = 0

// Cursor is where the history before a snapshot ends (ES-BACK-01).
func (s Snapshot) Cursor() float64 {
	if s.NoOlder || math.IsNaN(s.TailStart) || math.IsInf(s.TailStart, 0) || s.TailStart <= 0 {
		return Exhausted
	}
	return s.TailStart
}

// Next is where the history before a page ends that was asked for with a cursor. It is false if the page says that there is
// more and leads nowhere (ES-BACK-02).
func (p Page) Next(before float64) (cursor float64, ok bool) {
	switch {
	case !p.HasMore:
		return Exhausted, true
	case p.Start > 0 && p.Start < before: // and a number
		return p.Start, true
	}
	return 0, false
}

// AfterSnapshot is the cursor behind a merge with a snapshot: that of the snapshot, or still Exhausted (ES-BACK-07). current is not a
// number where no history was read before.
func AfterSnapshot(snapshotCursor, current float64, detached bool, snapshot, existing, merged []*merge.Event) float64 {
	if current != Exhausted || detached || len(existing) == 0 {
		return snapshotCursor
	}
	held := merge.KeysOf(existing)
	overlaps := false
	for _, e := range snapshot {
		if _, ok := held[e.Key()]; ok {
			overlaps = true
			break
		}
	}
	if _, survived := merge.KeysOf(merged)[existing[0].Key()]; overlaps && survived {
		return Exhausted
	}
	return snapshotCursor
}

// MissAction is what a client does where a history is not there (ES-BACK-03).
type MissAction string

// The actions.
const (
	SyncPending MissAction = "sync-pending" // keep everything, ask again later
	KeepMissing MissAction = "keep-missing" // keep what is shown of a chat that is gone
	Clear       MissAction = "clear"        // nothing is shown: drop the view
)

// Miss is the action on a snapshot that is not there. rendered says that events are shown.
func Miss(unavailable, rendered bool) MissAction {
	switch {
	case unavailable:
		return SyncPending
	case rendered:
		return KeepMissing
	}
	return Clear
}

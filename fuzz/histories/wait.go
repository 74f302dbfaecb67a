package histories

import (
	"errors"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
)

// waited is the snapshot that a client waits for, by what it asked alone, and what must be true of each step whatever the client waits for.
type waited struct {
	snapshot int // the id of the request that is waited for; 0 for none
	tries    int // how often it was asked for again
	missing  bool
}

// after are the milliseconds before each time that a request is made again (ES-FOLLOW-03).
var after = []int{800, 2400}

// step checks what is asked, the conditions, and what one step shows; it ends with what is waited for now.
func (w *waited) step(before, client Client, input scrollback.Input, requests []scrollback.Request) (took bool, err error) {
	taken, err := w.taken(input, requests)
	if err != nil {
		return false, err
	}
	if asks(input) && (len(requests) != 1 || requests[0].IsPage() || requests[0].AfterMs != 0) {
		return false, errors.New("no snapshot is asked for")
	}
	is := client.Conditions()
	has := func(condition string) bool { return slices.Contains(is, condition) }
	if has("loadingOlder") && (has("offline") || has("loading")) {
		return false, errors.New("pages are read where the cursor does not hold")
	}
	if _, opens := input.(scrollback.Open); opens {
		w.missing = false
	}
	if taken != nil {
		w.missing = taken.NotFound
	}
	if has("missing") != w.missing {
		return false, fmt.Errorf("it says that the session is missing: %v", has("missing"))
	}
	if _, scrolls := input.(scrollback.Older); scrolls {
		if err := older(before, requests); err != nil {
			return false, err
		}
	}
	w.ask(input, requests)
	if (w.snapshot != 0) != has("loading") {
		return false, errors.New("loading does not say whether a snapshot is waited for")
	}
	if taken != nil && !taken.NotFound {
		return true, showsSnapshot(before, client, *taken)
	}
	switch input.(type) {
	case scrollback.Open: // it can have less room
		return false, nil
	case scrollback.Pushed:
		return false, placed(before, client)
	case scrollback.Answer:
		if len(ownedBy(client)) > len(ownedBy(before)) {
			err = errors.Join(joined(before, client), paired(before, client))
		}
	}
	return false, errors.Join(err, stays(before, client))
}

// paired: of equal events that are not owned the newest give way to a batch, so that the oldest stay (ES-FOLLOW-04).
func paired(before, client Client) error {
	left := map[merge.Key][]*merge.Event{}
	for _, row := range client.Rows() {
		if !row.Owned && readable(row) {
			left[row.Key()] = append(left[row.Key()], row.Event)
		}
	}
	for _, row := range before.Rows() {
		list := left[row.Key()]
		switch {
		case row.Owned || len(list) == 0:
		case list[0] != row.Event:
			return errors.New("a repeat that is not owned gave way to a batch, and a newer one did not")
		default:
			left[row.Key()] = list[1:]
		}
	}
	return nil
}

// stays: whatever a page says, and however the file was cut, what is shown stays unless it is more than fits (ES-FOLLOW-02,
// ES-FOLLOW-07).
func stays(before, client Client) error {
	if cursor, _ := client.Cursor(); cursor == scrollback.End || slices.Contains(client.Conditions(), "detached") {
		return nil
	}
	now := counted(shownBy(client))
	for key, n := range counted(shownBy(before)) {
		if now[key] < n {
			return fmt.Errorf("an event was shown %d times, and is %d times", n, now[key])
		}
	}
	return nil
}

// older: a user who wants earlier events makes a client ask for the page before its cursor, or for the snapshot that it could not get;
// for nothing while the stream is gone or something is waited for (ES-FOLLOW-03).
func older(before Client, requests []scrollback.Request) error {
	is := before.Conditions()
	cursor, known := before.Cursor()
	asks, page := true, true
	switch {
	case slices.ContainsFunc(is, func(c string) bool { return c == "offline" || c == "loading" || c == "loadingOlder" }):
		asks = false
	case slices.Contains(is, "syncPending"):
		page = false
	default:
		asks = known && cursor != scrollback.Exhausted
	}
	if asks != (len(requests) == 1) || asks && (requests[0].IsPage() != page || page && requests[0].Before != cursor) {
		return fmt.Errorf("earlier events are wanted, and it asks %v", requests)
	}
	return nil
}

// asks reports whether a snapshot is asked for at once where this happens.
func asks(input scrollback.Input) bool {
	switch input.(type) {
	case scrollback.Open, scrollback.Latest, scrollback.Connected:
		return true
	}
	return false
}

// taken is the snapshot that a step takes, if it does. Where an answer that was waited for is none, the request is made again, twice,
// behind its time.
func (w *waited) taken(input scrollback.Input, requests []scrollback.Request) (*scrollback.Snapshot, error) {
	a, answers := input.(scrollback.Answer)
	switch {
	case !answers || a.To != w.snapshot || a.To == 0:
		return nil, nil
	case a.Snapshot != nil && !a.Snapshot.Unavailable && a.Snapshot.Session == session:
		return a.Snapshot, nil
	case w.tries == len(after) && len(requests) == 0:
		return nil, nil
	case w.tries == len(after) || len(requests) != 1 || requests[0].IsPage() || requests[0].AfterMs != after[w.tries]:
		return nil, errors.New("a snapshot is not asked for again as it should")
	}
	return nil, nil
}

// ask remembers what is asked.
func (w *waited) ask(input scrollback.Input, requests []scrollback.Request) {
	if a, answers := input.(scrollback.Answer); answers && a.To == w.snapshot {
		w.snapshot = 0
	}
	for _, r := range requests {
		switch {
		case r.IsPage():
		case r.AfterMs > 0:
			w.snapshot = r.ID
			w.tries++
		default:
			w.snapshot, w.tries = r.ID, 0
		}
	}
}

// showsSnapshot: what a snapshot has is shown in its order, and each event as often as the side has it that has it more often
// (ES-MERGE-04, ES-MERGE-05), unless that is more than fits.
func showsSnapshot(before, client Client, snapshot scrollback.Snapshot) error {
	if cursor, _ := client.Cursor(); cursor == scrollback.End || slices.Contains(before.Conditions(), "detached") || len(snapshot.Events) == 0 {
		return nil
	}
	owned := ownedBy(client)
	if names(owned) != names(snapshot.Events) {
		return fmt.Errorf("the snapshot has %s, and of it are shown %s", names(snapshot.Events), names(owned))
	}
	had, came := counted(shownBy(before)), counted(snapshot.Events)
	for key, n := range counted(shownBy(client)) {
		if came[key] > 0 && n < max(had[key], came[key]) {
			return fmt.Errorf("an event is shown %d times, and was %d times there and %d times in the snapshot", n, had[key], came[key])
		}
	}
	return pairsNewest(before, owned)
}

// pairsNewest: of equal events that were there the newest are those that a snapshot has (ES-MERGE-05).
func pairsNewest(before Client, owned []*merge.Event) error {
	had := map[merge.Key][]*merge.Event{}
	for _, e := range shownBy(before) {
		had[e.Key()] = append(had[e.Key()], e)
	}
	for _, e := range slices.Backward(owned) {
		list := had[e.Key()]
		if len(list) == 0 {
			continue
		}
		if list[len(list)-1] != e {
			return errors.New("a snapshot takes a repeat, and not a newer one that was there")
		}
		had[e.Key()] = list[:len(list)-1]
	}
	return nil
}

// placed: each event that was pushed stands behind the last one that is not later, as far as times can be read (ES-FOLLOW-04), and the
// others stand as they stood.
func placed(before, client Client) error {
	rows := client.Rows()
	old := counted(shownBy(before))
	var rest []*merge.Event
	for i, row := range rows {
		if old[row.Key()] > 0 {
			old[row.Key()]--
			rest = append(rest, row.Event)
			continue
		}
		for _, next := range rows[i+1:] {
			if readable(row) && readable(next) && next.Timestamp < row.Timestamp {
				return errors.New("an event that was pushed stands before an earlier one")
			}
		}
		if i > 0 && readable(row) && readable(rows[i-1]) && rows[i-1].Timestamp > row.Timestamp {
			return errors.New("an event that was pushed stands behind a later one")
		}
	}
	if all := shownBy(before); names(all[max(0, len(all)-len(rest)):]) != names(rest) {
		return errors.New("a push moves what is there")
	}
	return nil
}

// joined: before what was owned stands a batch; an event that is not owned has later ones of it behind it, and none before
// it (ES-FOLLOW-04).
func joined(before, client Client) error {
	owned := ownedBy(before)
	rows := client.Rows()
	for i, row := range rows[:len(rows)-1] {
		next := rows[i+1]
		if slices.Contains(owned, next.Event) {
			return nil
		}
		if row.Owned == next.Owned || !readable(row) || !readable(next) {
			continue
		}
		if row.Timestamp > next.Timestamp || next.Owned && row.Timestamp == next.Timestamp {
			return errors.New("an event that is not owned is not at its time in a batch")
		}
	}
	return nil
}

func readable(row merge.Row) bool { return row.Timestamp != "later" }

func counted(events []*merge.Event) map[merge.Key]int {
	count := map[merge.Key]int{}
	for _, e := range events {
		count[e.Key()]++
	}
	return count
}

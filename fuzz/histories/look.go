package histories

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
)

// look checks what holds at any time.
func (h *history) look(before Client) error {
	shown := h.shown()
	if len(before.Rows()) > 0 && len(shown) == 0 {
		return errors.New("the client went blank")
	}
	if len(shown) > h.cap {
		return fmt.Errorf("%d events are resident", len(shown))
	}
	count := map[merge.Key]int{}
	for _, e := range shown {
		if !e.BelongsTo(session) {
			return errors.New("an event of another history is shown")
		}
		count[e.Key()]++
		more := count[e.Key()] - h.most[e.Key()]
		if more > h.surplus(e.Key()) {
			return fmt.Errorf("%s is shown %d times", names([]*merge.Event{e}), count[e.Key()])
		}
		if more > h.more[e.Key()] {
			h.more[e.Key()] = more
		}
	}
	if owned := ownedBy(h.client); h.seen == h.losses && !within(owned, h.truth) {
		return fmt.Errorf("of the history it shows %s, and that has %s", names(owned), names(h.truth))
	}
	unsure := func(condition string) bool { return condition != "loadingOlder" && condition != "olderFailed" }
	if len(h.stream) > 0 || slices.ContainsFunc(h.client.Conditions(), unsure) {
		return nil
	}
	return h.reached(count)
}

// surplus is how often more an event can be shown than it was there: a page that would tell that a snapshot gave it already can be gone
// where the file was cut behind that snapshot while the stream went on (ES-FOLLOW-07).
func (h *history) surplus(key merge.Key) int { return h.untold[key] }

// ownedBy are the events that the history has which was read.
func ownedBy(client Client) (owned []*merge.Event) {
	for _, row := range client.Rows() {
		if row.Owned {
			owned = append(owned, row.Event)
		}
	}
	return owned
}

// within reports whether a list is a part of another one, without gaps.
func within(part, list []*merge.Event) bool {
	for i := range len(list) - len(part) + 1 {
		if slices.EqualFunc(part, list[i:i+len(part)], func(a, b *merge.Event) bool { return a.Key() == b.Key() }) {
			return true
		}
	}
	return false
}

// reached: what the cursor does not reach is shown, in a client that waits for nothing. What is pushed twice in one millisecond counts
// once until the history says otherwise (ES-MERGE-03).
func (h *history) reached(count map[merge.Key]int) error {
	cursor, _ := h.client.Cursor()
	if cursor == scrollback.End {
		return nil
	}
	for i, e := range h.truth {
		if (i >= h.written || float64(h.starts[i]) >= cursor) && count[e.Key()] == 0 {
			return fmt.Errorf("%s is neither shown nor before the cursor %v", names([]*merge.Event{e}), cursor)
		}
	}
	return nil
}

// end connects the client and reads all of the history. Then it shows the file: all of it or, if that does not fit, its beginning.
func (h *history) end() error {
	h.flush()
	h.asked, h.ready, h.stream, h.online = nil, nil, nil, true
	if err := h.step("connected at the end", scrollback.Connected{}); err != nil {
		return err
	}
	for bound := 20 * (len(h.truth) + 5); ; bound-- {
		if bound == 0 {
			return errors.New("it does not end")
		}
		cursor, known := h.client.Cursor()
		switch {
		case len(h.asked) > 0:
			a := h.answer(h.asked[0], 0)
			h.asked = h.asked[1:]
			if err := h.step("answer", a); err != nil {
				return err
			}
		case known && cursor != scrollback.Exhausted:
			if err := h.step("older", scrollback.Older{}); err != nil {
				return err
			}
		default:
			return h.whole()
		}
	}
}

// whole: the rows that the history owns are the file, or its beginning if the view is full; others were lost.
func (h *history) whole() error {
	rows, owned := h.client.Rows(), ownedBy(h.client)
	beside := maps.Clone(h.lost)
	for _, row := range rows {
		if row.Owned {
			continue
		}
		if beside[row.Key()]--; beside[row.Key()]+h.more[row.Key()] < 0 {
			return fmt.Errorf("%s is shown in the end, and the file has it not so often", names([]*merge.Event{row.Event}))
		}
	}
	want := h.truth
	if slices.Contains(h.client.Conditions(), "detached") && len(rows) == h.cap {
		want = want[:min(len(want), len(owned))]
	}
	if names(owned) != names(want) {
		return fmt.Errorf("it shows %s in the end, the file has %s", names(h.shown()), names(want))
	}
	return nil
}

func names(events []*merge.Event) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Event.Get("text").Text()+e.Timestamp[max(0, len(e.Timestamp)-4):])
	}
	return "[" + strings.Join(list, " ") + "]"
}

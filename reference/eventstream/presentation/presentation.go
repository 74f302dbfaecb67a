// Package presentation says where a client shows what the groups hold: work stands with the end of its turn, not among the
// rows.
//
// It promises: each group of work is in exactly one place, and every other row stays where it was, but for bundles of one turn
// that meet where work stood between them. Start at Of; files.go lists what a turn changed.
package presentation

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/groups"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Row is a row of the timeline (ES-SHOW-01).
type Row struct {
	rows.Row
	Work  []rows.Row // groups of work of the turns that this done ends (ES-SHOW-02)
	Files []File     // that these changed (ES-SHOW-03)
}

// Timeline is what a client shows of a chat.
type Timeline struct {
	Rows []Row
	// Working are the groups of work of turns without a done: a client shows them with what goes on.
	Working []rows.Row
}

// Of lays out the rows of a chat, which are not grouped yet.
func Of(list []rows.Row) Timeline {
	grouped := groups.Fold(list)
	dividers := dividersOf(list, grouped)
	work := map[string][]rows.Row{} // by the key of the divider; "" is none
	var shown layout
	for at, row := range grouped {
		if typeOf(row) == "work_log_group" {
			key := dividers.of(turnOf(row), at)
			work[key] = append(work[key], row)
			continue
		}
		shown.show(row)
	}
	shown.close()
	timeline := Timeline{Rows: shown.rows, Working: work[""]}
	summarized := summarizedTurns(list)
	for i := range timeline.Rows {
		row := &timeline.Rows[i]
		row.Work = work[row.Key]
		row.Files = filesOf(row.Work, summarized)
	}
	return timeline
}

// layout is a timeline that is being made.
type layout struct {
	rows  []Row
	items []jsvalue.Value // of the last row, a bundle that others were joined to; nil if there is none
}

// show adds a row. A bundle goes on with the bundle of its turn before it (ES-SHOW-04).
func (l *layout) show(row rows.Row) {
	n := len(l.rows)
	if n == 0 || !isBundle(row) || !isBundle(l.rows[n-1].Row) || turnOf(row) == "" || turnOf(row) != turnOf(l.rows[n-1].Row) {
		l.close()
		l.rows = append(l.rows, Row{Row: row})
		return
	}
	before := &l.rows[n-1].Row
	if l.items == nil {
		l.items = itemsOf(*before)
	}
	l.items = append(l.items, itemsOf(row)...)
	before.Timestamp = row.Timestamp
}

// close gives the last row what was joined to it.
func (l *layout) close() {
	if l.items != nil {
		before := &l.rows[len(l.rows)-1].Row
		before.Event = before.Event.With(jsvalue.Member{Key: "items", Value: jsvalue.ArrayValue(l.items...)})
		l.items = nil
	}
}

func itemsOf(bundle rows.Row) (items []jsvalue.Value) {
	for _, item := range bundle.Event.Get("items").Elements() {
		items = append(items, item)
	}
	return items
}

func isBundle(row rows.Row) bool { return typeOf(row) == "activity_bundle" }

// dividers know which row shows the end of which turn.
type dividers struct {
	last map[string]string // key of the last by the turn that it ends
	next []string          // by the place of a row, key of the next divider; "" for none
}

// dividersOf finds the row that shows each done: itself, or the end that it was folded into, which bears the key of the last
// row folded.
func dividersOf(list, grouped []rows.Row) dividers {
	d := dividers{map[string]string{}, make([]string, len(grouped))}
	shown := map[string]string{} // by the key of the row that stands for itself or is the last one folded
	next := ""
	for at := len(grouped) - 1; at >= 0; at-- {
		if row := grouped[at]; typeOf(row) == "done" {
			next = row.Key
			shown[strings.TrimPrefix(row.Key, "terminus:")] = row.Key
		}
		d.next[at] = next
	}
	by := ""
	for at := len(list) - 1; at >= 0; at-- {
		if key, ok := shown[list[at].Key]; ok {
			by = key
		}
		if turn := turnOf(list[at]); typeOf(list[at]) == "done" && d.last[turn] == "" {
			d.last[turn] = by
		}
	}
	return d
}

// of is the key of the divider that the work at a place stands with: the last of its turn, or, without a turn, the next one.
func (d dividers) of(turn string, at int) string {
	if turn == "" {
		return d.next[at]
	}
	return d.last[turn]
}

func typeOf(row rows.Row) string { return row.Event.Get("type").Text() }

func turnOf(row rows.Row) string { return jsvalue.Trim(row.Event.Get("turnId").Text()) }

package rows_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestChanges: what each event is said to do is what it does, and no row moves (ES-ROW-02).
func TestChanges(t *testing.T) {
	vectors, err := fixtures.EventVectors("rows")
	if err != nil {
		t.Fatal(err)
	}
	for _, vector := range vectors {
		m := rows.New("s1")
		before := m.Rows()
		for i, value := range vector.Input.Get("envelopes").Elements() {
			envelope, _ := event.FromValue(value, "")
			change := m.Add(envelope)
			after := m.Rows()
			if err := follows(before, after, change); err != nil {
				t.Errorf("vector %d, event %d: %v", vector.Index, i, err)
			}
			before = after
		}
	}
}

// follows checks a change against the rows before and after it.
func follows(before, after []rows.Row, change rows.Change) error {
	var kept []rows.Row
	removed := slices.Clone(change.Removed)
	for _, row := range before {
		if i := slices.Index(removed, row.Key); i >= 0 {
			removed = slices.Delete(removed, i, i+1)
			continue
		}
		kept = append(kept, row)
	}
	if len(removed) > 0 || len(after) != len(kept)+len(change.Appended) {
		return fmt.Errorf("%d rows, then %d: %+v", len(before), len(after), change)
	}
	for i, row := range kept {
		same := row.Timestamp == after[i].Timestamp && jsvalue.Equal(row.Event, after[i].Event)
		if row.Key != after[i].Key ||
			!same && !slices.Contains(change.Changed, row.Key) {
			return fmt.Errorf("row %d: %v, then %v: %+v", i, row, after[i], change)
		}
	}
	for i, key := range change.Appended {
		if after[len(kept)+i].Key != key {
			return fmt.Errorf("appended row %d is %v: %+v", i, after[len(kept)+i], change)
		}
	}
	if change.Drew() != (len(change.Appended) > 0) {
		return fmt.Errorf("%+v", change)
	}
	return redraws(after, change)
}

// redraws checks that a change gives the rows that it appended or changed, as they stand now.
func redraws(after []rows.Row, change rows.Change) error {
	var want []string
	for i, row := range after {
		if slices.ContainsFunc(after[i+1:], func(later rows.Row) bool { return later.Key == row.Key }) {
			continue // a divider of the same schedule or child, which is not touched any more
		}
		if slices.Contains(change.Appended, row.Key) || slices.Contains(change.Changed, row.Key) {
			want = append(want, string(jsvalue.Append(nil, row.Value())))
		}
	}
	var got []string
	for _, row := range change.Rows() {
		got = append(got, string(jsvalue.Append(nil, row.Value())))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("to draw anew: %q, want %q", got, want)
	}
	return nil
}

package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
)

// drawnLine is a line of any kind, and some are torn.
func drawnLine(t *rapid.T) string {
	name := rapid.SampledFrom([]string{"a", "b", "é", "😀"}).Draw(t, "name")
	line := lineOf(name, rapid.IntRange(75, 300).Draw(t, "size"))
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return strings.Replace(line, `"s"`, `"x"`, 1)
	case 1:
		return strings.Replace(line, "\n", "\r\n", 1)
	case 2:
		return strings.TrimSuffix(line, "\n")
	case 3:
		return line[:rapid.IntRange(0, len(line)).Draw(t, "torn")]
	case 4:
		return line + line
	case 5:
		return " \n\xff\n"
	}
	return line
}

// TestHistoryOfAFileThatGrows: a client that scrolls back while the file grows shows what was there when it began, once and in
// order (ES-HIST-10, ES-HIST-11).
func TestHistoryOfAFileThatGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		grow := func(most int) {
			for range rapid.IntRange(0, most).Draw(t, "lines") {
				text.WriteString(drawnLine(t))
			}
		}
		grow(30)
		began := text.String()
		want, _ := event.Read(began, "")
		want = slices.DeleteFunc(want, func(e event.Envelope) bool { return e.SessionID != "s" })
		all := slices.Clone(want)
		bytes, most := rapid.Int64Range(1, 3000).Draw(t, "bytes"), rapid.IntRange(1, 9).Draw(t, "events")
		s, err := history.ReadSnapshot(strings.NewReader(began), int64(len(began)), history.SnapshotOptions{Session: "s", MaxBytes: bytes, MaxEvents: most})
		if err != nil {
			t.Fatal(err)
		}
		got := s.Events
		var beyond []int64 // where a line is parted that is larger than a page
		for cursor := s.TailStartOffset; cursor > 0; {
			grow(4)
			now := text.String()
			n := rapid.Int64Range(1, 2000).Draw(t, "window")
			p, err := history.ReadPageOf(strings.NewReader(now), cursor, n, history.PageOptions{Session: "s"})
			if err != nil || p.StartOffset >= cursor {
				t.Fatalf("from %d to %d: %v", cursor, p.StartOffset, err)
			}
			if told(p.Diagnostics) == fmt.Sprint("line_beyond_page@", p.StartOffset) {
				beyond = append(beyond, p.StartOffset)
			}
			got = append(slices.Clone(p.Events), got...)
			cursor = p.StartOffset
		}
		parted := func(e event.Envelope) bool {
			return slices.ContainsFunc(beyond, func(place int64) bool { return spans(began, e.Offset, place) })
		}
		want = slices.DeleteFunc(want, parted)
		// Of a line larger than a page an event is shown all the same if what is cut off is white space, or another value that is glued to it
		// and with which it is none of the file (ES-HIST-10).
		got = slices.DeleteFunc(got, func(e event.Envelope) bool { return parted(e) && !isPart([]event.Envelope{e}, all) })
		if !isPart(want, got) || !isPart(got, all) {
			t.Fatalf("%q\n got %s\nwant %s", began, names(got), names(want))
		}
	})
}

// isPart: the events of one list stand in the other, in order, each once.
func isPart(list, in []event.Envelope) bool {
	for _, envelope := range in {
		if len(list) > 0 && list[0].Offset == envelope.Offset {
			list = list[1:]
		}
	}
	return len(list) == 0
}

// spans: the place is inside of the line in which an event begins.
func spans(text string, offset int, place int64) bool {
	end := offset + strings.IndexByte(text[offset:]+"\n", '\n')
	return int64(offset) < place && place <= int64(end)
}

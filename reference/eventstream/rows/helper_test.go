package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// envelopes are events, one on a line, each a second after the one before.
func envelopes(t *testing.T, events string) []event.Envelope {
	t.Helper()
	var list []event.Envelope
	for line := range strings.Lines(events) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		value, err := jsvalue.Decode(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, event.Envelope{SessionID: "s", Timestamp: at(len(list)), Event: value})
	}
	return list
}

// at is the time of the i-th event.
func at(i int) string { return fmt.Sprintf("2026-08-10T10:%02d:%02d.000Z", i/60, i%60) }

// add gives a machine with events, and the codes of its diagnostics.
func add(list []event.Envelope) (*rows.Machine, []string) {
	m := rows.New("s")
	var codes []string
	for _, envelope := range list {
		for _, d := range m.Add(envelope).Diagnostics {
			codes = append(codes, string(d.Code()))
		}
	}
	return m, codes
}

// show is a row on one line: its type, what it says, and the members that are asked for.
func show(row rows.Row, members []string) string {
	e := row.Event
	if entry := e.Get("entry"); entry.IsObject() {
		e = entry
	}
	parts := []string{row.Event.Get("type").Text()}
	for _, key := range members {
		value := e.Get(key)
		if key == "key" {
			value = jsvalue.StringValue(row.Key)
		}
		if key == "seconds" {
			value = jsvalue.StringValue(strings.TrimSuffix(strings.TrimPrefix(row.Timestamp, "2026-08-10T10:00:"), ".000Z"))
		}
		switch {
		case value.IsUndefined():
		case value.IsString() && key != "text":
			parts = append(parts, strings.ReplaceAll(value.Text(), "\n", "|"))
		default:
			parts = append(parts, string(jsvalue.Append(nil, value)))
		}
	}
	return strings.Join(parts, " ")
}

// check compares what is drawn of events with the wanted lines.
func check(t *testing.T, events, members, want string) {
	t.Helper()
	m, _ := add(envelopes(t, events))
	var got []string
	for _, row := range m.Rows() {
		got = append(got, show(row, strings.Fields(members)))
	}
	var wanted []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			wanted = append(wanted, line)
		}
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("%s\n%s", events, diff)
	}
}

// checkCodes compares the codes of the diagnostics.
func checkCodes(t *testing.T, events, want string) {
	t.Helper()
	_, codes := add(envelopes(t, events))
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("%s\n%q, want %q", events, got, want)
	}
}

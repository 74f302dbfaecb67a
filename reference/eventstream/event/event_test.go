package event_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func text(v jsvalue.Value) string { return string(jsvalue.Append(nil, v)) }

func values(envelopes []event.Envelope) jsvalue.Value {
	var list []jsvalue.Value
	for _, envelope := range envelopes {
		list = append(list, envelope.Value())
	}
	return jsvalue.ArrayValue(list...)
}

// TestParseVectors compares with a shipped program (ES-READ-01 to ES-READ-04).
func TestParseVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("parse")
	if err != nil || len(vectors) != 50 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		envelopes, _ := event.Read(vector.Input.Get("raw").Text(), vector.Input.Get("now").Text())
		if diff := cmp.Diff(text(vector.Output), text(values(envelopes))); diff != "" {
			t.Errorf("vector %d:\n%s", vector.Index, diff)
		}
	}
}

// TestSummaryVectors compares with a shipped program, which splits a pair of surrogates in one: of 277 units 138 pairs stay
// (ES-SUM-01 to ES-SUM-03).
func TestSummaryVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("summary")
	if err != nil || len(vectors) != 30 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		var envelopes []event.Envelope
		for _, value := range vector.Input.Get("events").Elements() {
			envelope, _ := event.FromValue(value, "")
			envelopes = append(envelopes, envelope)
		}
		units := event.SummaryUnits
		if most := vector.Input.Get("maxChars"); most.IsNumber() {
			units = int(most.Float())
		}
		summary := jsvalue.NullValue()
		if s := event.Summary(envelopes, units); s != "" {
			summary = jsvalue.StringValue(s)
		}
		got := text(jsvalue.ObjectValue(
			jsvalue.Member{Key: "summary", Value: summary},
			jsvalue.Member{Key: "material", Value: jsvalue.BoolValue(event.IsMaterial(envelopes))},
			jsvalue.Member{Key: "lifecycle", Value: jsvalue.BoolValue(event.HasLifecycle(envelopes))},
		))
		want := vector.Output
		if slices.Equal(vector.Deviates, []string{"surrogate-split"}) {
			want = want.With(jsvalue.Member{Key: "summary", Value: jsvalue.StringValue(strings.Repeat("\U0001F600", 138) + "...")})
		}
		if (len(vector.Deviates) == 0) != jsvalue.Equal(want, vector.Output) {
			t.Errorf("vector %d %v: the right answer is equal", vector.Index, vector.Deviates)
		}
		if diff := cmp.Diff(text(want), got); diff != "" {
			t.Errorf("vector %d %v:\n%s", vector.Index, vector.Deviates, diff)
		}
	}
}

// TestClock: it begins at the first timestamp and never goes back (ES-BATCH-05).
func TestClock(t *testing.T) {
	for _, c := range []struct {
		timestamps []string
		want       string
	}{
		{[]string{"1969-12-31T23:59:59.000Z", "then", "1969-12-31T23:59:58.000Z", "1969-12-31T23:59:59.500Z", "1970-01-01"}, "[-1000 -1000 -1000 -500 0]"},
		{[]string{"", "1969-12-31T23:59:59.000Z", "1970-01-01T00:00:01Z"}, "[0 0 1000]"},
	} {
		var clock event.Clock
		var times []float64
		for _, timestamp := range c.timestamps {
			times = append(times, clock.At(timestamp))
		}
		if got := fmt.Sprint(times); got != c.want {
			t.Errorf("%q: %s, want %s", c.timestamps, got, c.want)
		}
	}
}

// TestRead: what is told of lines that the shipped program skips in silence (ES-READ-01 to ES-READ-04).
func TestRead(t *testing.T) {
	const good = `{"sessionId":"s","timestamp":"1","event":{"type":"text"}}`
	with := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for _, c := range []struct{ line, codes string }{
		{good, ""},
		{"\u00a0 " + good + "\u2003\r", ""},
		{"\uFEFF" + good, ""},
		{"  \u00a0", ""},
		{"{bad", "invalid_json_line"},
		{good + good, "invalid_json_line"},
		{good + ",", "invalid_json_line"},
		{"null", "malformed_line"},
		{"[]", "malformed_line"},
		{with(`"s"`, `" "`), "malformed_line@sessionId"},
		{with(`"s"`, `5`), "malformed_line@sessionId"},
		{with(`{"type":"text"}`, `[]`), "malformed_line@event"},
		{with(`{"type":"text"}`, `null`), "malformed_line@event"},
		{with(`"1"`, `" "`), "invalid_timestamp@timestamp"},
		{with(`"1"`, `5`), "invalid_timestamp@timestamp"},
		{with(`"1"`, `"1","sequence":"7"`), "malformed_field@sequence"},
		{with(`"1"`, `"1","sequence":null,"provenance":null`), ""},
		{with(`"1"`, `"1","provenance":[]`), "malformed_field@provenance"},
		{with(`"text"`, "\"t\xfft\""), "recovered_record"},
		{"[ADE] chat transcript limit reached (8MB). Further events omitted.", "invalid_json_line"},
	} {
		envelopes, diagnostics := event.Read(good+"\n"+c.line+"\n"+good, "now")
		var codes []string
		lost := 0
		for _, d := range diagnostics {
			code := string(d.Code())
			if d.Path() != "" {
				code += "@" + d.Path()
			}
			codes = append(codes, code)
			if line, _, _ := d.Line(); line != 2 {
				t.Errorf("%q: line %d", c.line, line)
			}
			if strings.Contains(code, "_line") {
				lost++
			}
		}
		if jsvalue.IsBlank(c.line) {
			lost++
		}
		if got := strings.Join(codes, " "); got != c.codes || len(envelopes) != 3-lost {
			t.Errorf("%q: %d envelopes, %s; want %s", c.line, len(envelopes), got, c.codes)
		}
	}
}

// TestPlaces: an envelope knows where it stands, in bytes (ES-READ-01).
func TestPlaces(t *testing.T) {
	const line = `{"sessionId":"s","timestamp":"1","event":{}}`
	envelopes, _ := event.Read("\u00e9\n \u00a0"+line+"\n"+line, "")
	var places []string
	for _, e := range envelopes {
		places = append(places, fmt.Sprint(e.Line, " ", e.Offset))
	}
	if got := strings.Join(places, ", "); got != fmt.Sprintf("2 6, 3 %d", 7+len(line)) {
		t.Error(got)
	}
}

func ExampleRead() {
	envelopes, diagnostics := event.Read(`{"sessionId":"s","event":{"type":"text","text":"Hi"}}`, "2026-08-10T00:00:00.000Z")
	fmt.Println(envelopes[0].Type(), envelopes[0].Timestamp, diagnostics[0].Code())
	// Output: text 2026-08-10T00:00:00.000Z invalid_timestamp
}

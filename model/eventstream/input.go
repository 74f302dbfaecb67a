package eventstream

import (
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Dialect is the name of the dialect.
const Dialect = "eventstream"

// Input is what a case is about.
type Input struct {
	Lines     []Line
	Envelopes []Envelope // those that were read, in order
	Told      []told     // of reading
	Session   string     // that is shown; "" if there is none
	Now       string
}

// Line is a line that is not blank.
type Line struct {
	Number int // from 1
	Offset int // of its first byte that is no white space
	Text   string
	Value  jsvalue.Value // Undefined if it is not JSON
}

// Envelope is a line that counts as one.
type Envelope struct {
	Line                 Line
	Place                int // how many came before
	Session, Time        string
	Event                jsvalue.Value
	Sequence, Provenance jsvalue.Value // Undefined if they are absent or wrong
	Foreign, Repeated    bool
}

// told is a diagnostic that must be there.
type told struct {
	code string
	line Line
}

// Read reads a case in the plainest way: a line is one JSON value.
func Read(c testcase.Case) Input {
	in := Input{Now: c.Options.Get("now").Text(), Session: trim(c.Options.Get("sessionId").Text())}
	in.Lines = linesOf(c.Input.Text())
	for _, line := range in.Lines {
		in.take(line)
	}
	if len(in.Envelopes) > 0 && in.Session == "" {
		in.Session = in.Envelopes[0].Session
	}
	in.compare()
	return in
}

func linesOf(text string) (lines []Line) {
	const mark = "\ufeff"
	at := len(text) - len(strings.TrimPrefix(text, mark))
	number := 0
	for raw := range strings.SplitSeq(text[at:], "\n") {
		number++
		source := jsvalue.FromUTF8String(raw)
		if content := trim(source); content != "" {
			line := Line{Number: number, Offset: at + len(raw) - len(strings.TrimLeftFunc(raw, isSpace)), Text: raw}
			if value, err := jsvalue.Decode(content); err == nil {
				line.Value = value
			}
			lines = append(lines, line)
		}
		at += len(raw) + 1
	}
	return lines
}

func isSpace(r rune) bool { return jsvalue.IsBlank(string(r)) }

// take reads a line (ES-READ-01 to ES-READ-04).
func (in *Input) take(line Line) {
	tell := func(code string) { in.Told = append(in.Told, told{code, line}) }
	if line.Value.IsUndefined() {
		tell("invalid_json_line")
		return
	}
	if !utf8.ValidString(line.Text) {
		tell("recovered_record")
	}
	e := Envelope{Line: line, Place: len(in.Envelopes), Session: trim(line.Value.Get("sessionId").Text()), Event: line.Value.Get("event")}
	if !line.Value.IsObject() || e.Session == "" || !e.Event.IsObject() {
		tell("malformed_line")
		return
	}
	if e.Time = line.Value.Get("timestamp").Text(); isBlank(e.Time) {
		e.Time = in.Now
		tell("invalid_timestamp")
	}
	sequence, provenance := line.Value.Get("sequence"), line.Value.Get("provenance")
	switch {
	case sequence.IsFinite():
		e.Sequence = sequence
	case !sequence.IsNullish():
		tell("malformed_field")
	}
	switch {
	case provenance.IsObject():
		e.Provenance = provenance
	case !provenance.IsNullish():
		tell("malformed_field")
	}
	in.Envelopes = append(in.Envelopes, e)
}

// compare says which envelopes do not count (ES-ROW-02, ES-ROW-03).
func (in *Input) compare() {
	type mark struct{ sequence, time, event string }
	before := map[mark]bool{}
	for i := range in.Envelopes {
		e := &in.Envelopes[i]
		if e.Foreign = e.Session != in.Session; e.Foreign || e.Sequence.IsUndefined() {
			continue
		}
		m := mark{string(jsvalue.Append(nil, e.Sequence)), e.Time, string(jsvalue.AppendCanonical(nil, e.Event))}
		e.Repeated = before[m]
		before[m] = true
	}
}

// counted are the envelopes that count for what is shown.
func (in *Input) counted() (list []Envelope) {
	for _, e := range in.Envelopes {
		if !e.Foreign && !e.Repeated {
			list = append(list, e)
		}
	}
	return list
}

func (e Envelope) kind() string { return e.Event.Get("type").Text() }

// id is a member that names something: trimmed, and "" if it is no string.
func id(event jsvalue.Value, key string) string { return trim(event.Get(key).Text()) }

// first is the first of the texts that is not empty.
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func trim(text string) string { return jsvalue.Trim(text) }

func isBlank(text string) bool { return jsvalue.IsBlank(text) }

// value is the envelope as it is read (ES-READ-02 to ES-READ-04).
func (e Envelope) value() jsvalue.Value {
	members := []jsvalue.Member{textOf("sessionId", e.Session), textOf("timestamp", e.Time), member("event", e.Event)}
	if !e.Sequence.IsUndefined() {
		members = append(members, member("sequence", e.Sequence))
	}
	if !e.Provenance.IsUndefined() {
		members = append(members, member("provenance", e.Provenance))
	}
	return jsvalue.ObjectValue(members...)
}

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

func textOf(key, value string) jsvalue.Member { return member(key, jsvalue.StringValue(value)) }

package eventstream

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// The bounds of histories (ES-HIST-03, ES-HIST-05, ES-HIST-08).
const (
	leastOfPage, pageUnlessSaid, mostOfPage = 65_536, 1_000_000, 2_000_000
	tailUnlessSaid, mostOfWindow            = 2_000_000, 8_000_000
	mostEvents                              = 20_000
)

// past is a place in a file and what stands there.
type past struct {
	start int // of the line
	event jsvalue.Value
}

// spotted is a diagnostic by its place in bytes.
type spotted struct {
	code string
	at   int
}

// history is the second definition of what a snapshot or a page says. It reads all of the file.
type history struct {
	events     []jsvalue.Value
	transcript bool // truncated
	window     bool // truncated
	found      bool
	start      int // startOffset, or tailStartOffset with 0 for null
	told       []spotted
}

// numberOf is an option that is a number, floored and clamped; otherwise if it is absent.
func (v *View) numberOf(name string, otherwise, least, most int) int {
	value := v.Case.Options.Get(name)
	if !value.IsNumber() {
		return otherwise
	}
	return int(min(max(math.Floor(value.Float()), float64(least)), float64(most)))
}

// lineStarts are where the lines of a text begin.
func lineStarts(text string) (starts []int) {
	for at := 0; at < len(text); {
		starts = append(starts, at)
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	return starts
}

// pastOf is what a text has of the history of a session, and what is to be said of its lines (ES-HIST-01).
func (v *View) pastOf(text string) (list []past, told []spotted, named bool) {
	in := Read(testcase.Case{Op: "parse", Input: protocol.TextOf(text), Options: v.Case.Options})
	starts := lineStarts(text)
	for _, t := range in.Told {
		told = append(told, spotted{t.code, t.line.Offset})
	}
	for _, e := range in.Envelopes {
		named = named || e.Session == v.Input.Session
		if e.Session != v.Input.Session || e.ofThread() {
			told = append(told, spotted{"other_session", e.Line.Offset})
			continue
		}
		list = append(list, past{starts[e.Line.Number-1], e.value()})
	}
	return list, told, named
}

// page is a page by its definition (ES-HIST-08 to ES-HIST-10).
func (v *View) page() (h history) {
	text := v.Case.Input.Text()
	end := v.numberOf("beforeOffset", len(text), 0, len(text))
	n := v.numberOf("maxBytes", pageUnlessSaid, leastOfPage, mostOfPage)
	if end == 0 {
		return h
	}
	h.start = firstFrom(text[:end], end-n)
	if h.start == end {
		h.start = end - n
		h.told = []spotted{{"line_beyond_page", h.start}}
		return h
	}
	list, told, _ := v.pastOf(text[:end])
	h.take(list, told, h.start)
	return h
}

// firstFrom is where the first line begins that begins at a place or behind it; the end of the text if there is none.
func firstFrom(text string, from int) int {
	for _, start := range lineStarts(text) {
		if start >= from {
			return start
		}
	}
	return len(text)
}

// take gives what stands in the lines from a place on.
func (h *history) take(list []past, told []spotted, from int) {
	for _, one := range list {
		if one.start >= from {
			h.events = append(h.events, one.event)
		}
	}
	for _, t := range told {
		if t.at >= from {
			h.told = append(h.told, t)
		}
	}
}

// snapshot is a snapshot by its definition (ES-HIST-02 to ES-HIST-07).
func (v *View) snapshot() (h history) {
	text := v.Case.Input.Text()
	tail := max(0, firstFrom(text, len(text)-v.numberOf("maxBytes", tailUnlessSaid, 0, mostOfWindow)))
	if tail == len(text) && !v.Case.Options.Has("maxBytes") {
		tail = firstFrom(text, len(text)-mostOfWindow)
	}
	list, told, named := v.pastOf(text)
	held := len(list) - min(len(list), v.numberOf("resident", 0, 0, math.MaxInt32))
	first := held // of those that are read or held
	for first > 0 && list[first-1].start >= tail {
		first--
	}
	given := v.fitting(list, first)
	h.transcript, h.window = tail > 0, given > first
	h.found = h.transcript || named
	switch {
	case !h.transcript && !h.window:
		h.start = 0
	case given < held:
		h.start = list[given].start
	case !h.window:
		h.start = tail
	default:
		h.start = len(text)
	}
	from := tail
	if given < held {
		from = max(tail, h.start)
	}
	h.take(nil, told, from)
	for _, one := range list[given:] {
		h.events = append(h.events, one.event)
	}
	if h.transcript || h.window {
		h.told = append(h.told, spotted{"history_truncated", h.start})
	}
	return h
}

// fitting is the place of the oldest event of a list that a snapshot has room for, from first on.
func (v *View) fitting(list []past, first int) (given int) {
	room := v.numberOf("maxBytes", mostOfWindow, 0, mostOfWindow)
	given = len(list)
	for given > first && len(list)-given < v.numberOf("maxEvents", mostEvents, 0, mostEvents) {
		size := len(jsvalue.Append(nil, list[given-1].event))
		if size > room && (given < len(list) || v.Case.Options.Has("maxBytes")) {
			break
		}
		room -= size
		given--
	}
	return given
}

// choice is the order of candidates by its definition (ES-HIST-12).
func choice(c testcase.Case) []jsvalue.Value {
	files := slices.Clone(c.Input.Files())
	list := make([]jsvalue.Value, 0, len(files))
	for _, file := range files {
		events, capped := false, false
		in := Read(testcase.Case{Op: "parse", Input: protocol.TextOf(file.Text)})
		for _, e := range in.Envelopes {
			session := trim(c.Options.Get("sessionId").Text())
			events = events || e.kind() != "session_init" && (session == "" || e.Session == session)
		}
		for _, line := range in.Lines {
			capped = capped || trim(jsvalue.FromUTF8String(line.Text)) == "[ADE] chat transcript limit reached (8MB). Further events omitted."
		}
		modified := jsvalue.IntValue(0)
		if given := c.Options.Get("modified").Get(file.Name); given.IsNumber() {
			modified = given
		}
		list = append(list, jsvalue.ObjectValue(
			textOf("name", file.Name), member("hasEvents", jsvalue.BoolValue(events)), member("capped", jsvalue.BoolValue(capped)),
			member("compressed", jsvalue.BoolValue(strings.HasSuffix(file.Name, ".gz"))), member("modified", modified), member("size", jsvalue.IntValue(int64(len(file.Text)))),
		))
	}
	slices.SortFunc(list, func(a, b jsvalue.Value) int {
		for _, key := range []string{"hasEvents", "capped", "compressed"} {
			if x, y := a.Get(key).IsTrue(), b.Get(key).IsTrue(); x != y {
				if x == (key == "hasEvents") {
					return -1
				}
				return 1
			}
		}
		return cmp.Or(
			cmp.Compare(b.Get("modified").Float(), a.Get("modified").Float()), cmp.Compare(b.Get("size").Float(), a.Get("size").Float()),
			strings.Compare(a.Get("name").Text(), b.Get("name").Text()),
		)
	})
	return list
}

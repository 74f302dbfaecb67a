package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// pairing is a call and the result that it gets.
type pairing struct {
	call   Call
	turn   int
	result *Row
}

// pairings are the calls of a plain file without records whose results all name their call; false if the file is not so
// simple (SR-VIEW-09).
func (f File) pairings() (calls []*pairing, orphans int, certain bool) {
	rows := f.rows()
	if _, ok := f.steps(); !ok {
		return nil, 0, false
	}
	withRequest := slices.ContainsFunc(rows, func(r Row) bool { return r.RequestID != "" })
	last, turn := "", 0
	for _, r := range rows {
		if withRequest && r.RequestID == "" {
			return nil, 0, false
		}
		if r.RequestID != last || !withRequest && r.Role == "user" && !r.Interrupted {
			last, turn = r.RequestID, turn+1
		}
		switch {
		case r.Interrupted || !r.isShown():
		case r.Role == "assistant":
			for _, call := range r.Calls {
				calls = append(calls, &pairing{call: call, turn: turn})
			}
		case r.Role == "tool":
			id, named := r.callID()
			if !named {
				return nil, 0, false
			}
			i := slices.IndexFunc(calls, func(c *pairing) bool { return c.turn == turn && c.call.ID == id && c.result == nil })
			if i < 0 {
				orphans++
				continue
			}
			calls[i].result = &r
		}
	}
	return calls, orphans, true
}

// callID is the id of the call that a tool row names.
func (r Row) callID() (string, bool) {
	if r.HasID {
		return r.ID, r.ID != ""
	}
	id := r.Value.Get("tool_call_id")
	return id.Text(), id.IsString() && id.Text() != ""
}

func pairingProblems(v *View, p *problems) bool {
	file, ok := v.alone()
	if !ok {
		return false
	}
	want, orphans, ok := file.pairings()
	if !ok || slices.ContainsFunc(want, func(c *pairing) bool { return c.call.Name == orphanName }) {
		return false
	}
	got := callsOf(v.top())
	if len(got) != len(want) {
		p.add("items", "there are %d calls, by the rows %d", len(got), len(want))
		return true
	}
	for i, call := range got {
		result, status := "", "running"
		if row := want[i].result; row != nil {
			result, status = row.Content, "success"
			if row.Failure {
				status = "error"
			}
		}
		if call.Get("result").Text() != result || call.Get("status").Text() != status {
			p.add("items", "call %d has not the result of its row, or not its status: %q, by the rows %q", i, call.Get("status").Text(), status)
		}
	}
	if told := v.countIn("orphan_tool_result", file.Name); told != orphans {
		p.add("diagnostics", "%d results without a call are told, by the rows there are %d", told, orphans)
	}
	return len(want)+orphans > 0
}

// countIn is the number of diagnostics of a code about a file.
func (v *View) countIn(code, file string) int {
	n := 0
	for _, d := range v.Diagnostics {
		if d.Code == code && d.File == file {
			n++
		}
	}
	return n
}

func argumentProblems(v *View, p *problems) bool {
	file, ok := v.alone()
	if !ok {
		return false
	}
	if _, ok := file.steps(); !ok {
		return false
	}
	var want []Call
	for _, r := range file.rows() {
		if r.Role == "assistant" && !r.Interrupted {
			want = append(want, r.Calls...)
		}
	}
	got := callsOf(v.top())
	if len(got) != len(want) || slices.ContainsFunc(want, func(c Call) bool { return c.Name == orphanName }) {
		return false
	}
	for i, call := range got {
		args, text := call.Get("args"), trim(want[i].Arguments)
		expected, err := jsvalue.Decode(text)
		if err != nil {
			expected = jsvalue.StringValue(text)
		}
		switch {
		case text == "":
			if !args.IsUndefined() {
				p.add("items", "call %d has arguments, its row has none", i)
			}
		case !sameText(args, expected):
			p.add("items", "call %d has other arguments than its row", i)
		}
	}
	return len(want) > 0
}

// sameText: two values are equal, and their numbers are written alike.
func sameText(a, b jsvalue.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch {
	case a.IsNumber():
		return a.NumberText() == b.NumberText()
	case a.IsArray():
		for i := range a.Len() {
			if !sameText(a.At(i), b.At(i)) {
				return false
			}
		}
		return true
	case a.IsObject():
		for key, value := range a.Members() {
			if !b.Has(key) || !sameText(value, b.Get(key)) {
				return false
			}
		}
		return true
	}
	return jsvalue.Equal(a, b)
}

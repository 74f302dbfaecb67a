package view

import "github.com/transcriptspec/transcriptspec/reference/sessionraw/line"

// subtract finds the rows of a record among those of the context before, each of which is taken once, and partial answers
// among those that were shown (SR-VIEW-13).
func (s *stream) subtract(rows []*line.Row) []recorded {
	f := finder{before: s.context, used: make([]bool, len(s.context)), stamped: isStamped(rows), list: make([]recorded, len(rows))}
	same := make(map[*line.Row]int, len(s.context))
	for i, h := range s.context {
		same[h.row] = i
	}
	partials := map[partial]int{}
	for i, row := range rows {
		f.list[i].held = &held{row: row}
		if at, ok := same[row]; ok {
			f.take(i, at)
		} else if row.Interrupted && s.knowsPartial(row, f.stamped, partials) {
			f.list[i].origin = retained
		}
	}
	for _, by := range []likeness{{id: true, content: true}, {id: true}, {content: true}} {
		for _, by.request = range []bool{true, false} {
			f.find(by, true)
			f.find(by, false)
		}
	}
	return f.list
}

// isStamped: all rows name one request, as programs write that stamp the rows of a record with the request of its turn.
// What request a row had before is not known then.
func isStamped(rows []*line.Row) bool {
	for _, row := range rows {
		if row.RequestID == "" || row.RequestID != rows[0].RequestID {
			return false
		}
	}
	return len(rows) > 0
}

// likeness says by what a row is found.
type likeness struct {
	id, content bool
	request     bool // it must be the same; else it must not be another one
}

// likenessKey is the values of a likeness.
type likenessKey struct{ role, id, content, request, calls, reasoning string }

type finder struct {
	before  []*held
	used    []bool // of before
	stamped bool
	list    []recorded
}

// take finds a row of the record in the context. Its place there stays, with the calls that it made, and has the words of the
// record from then on.
func (f *finder) take(i, at int) {
	h, row := f.before[at], f.list[i].held.row
	f.list[i] = recorded{h, retained}
	if h.row.Content != row.Content {
		f.list[i].origin = rewritten
	}
	h.row, f.used[at] = row, true
}

// find takes for each row that is still fresh the oldest row of the context that is like it. A row without calls or
// reasoning may have lost them; exactly says that both must be the same.
func (f *finder) find(by likeness, exactly bool) {
	queues := map[mask]map[likenessKey][]int{}
	for i, r := range f.list {
		row := r.held.row
		if r.origin != fresh || row.Interrupted || by.id && !row.ID.IsString() || !by.id && row.Role == line.Tool && row.ID.IsString() {
			continue
		}
		m := f.maskOf(row, by, exactly)
		if queues[m] == nil {
			queues[m] = f.index(by, m)
		}
		key := keyOf(row, by, m)
		if m.unrequested {
			key.request = ""
		}
		list := queues[m][key]
		for len(list) > 0 && f.used[list[0]] { // by a row with another mask
			list = list[1:]
		}
		if len(list) > 0 {
			f.take(i, list[0])
			list = list[1:]
		}
		queues[m][key] = list
	}
}

// mask says what does not count.
type mask struct {
	calls, reasoning, request bool
	unrequested               bool // the row before must have no request
}

func (f *finder) maskOf(row *line.Row, by likeness, exactly bool) mask {
	m := mask{calls: !exactly && len(row.Calls) == 0, reasoning: !exactly && row.Reasoning.Text() == ""}
	if !by.request {
		m.request = f.stamped || row.RequestID == ""
		m.unrequested = !m.request
	}
	return m
}

// index has the rows of the context that are not used yet, the oldest first.
func (f *finder) index(by likeness, m mask) map[likenessKey][]int {
	index := map[likenessKey][]int{}
	for i, h := range f.before {
		if !f.used[i] && (h.row.ID.IsString() || !by.id) && (!m.unrequested || h.row.RequestID == "") {
			key := keyOf(h.row, by, m)
			index[key] = append(index[key], i)
		}
	}
	return index
}

func keyOf(row *line.Row, by likeness, m mask) likenessKey {
	key := likenessKey{role: row.Role}
	if by.id {
		key.id = row.ID.Text()
	}
	if by.content {
		key.content = row.Content
	}
	if !m.request {
		key.request = row.RequestID
	}
	if !m.calls {
		key.calls = line.KeyOfCalls(row.Calls)
	}
	if !m.reasoning {
		key.reasoning = row.Reasoning.Text()
	}
	return key
}

// partial is by what a partial answer is known that a record lists; any stands for all requests.
type partial struct {
	role, content, reasoning, request string
	any                               bool
}

func partialOf(row *line.Row, anyRequest bool) partial {
	p := partial{row.Role, row.Content, row.Reasoning.Text(), row.RequestID, anyRequest}
	if anyRequest {
		p.request = ""
	}
	return p
}

// knowsPartial reports whether a partial answer was shown before; used counts those that the record has listed.
func (s *stream) knowsPartial(row *line.Row, stamped bool, used map[partial]int) bool {
	key := partialOf(row, stamped || row.RequestID == "")
	used[key]++
	return used[key] <= s.partials[key]
}

package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// generations goes on with a file in others, now and then one whose name only looks so.
func (w *rawWorkspace) generations(f *rawFile) {
	for n := 1; w.chance(12) && n < 3; n++ {
		name := fmt.Sprintf("%s.g%d", f.stem, n)
		if w.chance(8) {
			name = f.stem + pick(w.Source, []string{".g0", ".g01", ".g+1", ".g1x", ".g", ".g10"})
		}
		next := &rawFile{rawWorkspace: w, stem: name, thread: f.thread, task: f.task, seconds: f.seconds + n, withRequests: f.withRequests, nameless: f.nameless, generation: true}
		next.replay(f.context)
		next.write()
		f.context, w.before = next.context, next.context
	}
}

// retold is the end of another file's context, as a later file begins with it: a trailing round of calls may be missing, a
// generation may have rows before it that nobody said, and now and then it does not fit.
func (f *rawFile) retold(context []jsvalue.Value) []jsvalue.Value {
	end := len(context)
	if f.chance(40) {
		for end > 0 && context[end-1].Get("role").Text() == "tool" {
			end--
		}
		if end > 0 && context[end-1].Has("tool_calls") {
			end--
		}
	}
	rows := slices.Clone(context[:end][f.Below(end+1):])
	if f.chance(60) {
		for i, row := range rows {
			rows[i] = row.Without("request_id")
		}
	}
	if len(rows) > 0 && f.chance(8) {
		at := f.Below(len(rows))
		rows = slices.Delete(rows, at, at+1)
	}
	if len(rows) > 0 && f.chance(15) { // an empty id is another one than none
		at := f.Below(len(rows))
		switch id := rows[at].Get("id"); {
		case id.IsUndefined():
			rows[at] = rows[at].With(str("id", ""))
		case id.Text() == "":
			rows[at] = rows[at].Without("id")
		}
	}
	if f.generation && f.chance(60) {
		for range 1 + f.Below(5) {
			rows = slices.Insert(rows, 0, jsvalue.ObjectValue(str("role", pick(f.Source, []string{"user", "assistant", "system"})), str("content", "[summary] "+f.words()+f.number())))
		}
	}
	if len(rows) > 0 && f.chance(15) {
		rows = slices.Insert(rows, f.Below(len(rows)), jsvalue.ObjectValue(str("role", "system"), str("content", "be brief")))
	}
	return rows
}

// moreKept adds to the rows of a record: more of the turn that made it, with a round of calls, and rows of the system.
func (f *rawFile) moreKept(rows []jsvalue.Value) []jsvalue.Value {
	if !f.chance(25) {
		return rows
	}
	id := "c" + f.number()
	call := jsvalue.ArrayValue(jsvalue.ObjectValue(str("id", id), str("name", "shell"), str("arguments", "{}")))
	more := []jsvalue.Value{
		jsvalue.ObjectValue(str("role", "user"), str("content", f.said())), jsvalue.ObjectValue(str("role", "system"), str("content", "be exact")),
		jsvalue.ObjectValue(str("role", "assistant"), str("content", ""), val("tool_calls", call)), jsvalue.ObjectValue(str("role", "tool"), str("content", f.said()), str("id", id)),
		jsvalue.ObjectValue(str("role", "user"), str("content", f.said()), str("request_id", "r"+f.number())),
	}
	for _, row := range more {
		if f.chance(60) {
			rows = append(rows, row)
		}
	}
	return rows
}

// cousins are two sub-agents below parents that are not there, with names that end alike.
func (w *rawWorkspace) cousins(parent string, seconds int) {
	for _, between := range []string{"__150_p", "__151_q" + strings.Repeat(pick(w.Source, []string{"__1_x", "__", "_"}), w.Below(6))} {
		f := &rawFile{rawWorkspace: w, stem: parent + between + "__160_c", thread: w.thread, seconds: seconds + 160, task: pick(w.Source, []string{"", "", w.task()})}
		f.write()
	}
}

// oddFiles adds files that are no session files, and those of sub-agents that lie in another store.
func (w *rawWorkspace) oddFiles() {
	if w.chance(4) {
		w.add("session_raw/notes.md", "# no session\n")
	}
	if w.chance(3) {
		f := &rawFile{rawWorkspace: w, stem: "1000_main__1100_coder", thread: pick(w.Source, []string{w.thread, "another"}), seconds: 1100}
		f.text.WriteString(f.header())
		f.lines()
		w.add("other/"+f.stem+".jsonl", f.text.String())
	}
}

// namelessHeaders is in how many headers of a hundred the thread is missing.
func (f *rawFile) namelessHeaders() int {
	switch {
	case f.turns > 0 && f.unnamed:
		return 50
	case f.turns > 0:
		return 20
	}
	f.unnamed = f.chance(8)
	if f.unnamed {
		return 100
	}
	return 0
}

// moreMeta adds fields that headers seldom have, and spoils some.
func (f *rawFile) moreMeta(meta []jsvalue.Member) []jsvalue.Member {
	if f.chance(50) {
		meta = append(meta, val("version", jsvalue.IntValue(1)), str("agent_id", pick(f.Source, rawAgents)))
	}
	if f.chance(15) {
		meta = append(meta, str("agent_type", "t"), str("provider", "p"), str("model", "m"), str("session_id", "s1"), str("parent_session_id", "s0"), val("prefix_message_count", jsvalue.IntValue(2)))
	}
	if f.chance(3) {
		meta = append(meta, str("thread_id", "another"))
	}
	if f.chance(8) {
		meta[f.Below(len(meta))].Value = pick(f.Source, []jsvalue.Value{jsvalue.NullValue(), jsvalue.IntValue(5), jsvalue.StringValue("5"), rawNumber("-1"), rawNumber("4294967296"), rawNumber("1.5"), jsvalue.ArrayValue()})
	}
	if f.turns == 0 && f.chance(10) {
		meta = append(meta, str("created", pick(f.Source, []string{"", "yesterday", "2026-07-21T02:00:00+02:00", "2026-07-20T23:59:59.5Z", "2026-07-21T00:00:00Z"})))
	}
	if f.chance(3) {
		meta = append(meta, str("shape", "new"))
	}
	return meta
}

// tail is a row so long that what stands before it is not in the end of the file that is looked at.
func (f *rawFile) tail() {
	if f.unnamed && f.chance(10) {
		f.put(jsvalue.ObjectValue(str("role", "user"), str("content", strings.Repeat("long ", 13_200))))
	}
}

package generate

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// rawFile is a session file being made.
type rawFile struct {
	*rawWorkspace
	stem, thread, task string
	seconds, turns     int
	withRequests       bool
	loose              bool // some rows of a turn lack its request
	nameless           bool // most results name no call
	unnamed            bool // the first header names no thread
	generation         bool
	request            string
	text               strings.Builder
	context            []jsvalue.Value // rows, without interrupted ones
	carried            []jsvalue.Value // rows of the file before, with which this one begins
}

// replay lets the file begin with the end of another one's context.
func (f *rawFile) replay(context []jsvalue.Value) {
	f.carried = f.retold(context)
}

// lines writes the rows: those of another file, then turns.
func (f *rawFile) lines() {
	if f.chance(40) {
		f.row(str("role", "system"), str("content", "[tool-policy preamble] "+f.words()))
	}
	for _, row := range f.carried {
		f.put(row)
	}
	for range 1 + f.Below(4) {
		f.turn()
	}
	if f.chance(15) {
		f.step() // that nobody answers
	}
}

// row writes a row of the turn, with its request, and returns it.
func (f *rawFile) row(members ...jsvalue.Member) jsvalue.Value {
	if f.request != "" && !(f.loose && f.chance(10)) {
		members = append(members, str("request_id", f.request))
	}
	if f.chance(4) {
		members = append(members, f.oddField())
	}
	members = f.moreFields(members)
	row := jsvalue.ObjectValue(members...)
	f.put(row)
	return row
}

func (f *rawFile) put(row jsvalue.Value) {
	line := rawLine(row)
	if oneIn(f, 250) { // two records on one line
		line = strings.TrimSuffix(line, "\n")
	}
	f.text.WriteString(line)
	if !row.Get("interrupted").IsTrue() {
		f.context = append(f.context, row)
	}
}

// oddField is an optional field of a wrong type, or one that nobody knows.
func (f *rawFile) oddField() jsvalue.Member {
	return pick(f.Source, []jsvalue.Member{
		val("usage", jsvalue.ObjectValue(val("input", jsvalue.IntValue(1)))), val("iteration", rawNumber("-1")), val("interrupted", jsvalue.NullValue()),
		val("failure", jsvalue.StringValue("yes")), val("tool_calls", jsvalue.ObjectValue()), val("kind", jsvalue.NullValue()),
		val("__proto__", jsvalue.ObjectValue(str("role", "system"))), val("seq", rawNumber("18446744073709551616")), val("reasoning_content", jsvalue.IntValue(5)),
	})
}

// turn is a question and what the agent does about it, and what lines there are between turns.
func (f *rawFile) turn() {
	f.turns++
	f.loose = f.loose || oneIn(f, 20)
	if f.withRequests {
		f.request = "r" + f.number()
		if f.chance(4) {
			f.request = "r1"
		}
	}
	f.row(f.withID(str("role", "user"), str("content", f.userText()))...)
	for range f.Below(4) {
		f.step()
	}
	switch {
	case f.chance(6):
		f.wholeBehindPartial()
	case f.chance(12):
		f.row(f.withReasoning(str("role", pick(f.Source, []string{"assistant", "assistant", "user", "system"})), str("content", f.said()), val("interrupted", jsvalue.BoolValue(true)))...)
	case !f.chance(8):
		f.row(f.withUsage(f.withReasoning(str("role", "assistant"), str("content", f.said())))...)
	}
	f.between()
}

// between is what can stand between turns.
func (f *rawFile) between() {
	if f.chance(15) {
		f.compaction()
	}
	if f.chance(30) {
		f.text.WriteString(f.header())
	}
	f.again()
	f.tail()
	if f.chance(12) {
		f.text.WriteString(pick(f.Source, rawOddLines))
	}
}

var rawOddLines = []string{
	"\n", " \r\n", `{"kind":"checkpoint","role":"user","content":"no message"}` + "\n", `{"kind":"tools","tools":[]}` + "\n", `{"kind":5,"role":"user","content":"no message"}` + "\n",
	`{"role":"developer","content":"nobody's words"}` + "\n", `{"role":"user","content":null}` + "\n", `{"role":"user"}` + "\n", `[1,2]` + "\n", `"text"` + "\n", `{"role":"user","content":"to` + "\n",
	`{"_meta":5}` + "\n", `{"kind":"compaction"}` + "\n", `{"role":"user","content":"half a \ud83d character"}` + "\n", `{"role":"user","role":"assistant","content":"two roles"}` + "\n",
}

// step is a call or several, and their results.
func (f *rawFile) step() {
	var calls []jsvalue.Value
	var ids []string
	for range 1 + f.Below(3) {
		id := "c" + f.number()
		if f.chance(4) {
			id = pick(f.Source, []string{"", "c1", "__proto__"})
		}
		if len(ids) > 0 && f.chance(5) {
			id = ids[0]
		}
		ids = append(ids, id)
		calls = append(calls, jsvalue.ObjectValue(str("id", id), str("name", f.tool()), str("arguments", f.arguments())))
	}
	content := ""
	if f.chance(30) {
		content = f.said()
	}
	if f.chance(15) {
		f.enveloped(content, calls)
	} else {
		f.row(f.withUsage(f.withReasoning(str("role", "assistant"), str("content", content), val("tool_calls", jsvalue.ArrayValue(calls...))))...)
	}
	if f.chance(15) {
		slices.Reverse(ids)
	}
	if f.chance(10) {
		f.textResults(ids)
		return
	}
	for _, id := range ids {
		if !f.chance(8) {
			f.result(id)
		}
	}
}

var (
	rawTools     = []string{"shell", "read_file", "delegate_coder", "spawn_agent", "run_b", "tool"}
	rawArguments = []string{`{"n":12345678901234567890123,"b":1.0}`, `{"1":1,"0":1e400}`, "", " ", "null", "no json", `{"agent":"researcher"}`, ` {"q":"café"} `, `[1,{"a":null}]`, `{"a":1,"a":2}`}
)

func (f *rawFile) result(id string) {
	members := []jsvalue.Member{str("role", "tool"), str("content", f.resultText(id))}
	switch {
	case f.chance(8) || f.nameless && f.chance(60): // it names no call
	case f.chance(5):
		members = append(members, str("tool_call_id", id))
	case f.chance(3):
		members = append(members, str("id", "of nobody"))
	default:
		members = append(members, str("id", id))
	}
	if f.chance(12) {
		members = append(members, val("failure", jsvalue.BoolValue(true)))
		if f.chance(50) {
			members = append(members, str("failure_detail", "exit 1"))
		}
	}
	f.row(members...)
}

// withID gives some rows an id, now and then an empty one.
func (f *rawFile) withID(members ...jsvalue.Member) []jsvalue.Member {
	switch {
	case f.chance(30):
		members = append(members, str("id", "m"+f.number()))
	case f.chance(4):
		members = append(members, str("id", ""))
	}
	return members
}

func (f *rawFile) withReasoning(members ...jsvalue.Member) []jsvalue.Member {
	if f.chance(20) {
		members = append(members, str("reasoning_content", pick(f.Source, []string{"thought " + f.number(), " ", "thought\n" + f.words()})))
	}
	return members
}

// withUsage adds the usage of a turn, whose time is that of the end of the turn.
func (f *rawFile) withUsage(members []jsvalue.Member) []jsvalue.Member {
	if !f.chance(50) {
		return members
	}
	seconds := f.seconds + 100*f.turns
	usage := jsvalue.ObjectValue(val("input", jsvalue.IntValue(5)), val("output", jsvalue.IntValue(7)), val("cached_input", jsvalue.IntValue(0)), val("cost_usd", rawNumber("0.5")))
	return append(f.withID(members...), str("provider", "p"), str("model", "m"), val("usage", usage),
		str("ts", f.stamp(seconds)), val("iteration", jsvalue.IntValue(int64(1+f.Below(3)))))
}

// compaction writes a record, of one of the three spellings: a summary, the rows that are kept, and now and then the turn
// that is at work, which stands nowhere else.
func (f *rawFile) compaction() {
	kept := slices.Clone(f.context[f.Below(len(f.context)+1):])
	members := []jsvalue.Member{str("kind", "compaction")}
	var next []jsvalue.Value
	if f.chance(20) {
		var ids []jsvalue.Value
		for _, row := range kept {
			if row.Has("id") {
				ids = append(ids, row.Get("id"))
				next = append(next, row)
			}
		}
		if len(ids) > 0 && f.chance(15) {
			ids = append(ids, pick(f.Source, ids)) // whose row counts once
		}
		members = append(members, val("replacement_ids", jsvalue.ArrayValue(ids...)))
	} else {
		next = kept
		if f.chance(60) {
			next = slices.Insert(next, 0, jsvalue.ObjectValue(str("role", pick(f.Source, []string{"system", "user"})), str("content", "[summary] "+f.said())))
		}
		if f.chance(30) {
			next = append(next, jsvalue.ObjectValue(str("role", "user"), str("content", f.said())), jsvalue.ObjectValue(str("role", "assistant"), str("content", f.said())))
		}
		next = f.moreKept(next)
		if f.chance(4) {
			next = append(next, jsvalue.ObjectValue(str("role", "user")))
		}
		members = append(members, val(pick(f.Source, []string{"replacement_history", "replacement"}), jsvalue.ArrayValue(next...)))
	}
	if f.request != "" && f.chance(70) {
		members = append(members, str("request_id", f.request))
	}
	if f.chance(50) {
		members = append(members, str("ts", "2026-07-21T09:30:00Z"))
	}
	f.text.WriteString(rawLine(jsvalue.ObjectValue(members...)))
	f.context = next
}

package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// RawAppend is a question to append (TP-PROTO-19): the file that there is, if there is one, the rows that its context is to
// have, unless they stay, and the batch.
type RawAppend struct {
	Files   []RawFile
	Options jsvalue.Value
}

// NewRawAppend makes a root file as NewRawCase does, or a torn, blank or absent one, and a batch for it: a turn that goes on
// from its context, a context that was reduced, the same again, another one, or a turn that was interrupted.
func NewRawAppend(source Source) RawAppend {
	w := &rawWorkspace{chat: &chat{Source: source, hostile: oneIn(source, 4)}, thread: "T"}
	f := &rawFile{rawWorkspace: w, stem: "1000_main", thread: w.thread, seconds: 1000, withRequests: true}
	f.write()
	b := &rawBatch{rawWorkspace: w, request: "q" + w.number()}
	held, given := b.held(w.files[0].Text)
	if given && strings.Trim(held, " \t\r\n") != "" {
		b.context = f.context
	}
	b.think()
	files := []RawFile{}
	if given {
		files = append(files, RawFile{"file.jsonl", held})
	}
	if !b.stays {
		files = append(files, RawFile{"rows.jsonl", b.text()})
	}
	return RawAppend{files, b.options(f)}
}

// rawBatch is a batch being made.
type rawBatch struct {
	*rawWorkspace
	request string
	context []jsvalue.Value // of the file, as far as nothing of it was lost
	rows    []jsvalue.Value
	partial jsvalue.Value // Undefined without one
	stays   bool          // no rows are given
}

// held is what there is of a file; false if there is none.
func (b *rawBatch) held(text string) (string, bool) {
	switch b.Below(10) {
	case 6:
		return "", false
	case 7:
		return pick(b.Source, []string{"", "\n", " \r\n"}), true
	case 8: // cut behind its header
		at := strings.IndexByte(text, '\n') + 1
		at += b.Below(len(text) - at + 1)
		if b.chance(40) { // behind an object, which can be a part of another
			at += strings.IndexByte(text[at:], '}') + 1
		}
		return text[:at], true
	case 9:
		return strings.TrimSuffix(text, "\n"), true
	}
	return text, true
}

// think makes the rows that the caller has in mind.
func (b *rawBatch) think() {
	for _, row := range b.context {
		b.rows = append(b.rows, b.asCaller(row))
	}
	switch b.Below(8) {
	case 4:
		b.reduce()
	case 5:
		b.edit()
	case 6: // nothing new
		b.interrupted(20)
		return
	case 7:
		b.rows = nil
	}
	b.turn()
	b.interrupted(35)
}

// asCaller is a row as a caller has it, who does not know what the file added.
func (b *rawBatch) asCaller(row jsvalue.Value) jsvalue.Value {
	members := []jsvalue.Member{val("role", row.Get("role")), val("content", row.Get("content"))}
	for _, name := range []string{"id", "tool_call_id"} {
		if row.Get(name).IsString() {
			members = append(members, val(name, row.Get(name)))
		}
	}
	if b.chance(10) {
		members = append(members, val("extra_metadata", jsvalue.ObjectValue(val("k", rawNumber("1.50")))))
	}
	return jsvalue.ObjectValue(members...)
}

// reduce forgets the beginning, and says what it was.
func (b *rawBatch) reduce() {
	b.rows = b.rows[b.Below(len(b.rows)+1):]
	if b.chance(70) {
		b.rows = slices.Insert(b.rows, 0, jsvalue.ObjectValue(str("role", pick(b.Source, []string{"system", "user"})), str("content", "[summary] "+b.said())))
	}
}

// edit gives one row other words, or lets it answer another call.
func (b *rawBatch) edit() {
	if len(b.rows) == 0 {
		return
	}
	i := b.Below(len(b.rows))
	change := str("content", b.said())
	if b.chance(30) {
		change = str("tool_call_id", "c"+b.number())
	}
	b.rows[i] = b.rows[i].With(change)
}

func (b *rawBatch) add(members ...jsvalue.Member) {
	b.rows = append(b.rows, jsvalue.ObjectValue(members...))
}

// turn is a question, calls with their results, and an answer.
func (b *rawBatch) turn() {
	b.add(str("role", "user"), str("content", b.userText()))
	for range b.Below(3) {
		id := "c" + b.number()
		calls := jsvalue.ArrayValue(jsvalue.ObjectValue(str("id", id), str("name", pick(b.Source, rawTools)), str("arguments", pick(b.Source, rawArguments))))
		if b.chance(4) {
			calls = jsvalue.ArrayValue(pick(b.Source, rawTwinCalls))
		}
		b.add(str("role", "assistant"), str("content", pick(b.Source, []string{"", b.said()})), val("tool_calls", calls), val("iteration", jsvalue.IntValue(1)))
		if b.chance(80) {
			answers := pick(b.Source, []string{"id", "id", "id", "tool_call_id"})
			b.add(append([]jsvalue.Member{str("role", "tool"), str("content", b.said()), str(answers, id)}, b.failure()...)...)
		}
	}
	if b.chance(80) {
		b.add(slices.Concat([]jsvalue.Member{str("role", "assistant"), str("content", b.said())}, b.bundle(), b.own())...)
	}
	if b.chance(3) {
		b.rows = append(b.rows, pick(b.Source, rawWrongRows))
	}
}

// rawWrongRows are refused, but for the first, whose role nobody knows.
var rawWrongRows = []jsvalue.Value{
	jsvalue.ObjectValue(str("role", "developer"), str("content", "nobody's words")),
	jsvalue.ObjectValue(str("role", "user"), str("content", "x"), val("id", jsvalue.IntValue(5))),
	jsvalue.ObjectValue(str("role", "user"), str("content", "x"), val("interrupted", jsvalue.BoolValue(true))),
	jsvalue.ObjectValue(str("role", "user")),
}

// failure is the mark of a call that failed.
func (b *rawBatch) failure() []jsvalue.Member {
	if !b.chance(15) {
		return nil
	}
	mark := jsvalue.ObjectValue(val("failure", jsvalue.BoolValue(b.chance(70))), str("detail", " exit 1 "))
	return []jsvalue.Member{val("extra_metadata", jsvalue.ObjectValue(val("openhuman_tool_failure", mark)))}
}

// bundle is the usage of a turn in the metadata of its answer.
func (b *rawBatch) bundle() []jsvalue.Member {
	if !b.chance(20) {
		return nil
	}
	return []jsvalue.Member{val("extra_metadata", jsvalue.ObjectValue(val("openhuman_turn_usage", b.usage(jsvalue.IntValue(5)))))}
}

// own is what an answer can have besides: a time, a number, or the beginning of a usage.
func (b *rawBatch) own() (members []jsvalue.Member) {
	if b.chance(15) {
		members = append(members, str("ts", "2026-07-21T10:59:00Z"))
	}
	if b.chance(15) {
		members = append(members, val("iteration", jsvalue.IntValue(4)))
	}
	if b.chance(5) {
		members = append(members, str("provider", "own"))
	}
	return members
}

// usage is the whole usage of a turn.
func (b *rawBatch) usage(input jsvalue.Value) jsvalue.Value {
	usage := jsvalue.ObjectValue(val("input", input), val("output", jsvalue.IntValue(7)), val("cached_input", jsvalue.IntValue(0)), val("cost_usd", rawNumber("0.5")))
	members := []jsvalue.Member{str("provider", "p"), str("model", "m"), str("ts", "2026-07-21T11:00:00Z"), val("usage", usage)}
	if b.chance(80) {
		members = append(members, val("iteration", jsvalue.IntValue(2)))
	}
	if b.chance(15) {
		members = append(members, str("reasoning_content", "thought "+b.number()), val("tool_calls", jsvalue.ArrayValue(pick(b.Source, rawTwinCalls))))
	}
	return jsvalue.ObjectValue(members...)
}

// usageOption is a usage with numbers that binary64 may round, now and then one that is not whole.
func (b *rawBatch) usageOption() jsvalue.Value {
	usage := b.usage(pick(b.Source, []jsvalue.Value{jsvalue.IntValue(5), jsvalue.IntValue(5), rawNumber("9007199254740993"), rawNumber("1.0")}))
	if b.chance(6) {
		return pick(b.Source, []jsvalue.Value{jsvalue.ObjectValue(), usage.Without("ts"), usage.Without("usage"), usage.Without("provider"), usage.With(val("model", jsvalue.NullValue()))})
	}
	return usage
}

// interrupted lets the turn be interrupted; then the rows need not be given.
func (b *rawBatch) interrupted(percent int) {
	if !b.chance(percent) {
		return
	}
	members := []jsvalue.Member{str("text", pick(b.Source, []string{b.said(), b.said(), "", " \n"}))}
	if b.chance(50) {
		members = append(members, str("reasoning", " thought "+b.number()+" "))
	}
	if b.chance(50) {
		members = append(members, val("iteration", jsvalue.IntValue(3)))
	}
	b.partial, b.stays = jsvalue.ObjectValue(members...), b.chance(15)
}

func (b *rawBatch) text() string {
	var text strings.Builder
	for _, row := range b.rows {
		text.WriteString(rawLine(row))
	}
	return text.String()
}

// options are the batch without its rows.
func (b *rawBatch) options(f *rawFile) jsvalue.Value {
	turns := 1 + f.turns
	meta := []jsvalue.Member{
		str(pick(b.Source, []string{"agent", "agent_name"}), "main"), str("dispatcher", "native"), str("created", "2026-07-21T12:00:00Z"), str("updated", "2026-07-21T12:00:00Z"),
		val("turn_count", jsvalue.IntValue(int64(turns))), val("input_tokens", rawNumber("9007199254740991")), val("output_tokens", jsvalue.IntValue(5)),
		val("cached_input_tokens", jsvalue.IntValue(0)), val("charged_amount_usd", rawNumber("0.25")),
	}
	switch b.Below(20) {
	case 16, 17, 18:
	case 19:
		meta = append(meta, str("thread_id", "another"))
	default:
		meta = append(meta, str("thread_id", b.thread))
	}
	options := []jsvalue.Member{val("meta", jsvalue.ObjectValue(meta...))}
	if !b.chance(10) {
		options = append(options, str("requestId", b.request), str("time", fmt.Sprintf("2026-07-21T12:%02d:00Z", b.Below(60))))
	}
	if b.chance(50) {
		options = append(options, val("seq", jsvalue.IntValue(int64(b.Below(1000)))))
	}
	if b.chance(40) {
		options = append(options, val("usage", b.usageOption()))
	}
	if !b.partial.IsUndefined() {
		options = append(options, val("partial", b.partial))
	}
	return jsvalue.ObjectValue(options...)
}

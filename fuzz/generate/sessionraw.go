package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// RawCase is the session files of a workspace, and a thread among them.
type RawCase struct {
	Files    []RawFile
	ThreadID string
}

// RawFile is a session file by its name, which has the store and the extension.
type RawFile struct{ Name, Text string }

// NewRawCase makes the files of a thread: one root or several, generations, sub-agents at any depth, now and then files of
// other threads; turns with calls and results, records of all spellings, partial answers, injected blocks, and damage.
func NewRawCase(source Source) RawCase {
	w := &rawWorkspace{chat: &chat{Source: source, hostile: oneIn(source, 4)}, thread: pick(source, []string{"T", "T", "T", "thread-1", "__proto__", "ü"})}
	roots := 1
	if w.chance(15) {
		roots = 2 + w.Below(2)
	}
	for i := range roots {
		w.root(w.thread, 1000*(i+1), i == 0)
	}
	if w.chance(15) {
		w.root("another", 5000, false)
	}
	w.oddFiles()
	return RawCase{w.files, w.thread}
}

// rawWorkspace are files being made.
type rawWorkspace struct {
	*chat
	thread  string
	files   []RawFile
	numbers int             // of texts, so that most are there once
	tasks   int             // of sub-agents
	before  []jsvalue.Value // rows of the context that the last root ended with
}

// add adds a file, unless one has that name.
func (w *rawWorkspace) add(name, text string) {
	if !slices.ContainsFunc(w.files, func(f RawFile) bool { return f.Name == name }) {
		w.files = append(w.files, RawFile{name, text})
	}
}

// root makes a root file, with its sub-agents and now and then further generations.
func (w *rawWorkspace) root(thread string, seconds int, first bool) {
	stem := fmt.Sprintf("%d_%s", seconds, pick(w.Source, []string{"orch", "main", "a.b"}))
	f := &rawFile{rawWorkspace: w, stem: stem, thread: thread, seconds: seconds, withRequests: w.chance(80), nameless: w.chance(12)}
	if !first && w.chance(50) {
		f.replay(w.before)
	}
	f.write()
	w.before = f.context
	w.generations(f)
	for w.chance(20) {
		w.child(stem, seconds, 1)
	}
	if w.chance(4) {
		w.cousins(stem, seconds)
	}
}

// child makes the file of a sub-agent, and those of its own sub-agents. Now and then it is not there itself.
func (w *rawWorkspace) child(parent string, seconds, level int) {
	seconds += w.start()
	stem := fmt.Sprintf("%s__%d_%s", parent, seconds, pick(w.Source, rawAgents))
	if w.chance(5) {
		stem = parent + "__sub-" + w.number()
	}
	if !w.chance(6) {
		f := &rawFile{rawWorkspace: w, stem: stem, thread: w.thread, seconds: seconds, task: w.task(), withRequests: w.chance(50)}
		if w.chance(20) {
			f.thread = pick(w.Source, []string{"", "another"})
		}
		f.write()
		if w.chance(8) {
			w.generations(f)
		}
	}
	for level < 5 && w.chance(25) {
		w.child(stem, seconds, level+1)
	}
}

var rawAgents = []string{"researcher", "coder", "b"}

// number is another one each time.
func (w *rawWorkspace) number() string {
	w.numbers++
	return fmt.Sprint(w.numbers)
}

// said is a text with a number, now and then one that stood before, with a block before it or looking like something else.
func (w *rawWorkspace) said() string {
	text := w.words() + " #" + w.number()
	switch {
	case w.chance(6):
		return pick(w.Source, []string{"yes", "go on", "  spaced  ", "\ttab", "constructor"})
	case w.chance(3):
		return pick(w.Source, []string{`{"_meta":1}`, `{"content":"inner ` + text + `","tool_calls":[]}`, `{"content":"x","other":1}`, "[Tool results]", "a\u2028b \U0001F600 " + text})
	}
	return text
}

var rawBlocks = []string{
	"Current Date & Time: 2026-07-21 09:00:00 UTC\n\n", "Current Date & Time: 2026-07-21 09:00:00 Europe/Berlin (CEST, UTC+02:00), Tuesday\r\n\r\n",
	"[Channel context]\nchannel: general\n\n", "[Memory context]\n- name: value\n- other: value\n\n", "[Context]\n[Channel context]\nx\n\n",
	"Current Date & Time: some day\n\n", "[Channel context]\n\n", "[Memory context]\nno list\n\n", "[Context]\nx\n\n",
}

// userText is what a user row can have.
func (w *rawWorkspace) userText() string {
	text := w.said()
	for w.chance(10) {
		text = pick(w.Source, rawBlocks) + text
	}
	for w.chance(12) {
		text = w.block() + text
	}
	return text
}

// rawNumber is a number with its text.
func rawNumber(text string) jsvalue.Value {
	value, err := jsvalue.Decode(text)
	if err != nil {
		panic("not a number: " + text)
	}
	return value
}

// rawLine is a value as a line, numbers as they are written.
func rawLine(value jsvalue.Value) string { return string(jsvalue.AppendSource(nil, value)) + "\n" }

func str(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

func val(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

// header is a _meta line.
func (f *rawFile) header() string {
	meta := []jsvalue.Member{
		str("agent", pick(f.Source, rawAgents)), str("dispatcher", "native"), str("created", fmt.Sprintf("2026-07-21T%02d:00:00Z", f.seconds/1000%24)),
		str("updated", "2026-07-21T10:00:00Z"), val("turn_count", jsvalue.IntValue(int64(f.turns))), val("input_tokens", rawNumber("18446744073709551615")),
		val("output_tokens", jsvalue.IntValue(5)), val("cached_input_tokens", jsvalue.IntValue(0)), val("charged_amount_usd", rawNumber("0.10")),
	}
	if f.thread != "" && !f.chance(f.namelessHeaders()) {
		meta = append(meta, str("thread_id", f.thread))
	}
	if f.task != "" {
		meta = append(meta, str("task_id", f.task))
	}
	meta = f.moreMeta(meta)
	return rawLine(jsvalue.ObjectValue(val("_meta", jsvalue.ObjectValue(meta...))))
}

// write adds the file, damaged now and then.
func (f *rawFile) write() {
	if !f.chance(4) {
		f.text.WriteString(f.header())
	}
	f.lines()
	text := f.text.String()
	switch {
	case f.chance(3):
		text = DamageText(f.Source, text)
	case f.chance(4):
		text = strings.TrimSuffix(text, "\n")
	case f.chance(3):
		text = text[:f.Below(len(text)+1)]
	case f.chance(2):
		text = "\ufeff" + text
	}
	f.add("session_raw/"+f.stem+".jsonl", text)
}

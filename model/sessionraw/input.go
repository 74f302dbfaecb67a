package sessionraw

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Dialect is the name of the dialect.
const Dialect = "sessionraw"

// Input is what a case is about.
type Input struct {
	Files    []File // by name
	Named    bool   // a thread is asked for, else one file by itself
	ThreadID string // trimmed
}

// File is a session file, read.
type File struct {
	Name    string
	Text    string
	Stem    string // without the store and the extension
	Store   string // with its slash, "" without one
	Session bool   // the name is that of a session file (SR-FILE-01)
	Lines   []Line
	Plain   bool // each line that is not blank is one JSON object in valid UTF-8, the first one a header
}

// Line is a line that is a JSON object.
type Line struct {
	Number int // from 1
	Value  jsvalue.Value
}

// Read reads a case in the plainest way: lines end at LF, and each that is not blank is a JSON object.
func Read(c testcase.Case) Input {
	in := Input{Named: c.Options.Get("threadId").IsString(), ThreadID: trim(c.Options.Get("threadId").Text())}
	for _, file := range c.Input.Files() {
		f := readFile(file)
		f.Session = f.Session && !(c.Op == "append" && f.Name == rowsName)
		in.Files = append(in.Files, f)
	}
	slices.SortFunc(in.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return in
}

func readFile(file protocol.File) File {
	f := File{Name: file.Name, Text: file.Text, Plain: utf8.ValidString(file.Text) && !strings.HasPrefix(file.Text, "\ufeff")}
	f.Stem, f.Session = strings.CutSuffix(file.Name, ".jsonl")
	if slash := strings.LastIndexByte(f.Stem, '/'); slash >= 0 {
		f.Store, f.Stem = f.Stem[:slash+1], f.Stem[slash+1:]
	}
	number := 0
	for line := range strings.SplitSeq(f.Text, "\n") {
		number++
		if strings.Trim(line, " \t\r") == "" {
			continue
		}
		value, err := jsvalue.Decode(jsvalue.FromUTF8String(line))
		if err != nil || !value.IsObject() {
			f.Plain = false
			continue
		}
		f.Lines = append(f.Lines, Line{number, value})
	}
	f.Plain = f.Plain && len(f.Lines) > 0 && f.Lines[0].isHeader()
	return f
}

// isHeader: a first line whose _meta is an object.
func (l Line) isHeader() bool { return l.Value.Get("_meta").IsObject() }

// isMeta: a line that is a header or wants to be one.
func (l Line) isMeta() bool { return l.Value.Has("_meta") }

// isRow: a line that is a row by SR-LINE-03, well-formed or not.
func (l Line) isRow() bool { return !l.isMeta() && l.Value.Get("kind").IsNullish() }

func (l Line) isCompaction() bool { return !l.isMeta() && l.Value.Get("kind").Text() == "compaction" }

// isUnknown: a line that everybody skips.
func (l Line) isUnknown() bool {
	return !l.isMeta() && !l.isRow() && !l.isCompaction() && l.Value.Get("kind").Text() != "tools"
}

// thread is what the header says.
func (f File) thread() string {
	if len(f.Lines) == 0 {
		return ""
	}
	return f.Lines[0].Value.Get("_meta").Get("thread_id").Text()
}

// isChild: it is the file of a sub-agent.
func (f File) isChild() bool { return strings.Contains(f.Stem, "__") }

// chain is the stem without the number of a generation (SR-FILE-02).
func (f File) chain() string {
	at := strings.LastIndex(f.Stem, ".g")
	if at < 0 {
		return f.Stem
	}
	if n, err := strconv.ParseUint(f.Stem[at+2:], 10, 64); err != nil || n == 0 || strconv.FormatUint(n, 10) != f.Stem[at+2:] {
		return f.Stem
	}
	return f.Stem[:at]
}

// Row is a message line, whose optional fields of a wrong type are as if absent (SR-LINE-06).
type Row struct {
	Role, Content string
	ID            string
	HasID         bool
	RequestID     string
	Interrupted   bool
	Failure       bool
	Reasoning     string
	Iteration     string // its text, "" without one
	Calls         []Call
	Line          int
	Value         jsvalue.Value
}

// Call is one of tool_calls.
type Call struct{ ID, Name, Arguments string }

// rowOf reads a row; false says that it is malformed.
func rowOf(value jsvalue.Value) (Row, bool) {
	role, content := value.Get("role"), value.Get("content")
	if !role.IsString() || !content.IsString() {
		return Row{}, false
	}
	r := Row{
		Role: role.Text(), Content: content.Text(), ID: value.Get("id").Text(), HasID: value.Get("id").IsString(),
		RequestID: value.Get("request_id").Text(), Interrupted: value.Get("interrupted").IsTrue(), Failure: value.Get("failure").IsTrue(),
		Reasoning: value.Get("reasoning_content").Text(), Value: value,
	}
	for _, call := range value.Get("tool_calls").Elements() {
		if call.IsObject() && call.Get("name").IsString() {
			r.Calls = append(r.Calls, Call{call.Get("id").Text(), call.Get("name").Text(), call.Get("arguments").Text()})
		}
	}
	return r, true
}

// rows are the well-formed rows of the lines, those of compaction records aside.
func (f File) rows() (rows []Row) {
	for _, line := range f.Lines {
		if !line.isRow() {
			continue
		}
		if r, ok := rowOf(line.Value); ok {
			r.Line = line.Number
			rows = append(rows, r)
		}
	}
	return rows
}

// replacements are the well-formed rows in the compaction records, whether the records are well-formed or not.
func (f File) replacements() (rows []Row) {
	for _, line := range f.Lines {
		if !line.isCompaction() {
			continue
		}
		for _, member := range replacementMembers {
			for _, element := range line.Value.Get(member).Elements() {
				if r, ok := rowOf(element); ok {
					r.Line = line.Number
					rows = append(rows, r)
				}
			}
		}
	}
	return rows
}

// replacementMembers hold the rows of a compaction record; the first that is there counts (SR-LINE-09).
var replacementMembers = []string{"replacement_history", "replacement"}

// isShown: its text is some time shown as somebody's words.
func (r Row) isShown() bool { return r.Role == "user" || r.Role == "assistant" || r.Role == "tool" }

// isPlainText: it is not one of the texts that stand for something else (SR-VIEW-14, SR-VIEW-15).
func (r Row) isPlainText() bool {
	switch r.Role {
	case "assistant", "tool":
		return !strings.HasPrefix(trim(r.Content), "{")
	case "user":
		return !strings.HasPrefix(r.Content, "[Tool results]")
	}
	return true
}

// identity is what makes a row with an id a repetition of another (SR-VIEW-11).
type identity struct {
	id, role, content, request string
	interrupted                bool
}

func (r Row) identity() identity {
	return identity{r.ID, r.Role, r.Content, r.RequestID, r.Interrupted}
}

// distinct are the rows without the repetitions.
func distinct(rows []Row) []Row {
	seen := map[identity]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		if !r.HasID {
			return false
		}
		again := seen[r.identity()]
		seen[r.identity()] = true
		return again
	})
}

func trim(text string) string { return strings.TrimFunc(text, unicode.IsSpace) }

func isBlank(text string) bool { return trim(text) == "" }

// names are those of the files.
func (in Input) names() []string {
	names := map[string]bool{}
	for _, f := range in.Files {
		names[f.Name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// input is the files as an input again, with other texts.
func (in Input) input(edit func(f File) string) protocol.Input {
	var files []protocol.File
	for _, f := range in.Files {
		files = append(files, protocol.File{Name: f.Name, Text: edit(f)})
	}
	return protocol.FilesOf(files...)
}

// eachLine changes the lines of a plain file that are JSON: to none, one or several.
func (f File) eachLine(edit func(line Line) []jsvalue.Value) string {
	var text bytes.Buffer
	for _, line := range f.Lines {
		for _, value := range edit(line) {
			text.Write(append(jsvalue.AppendSource(nil, value), '\n'))
		}
	}
	return text.String()
}

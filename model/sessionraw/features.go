package sessionraw

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// features is the table.
var features = []feature{
	{name: "sub-agent", rules: []string{"SR-SUB-01", "SR-SUB-03"}, says: "A file of a sub-agent.", file: func(_ Input, f File) bool { return f.Session && f.isChild() }},
	{name: "nested-sub-agent", rules: []string{"SR-FILE-05", "SR-SUB-02"}, says: "A file of a sub-agent of a sub-agent.", file: func(_ Input, f File) bool {
		return f.Session && strings.Count(f.Stem, "__") > 1
	}},
	{name: "several-roots", rules: []string{"SR-FILE-04", "SR-VIEW-12"}, says: "A root that is not the first.", file: func(in Input, f File) bool {
		return f.isRoot() && slices.ContainsFunc(in.Files, func(other File) bool { return other.isRoot() && other.Name < f.Name })
	}},
	{name: "generation", rules: []string{"SR-FILE-02"}, later: true, says: "A file that goes on with another one.", file: func(_ Input, f File) bool { return f.Session && f.chain() != f.Stem }},
	{name: "no-header", rules: []string{"SR-LINE-02", "SR-CTX-06"}, says: "A session file without a header.", file: func(_ Input, f File) bool {
		return f.Session && (len(f.Lines) == 0 || !f.Lines[0].isHeader())
	}},
	{name: "damaged-line", rules: []string{"SR-LINE-01"}, says: "A line that is not one JSON value in UTF-8.", text: func(line string) bool {
		_, err := jsvalue.Decode(strings.TrimSpace(line))
		return strings.Trim(line, " \t\r\n") != "" && (err != nil || !utf8.ValidString(line))
	}},
	{name: "no-object", rules: []string{"SR-LINE-03"}, says: "A line that is JSON and no object.", text: func(line string) bool {
		value, err := jsvalue.Decode(strings.TrimSpace(line))
		return err == nil && !value.IsObject()
	}},
	{name: "unknown-kind", rules: []string{"SR-LINE-03"}, says: "A line of a kind that nobody knows.", line: Line.isUnknown},
	{name: "tools-line", rules: []string{"SR-LINE-11"}, later: true, says: "A line that declares tools.", line: func(l Line) bool { return !l.isMeta() && l.Value.Get("kind").Text() == "tools" }},
	{name: "no-row", rules: []string{"SR-LINE-05"}, says: "A row without a role or a content.", line: func(l Line) bool {
		_, ok := rowOf(l.Value)
		return l.isRow() && !ok
	}},
	{name: "unknown-role", rules: []string{"SR-LINE-05", "SR-VIEW-05"}, says: "A row of a role that nobody knows.", row: func(r Row) bool { return !slices.Contains(knownRoles, r.Role) }},
	{name: "system-row", rules: []string{"SR-VIEW-05"}, says: "A row of the system.", row: func(r Row) bool { return r.Role == "system" }},
	{name: "compaction", rules: []string{"SR-CTX-02", "SR-VIEW-13", "SR-LINE-09"}, says: "A compaction record.", line: Line.isCompaction},
	{name: "compaction-by-ids", rules: []string{"SR-CTX-03"}, says: "A compaction record that lists ids.", line: func(l Line) bool { return l.isCompaction() && l.Value.Has("replacement_ids") }},
	{name: "interrupted", rules: []string{"SR-VIEW-04", "SR-CTX-04"}, says: "An interrupted row.", row: func(r Row) bool { return r.Interrupted }},
	{name: "reasoning", rules: []string{"SR-VIEW-07"}, says: "A row with reasoning.", row: func(r Row) bool { return r.Reasoning != "" }},
	{name: "calls", rules: []string{"SR-LINE-07", "SR-VIEW-07", "SR-VIEW-08"}, says: "A row with calls.", row: func(r Row) bool { return len(r.Calls) > 0 }},
	{name: "result-without-id", rules: []string{"SR-VIEW-09"}, says: "A result that names no call.", row: func(r Row) bool {
		_, named := r.callID()
		return r.Role == "tool" && !named
	}},
	{name: "failure", rules: []string{"SR-VIEW-09"}, says: "A result of a call that failed.", row: func(r Row) bool { return r.Failure }},
	{name: "usage", rules: []string{"SR-LINE-08", "SR-CTX-05"}, says: "A row with usage.", row: func(r Row) bool { return r.Value.Has("usage") }},
	{name: "typed-content", rules: []string{"SR-VIEW-14", "SR-VIEW-15"}, later: true, says: "A text that stands for something else, or looks so.", row: func(r Row) bool { return !r.isPlainText() }},
	{name: "injected-block", rules: []string{"SR-SAN-01", "SR-SAN-04"}, says: "A user's text that begins like an injected block.", row: func(r Row) bool { return r.Role == "user" && looksLikeBlock(r.Content) }},
	{name: "no-request", rules: []string{"SR-VIEW-03", "SR-VIEW-09"}, says: "A row without a request id.", row: func(r Row) bool { return r.RequestID == "" }},
	{name: "row-id", rules: []string{"SR-VIEW-11"}, says: "A row with an id that is no call's.", row: func(r Row) bool { return r.HasID && r.Role != "tool" }},
	{name: "wrong-field", rules: []string{"SR-LINE-06"}, says: "A row with an optional field of a wrong type.", row: hasWrongField},
	{name: "later-header", rules: []string{"SR-LINE-04"}, says: "A header that has been written again.", line: func(l Line) bool {
		count, _ := l.Value.Get("_meta").Get("turn_count").SafeInteger()
		return l.isMeta() && count > 0
	}},
	{name: "half-a-character", rules: []string{"SR-LINE-10"}, says: "A text with half of a surrogate pair.", text: func(line string) bool {
		value, err := jsvalue.Decode(strings.TrimSpace(line))
		return err == nil && !wellFormed(value)
	}},
}

func (f File) isRoot() bool { return f.Session && !f.isChild() }

// texts and flags are the optional members of a row that have to be texts, and true or false.
var (
	texts = []string{"id", "request_id", "provider", "model", "ts", "reasoning_content", "failure_detail", "tool_call_id"}
	flags = []string{"interrupted", "failure"}
)

func hasWrongField(r Row) bool {
	wrong := func(names []string, right func(jsvalue.Value) bool) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			value := r.Value.Get(name)
			return !value.IsNullish() && !right(value)
		})
	}
	return wrong(texts, jsvalue.Value.IsString) || wrong(flags, jsvalue.Value.IsBool) || wrong([]string{"tool_calls"}, jsvalue.Value.IsArray)
}

// wellFormed: no text of a value has half of a surrogate pair.
func wellFormed(value jsvalue.Value) bool {
	switch {
	case value.IsString():
		return jsvalue.WellFormed(value.Text()) == value.Text()
	case value.IsArray():
		for _, element := range value.Elements() {
			if !wellFormed(element) {
				return false
			}
		}
	case value.IsObject():
		for key, member := range value.Members() {
			if jsvalue.WellFormed(key) != key || !wellFormed(member) {
				return false
			}
		}
	}
	return true
}

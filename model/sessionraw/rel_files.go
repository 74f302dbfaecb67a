package sessionraw

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var fileRelations = []model.Relation{
	{
		ID: "same-answer-twice", Rules: []string{"SR-VIEW-02", "SR-CTX-01"},
		Says:  "The same question gets the same answer, whatever was asked in between.",
		Check: relate(reading, sameAnswerTwice),
	},
	{
		ID: "files-in-any-order", Rules: []string{"SR-FILE-04", "SR-SUB-01"},
		Says:  "The order in which files are given changes nothing.",
		Check: relate(viewing, anyOrder),
	},
	{
		ID: "foreign-files", Rules: []string{"SR-FILE-01", "SR-FILE-03", "SR-FILE-05"},
		Says:  "Files of other threads, and files that are no session files, change nothing.",
		Check: relate(wholly, foreignFiles),
	},
	{
		ID: "unknown-lines-are-inert", Rules: []string{"SR-LINE-01", "SR-LINE-03", "SR-LINE-11"},
		Says:  "Lines of unknown kinds, blank lines and a CR before the line feed change nothing but diagnostics.",
		Check: relate([]string{"items", "context"}, unknownLines),
	},
	{
		ID: "unknown-members-are-inert", Rules: []string{"SR-LINE-03", "SR-LINE-10", "SR-LINE-11"},
		Says:  "Members that no rule reads change nothing, also if they are called __proto__ or constructor.",
		Check: relate([]string{"items", "context"}, unknownMembers),
	},
	{
		ID: "compaction-spellings", Rules: []string{"SR-LINE-09"},
		Says:  "replacement and replacement_history mean the same.",
		Check: relate([]string{"items", "context"}, compactionSpellings),
	},
	{
		ID: "renamed-requests", Rules: []string{"SR-VIEW-03", "SR-VIEW-09", "SR-PAGE-05"},
		Says:  "Other names of requests change nothing but these names.",
		Check: relate(viewing, renamedRequests),
	},
}

func sameAnswerTwice(t *trial) error {
	if _, err := t.again(t.Input.input(func(f File) string { return withLine(f.Text, object("kind", "compaction")) })); err != nil {
		return err
	}
	t.problems = nil // how that is answered is judged elsewhere
	again, err := t.again(t.Case.Input)
	if again != nil {
		t.same(again, true)
	}
	return err
}

func anyOrder(t *trial) error {
	if len(t.Case.Input.Files()) < 2 {
		return nil
	}
	files := slices.Clone(t.Case.Input.Files())
	slices.Reverse(files)
	again, err := t.again(protocol.FilesOf(files...))
	if again != nil {
		t.same(again, true)
	}
	return err
}

// foreignHeader is that of a file of another thread.
const foreignHeader = `{"_meta":{"agent":"a","dispatcher":"native","created":"1999-01-01T00:00:00Z","updated":"1999-01-01T00:00:00Z","turn_count":0,` +
	`"input_tokens":0,"output_tokens":0,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"another than all others"}}` + "\n"

// foreignFiles adds files that are none of the thread's, whose names stand before and behind all others.
func foreignFiles(t *trial) error {
	if !t.Input.Named {
		return nil
	}
	store := "session_raw/"
	for _, f := range t.Input.Files {
		store = f.Store
	}
	row := `{"role":"user","content":"of another thread"}` + "\n"
	files := append(slices.Clone(t.Case.Input.Files()),
		protocol.File{Name: store + "0_foreign.jsonl", Text: foreignHeader + row},
		protocol.File{Name: store + "9999999999_foreign.jsonl", Text: foreignHeader + row},
		protocol.File{Name: store + "9999999999_foreign__9999999999_b.jsonl", Text: foreignHeader + row},
		protocol.File{Name: store + "notes.md", Text: row})
	again, err := t.again(protocol.FilesOf(files...))
	if again != nil {
		t.same(again, true)
	}
	return err
}

func unknownLines(t *trial) error {
	if !t.Input.allPlain() {
		return nil
	}
	again, err := t.again(t.Input.input(func(f File) string {
		text := f.eachLine(func(line Line) []jsvalue.Value {
			return []jsvalue.Value{line.Value, object("kind", "checkpoint", "role", "user", "content", "no message")}
		})
		return strings.ReplaceAll(text, "\n", "\r\n\r\n")
	}))
	if again != nil {
		t.same(again, false)
	}
	return err
}

func unknownMembers(t *trial) error {
	if !t.Input.allPlain() {
		return nil
	}
	more := []jsvalue.Member{{Key: "__proto__", Value: object("role", "system")}, {Key: "constructor", Value: jsvalue.NullValue()}, {Key: "toString", Value: object()}}
	again, err := t.edited(func(line Line) []jsvalue.Value {
		value := line.Value
		if line.isCompaction() {
			for _, member := range replacementMembers {
				if list := value.Get(member); list.IsArray() {
					var rows []jsvalue.Value
					for _, row := range list.Elements() {
						if row.IsObject() {
							row = row.With(more...)
						}
						rows = append(rows, row)
					}
					value = value.With(jsvalue.Member{Key: member, Value: jsvalue.ArrayValue(rows...)})
				}
			}
		}
		return []jsvalue.Value{value.With(more...)}
	})
	if again != nil {
		t.same(again, false) // byte offsets have changed
	}
	return err
}

func compactionSpellings(t *trial) error {
	if !t.Input.allPlain() {
		return nil
	}
	changed := false
	again, err := t.edited(func(line Line) []jsvalue.Value {
		value := line.Value
		for i, member := range replacementMembers {
			other := replacementMembers[1-i]
			if line.isCompaction() && value.Has(member) && !value.Has(other) {
				changed = true
				return []jsvalue.Value{value.Without(member).With(jsvalue.Member{Key: other, Value: value.Get(member)})}
			}
		}
		return []jsvalue.Value{value}
	})
	if again != nil && changed {
		t.same(again, false) // the path of a field has the name of the list
	}
	return err
}

const otherName = " renamed"

func renamedRequests(t *trial) error {
	if !t.Input.allPlain() || t.Case.Options.Has("cursor") {
		return nil
	}
	again, err := t.edited(func(line Line) []jsvalue.Value {
		if line.isMeta() {
			return []jsvalue.Value{line.Value}
		}
		value := renamed(line.Value, "request_id")
		for _, member := range replacementMembers {
			list := value.Get(member)
			if !list.IsArray() || !line.isCompaction() {
				continue
			}
			var rows []jsvalue.Value
			for _, row := range list.Elements() {
				rows = append(rows, renamed(row, "request_id"))
			}
			value = value.With(jsvalue.Member{Key: member, Value: jsvalue.ArrayValue(rows...)})
		}
		return []jsvalue.Value{value}
	})
	if again == nil || err != nil {
		return err
	}
	t.judged = true
	var want []jsvalue.Value
	for _, item := range t.Result.Get("items").Elements() {
		want = append(want, renamedItem(item))
	}
	if !sameText(jsvalue.ArrayValue(want...), again.Result.Get("items")) {
		t.add(placeOf(t.Result.With(jsvalue.Member{Key: "items", Value: jsvalue.ArrayValue(want...)}), again.Result), "more has changed than the names")
	}
	return nil
}

func renamed(value jsvalue.Value, member string) jsvalue.Value {
	if id := value.Get(member); id.IsString() && id.Text() != "" {
		return value.With(jsvalue.Member{Key: member, Value: jsvalue.StringValue(id.Text() + otherName)})
	}
	return value
}

func renamedItem(item jsvalue.Value) jsvalue.Value {
	item = renamed(item, "requestId")
	if list := item.Get("items"); list.IsArray() {
		var items []jsvalue.Value
		for _, one := range list.Elements() {
			items = append(items, renamedItem(one))
		}
		item = item.With(jsvalue.Member{Key: "items", Value: jsvalue.ArrayValue(items...)})
	}
	return item
}

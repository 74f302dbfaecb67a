package sessionraw

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var growingRelations = []model.Relation{
	{
		ID: "what-is-appended-comes-last", Rules: []string{"SR-VIEW-02", "SR-VIEW-03", "SR-CTX-01"},
		Says:  "A new turn at the end of the file adds its items at the end and changes none before.",
		Check: relate([]string{"items", "context"}, appended),
	},
	{
		ID: "torn-last-line", Rules: []string{"SR-LINE-01", "SR-VIEW-02", "SR-CTX-01"},
		Says:  "A last line that is cut off costs that line only.",
		Check: relate([]string{"items", "context"}, torn),
	},
	{
		ID: "pages-are-the-view", Rules: []string{"SR-PAGE-01", "SR-PAGE-02", "SR-PAGE-04", "SR-PAGE-05"},
		Says:  "All pages together are the view, backwards, whatever the limit.",
		Check: relate(wholly, pagesAreTheView),
	},
	{
		ID: "pages-while-files-grow", Rules: []string{"SR-PAGE-04"},
		Says:  "Pages after the first show what was there then, each item once, also when files grow and files are added.",
		Check: relate(wholly, pagesWhileGrowing),
	},
	{
		ID: "cursor-of-nobody", Rules: []string{"SR-PAGE-03"},
		Says:  "A text that is no cursor is refused.",
		Check: relate([]string{"page"}, cursorOfNobody),
	},
}

// growing is the name of the file that is alone.
func (t *trial) growing(text func(f File) string) (protocol.Input, bool) {
	file, ok := t.alone()
	if !ok {
		return protocol.Input{}, false
	}
	return t.Input.input(func(f File) string {
		if f.Name == file.Name {
			return text(f)
		}
		return f.Text
	}), true
}

func appended(t *trial) error {
	if slices.ContainsFunc(t.Items, func(i Item) bool { return i.Kind == "subagent" }) {
		return nil // the last turn is another one then, and a sub-agent may belong to it
	}
	line := object("role", "user", "content", "the last words", "request_id", "a request that is new")
	input, ok := t.growing(func(f File) string { return withLine(f.Text, line) })
	if !ok {
		return nil
	}
	after, err := t.again(input)
	if after == nil || err != nil {
		return err
	}
	t.judged = true
	member, more := "items", 2
	if t.Case.Op == "context" {
		member, more = "rows", 1
	}
	before, now := t.Result.Get(member), after.Result.Get(member)
	if now.Len() != before.Len()+more || now.At(now.Len()-1).Get("content").Text() != "the last words" {
		t.add(member, "there are %d instead of %d and %d more", now.Len(), before.Len(), more)
		return nil
	}
	for i, one := range before.Elements() {
		if !sameText(one, now.At(i)) {
			t.add(member, "number %d has changed", i)
			return nil
		}
	}
	return nil
}

func torn(t *trial) error {
	line := `{"role":"user","content":"these words are torn`
	input, ok := t.growing(func(f File) string {
		if !strings.HasSuffix(f.Text, "\n") {
			return f.Text + "\n" + line
		}
		return f.Text + line
	})
	if !ok {
		return nil
	}
	after, err := t.again(input)
	if after == nil || err != nil {
		return err
	}
	t.same(after, false)
	if after.Complete() || after.count("invalid_json_line") == 0 {
		t.add("diagnostics", "nothing is said of the line that is torn")
	}
	return nil
}

// mostPages is how many pages are asked for; a view has at most that many items for the pages to be looked at.
const mostPages = 40

// pagesAreTheView walks with a limit that the number of items decides.
func pagesAreTheView(t *trial) error {
	return t.walk(func(page int, input protocol.Input) protocol.Input { return input })
}

// newChild is the id of a sub-agent that comes while pages are read, and that began before all others: so it could take a
// call from another one.
const newChild = "1_new"

func pagesWhileGrowing(t *trial) error {
	roots, certain := t.Input.roots()
	if !certain || len(roots) == 0 {
		return nil
	}
	return t.walk(func(page int, _ protocol.Input) protocol.Input {
		files := []protocol.File{}
		for _, f := range t.Input.Files {
			text := f.Text
			if slices.ContainsFunc(roots, func(r File) bool { return r.Name == f.Name }) {
				for range page {
					text = withLine(text, object("role", "user", "content", "new words", "request_id", "new"))
				}
			}
			files = append(files, protocol.File{Name: f.Name, Text: text})
		}
		first := roots[0]
		name := first.Store + first.chain() + "__" + newChild + ".jsonl"
		if page > 1 && !slices.Contains(t.Input.names(), name) {
			files = append(files, protocol.File{Name: name, Text: foreignHeader})
		}
		return protocol.FilesOf(files...)
	})
}

// walk asks for all pages, of an input that may change from page to page, and holds them against the items.
func (t *trial) walk(inputOf func(page int, input protocol.Input) protocol.Input) error {
	items := t.Result.Get("items")
	if !t.Input.Named || items.Len() > mostPages*5 {
		return nil
	}
	limit := 1 + items.Len()/3%5
	options := jsvalue.ObjectValue(
		jsvalue.Member{Key: "threadId", Value: jsvalue.StringValue(t.Input.ThreadID)},
		jsvalue.Member{Key: "limit", Value: jsvalue.IntValue(int64(limit))})
	var all []jsvalue.Value
	for page := 0; ; page++ {
		if page > items.Len()+1 {
			t.add("nextCursor", "the pages do not end")
			return nil
		}
		one, err := t.ask("page", inputOf(page, t.Case.Input), options)
		if one == nil || err != nil {
			return err
		}
		t.judged = true
		for _, item := range one.Result.Get("items").Elements() {
			if item.Get("id").Text() != newChild { // it may be shown, and may be missing
				all = append(all, item)
			}
		}
		if !one.Result.Get("hasMore").IsTrue() {
			break
		}
		options = options.With(jsvalue.Member{Key: "cursor", Value: one.Result.Get("nextCursor")})
	}
	slices.Reverse(all)
	if len(all) != items.Len() {
		t.add("items", "the pages have %d items, the view %d", len(all), items.Len())
		return nil
	}
	for i, item := range items.Elements() {
		if !sameText(settled(item), settled(all[i])) {
			t.add("items", "item %d is another one on its page", i)
			return nil
		}
	}
	return nil
}

// settled is an item without what a file that grows may still change.
func settled(item jsvalue.Value) jsvalue.Value {
	return item.Without("items", "status", "result", "failure")
}

func cursorOfNobody(t *trial) error {
	options := t.Case.Options.With(jsvalue.Member{Key: "cursor", Value: jsvalue.StringValue("no cursor at all")})
	answer, ok, err := t.asker.Ask(t.ctx, "page", t.Case.Input, options)
	if err != nil || !ok {
		return err
	}
	t.judged = true
	if answer.Err().Code != "invalid_cursor" {
		t.add("", "it is taken for a cursor")
	}
	return nil
}

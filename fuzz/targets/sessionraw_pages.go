package targets

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	kernel "github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// pagesOf reads all pages of a thread while its files grow (SR-PAGE-04).
func pagesOf(source generate.Source) error {
	made := generate.NewRawCase(source)
	g := growth{Source: source, files: map[string]string{}, come: map[string]bool{}}
	for _, file := range made.Files {
		g.files[file.Name] = file.Text
	}
	want := kernel.Items(g.files, made.ThreadID).Value().Get("items")
	limit := 1 + source.Below(7)
	var got []jsvalue.Value
	var lacks []diagnostic.Diagnostic
	for cursor, pages := "", 0; ; pages++ {
		if pages > want.Len() {
			return fmt.Errorf("SR-PAGE-01: %d pages of %d items do not end", pages, want.Len())
		}
		page, err := kernel.Page(g.files, made.ThreadID, cursor, limit)
		if err != nil {
			return fmt.Errorf("SR-PAGE-03: page %d of its own cursor: %w", pages, err)
		}
		if pages == 0 {
			lacks = lacking(page.Diagnostics)
		}
		for _, lack := range lacks {
			if !slices.Contains(page.Diagnostics, lack) {
				return fmt.Errorf("SR-PAGE-04: page %d does not say %s of %s, as the first did", pages, lack.Code(), lack.File())
			}
		}
		for _, item := range page.Value().Get("items").Elements() {
			if !g.come[item.Get("id").Text()] { // a sub-agent that came may be shown, and may be missing
				got = append(got, item)
			}
		}
		if !page.HasMore {
			break
		}
		cursor = page.Next.String()
		g.grow()
	}
	slices.Reverse(got)
	if want.Len() != len(got) {
		return fmt.Errorf("SR-PAGE-04: the pages have %d items, the view had %d", len(got), want.Len())
	}
	for i, item := range got {
		if settled(item) != settled(want.At(i)) {
			return fmt.Errorf("SR-PAGE-04: item %d on its page is %s, and was %s", i, settled(item), settled(want.At(i)))
		}
	}
	return nil
}

// lacking are the findings about files that no growth mends: what was missing at first stays left out.
func lacking(all []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	return slices.DeleteFunc(slices.Clone(all), func(d diagnostic.Diagnostic) bool {
		return d.Code() != diagnostic.MissingSubTranscript && d.Code() != diagnostic.MissingHeader
	})
}

// settled is an item without what a file that grows may still change: those of sub-agents are shown as they are, the roots
// as they were.
func settled(item jsvalue.Value) string {
	if item.Get("kind").Text() == "subagent" {
		item = item.Without("items", "status")
	}
	return string(jsvalue.AppendSource(nil, item))
}

// growth is files that grow.
type growth struct {
	generate.Source
	files map[string]string
	come  map[string]bool // ids of sub-agents that came
}

// grow lets up to three things happen.
func (g *growth) grow() {
	for range g.Below(4) {
		names := slices.Sorted(maps.Keys(g.files))
		name := names[g.Below(len(names))]
		switch g.Below(6) {
		case 3, 4:
			g.child(name)
			continue
		case 5:
			g.parent(name)
			continue
		}
		text := g.files[name]
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		g.files[name] = text + rawNews[g.Below(len(rawNews))]
	}
}

// rawNews are lines that come to a file.
var rawNews = []string{
	`{"role":"user","content":"new words","request_id":"new"}` + "\n", `{"role":"assistant","content":"","tool_calls":[{"id":"new","name":"spawn_agent","arguments":"{}"}]}` + "\n",
	`{"role":"tool","content":"new result","id":"new"}` + "\n", `{"role":"tool","content":"new result"}` + "\n", `{"kind":"compaction","replacement_history":[{"role":"user","content":"sum"}]}` + "\n",
	`{"role":"assistant","content":"half of`,
}

// child lets a sub-agent come below a file, which began at any time.
func (g *growth) child(parent string) {
	stem, session := strings.CutSuffix(parent, ".jsonl")
	if !session {
		return
	}
	id := fmt.Sprintf("%d_new%d", []int{9_999_999_999, 1, 1200, 2500}[g.Below(4)], len(g.come))
	name := stem + "__" + id + ".jsonl"
	if _, there := g.files[name]; there {
		return
	}
	g.come[id] = true
	g.files[name] = newSubagent
}

// parent lets the file come from which a sub-agent was started.
func (g *growth) parent(child string) {
	if at := strings.LastIndex(child, "__"); at > 0 {
		if name := child[:at] + ".jsonl"; g.files[name] == "" {
			g.files[name] = newSubagent
		}
	}
}

const newSubagent = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"","turn_count":0,"input_tokens":0,` +
	`"output_tokens":0,"cached_input_tokens":0,"charged_amount_usd":0}}` + "\n" + `{"role":"user","content":"new task"}` + "\n"

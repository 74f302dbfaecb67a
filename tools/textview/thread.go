package textview

import (
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	rawview "github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// Thread is the history of a thread of session files, or a page of it.
type Thread struct {
	ID          string          // "" if it is not known
	Roots       []string        // names of the files, the oldest first; nil if they are not known
	Items       []*rawview.Item // the oldest first
	Total       int             // items of the history
	Next        string          // cursor of the page before this one; "" if nothing is before
	OpenTurn    string          // request id of the turn in which the first item stands, if its boundary is on an older page
	Diagnostics []diagnostic.Diagnostic
	Complete    bool
	Alone       bool // it is one file by itself; others of its thread were not looked for

	whole []*rawview.Item // of which Items are a page: the places of losses are found among them
}

// ThreadOf is the whole history.
func ThreadOf(v rawview.View) Thread {
	t := Thread{ID: v.ThreadID, Items: v.Items, Total: len(v.Items), Diagnostics: v.Diagnostics, Complete: v.Complete, whole: v.Items}
	for _, root := range v.Roots {
		t.Roots = append(t.Roots, root.File)
	}
	return t
}

// PageOf is a page of a history, whose items are turned to the order of time. The history may have grown since the page was
// begun.
func PageOf(p page.Page, history rawview.View) Thread {
	t := Thread{
		ID: p.ThreadID, Total: p.Total, Next: p.Next.String(), OpenTurn: p.OpenTurn,
		Diagnostics: p.Diagnostics, Complete: p.Complete,
		whole: history.Items,
	}
	for i := range p.Items {
		t.Items = append(t.Items, p.Items[len(p.Items)-1-i])
	}
	return t
}

// WriteThread writes the history as text. The error is the writer's.
func WriteThread(w io.Writer, t Thread, o Options) error {
	v := &threadView{printer: &printer{w: w, style: style{color: o.Color}, full: o.Full, source: true}, thread: t, notes: placeNotes(t)}
	v.header()
	if t.OpenTurn != "" {
		v.line()
		v.turn(t.OpenTurn + " (begun on an older page)")
	}
	v.items(t.Items)
	v.lossNotes(v.notes.rest)
	v.summary()
	return v.printer.err
}

// threadView draws one thread.
type threadView struct {
	*printer
	thread Thread
	notes  notes
}

func (v *threadView) header() {
	title := "thread " + sanitize.Line(v.thread.ID)
	if v.thread.ID == "" {
		title = "no thread"
	}
	title = v.style.strong(title)
	if v.thread.Roots == nil {
		v.line(title, fmt.Sprintf("  %d of %s", len(v.thread.Items), count(v.thread.Total, "item")))
		return
	}
	var names []string
	for i, root := range v.thread.Roots {
		if i == maxPlaces {
			names = append(names, fmt.Sprintf("and %d more", len(v.thread.Roots)-i))
			break
		}
		names = append(names, clip(root))
	}
	v.line(title, "  ", strings.Join(names, ", "))
}

func (v *threadView) summary() {
	t, table := v.thread, newTable(v.thread.Diagnostics)
	v.line()
	if t.Next != "" {
		v.line("older items: --page ", t.Next)
	}
	shown := count(t.Total, "item")
	switch {
	case t.Complete && t.Total == 0:
		v.line(v.style.warn("nothing to show"), ": the files hold no item")
	case t.Complete && t.Alone:
		v.line(v.style.good("complete"), ": ", shown, ", nothing is missing from this file")
	case t.Complete:
		v.line(v.style.good("complete"), ": ", shown, ", nothing is missing from the thread")
	default:
		v.line(v.style.warn("incomplete"), ": ", shown, ", ", table.lost())
	}
	v.findings(table, v.where)
}

// where is the place that a diagnostic names, and its message unless that stands where the loss is marked.
func (v *threadView) where(d diagnostic.Diagnostic) string {
	where := clip(d.File())
	if line, _, ok := d.Line(); ok {
		where += fmt.Sprintf("  line %d", line)
	}
	if d.Path() != "" {
		where += "  " + clip(d.Path())
	}
	if !v.notes.placed[d] {
		where += ": " + sanitize.Line(d.Message())
	}
	return where
}

// Package page cuts the view of a thread into pages, the newest first.
//
// It promises: pages that begin with one first page give each item that was there then, and still is, exactly once and in
// order, while files grow and sub-agents and roots are added between two pages. Start at Get.
package page

import (
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The number of items on a page (SR-PAGE-01).
const (
	DefaultLimit = 50
	MaxLimit     = 500
)

// Page is a part of the view of a thread.
type Page struct {
	ThreadID      string
	HasTranscript bool
	Items         []*view.Item // the newest first
	Total         int          // items of the view, those inside sub-agents not counted
	Next          Cursor       // of the older items; zero if there are none
	HasMore       bool
	OpenTurn      string // request id of the turn whose boundary stands on an older page; "" if none does
	Diagnostics   []diagnostic.Diagnostic
	Complete      bool
}

// Get gives the page of a thread that ends at the cursor. The files map names to texts. The error is ErrInvalidCursor.
func Get(files map[string]string, threadID, cursor string, limit int) (Page, error) {
	from, err := ParseCursor(cursor)
	if err != nil {
		return Page{}, err
	}
	thread := layout.Find(files, threadID)
	if from.IsZero() {
		from = Begin(thread, func(file string) int { return len(files[file]) })
	}
	thread, lengths := from.Pinned(thread)
	then := maps.Clone(files)
	for file, length := range lengths {
		then[file] = files[file][:min(length, len(files[file]))]
	}
	return Slice(view.Show(then, thread), from, limit)
}

// Slice cuts a page from the view of the roots that the cursor pins; the view is not changed. A first page has the cursor
// of Begin. limit is clamped to 1 to MaxLimit (SR-PAGE-01).
func Slice(v view.View, from Cursor, limit int) (Page, error) {
	page := Page{
		ThreadID: v.ThreadID, HasTranscript: v.HasTranscript, Total: len(v.Items), Items: []*view.Item{},
		Diagnostics: v.Diagnostics, Complete: v.Complete,
	}
	upper := len(v.Items)
	if from.before.File != "" {
		upper = slices.IndexFunc(v.Items, func(item *view.Item) bool { return item.Origin == from.before })
		if upper < 0 {
			return Page{}, ErrInvalidCursor
		}
	}
	lower := max(0, upper-min(max(limit, 1), MaxLimit))
	page.Items = append(page.Items, v.Items[lower:upper]...)
	slices.Reverse(page.Items)
	if lower == upper {
		return page, nil
	}
	oldest := v.Items[lower]
	if oldest.Kind != view.TurnBoundary {
		page.OpenTurn = oldest.Turn // SR-PAGE-05
	}
	if page.HasMore = lower > 0; page.HasMore {
		page.Next = from
		page.Next.before = oldest.Origin
	}
	return page, nil
}

// Value is the page on the wire (SR-PAGE-01).
func (p Page) Value() jsvalue.Value {
	members := []jsvalue.Member{
		{Key: "threadId", Value: jsvalue.StringValue(p.ThreadID)},
		{Key: "items", Value: view.ItemsValue(p.Items)},
		{Key: "total", Value: jsvalue.IntValue(int64(p.Total))},
		{Key: "hasMore", Value: jsvalue.BoolValue(p.HasMore)},
		{Key: "hasTranscript", Value: jsvalue.BoolValue(p.HasTranscript)},
	}
	if p.HasMore {
		members = append(members, jsvalue.Member{Key: "nextCursor", Value: jsvalue.StringValue(p.Next.String())})
	}
	if p.OpenTurn != "" {
		members = append(members, jsvalue.Member{Key: "openTurn", Value: jsvalue.StringValue(p.OpenTurn)})
	}
	return jsvalue.ObjectValue(append(
		members,
		jsvalue.Member{Key: "diagnostics", Value: diagnostic.ListValue(p.Diagnostics)},
		jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(p.Complete)},
	)...)
}

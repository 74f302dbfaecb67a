package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// wholeFaults damage what only a definition of whole answers sees.
var wholeFaults = []fault.Fault{
	{ID: "iteration-lost", Says: "A message has no iteration.", Breaks: []string{"items-by-definition"}, Wrap: onEach("assistantMessage", func(item jsvalue.Value) jsvalue.Value {
		return item.Without("iteration")
	})},
	{ID: "scaffolding-lost", Says: "What a record puts before the kept rows is not listed.", Breaks: []string{"items-by-definition"}, Wrap: onEach("compaction", func(item jsvalue.Value) jsvalue.Value {
		return item.Without("scaffolding")
	})},
	{ID: "why-it-failed-lost", Says: "A failure has no detail.", Breaks: []string{"items-by-definition"}, Wrap: onEach("toolCall", func(item jsvalue.Value) jsvalue.Value {
		if item.Has("failure") {
			return with(item, "failure", jsvalue.ObjectValue())
		}
		return item
	})},
	{ID: "all-completed", Says: "Every sub-agent is completed.", Breaks: []string{"items-by-definition"}, Wrap: changing("subagent", "status", func(string) string { return "completed" })},
	{ID: "turns-of-another-root", Says: "A sub-agent of the last turn of its root stands in the first turn of the next root.", Breaks: []string{"items-by-definition"}, Wrap: fault.OnResult("items", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "items", jsvalue.ArrayValue(inNextRoot(request.Input.Files(), list(result.Get("items")))...))
	})},
	{ID: "envelopes-as-they-are", Says: "Calls inside a text are text.", Breaks: []string{"items-by-definition"}, Wrap: onTexts(replacing(`{\"content\":`, `{ \"x\":1,\"content\":`))},
	{ID: "metadata-lost", Says: "Rows of the context have no metadata.", Breaks: []string{"context-by-definition"}, Wrap: fault.OnResult("context", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		rows := list(result.Get("rows"))
		for i, row := range rows {
			rows[i] = row.Without("extra_metadata")
		}
		return with(result, "rows", jsvalue.ArrayValue(rows...))
	})},
	{ID: "first-totals-count", Says: "Later headers change nothing.", Breaks: []string{"context-by-definition"}, Wrap: onTexts(func(text string) string {
		before, after, _ := strings.Cut(text, "\n")
		return before + "\n" + strings.ReplaceAll(after, `{"_meta":`, `{"kind":"tools","_metadata":`)
	})},
	{ID: "offsets-from-one", Says: "Byte offsets count from one.", Breaks: []string{"diagnostics-by-definition"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
		for i, d := range list {
			if offset, ok := d.Get("byteOffset").SafeInteger(); ok {
				list[i] = with(d, "byteOffset", jsvalue.IntValue(offset+1))
			}
		}
		return list
	})},
	{ID: "repetitions-in-silence", Says: "Nothing is said of rows that stood before.", Breaks: []string{"diagnostics-by-definition"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
		return slices.DeleteFunc(list, func(d jsvalue.Value) bool { return d.Get("code").Text() == "repeated_row" })
	})},
	{ID: "turns-are-never-open", Says: "No page has an open turn.", Breaks: []string{"page-by-definition"}, Wrap: fault.OnResult("page", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return result.Without("openTurn")
	})},
	{ID: "total-of-the-page", Says: "The total counts the items of the page.", Breaks: []string{"page-by-definition"}, Wrap: fault.OnResult("page", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "total", jsvalue.IntValue(int64(result.Get("items").Len())))
	})},
}

// inNextRoot moves sub-agents over the boundary behind them, where no root has both turns.
func inNextRoot(files []protocol.File, items []jsvalue.Value) []jsvalue.Value {
	has := func(file protocol.File, id string) bool {
		return strings.Contains(file.Text, `"request_id":`+string(jsvalue.Append(nil, text(id))))
	}
	for i := len(items) - 2; i >= 0; i-- {
		agent, next := items[i], items[i+1]
		if isSubagent(agent) == 0 || agent.Has("callId") || !agent.Has("requestId") || next.Get("kind").Text() != "turnBoundary" {
			continue
		}
		together := slices.ContainsFunc(files, func(file protocol.File) bool {
			return has(file, agent.Get("requestId").Text()) && has(file, next.Get("requestId").Text())
		})
		if !together {
			items[i], items[i+1] = next, with(agent, "requestId", next.Get("requestId"))
		}
	}
	return items
}

package faults

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var itemFaults = []fault.Fault{
	{ID: "member-of-its-own", Says: "Items have a member that is not in the table.", Breaks: []string{"item-members"}, Wrap: onEach("reasoning", func(item jsvalue.Value) jsvalue.Value {
		return with(item, "signature", text("x"))
	})},
	{ID: "status-done", Says: "A call that succeeded is done.", Breaks: []string{"statuses"}, Wrap: changing("toolCall", "status", func(status string) string {
		return strings.Replace(status, "success", "done", 1)
	})},
	{ID: "failure-is-success", Says: "A call that failed has succeeded.", Breaks: []string{"results-find-their-calls"}, Wrap: onEach("toolCall", func(item jsvalue.Value) jsvalue.Value {
		if item.Has("failure") {
			item = with(item.Without("failure"), "status", text("success"))
		}
		return item
	})},
	{ID: "names-no-call", Says: "A sub-agent names a call that does not stand before it.", Breaks: []string{"subagents-hang-in-place"}, Wrap: changing("subagent", "callId", func(string) string { return "x" })},
	{ID: "sub-agents-first", Says: "Sub-agents stand before all else.", Breaks: []string{"subagents-hang-in-place"}, Wrap: onItems(func(items []jsvalue.Value) []jsvalue.Value {
		slices.SortStableFunc(items, func(a, b jsvalue.Value) int { return isSubagent(b) - isSubagent(a) })
		return items
	})},
	{ID: "sub-agent-lost", Says: "The last sub-agent is not shown.", Breaks: []string{"one-subagent-a-file"}, Wrap: onItems(func(items []jsvalue.Value) []jsvalue.Value {
		for i := len(items) - 1; i >= 0; i-- {
			if isSubagent(items[i]) > 0 {
				return slices.Delete(items, i, i+1)
			}
		}
		return items
	})},
	{ID: "turn-of-the-next", Says: "A message has the request of another turn.", Breaks: []string{"messages-in-their-turns"}, Wrap: changing("assistantMessage", "requestId", func(id string) string { return id + "+1" })},
	{ID: "boundary-lost", Says: "The second boundary is not there.", Breaks: []string{"rows-in-order", "messages-in-their-turns"}, Wrap: onItems(func(items []jsvalue.Value) []jsvalue.Value {
		count := 0
		return slices.DeleteFunc(items, func(item jsvalue.Value) bool {
			if item.Get("kind").Text() == "turnBoundary" {
				count++
			}
			return count == 2 && item.Get("kind").Text() == "turnBoundary"
		})
	})},
	{ID: "thought-behind-its-message", Says: "Reasoning stands behind the message.", Breaks: []string{"rows-in-order"}, Wrap: onItems(func(items []jsvalue.Value) []jsvalue.Value {
		for i := 1; i < len(items); i++ {
			if items[i-1].Get("kind").Text() == "reasoning" {
				items[i-1], items[i] = items[i], items[i-1]
				i++
			}
		}
		return items
	})},
	{ID: "texts-are-trimmed", Says: "Texts have no white space around them.", Breaks: []string{"rows-in-order", "shown-exactly-once"}, Wrap: changing("userMessage", "content", strings.TrimSpace)},
	{ID: "texts-are-shortened", Says: "Long texts end with dots.", Breaks: []string{"no-invented-text"}, Wrap: changing("assistantMessage", "content", func(content string) string {
		if len(content) > 30 {
			return content[:20] + "..."
		}
		return content
	})},
	{ID: "display-is-trimmed", Says: "Every message has a trimmed displayContent.", Breaks: []string{"display-content-is-the-rest"}, Wrap: onEach("userMessage", func(item jsvalue.Value) jsvalue.Value {
		return with(item, "displayContent", text(strings.TrimSpace(item.Get("content").Text())))
	})},
	{ID: "look-alikes-untagged", Says: "What looks like a block is not tagged.", Breaks: []string{"display-content-is-the-rest"}, Wrap: onEach("userMessage", func(item jsvalue.Value) jsvalue.Value { return item.Without("lookalike") })},
	{ID: "arguments-as-doubles", Says: "Numbers of arguments are read as doubles.", Breaks: []string{"arguments-keep-their-text"}, Wrap: onEach("toolCall", func(item jsvalue.Value) jsvalue.Value {
		if args, err := jsvalue.Decode(string(jsvalue.Append(nil, item.Get("args")))); err == nil && item.Has("args") {
			return with(item, "args", args)
		}
		return item
	})},
	{ID: "nothing-was-replaced", Says: "A record has replaced nothing.", Breaks: []string{"compactions-are-marked"}, Wrap: onEach("compaction", func(item jsvalue.Value) jsvalue.Value {
		return with(item, "replacedCount", jsvalue.IntValue(0))
	})},
	{ID: "request-is-a-word", Says: "A request id ends at a blank.", Breaks: []string{"renamed-requests"}, Wrap: changing("turnBoundary", "requestId", func(id string) string {
		word, _, _ := strings.Cut(id, " ")
		return word
	})},
	{ID: "last-stands-first", Says: "The last item stands first.", Breaks: []string{"what-is-appended-comes-last"}, Wrap: onItems(func(items []jsvalue.Value) []jsvalue.Value {
		if len(items) == 0 {
			return items
		}
		return append(items[len(items)-1:], items[:len(items)-1]...)
	})},
}

func isSubagent(item jsvalue.Value) int {
	if item.Get("kind").Text() == "subagent" {
		return 1
	}
	return 0
}

// onDiagnostics damages the diagnostics of items.
func onDiagnostics(damage func(list []jsvalue.Value) []jsvalue.Value) wrapper {
	return fault.OnResult("items", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "diagnostics", jsvalue.ArrayValue(damage(list(result.Get("diagnostics")))...))
	})
}

var diagnosticFaults = []fault.Fault{
	{ID: "always-complete", Says: "Every view is complete.", Breaks: []string{"complete-iff-nothing-affects"}, Wrap: fault.OnResult("items", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "complete", jsvalue.BoolValue(true))
	})},
	{ID: "place-of-nobody", Says: "A diagnostic names the line in bytes.", Breaks: []string{"diagnostics-have-places"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
		for i, d := range list {
			list[i] = with(d, "line", jsvalue.IntValue(1_000_000))
		}
		return list
	})},
	{ID: "unknown-kinds-in-silence", Says: "Nothing is said of unknown kinds.", Breaks: []string{"unknown-lines-are-told"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
		return slices.DeleteFunc(list, func(d jsvalue.Value) bool { return d.Get("code").Text() == "unknown_kind" })
	})},
}

var rowFaults = []fault.Fault{
	{ID: "system-is-shown", Says: "Rows of the system are shown as the assistant's.", Breaks: []string{"rows-in-order"}, Wrap: onTexts(replacing(`"role":"system"`, `"role":"assistant"`))},
	{ID: "interrupted-is-whole", Says: "An interrupted row is like any other.", Breaks: []string{"rows-in-order", "context-is-the-last-set"}, Wrap: onTexts(replacing(`"interrupted":true`, `"interrupted":false`))},
	{ID: "records-are-skipped", Says: "Compaction records are skipped.", Breaks: []string{"context-is-the-last-set", "compactions-are-marked"}, Wrap: onLines(func(line string) bool { return strings.Contains(line, `"kind":"compaction"`) })},
	{ID: "one-spelling", Says: "Only one spelling of a record is read.", Breaks: []string{"compaction-spellings"}, Wrap: onTexts(replacing(`"replacement_history"`, `"history"`))},
	{ID: "kinds-are-rows", Says: "A line of an unknown kind is a row.", Breaks: []string{"unknown-lines-are-inert"}, Wrap: onTexts(replacing(`"kind":"checkpoint",`, ""))},
	{ID: "blank-lines-end-the-file", Says: "What stands behind a blank line is not read.", Breaks: []string{"unknown-lines-are-inert"}, Wrap: onTexts(func(text string) string {
		before, _, found := strings.Cut(text, "\r\n\r\n")
		if found {
			return before + "\n"
		}
		return text
	})},
	{ID: "prototype-lost", Says: "A line with __proto__ is lost.", Breaks: []string{"unknown-members-are-inert"}, Wrap: onLines(func(line string) bool { return strings.Contains(line, `"__proto__":{`) })},
	{ID: "torn-line-costs-two", Says: "A torn line costs the one before.", Breaks: []string{"torn-last-line"}, Wrap: onTexts(func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		if n := len(lines); n > 2 && strings.Contains(lines[n-1], "these words are torn") {
			lines = slices.Delete(lines, n-2, n-1)
		}
		return strings.Join(lines, "")
	})},
	{ID: "replaced-is-gone", Says: "What a record replaced is not shown.", Breaks: []string{"shown-exactly-once"}, Wrap: onTexts(func(text string) string {
		at := strings.LastIndex(text, `{"kind":"compaction"`)
		header, _, ok := strings.Cut(text, "\n")
		if at <= len(header) || !ok {
			return text
		}
		return header + "\n" + text[at:]
	})},
	{ID: "results-of-the-newest", Says: "Results of one id are on the newest call.", Breaks: []string{"results-find-their-calls"}, Wrap: onItems(func(items []jsvalue.Value) []jsvalue.Value {
		calls := map[string]int{}
		for i, item := range items {
			if item.Get("kind").Text() != "toolCall" {
				continue
			}
			if other, again := calls[item.Get("callId").Text()]; again {
				items[other], items[i] = swapped(items[other], item)
			}
			calls[item.Get("callId").Text()] = i
		}
		return items
	})},
}

func replacing(old, other string) func(string) string {
	return func(text string) string { return strings.ReplaceAll(text, old, other) }
}

// swapped are two calls with each other's results.
func swapped(a, b jsvalue.Value) (jsvalue.Value, jsvalue.Value) {
	members := []string{"result", "status", "failure"}
	take := func(to, from jsvalue.Value) jsvalue.Value {
		to = to.Without(members...)
		for _, name := range members {
			if from.Has(name) {
				to = with(to, name, from.Get(name))
			}
		}
		return to
	}
	return take(a, b), take(b, a)
}

var fileFaults = []fault.Fault{
	{ID: "every-third-answer", Says: "Every third answer names another thread.", Breaks: []string{"same-answer-twice"}, Wrap: func(right protocol.Subject) protocol.Subject {
		calls := 0
		return fault.OnResult("items", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			if calls++; calls%3 == 0 {
				return with(result, "threadId", text("another"))
			}
			return result
		})(right)
	}},
	{ID: "last-file-lost", Says: "The last of several files is not read.", Breaks: []string{"files-in-any-order"}, Wrap: fault.OnRequest("items", func(request protocol.Request) protocol.Request {
		if files := request.Input.Files(); len(files) > 1 {
			request.Input = protocol.FilesOf(slices.Clone(files[:len(files)-1])...)
		}
		return request
	})},
	{ID: "files-are-counted", Says: "A view tells how many files there are.", Breaks: []string{"foreign-files"}, Wrap: fault.OnResult("items", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "files", jsvalue.IntValue(int64(len(request.Input.Files()))))
	})},
}

var pageFaults = []fault.Fault{
	{ID: "cursor-at-the-end", Says: "The last page has a cursor.", Breaks: []string{"page-members"}, Wrap: fault.OnResult("page", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "nextCursor", text("x"))
	})},
	{ID: "item-between-pages", Says: "An item is lost between two pages.", Breaks: []string{"pages-are-the-view"}, Wrap: fault.OnResult("page", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		items := list(result.Get("items"))
		if result.Get("hasMore").IsTrue() {
			items = items[:len(items)-1]
		}
		return with(result, "items", jsvalue.ArrayValue(items...))
	})},
	{ID: "cursor-counts", Says: "A cursor counts the items that are newer.", Breaks: []string{"pages-while-files-grow"}, Wrap: fault.Wrap(countingCursor)},
	{ID: "wrong-cursor-is-none", Says: "A wrong cursor asks for the newest page.", Breaks: []string{"cursor-of-nobody"}, Wrap: fault.Wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if err == nil && answer.Err().Code == "invalid_cursor" {
			request.Options = request.Options.Without("cursor")
			return right.Call(ctx, request)
		}
		return answer, err
	})},
}

// countingCursor answers page by the items, with cursors that are numbers.
func countingCursor(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
	cursor := request.Options.Get("cursor").Text()
	newer, notOurs := strconv.Atoi(cursor)
	if request.Op != "page" || cursor != "" && notOurs != nil {
		return right.Call(ctx, request)
	}
	limit, _ := request.Options.Get("limit").SafeInteger()
	request.Op, request.Options = "items", request.Options.Without("cursor", "limit")
	answer, err := right.Call(ctx, request)
	if err != nil || answer.Kind() != protocol.ResultAnswer || limit < 1 {
		return answer, err
	}
	all := list(answer.Result().Get("items"))
	slices.Reverse(all)
	items := all[min(newer, len(all)):min(newer+int(limit), len(all))]
	more := newer+len(items) < len(all)
	result := with(with(answer.Result(), "items", jsvalue.ArrayValue(items...)), "hasMore", jsvalue.BoolValue(more))
	result = with(result, "total", jsvalue.IntValue(int64(len(all))))
	if more {
		result = with(result, "nextCursor", text(strconv.Itoa(newer+len(items))))
	}
	return protocol.Result(result), nil
}

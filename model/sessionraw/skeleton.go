package sessionraw

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// step is what an item says, as far as a row alone decides it: of a call not its result.
type step struct{ kind, text, more, request string }

// steps are what the rows of a plain file without records, repetitions and texts that stand for others give, in order
// (SR-VIEW-03 to SR-VIEW-07). False if the file is not so simple.
func (f File) steps() ([]step, bool) {
	rows := f.rows()
	if len(distinct(rows)) != len(rows) || f.has(Line.isCompaction) {
		return nil, false
	}
	var all []step
	turn := ""
	for _, r := range rows {
		if !r.isPlainText() {
			return nil, false
		}
		if r.RequestID != "" && r.RequestID != turn {
			turn = r.RequestID
			all = append(all, step{kind: "turnBoundary", request: turn})
		}
		all = append(all, r.steps()...)
	}
	return all, true
}

func (f File) has(kind func(Line) bool) bool {
	for _, line := range f.Lines {
		if kind(line) {
			return true
		}
	}
	return false
}

// steps are those of one row.
func (r Row) steps() (all []step) {
	switch {
	case !r.isShown():
	case r.Interrupted:
		return []step{{kind: "interruptedPartial", text: r.Content, more: r.Reasoning}}
	case r.Role == "user":
		return []step{{kind: "userMessage", text: r.Content, request: r.RequestID}}
	case r.Role == "assistant":
		if !isBlank(r.Reasoning) {
			all = append(all, step{kind: "reasoning", text: r.Reasoning})
		}
		if !isBlank(r.Content) {
			all = append(all, step{kind: "assistantMessage", text: r.Content, more: strconv.FormatBool(len(r.Calls) > 0), request: r.RequestID})
		}
		for _, call := range r.Calls {
			all = append(all, step{kind: "toolCall", text: call.ID, more: call.Name})
		}
	}
	return all
}

// stepsOf are those of items. Sub-agents, and calls that a result has made (SR-VIEW-10), are none.
func stepsOf(items []Item, orphans bool) (all []step) {
	for _, item := range items {
		text := func(name string) string { return item.Value.Get(name).Text() }
		switch item.Kind {
		case "subagent":
		case "turnBoundary":
			all = append(all, step{kind: item.Kind, request: text("requestId")})
		case "userMessage":
			all = append(all, step{kind: item.Kind, text: text("content"), request: text("requestId")})
		case "assistantMessage":
			interim := strconv.FormatBool(item.Value.Get("interim").IsTrue())
			all = append(all, step{kind: item.Kind, text: text("content"), more: interim, request: text("requestId")})
		case "interruptedPartial":
			all = append(all, step{kind: item.Kind, text: text("text"), more: text("thinking")})
		case "toolCall":
			if orphans || text("name") != orphanName {
				all = append(all, step{kind: item.Kind, text: text("callId"), more: text("name")})
			}
		default:
			all = append(all, step{kind: item.Kind, text: text("text")})
		}
	}
	return all
}

// orphanName is that of a call that a result without one has made.
const orphanName = "tool"

// callsOf are the calls among items, those of results aside.
func callsOf(items []Item) (calls []jsvalue.Value) {
	for _, item := range items {
		if item.Kind == "toolCall" && item.Value.Get("name").Text() != orphanName {
			calls = append(calls, item.Value)
		}
	}
	return calls
}

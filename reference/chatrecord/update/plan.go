package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// UsageTotals are the tokens used so far; a plan shows them.
type UsageTotals struct {
	PromptTokens, CachedTokens, CandidateTokens, APITimeMs float64
}

// TodoPlan is a usable result of todo_write.
type TodoPlan struct {
	CallID          string
	PersistedCallID string
	Display         jsvalue.Value // the todo_list object
	Totals          UsageTotals
}

// TodoList returns the todo_list object of a todo_write result: an object or its JSON text (CR-REPLAY-36).
func TodoList(display jsvalue.Value) (jsvalue.Value, bool) {
	if display.IsString() {
		parsed, err := jsvalue.Decode(display.Text())
		if err != nil {
			return jsvalue.Value{}, false
		}
		display = parsed
	}
	return display, display.IsObject() && display.Get("type").Text() == "todo_list" && display.Get("todos").IsArray()
}

// PlanUpdate builds the plan that a todo list stands for (CR-REPLAY-37, CR-REPLAY-38).
func PlanUpdate(plan TodoPlan, always []jsvalue.Member, origin *Origin) Update {
	number := func(key string, f float64) jsvalue.Member {
		return jsvalue.Member{Key: key, Value: jsvalue.NumberValue(f)}
	}
	extra := []jsvalue.Member{{Key: "stats", Value: jsvalue.ObjectValue(
		number("promptTokens", plan.Totals.PromptTokens), number("cachedTokens", plan.Totals.CachedTokens),
		number("candidateTokens", plan.Totals.CandidateTokens), number("apiTimeMs", plan.Totals.APITimeMs),
	)}}
	if id := plan.Display.Get("planId").Text(); id != "" {
		extra = append(extra, jsvalue.Member{Key: "qwenTodoPlan", Value: jsvalue.ObjectValue(member("id", id))})
	}
	if plan.Display.Get("sessionWorkflow").IsTrue() {
		extra = append(extra, jsvalue.Member{Key: "qwenSessionWorkflow", Value: jsvalue.BoolValue(true)})
	}
	if plan.PersistedCallID != "" {
		extra = append(extra, member("persistedCallId", plan.PersistedCallID))
	}
	u := Update{Kind: Plan, Entries: PlanEntries(plan.Display), Meta: origin.meta(append(extra, always...))}
	if u.Meta.Provenance != nil {
		u.Meta.Provenance.PlanToolCallID = plan.CallID
	}
	return u
}

// PlanEntries lists the usable items of a todo list; IsPlanItem says which those are.
func PlanEntries(list jsvalue.Value) []PlanEntry {
	entries := []PlanEntry{}
	for _, item := range list.Get("todos").Elements() {
		if !IsPlanItem(item) {
			continue
		}
		entries = append(entries, PlanEntry{
			Content: item.Get("content").Text(), Priority: "medium", Status: item.Get("status").Text(), Todo: todoMeta(item),
		})
	}
	return entries
}

// IsPlanItem reports whether an item has a content and a known status (CR-REPLAY-37).
func IsPlanItem(item jsvalue.Value) bool {
	if !item.Get("content").IsString() {
		return false
	}
	switch item.Get("status").Text() {
	case "pending", "in_progress", "completed":
		return true
	}
	return false
}

func todoMeta(item jsvalue.Value) jsvalue.Value {
	var members []jsvalue.Member
	if id := item.Get("id").Text(); id != "" {
		members = append(members, member("id", id))
	}
	if blockers := item.Get("blockedBy"); isStringList(blockers) {
		members = append(members, jsvalue.Member{Key: "blockedBy", Value: blockers})
	}
	if members == nil {
		return jsvalue.Value{}
	}
	return jsvalue.ObjectValue(members...)
}

func isStringList(v jsvalue.Value) bool {
	for _, element := range v.Elements() {
		if !element.IsString() {
			return false
		}
	}
	return v.IsArray()
}

package chatrecord

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The limits of CR-PREVIEW-16.
const (
	todoItems    = 1000
	todoUnits    = 100_000
	todoBlockers = 1000
	todoIDUnits  = 512
)

func isTodoTool(name string) bool {
	return slices.Contains([]string{"todo_write", "todowrite"}, lowerASCII(name))
}

// todoCard is CR-PREVIEW-03.
func todoCard(e jsvalue.Value, n names) jsvalue.Value {
	if !isTodoTool(n.toolName) {
		return jsvalue.Value{}
	}
	return todoList(e, cmp.Or(n.title, n.toolName, n.toolKind))
}

// todoList is CR-PREVIEW-16 to CR-PREVIEW-20, Undefined for a value without a list.
func todoList(source jsvalue.Value, summary string) jsvalue.Value {
	list := source.Get("entries")
	if !list.IsArray() {
		list = source.Get("todos")
	}
	if !list.IsArray() {
		return jsvalue.Value{}
	}
	items := elements(list)
	t := &todoReader{truncated: len(items) > todoItems, units: todoUnits, blockers: todoBlockers, used: map[string]bool{}, claimed: map[string]bool{}}
	items = items[:min(len(items), todoItems)]
	for _, item := range items {
		if id := firstNonblank(item.Get("_meta").Get("qwenTodo").Get("id"), item.Get("id")); !jsvalue.LongerThan(id, todoIDUnits) {
			t.claimed[id] = true
		}
	}
	var entries []jsvalue.Value
	for place, item := range items {
		if entry := t.entry(place, item); !entry.IsUndefined() {
			entries = append(entries, entry)
		}
	}
	plan, revision := t.plan(source)
	truncated := jsvalue.Value{}
	if t.truncated {
		truncated = jsvalue.BoolValue(true)
	}
	return card("todo_list", jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(entries...)}, ifSaid("summary", summary),
		jsvalue.Member{Key: "truncated", Value: truncated}, ifSaid("planId", plan), jsvalue.Member{Key: "revision", Value: revision})
}

// todoReader is what is left of the budgets, and whether anything was cut, left out or corrected.
type todoReader struct {
	units, blockers int
	truncated       bool
	used, claimed   map[string]bool // ids
}

func (t *todoReader) entry(place int, item jsvalue.Value) jsvalue.Value {
	content := first(item, "content", "text", "title") // CR-PREVIEW-17
	if jsvalue.LongerThan(content, t.units) {
		content, t.truncated = jsvalue.Prefix(content, t.units), true
	}
	if content == "" {
		t.truncated = true
		return jsvalue.Value{}
	}
	t.units -= jsvalue.Length(content)
	return objectOf(
		said("id", t.id(place, item)), said("content", jsvalue.WellFormed(content)),
		said("status", cmp.Or(t.word(item.Get("status"), "completed", "in_progress", "pending"), "pending")),
		ifSaid("priority", t.word(item.Get("priority"), "high", "medium", "low")),
		jsvalue.Member{Key: "blockedBy", Value: t.blockedBy(item)},
	)
}

func (t *todoReader) word(v jsvalue.Value, words ...string) string {
	if slices.Contains(words, v.Text()) {
		return v.Text()
	}
	t.truncated = t.truncated || !v.IsUndefined()
	return ""
}

// id is CR-PREVIEW-18.
func (t *todoReader) id(place int, item jsvalue.Value) string {
	places := []jsvalue.Value{item.Get("_meta").Get("qwenTodo").Get("id"), item.Get("id")}
	t.truncated = t.truncated || slices.ContainsFunc(places, isWrongText)
	base := firstNonblank(places...)
	generated := base == "" || jsvalue.LongerThan(base, todoIDUnits)
	if generated {
		t.truncated = t.truncated || base != ""
		base = fmt.Sprintf("plan-%d", place)
	}
	id := base
	for n := 1; t.used[id] || (generated || id != base) && t.claimed[id]; n++ {
		suffix := "-s"
		if n > 1 {
			suffix = fmt.Sprintf("-s%d", n)
		}
		id = jsvalue.Prefix(base, todoIDUnits-len(suffix)) + suffix
	}
	t.used[id] = true
	return id
}

// blockedBy is the second half of CR-PREVIEW-19.
func (t *todoReader) blockedBy(item jsvalue.Value) jsvalue.Value {
	list := orElse(item.Get("_meta").Get("qwenTodo").Get("blockedBy"), item.Get("blockedBy"))
	window := elements(list)
	window = window[:min(len(window), t.blockers)]
	t.blockers -= len(window)
	kept := slices.DeleteFunc(slices.Clone(window), func(v jsvalue.Value) bool { return v.Text() == "" || jsvalue.LongerThan(v.Text(), todoIDUnits) })
	t.truncated = t.truncated || !list.IsUndefined() && (!list.IsArray() || len(kept) < list.Len())
	if len(kept) == 0 {
		return jsvalue.Value{}
	}
	return jsvalue.ArrayValue(kept...)
}

// plan is CR-PREVIEW-20.
func (t *todoReader) plan(source jsvalue.Value) (id string, revision jsvalue.Value) {
	meta, plan := source.Get("_meta").Get("qwenTodoPlan"), source.Get("plan")
	ids := []jsvalue.Value{meta.Get("id"), plan.Get("id"), source.Get("planId")}
	t.truncated = t.truncated || slices.ContainsFunc(ids, isWrongText)
	if id = firstNonblank(ids...); jsvalue.LongerThan(id, todoIDUnits) {
		id, t.truncated = "", true
	}
	stated := orElse(meta.Get("revision"), plan.Get("revision"), source.Get("revision"))
	if n, ok := stated.SafeInteger(); ok && n >= 0 {
		return id, jsvalue.IntValue(n)
	}
	t.truncated = t.truncated || !stated.IsNullish()
	return id, jsvalue.Value{}
}

// isWrongText: present and not nonblank.
func isWrongText(v jsvalue.Value) bool { return !v.IsUndefined() && jsvalue.IsBlank(v.Text()) }

func firstNonblank(values ...jsvalue.Value) string {
	for _, v := range values {
		if !jsvalue.IsBlank(v.Text()) {
			return v.Text()
		}
	}
	return ""
}

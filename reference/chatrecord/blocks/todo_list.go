package blocks

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The limits of a todo_list preview (CR-PREVIEW-16).
const (
	maxTodoItems    = 1000
	maxTodoContent  = 100_000 // UTF-16 units, all items together
	maxTodoBlockers = 1000    // all items together
	maxTodoID       = 512     // UTF-16 units
)

// todoListPreview shows the task list in source, which is the input of a todo tool or its output; Undefined when it is
// neither. tool is the name in ASCII lower case. An empty summary is left out.
//
// CR-PREVIEW-03 and CR-PREVIEW-23.
func todoListPreview(tool string, source jsvalue.Value, summary string) jsvalue.Value {
	if tool != "todo_write" && tool != "todowrite" {
		return jsvalue.Value{}
	}
	list := source.Get("entries")
	if !list.IsArray() {
		list = source.Get("todos")
	}
	if !list.IsArray() {
		return jsvalue.Value{}
	}
	todo := newTodoList(list)
	entries := todo.entries()
	planID, revision := todo.planID(source), todo.revision(source)
	var truncated jsvalue.Value
	if todo.truncated {
		truncated = jsvalue.BoolValue(true)
	}
	return previewObject("todo_list",
		jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(entries...)},
		optionalMember("summary", summary),
		jsvalue.Member{Key: "truncated", Value: truncated},
		optionalMember("planId", planID),
		jsvalue.Member{Key: "revision", Value: revision},
	)
}

// todoList is a list being brought into shape. Everything that is cut, skipped or corrected sets truncated, but for the
// renaming of an id (CR-PREVIEW-16).
type todoList struct {
	items        []jsvalue.Value
	ids          todoIDs
	contentLeft  int
	blockersLeft int
	truncated    bool
}

func newTodoList(list jsvalue.Value) *todoList {
	t := &todoList{contentLeft: maxTodoContent, blockersLeft: maxTodoBlockers, truncated: list.Len() > maxTodoItems}
	for i := range min(list.Len(), maxTodoItems) {
		t.items = append(t.items, list.At(i))
	}
	t.ids = claimTodoIDs(t.items)
	return t
}

func (t *todoList) entries() (entries []jsvalue.Value) {
	for i, item := range t.items {
		content := t.content(item)
		if content == "" {
			t.truncated = true
			continue
		}
		entries = append(entries, jsvalue.ObjectValue(
			textMember("id", t.id(i, item)),
			textMember("content", content),
			textMember("status", t.status(item)),
			optionalMember("priority", t.priority(item)),
			jsvalue.Member{Key: "blockedBy", Value: t.blockers(item)},
		))
	}
	return entries
}

// content is what the item says, as far as the budget reaches; "" skips the item. Half characters are replaced even in a
// text that is not cut.
//
// CR-PREVIEW-17. CR-DEC-24: the cut falls between characters, and a byte order mark at the start stays.
func (t *todoList) content(item jsvalue.Value) string {
	text := firstText(item, "content", "text", "title")
	if jsvalue.LongerThan(text, t.contentLeft) {
		text = jsvalue.Prefix(text, t.contentLeft)
		t.truncated = true
	}
	t.contentLeft -= jsvalue.Length(text)
	return jsvalue.WellFormed(text)
}

// id is the item's own id, or one made of its place in the list, in either case unlike all others.
//
// CR-PREVIEW-18.
func (t *todoList) id(place int, item jsvalue.Value) string {
	values := itemIDs(item)
	if wrongText(values[:]...) {
		t.truncated = true
	}
	id := firstNonblank(values[:]...)
	if jsvalue.LongerThan(id, maxTodoID) {
		t.truncated = true
		id = ""
	}
	if id == "" {
		return t.ids.take("plan-"+strconv.Itoa(place), true)
	}
	return t.ids.take(id, false)
}

// status and priority are CR-PREVIEW-19, first half.
func (t *todoList) status(item jsvalue.Value) string {
	value := item.Get("status")
	switch status := value.Text(); status {
	case "completed", "in_progress", "pending":
		return status
	}
	t.truncated = t.truncated || !value.IsUndefined()
	return "pending"
}

func (t *todoList) priority(item jsvalue.Value) string {
	value := item.Get("priority")
	switch priority := value.Text(); priority {
	case "high", "medium", "low":
		return priority
	}
	t.truncated = t.truncated || !value.IsUndefined()
	return ""
}

// blockers are the ids of the items that this one waits for, as far as the budget reaches. Every one that is looked at
// uses the budget, good or not.
//
// CR-PREVIEW-19, second half.
func (t *todoList) blockers(item jsvalue.Value) jsvalue.Value {
	list := coalesce(todoMeta(item).Get("blockedBy"), item.Get("blockedBy"))
	if list.IsUndefined() {
		return list
	}
	examined := min(list.Len(), t.blockersLeft)
	t.blockersLeft -= examined
	if !list.IsArray() || examined < list.Len() {
		t.truncated = true
	}
	var ids []jsvalue.Value
	for i := range examined {
		id := list.At(i)
		if id.Text() == "" || jsvalue.LongerThan(id.Text(), maxTodoID) {
			t.truncated = true
			continue
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return jsvalue.Value{}
	}
	return jsvalue.ArrayValue(ids...)
}

// planPlaces are the three places where a source may name its plan, the best first.
func planPlaces(source jsvalue.Value, nested, own string) [3]jsvalue.Value {
	return [...]jsvalue.Value{
		source.Get("_meta").Get("qwenTodoPlan").Get(nested),
		source.Get("plan").Get(nested),
		source.Get(own),
	}
}

// planID and revision are CR-PREVIEW-20.
func (t *todoList) planID(source jsvalue.Value) string {
	places := planPlaces(source, "id", "planId")
	id := firstNonblank(places[:]...)
	if jsvalue.LongerThan(id, maxTodoID) {
		t.truncated = true
		id = ""
	}
	t.truncated = t.truncated || wrongText(places[:]...)
	return id
}

func (t *todoList) revision(source jsvalue.Value) jsvalue.Value {
	places := planPlaces(source, "revision", "revision")
	value := coalesce(places[:]...)
	if revision, ok := value.SafeInteger(); ok && revision >= 0 {
		return jsvalue.IntValue(revision)
	}
	t.truncated = t.truncated || !value.IsNullish()
	return jsvalue.Value{}
}

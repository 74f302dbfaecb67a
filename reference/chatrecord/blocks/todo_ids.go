package blocks

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// todoIDs gives every item of a task list an id of its own (CR-PREVIEW-18).
type todoIDs struct {
	claimed map[string]bool // the ids that items state themselves
	taken   map[string]bool // the ids given out so far
	tried   map[string]int  // how many suffixes of an id are known to be in use
}

func claimTodoIDs(items []jsvalue.Value) todoIDs {
	ids := todoIDs{claimed: map[string]bool{}, taken: map[string]bool{}, tried: map[string]int{}}
	for _, item := range items {
		values := itemIDs(item)
		if id := firstNonblank(values[:]...); id != "" && !jsvalue.LongerThan(id, maxTodoID) {
			ids.claimed[id] = true
		}
	}
	return ids
}

// take gives out id, or id with the first free suffix when it was given out before, or when it was generated and some
// item states it.
func (ids todoIDs) take(id string, generated bool) string {
	free := id
	if ids.taken[id] || generated && ids.claimed[id] {
		for free = id; ids.taken[free] || ids.claimed[free]; {
			ids.tried[id]++
			free = suffixedID(id, ids.tried[id])
		}
	}
	ids.taken[free] = true
	return free
}

// suffixedID is id with -s, -s2, -s3 and so on, cut so that the whole is no longer than an id may be.
func suffixedID(id string, n int) string {
	suffix := "-s"
	if n > 1 {
		suffix += strconv.Itoa(n)
	}
	return jsvalue.Prefix(id, maxTodoID-len(suffix)) + suffix
}

// itemIDs are the two places where an item may state its id, the better first.
func itemIDs(item jsvalue.Value) [2]jsvalue.Value {
	return [...]jsvalue.Value{todoMeta(item).Get("id"), item.Get("id")}
}

func todoMeta(item jsvalue.Value) jsvalue.Value { return item.Get("_meta").Get("qwenTodo") }

// firstNonblank is the first of values that is a string with something to see in it, else "".
func firstNonblank(values ...jsvalue.Value) string {
	for _, v := range values {
		if !jsvalue.IsBlank(v.Text()) {
			return v.Text()
		}
	}
	return ""
}

// wrongText reports whether one of values is there but is no such string.
func wrongText(values ...jsvalue.Value) bool {
	for _, v := range values {
		if !v.IsUndefined() && jsvalue.IsBlank(v.Text()) {
			return true
		}
	}
	return false
}

package chatrecord

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Tool is one call with its results, as section 5.4 matches them.
type Tool struct {
	ID        string // the id that the block gets
	Persisted string // the id in the records, "" for one that has none
	Name      string
	Start     string // the uuid of the record that starts it, "" if none does
	Part      int    // the part of the start
	Silent    bool   // a todo_write, which shows nothing until it is answered
	Status    string // of the last result; "failed" when nothing answers
	Sources   []string
	Results   int
	Vague     bool // which of several calls a repeated result belongs to depends on what it says (CR-DEC-08)

	open    bool
	orphan  bool
	firstAt int
}

// Dangling reports whether nothing answers the call.
func (t *Tool) Dangling() bool { return t.Start != "" && t.Results == 0 }

// Tools are the calls and results of a chain, matched, in the order in which their ids were given out, and the records
// that owe a diagnostic because of a match.
type Tools struct {
	List      []*Tool
	Ambiguous []string // uuids of records with a result that had a choice, or named no call
	Further   []string // uuids of records with a result for a settled call
	Answers   []Answer // every result with its call

	taken       map[string]bool
	byPersisted map[string][]*Tool
	openByName  map[string][]*Tool
}

// Answer is one result and the call that it belongs to.
type Answer struct {
	UUID    string // its record
	Step    Step
	Outcome jsvalue.Value // the toolCallResult, if the result owns it
	Tool    *Tool
}

func (c *Chain) match(steps [][]Step) *Tools {
	t := &Tools{taken: make(map[string]bool), byPersisted: make(map[string][]*Tool), openByName: make(map[string][]*Tool)}
	for place, node := range c.Nodes {
		outcome := node.ToolCallResult()
		owners := ownersOf(outcome, steps[place])
		for i, step := range steps[place] {
			switch step.Kind {
			case Call:
				t.start(step, node.UUID)
			case Result:
				var owned jsvalue.Value
				if slices.Contains(owners, i) {
					owned = outcome
				}
				t.result(step, owned, node.UUID)
			}
		}
	}
	return t
}

// ownersOf are the steps whose response owns the toolCallResult of the record (CR-DEC-05).
func ownersOf(outcome jsvalue.Value, steps []Step) []int {
	var owners []int
	first := -1
	for i, step := range steps {
		if step.Kind != Result {
			continue
		}
		if first < 0 {
			first = i
		}
		if id := outcome.Get("callId").Text(); id != "" && step.Value.Get("id").Text() == id {
			owners = append(owners, i)
		}
	}
	if len(owners) == 0 {
		return []int{first}
	}
	return owners
}

// start: CR-REPLAY-23.
func (t *Tools) start(step Step, uuid string) {
	id, name := step.Value.Get("id").Text(), step.Value.Get("name").Text()
	silent := name == "todo_write"
	if orphan := t.orphanOf(id, name); orphan != nil {
		orphan.orphan, orphan.Start = false, uuid
		if !silent {
			orphan.from(uuid)
		}
		return
	}
	wanted := id
	if wanted == "" {
		wanted = fmt.Sprintf("qwen-replay-tool:%s:%d", uuid, step.Part)
	}
	tool := t.add(wanted, id, name)
	tool.Start, tool.Part, tool.Silent, tool.open, tool.Status = uuid, step.Part, silent, true, "failed"
	tool.from(uuid)
	t.openByName[name] = append(t.openByName[name], tool)
}

// orphanOf is the latest result for an id before any start, of that name or else of none.
func (t *Tools) orphanOf(id, name string) *Tool {
	if id == "" {
		return nil
	}
	for _, wanted := range []string{name, ""} {
		for _, tool := range slices.Backward(t.byPersisted[id]) {
			if tool.orphan && tool.Name == wanted {
				return tool
			}
		}
	}
	return nil
}

func (t *Tools) add(wanted, persisted, name string) *Tool {
	id := wanted
	for n := 2; t.taken[id]; n++ {
		id = fmt.Sprintf("%s:%d", wanted, n)
	}
	t.taken[id] = true
	tool := &Tool{ID: id, Persisted: persisted, Name: name, firstAt: len(t.List)}
	t.List = append(t.List, tool)
	if persisted != "" {
		t.byPersisted[persisted] = append(t.byPersisted[persisted], tool)
	}
	return tool
}

func (t *Tool) from(uuid string) {
	if !slices.Contains(t.Sources, uuid) {
		t.Sources = append(t.Sources, uuid)
	}
}

// result: CR-REPLAY-24 to CR-REPLAY-29.
func (t *Tools) result(step Step, outcome jsvalue.Value, uuid string) {
	id, name := outcome.Get("callId").Text(), step.Value.Get("name").Text()
	if id == "" {
		id = step.Value.Get("id").Text()
	}
	tool := t.find(id, name, uuid)
	switch {
	case tool.open:
		t.close(tool)
		if tool.Silent {
			// The block is made by the result, so that the start is not among its sources.
			tool.Sources = nil
		}
	case tool.Results > 0:
		t.markTwins(tool)
		t.Further = append(t.Further, uuid)
	}
	tool.Results++
	tool.Status = statusOf(outcome)
	tool.from(uuid)
	t.Answers = append(t.Answers, Answer{uuid, step, outcome, tool})
}

// markTwins: a further result is that of the call it repeats, among those with the persisted id and name.
func (t *Tools) markTwins(tool *Tool) {
	twins := where(t.byPersisted[tool.Persisted], func(other *Tool) bool { return other.Results > 0 && other.Name == tool.Name })
	for _, twin := range twins {
		twin.Vague = twin.Vague || len(twins) > 1
	}
}

func (t *Tools) find(id, name, uuid string) *Tool {
	if id == "" {
		if open := t.openByName[name]; len(open) == 1 {
			return open[0]
		}
		t.Ambiguous = append(t.Ambiguous, uuid)
		return t.add("qwen-replay-tool:"+uuid+":result", "", name)
	}
	if open := where(t.byPersisted[id], func(tool *Tool) bool { return tool.open }); len(open) > 0 {
		named := where(open, func(tool *Tool) bool { return tool.Name == name })
		if name == "" || len(named) == 0 {
			named = open
		}
		if len(named) > 1 {
			t.Ambiguous = append(t.Ambiguous, uuid)
		}
		return named[0]
	}
	settled := where(t.byPersisted[id], func(tool *Tool) bool { return tool.Results > 0 })
	named := where(settled, func(tool *Tool) bool { return name == "" || tool.Name == name })
	if len(named) > 0 {
		return named[len(named)-1]
	}
	if len(settled) > 0 && settled[len(settled)-1].Name == "" {
		return settled[len(settled)-1]
	}
	tool := t.add(id, id, name)
	tool.orphan = true
	return tool
}

func where(tools []*Tool, holds func(*Tool) bool) []*Tool {
	var out []*Tool
	for _, tool := range tools {
		if holds(tool) {
			out = append(out, tool)
		}
	}
	return out
}

func (t *Tools) close(tool *Tool) {
	tool.open = false
	open := t.openByName[tool.Name]
	t.openByName[tool.Name] = slices.DeleteFunc(open, func(other *Tool) bool { return other == tool })
}

// statusOf: CR-REPLAY-29, CR-DEC-22. A response without the toolCallResult is completed.
func statusOf(outcome jsvalue.Value) string {
	status := outcome.Get("status")
	switch {
	case status.Text() == "cancelled":
		return "cancelled"
	case (status.IsNullish() || status.Text() == "success") && !outcome.Get("error").Truthy():
		return "completed"
	}
	return "failed"
}

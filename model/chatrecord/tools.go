package chatrecord

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Tool is one call with its results, as section 5.4 matches them.
type Tool struct {
	ID        string // the id that the block gets
	Persisted string // the id in the records, "" for one that has none
	Name      string
	Shown     string // the name that the block shows: of its last event that has one
	Start     string // the uuid of the record that starts it, "" if none does
	Part      int    // the part of the start
	Silent    bool   // a todo_write, which shows nothing until it is answered
	Joined    bool   // the start came behind a result (CR-DEC-09)
	Status    string // of the last result; "failed" when nothing answers
	Sources   []string
	Results   int
	Vague     bool // which of several calls a repeated result belongs to depends on what it says (CR-DEC-08)
	Ready     []ReadySign

	open    bool
	firstAt int
}

// ReadySign is what says whether the session of a sub-agent is ready, before so many results.
type ReadySign struct {
	Before int
	Ready  bool
}

// Dangling reports whether nothing answers the call.
func (t *Tool) Dangling() bool { return t.Start != "" && t.Results == 0 }

// Began reports whether a start is the first event of the block.
func (t *Tool) Began() bool { return t.Start != "" && !t.Silent && !t.Joined }

// Tools are the calls and results of a chain, matched, in the order in which their ids were given out, and the records
// that owe a diagnostic because of a match.
type Tools struct {
	List      []*Tool
	Ambiguous []string // uuids of records with a result that had a choice, or named no call
	Further   []string // uuids of records with a result for a settled call
	Answers   []Answer // every result with its call

	taken  map[string]bool
	next   map[string]int          // the next suffix of an id that was taken
	groups map[callGroup]*callList // the calls of a persisted id, of that and a name, and of a name
}

// Answer is one result and the call that it belongs to.
type Answer struct {
	UUID    string // its record
	Step    Step
	Outcome jsvalue.Value // the toolCallResult, if the result owns it
	Tool    *Tool
}

// callGroup is a persisted id, a name, or both. anyID and anyName stand for the one that is left open.
type callGroup struct{ id, name string }

// What no id and no name is: texts of the input have no such bytes.
const (
	anyID   = "\xff"
	anyName = "\xff"
)

// callList is the calls of a group. Lists grow at the end only, so that matching takes linear time.
type callList struct {
	open    []*Tool // in order of arrival; the first ones may be closed
	waiting int     // those of them that are open
	settled []*Tool
	latest  *Tool   // the settled one whose first use is latest
	marked  int     // of settled, those that are vague
	orphans []*Tool // results before any start
}

func (t *Tools) group(id, name string) *callList {
	key := callGroup{id, name}
	if t.groups[key] == nil {
		t.groups[key] = &callList{}
	}
	return t.groups[key]
}

// groupsOf are the lists that a call stands in.
func (t *Tools) groupsOf(tool *Tool) []*callList {
	lists := []*callList{t.group(anyID, tool.Name)}
	if tool.Persisted != "" {
		lists = append(lists, t.group(tool.Persisted, anyName), t.group(tool.Persisted, tool.Name))
	}
	return lists
}

// oldest is the open call that came first, nil if none is open.
func (l *callList) oldest() *Tool {
	for len(l.open) > 0 && !l.open[0].open {
		l.open = l.open[1:]
	}
	if len(l.open) == 0 {
		return nil
	}
	return l.open[0]
}

// match finds out which result belongs to which call, and sets Begins of the steps.
func (c *Chain) match(steps [][]Step) *Tools {
	t := &Tools{taken: make(map[string]bool), next: make(map[string]int), groups: make(map[callGroup]*callList)}
	for place, node := range c.Nodes {
		outcome := node.ToolCallResult()
		owners := ownersOf(outcome, steps[place])
		for i, step := range steps[place] {
			switch step.Kind {
			case Call:
				steps[place][i].Begins = t.start(step, node.UUID)
			case Result:
				var owned jsvalue.Value
				if owners[i] {
					owned = outcome
				}
				steps[place][i].Begins = t.result(step, owned, node.UUID)
			case Vague:
				if node.Subtype() == "agent_session_ready" {
					t.ready(node.SystemPayload())
				}
			}
		}
	}
	return t
}

// ownersOf are the steps whose response owns the toolCallResult of the record (CR-DEC-05).
func ownersOf(outcome jsvalue.Value, steps []Step) map[int]bool {
	owners := make(map[int]bool)
	first := -1
	for i, step := range steps {
		if step.Kind != Result {
			continue
		}
		if first < 0 {
			first = i
		}
		if id := outcome.Get("callId").Text(); id != "" && step.Value.Get("id").Text() == id {
			owners[i] = true
		}
	}
	if len(owners) == 0 {
		owners[first] = true
	}
	return owners
}

// start: CR-REPLAY-23. It reports whether the call makes a block.
func (t *Tools) start(step Step, uuid string) (begins bool) {
	id, name := step.Value.Get("id").Text(), step.Value.Get("name").Text()
	silent := name == "todo_write"
	if orphan := t.orphanOf(id, name); orphan != nil {
		orphan.Start, orphan.Joined = uuid, true
		if !silent {
			orphan.Shown = name
			orphan.from(uuid)
		}
		return false
	}
	wanted := id
	if wanted == "" {
		wanted = fmt.Sprintf("qwen-replay-tool:%s:%d", uuid, step.Part)
	}
	tool := t.add(wanted, id, name)
	tool.Start, tool.Part, tool.Silent, tool.open, tool.Status = uuid, step.Part, silent, true, "failed"
	tool.from(uuid)
	for _, list := range t.groupsOf(tool) {
		list.open = append(list.open, tool)
		list.waiting++
	}
	return !silent
}

// orphanOf is the latest result for an id before any start, of that name or else of none. It is no orphan any more.
func (t *Tools) orphanOf(id, name string) *Tool {
	if id == "" {
		return nil
	}
	for _, wanted := range []string{name, ""} {
		list := t.group(id, wanted)
		if n := len(list.orphans); n > 0 {
			orphan := list.orphans[n-1]
			list.orphans = list.orphans[:n-1]
			return orphan
		}
	}
	return nil
}

func (t *Tools) add(wanted, persisted, name string) *Tool {
	id := wanted
	for n := max(t.next[wanted], 2); t.taken[id]; n++ {
		id = fmt.Sprintf("%s:%d", wanted, n)
		t.next[wanted] = n + 1
	}
	t.taken[id] = true
	tool := &Tool{ID: id, Persisted: persisted, Name: name, Shown: name, firstAt: len(t.List)}
	t.List = append(t.List, tool)
	return tool
}

// from adds a source. All steps of a record come in a row, so that a record named before is the last.
func (t *Tool) from(uuid string) {
	if n := len(t.Sources); n == 0 || t.Sources[n-1] != uuid {
		t.Sources = append(t.Sources, uuid)
	}
}

// result: CR-REPLAY-24 to CR-REPLAY-29. It reports whether the result makes a block: that of an orphan, of a silent call,
// or, for all that is said here of todo_write, that of a plan.
func (t *Tools) result(step Step, outcome jsvalue.Value, uuid string) (begins bool) {
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
		t.group(tool.Persisted, tool.Name).markTwins()
		t.Further = append(t.Further, uuid)
	}
	begins = tool.Results == 0 && !tool.Began() || tool.Name == todoWrite
	if tool.Results++; tool.Results == 1 {
		t.settle(tool)
	}
	if name == "" {
		name = tool.Name // CR-DEC-12
	}
	if name != "" {
		tool.Shown = name
	}
	tool.Status = statusOf(outcome)
	tool.from(uuid)
	t.Answers = append(t.Answers, Answer{uuid, step, outcome, tool})
	return begins
}

func (t *Tools) settle(tool *Tool) {
	for _, list := range t.groupsOf(tool) {
		list.settled = append(list.settled, tool)
		if list.latest == nil || list.latest.firstAt < tool.firstAt {
			list.latest = tool
		}
	}
}

// markTwins: a further result is that of the call it repeats, among those with the persisted id and name.
func (l *callList) markTwins() {
	if len(l.settled) < 2 {
		return
	}
	for _, twin := range l.settled[l.marked:] {
		twin.Vague = true
	}
	l.marked = len(l.settled)
}

func (t *Tools) find(id, name, uuid string) *Tool {
	if id == "" {
		if open := t.group(anyID, name); open.waiting == 1 {
			return open.oldest()
		}
		t.Ambiguous = append(t.Ambiguous, uuid)
		return t.add("qwen-replay-tool:"+uuid+":result", "", name)
	}
	all, named := t.group(id, anyName), t.group(id, name)
	if all.waiting > 0 {
		if name == "" || named.waiting == 0 {
			named = all
		}
		if named.waiting > 1 {
			t.Ambiguous = append(t.Ambiguous, uuid)
		}
		return named.oldest()
	}
	if name == "" {
		named = all
	}
	if named.latest != nil {
		return named.latest
	}
	if all.latest != nil && all.latest.Name == "" {
		return all.latest
	}
	tool := t.add(id, id, name)
	list := t.group(id, name)
	list.orphans = append(list.orphans, tool)
	return tool
}

func (t *Tools) close(tool *Tool) {
	tool.open = false
	for _, list := range t.groupsOf(tool) {
		list.waiting--
	}
}

// ready: CR-REPLAY-42.
func (t *Tools) ready(payload jsvalue.Value) {
	id, sign := payload.Get("callId").Text(), payload.Get("subagentSessionReady")
	if id == "" || sign.Kind() != jsvalue.Bool {
		return
	}
	if tool := t.group(id, anyName).oldest(); tool != nil && !tool.Silent {
		tool.Ready = append(tool.Ready, ReadySign{tool.Results, sign.IsTrue()})
	}
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

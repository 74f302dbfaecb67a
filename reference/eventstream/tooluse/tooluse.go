// Package tooluse follows the tools that a Claude runtime says it uses, from their start to the summary that settles them.
//
// It promises: each use is settled once; what settles it again changes nothing, emits nothing and is no error. Start at
// Tracker.Add.
package tooluse

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Status is how far a use has come.
type Status string

// The statuses.
const (
	InProgress  Status = "in_progress"
	Complete    Status = "complete"
	Interrupted Status = "interrupted" // its turn ended before it was settled
)

// Use is one use of a tool (ES-TOOL-01).
type Use struct {
	ID      string
	Turn    string // "" if it is not said
	Status  Status
	Summary string // that settled it; "" if there is none
}

// Tracker holds the uses of a chat. The zero Tracker has none. It is not safe for concurrent use.
type Tracker struct {
	uses   []*Use
	byID   map[string]*Use
	byTurn map[string][]*Use // since the turn ended last
}

// Uses are the uses in the order in which they started.
func (t *Tracker) Uses() []Use {
	uses := make([]Use, len(t.uses))
	for i, use := range t.uses {
		uses[i] = *use
	}
	return uses
}

// Add takes the next event and returns the tool_use_complete events that a writer emits for it (ES-TOOL-02).
func (t *Tracker) Add(e jsvalue.Value) (emitted []jsvalue.Value) {
	switch e.Get("type").Text() {
	case "tool_use_start":
		t.start(e)
	case "tool_use_summary":
		return t.summarize(e)
	case "tool_use_complete":
		t.settle(event.Name(e, "toolUseId"), Complete, event.Name(e, "summary"))
	case "tool_result", "pending_input_resolved":
		t.settle(event.Name(e, "itemId"), Complete, "")
	case "done":
		t.end(e)
	}
	return nil
}

func (t *Tracker) start(e jsvalue.Value) {
	id := event.Name(e, "toolUseId")
	if id == "" || t.byID[id] != nil {
		return
	}
	use := &Use{ID: id, Turn: event.Name(e, "turnId"), Status: InProgress}
	if t.byID == nil {
		t.byID, t.byTurn = map[string]*Use{}, map[string][]*Use{}
	}
	t.byID[id] = use
	t.byTurn[use.Turn] = append(t.byTurn[use.Turn], use)
	t.uses = append(t.uses, use)
}

// summarize settles the uses that came before the summary.
func (t *Tracker) summarize(e jsvalue.Value) (emitted []jsvalue.Value) {
	ids := e.Get("precedingToolUseIds")
	if !ids.IsArray() {
		ids = e.Get("toolUseIds")
	}
	summary := event.Name(e, "summary")
	for _, value := range ids.Elements() {
		id := jsvalue.Trim(value.Text())
		if !t.settle(id, Complete, summary) {
			continue
		}
		complete := []jsvalue.Member{event.TextMember("type", "tool_use_complete"), event.TextMember("toolUseId", id), event.TextMember("summary", summary)}
		if turn := t.byID[id].Turn; turn != "" {
			complete = append(complete, event.TextMember("turnId", turn))
		}
		emitted = append(emitted, jsvalue.ObjectValue(complete...))
	}
	return emitted
}

// end settles what a turn leaves open that does not complete; one that completes may be summarized yet.
func (t *Tracker) end(done jsvalue.Value) {
	if event.Name(done, "status") == "completed" {
		return
	}
	turn := event.Name(done, "turnId")
	for _, use := range t.byTurn[turn] {
		t.settle(use.ID, Interrupted, "")
	}
	delete(t.byTurn, turn)
}

// settle reports whether the use was in progress.
func (t *Tracker) settle(id string, status Status, summary string) bool {
	use := t.byID[id]
	if use == nil || use.Status != InProgress {
		return false
	}
	use.Status, use.Summary = status, summary
	return true
}

// Package view projects the files of a thread to the typed items that a viewer shows.
//
// It promises: every row with visible content that was ever written is shown exactly once, in order; what is left out is
// named by a diagnostic; each result is on one call, and each call has at most one; a sub-agent stands where it was
// started. Start at Project.
package view

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Kind is the kind of an item, as it is written (SR-VIEW-01).
type Kind string

// The kinds.
const (
	UserMessage        Kind = "userMessage"
	AssistantMessage   Kind = "assistantMessage"
	Reasoning          Kind = "reasoning"
	ToolCall           Kind = "toolCall"
	Subagent           Kind = "subagent"
	TurnBoundary       Kind = "turnBoundary"
	InterruptedPartial Kind = "interruptedPartial"
	Compaction         Kind = "compaction"
)

// Origin is where an item comes from. No two items of a view have the same, and growth of the files changes none.
type Origin struct {
	File    string
	Line    int // 0 for a sub-agent, whose file stands for it
	Ordinal int // among the items of the line
}

// Item is one thing that a viewer draws. Only the members of its kind are set; optional values that are absent are
// Undefined.
type Item struct {
	Kind      Kind
	Origin    Origin
	RequestID string // of the row; "" if it names none
	Turn      string // request id of the last turn boundary; "" if there is none before

	Content   string        // userMessage, assistantMessage: as it was stored; interruptedPartial and reasoning: the text
	Display   jsvalue.Value // userMessage: the text without injected blocks, if there are some
	Lookalike bool          // userMessage: something in it looks like an injected block, and is not cut
	Interim   bool          // assistantMessage: calls follow
	Model     jsvalue.Value // assistantMessage: a string
	Iteration jsvalue.Value // assistantMessage: an integer
	Thinking  jsvalue.Value // interruptedPartial: a string

	Call     *Call     // toolCall
	Marker   *Marker   // compaction
	Subagent *SubAgent // subagent

	run      int // number of the run of rows with one request id in which it stands, or beforeRuns
	withdraw bool
}

// Status is what became of a call or a sub-agent.
type Status string

// The states. An unanswered call runs: whether its turn is over is for the viewer to say (SR-VIEW-10).
const (
	Running     Status = "running"
	Success     Status = "success"
	Error       Status = "error"
	Completed   Status = "completed"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Call is a tool call with its result.
type Call struct {
	ID     string
	Name   string
	Args   jsvalue.Value // any value; a string where the arguments are not JSON
	Result jsvalue.Value // a string
	Status Status
	Detail jsvalue.Value // a string; why it failed

	claimed bool // a sub-agent stands for it
}

// Marker tells of a compaction.
type Marker struct {
	Replaced    int // rows of the context before
	Kept        int // rows of the record
	TS          jsvalue.Value
	RequestID   string
	Scaffolding []Scaffold
}

// Scaffold is a row that a compaction invented, such as a summary. Nobody said it.
type Scaffold struct{ Role, Content string }

// SubAgent is one run of a sub-agent.
type SubAgent struct {
	ID      string
	AgentID string
	TaskID  string
	CallID  string // "" if the call that started it is not known
	Status  Status
	Items   []*Item
}

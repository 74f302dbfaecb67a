// Package workflow turns the snapshots that a Claude workflow reports of its agents into events of sub-agents.
//
// It promises: an agent starts once and ends once; what a snapshot repeats emits nothing; an entry that cannot be read costs
// itself alone, and is named; no agent of a workflow that ended is left running. Start at Machine.Add.
package workflow

import (
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Tick is what came of one event.
type Tick struct {
	Emitted []jsvalue.Value // events of sub-agents, in their order
	Dropped []int           // positions of the entries that cannot be used
	// Unreadable says that the event has a snapshot that is none: it is left to what draws tasks.
	Unreadable bool
}

// Machine follows the workflows of a chat. The zero Machine has none.
type Machine struct{ flows map[string]*flow }

// flow is a workflow, by the taskId that reports it.
type flow struct {
	task   string
	ended  bool
	agents map[int]*agent
}

// agent is one of a workflow, as events told of it.
type agent struct {
	id      string // latched: the first that was seen
	started bool
	ended   bool
	told    seen // last of each member
}

// Add takes the next event of a session: a report (subagent_started or subagent_progress with workflow_progress), the end of a
// workflow (subagent_result), or what was emitted before of one of its agents, which is so known after a reconnect
// (ES-FLOW-05). One event can be both.
func (m *Machine) Add(envelope event.Envelope) Tick {
	e := event.OfKinds(envelope.Event)
	kind, task := envelope.Type(), event.Name(e, "taskId")
	if !slices.Contains([]string{"subagent_started", "subagent_progress", "subagent_result"}, kind) || task == "" {
		return Tick{}
	}
	if of, index, ok := agentTask(task); ok {
		m.flow(of).known(index, kind, e) // and its own task may be a workflow
	}
	if kind == "subagent_result" {
		return m.flow(task).end(e)
	}
	if !e.Has("workflow_progress") {
		return Tick{}
	}
	agents, dropped, ok := read(e.Get("workflow_progress"))
	if !ok {
		return Tick{Unreadable: true}
	}
	tick := Tick{Dropped: dropped}
	f := m.flow(task)
	for _, one := range agents {
		tick.Emitted = append(tick.Emitted, f.tell(one, e)...)
	}
	return tick
}

func (m *Machine) flow(task string) *flow {
	f := m.flows[task]
	if f == nil {
		f = &flow{task: task, agents: map[int]*agent{}}
		if m.flows == nil {
			m.flows = map[string]*flow{}
		}
		m.flows[task] = f
	}
	return f
}

// agentTask reads the name of an agent of a workflow (ES-FLOW-02).
func agentTask(name string) (task string, index int, ok bool) {
	at := lastMark(name)
	if at <= 0 {
		return "", 0, false
	}
	digits := name[at+len(mark):]
	index, err := strconv.Atoi(digits)
	return name[:at], index, err == nil && index >= 0 && index <= MaxCount && strconv.Itoa(index) == digits
}

func (f *flow) agent(index int) *agent {
	a := f.agents[index]
	if a == nil {
		a = &agent{}
		f.agents[index] = a
	}
	return a
}

// known takes what was emitted before.
func (f *flow) known(index int, kind string, e jsvalue.Value) {
	a := f.agent(index)
	if a.id == "" {
		a.id = event.Name(e, "agentId")
	}
	a.started = true
	a.told = a.told.with(toldBy(e))
	a.ended = a.ended || kind == "subagent_result"
}

// tell gives the events that lead from what was told of an agent to what a snapshot says (ES-FLOW-03).
func (f *flow) tell(now seen, e jsvalue.Value) (emitted []jsvalue.Value) {
	if f.ended {
		return nil
	}
	a := f.agent(now.index)
	if a.id == "" {
		a.id = now.agentID
	}
	if a.ended || now.state == "queued" {
		return nil
	}
	before := a.told.progress()
	a.told = a.told.with(now)
	if !a.started {
		a.started, before = true, progress{phase: now.phase}
		emitted = append(emitted, f.started(a, now, e))
	}
	if now.state != "running" {
		a.ended = true
		return append(emitted, f.result(a, a.told, now.state, e))
	}
	if a.told.progress() != before {
		emitted = append(emitted, f.progressed(a, a.told, e))
	}
	return emitted
}

// progress is what a progress event tells of an agent.
type progress struct {
	phase, preview   string
	tokens, toolUses int64
}

func (s seen) progress() progress { return progress{s.phase, s.preview, s.tokens, s.tools} }

// end stops the agents that run when the workflow ends (ES-FLOW-04).
func (f *flow) end(e jsvalue.Value) (tick Tick) {
	if f.ended {
		return Tick{}
	}
	f.ended = true
	indexes := make([]int, 0, len(f.agents))
	for index := range f.agents {
		indexes = append(indexes, index)
	}
	slices.Sort(indexes)
	for _, index := range indexes {
		if a := f.agents[index]; a.started && !a.ended {
			a.told.index = index
			tick.Emitted = append(tick.Emitted, f.result(a, a.told, "stopped", e))
		}
	}
	return tick
}

// Value is {emitted, dropped, unreadable}.
func (t Tick) Value() jsvalue.Value {
	dropped := make([]jsvalue.Value, len(t.Dropped))
	for i, position := range t.Dropped {
		dropped[i] = jsvalue.IntValue(int64(position))
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "emitted", Value: jsvalue.ArrayValue(t.Emitted...)},
		jsvalue.Member{Key: "dropped", Value: jsvalue.ArrayValue(dropped...)},
		jsvalue.Member{Key: "unreadable", Value: jsvalue.BoolValue(t.Unreadable)},
	)
}

package eventstream

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// report is a snapshot of a workflow, or its end.
type report struct {
	e          Envelope
	task       string
	ends       bool
	unreadable bool
	entries    []jsvalue.Value // that can be used
	dropped    []jsvalue.Value // positions
}

// ofWorkflow is the name of an agent of a workflow (ES-FLOW-02).
var ofWorkflow = regexp.MustCompile(`(?s)^(.+)::a(0|[1-9][0-9]{0,8}|1000000000)$`)

// reports are those of the envelopes that count (ES-FLOW-01).
func (in Input) reports() (list []report) {
	for _, e := range in.counted() {
		r := report{e: e, task: id(e.Event, "taskId"), ends: e.kind() == "subagent_result"}
		reports := r.ends || (e.kind() == "subagent_started" || e.kind() == "subagent_progress") && e.Event.Has("workflow_progress")
		if r.task == "" || !reports {
			continue
		}
		if !r.ends {
			r.read(e.Event.Get("workflow_progress"))
		}
		list = append(list, r)
	}
	return list
}

func (r *report) read(snapshot jsvalue.Value) {
	if snapshot.IsObject() {
		snapshot = snapshot.Get("agents")
	}
	r.unreadable = !snapshot.IsArray()
	const most, highest = 200, 1_000_000_000
	seen := map[float64]bool{}
	for i, entry := range snapshot.Elements() {
		index := entry.Get("index")
		whole, ok := index.SafeInteger()
		if ok = ok && entry.IsObject() && whole >= 0 && whole <= highest && !seen[index.Float()] && len(r.entries) < most; !ok {
			r.dropped = append(r.dropped, jsvalue.IntValue(int64(i)))
			continue
		}
		seen[index.Float()] = true
		r.entries = append(r.entries, entry)
	}
}

// emission is an event of an agent, and where it has its place: agents are taken by their index.
type emission struct {
	report, index int
	event         jsvalue.Value
}

// ticks are what the reports become (ES-FLOW-02 to ES-FLOW-05): each agent is followed by itself, and then all are put in order.
func (in Input) ticks() (ticks []jsvalue.Value) {
	reports := in.reports()
	var all []emission
	for task, indexes := range in.workflows(reports) {
		for index := range indexes {
			all = append(all, in.follow(reports, task, index)...)
		}
	}
	slices.SortStableFunc(all, func(a, b emission) int { return cmp.Or(a.report-b.report, a.index-b.index) })
	for i, r := range reports {
		emitted := []jsvalue.Value{}
		for _, one := range all {
			if one.report == i {
				emitted = append(emitted, one.event)
			}
		}
		if len(emitted)+len(r.dropped) > 0 || r.unreadable {
			ticks = append(ticks, jsvalue.ObjectValue(place(r.e), member("emitted", jsvalue.ArrayValue(emitted...)), member("dropped", jsvalue.ArrayValue(r.dropped...)), member("unreadable", jsvalue.BoolValue(r.unreadable))))
		}
	}
	return ticks
}

// workflows are the agents of each task by their indexes: those that reports tell of, and those that were emitted before.
func (in Input) workflows(reports []report) map[string]map[int]bool {
	flows := map[string]map[int]bool{}
	add := func(task string, index int) {
		if flows[task] == nil {
			flows[task] = map[int]bool{}
		}
		flows[task][index] = true
	}
	for _, r := range reports {
		for _, entry := range r.entries {
			add(r.task, int(entry.Get("index").Float()))
		}
	}
	for _, e := range in.counted() {
		if task, index, ok := earlier(e); ok {
			add(task, index)
		}
	}
	return flows
}

// earlier is the agent of a workflow that an event tells of (ES-FLOW-05).
func earlier(e Envelope) (task string, index int, ok bool) {
	match := ofWorkflow.FindStringSubmatch(id(e.Event, "taskId"))
	if kind := e.kind(); match == nil || kind != "subagent_started" && kind != "subagent_progress" && kind != "subagent_result" {
		return "", 0, false
	}
	index, err := strconv.Atoi(match[2])
	return match[1], index, err == nil
}

// follow is what one agent emits.
func (in Input) follow(reports []report, task string, index int) []emission {
	f := agentFlow{task: task, index: index, last: jsvalue.ObjectValue()}
	at := 0 // the next report
	for _, e := range in.counted() {
		if of, i, ok := earlier(e); ok && of == task && i == index {
			f.tell(e)
		}
		if at == len(reports) || reports[at].e.Place != e.Place {
			continue
		}
		r := reports[at]
		at++
		if r.task != task {
			continue
		}
		if r.ends {
			if f.running && !f.over {
				f.emit(at-1, e, "subagent_result", outcomeOf(f.last, "stopped"))
			}
			break
		}
		for _, entry := range r.entries {
			if int(entry.Get("index").Float()) == index {
				f.report(at-1, e, entry)
			}
		}
	}
	return f.list
}

// agentFlow is one agent of a workflow, and what it emitted.
type agentFlow struct {
	task          string
	index         int
	name          string
	running, over bool
	last          jsvalue.Value
	list          []emission
}

// tell takes an event that tells of the agent itself (ES-FLOW-05).
func (f *agentFlow) tell(e Envelope) {
	f.name, f.running, f.over = first(f.name, id(e.Event, "agentId")), true, f.over || e.kind() == "subagent_result"
	usage := e.Event.Get("usage")
	f.last = overlaid(f.last, jsvalue.ObjectValue(member("phase", e.Event.Get("phase")), member("preview", e.Event.Get("summary")),
		member("tokens", usage.Get("totalTokens")), member("toolUses", usage.Get("toolUses"))))
}

// report takes an entry of a report, which stands in an envelope.
func (f *agentFlow) report(at int, e Envelope, entry jsvalue.Value) {
	f.name = first(f.name, id(entry, "agentId"))
	state := stateOfEntry(entry)
	if f.over || state == "queued" {
		return
	}
	before := progressOf(f.last)
	f.last = overlaid(f.last, entry)
	if !f.running {
		f.running = true
		f.emit(at, e, "subagent_started", startOf(entry, e.Event))
		before = progressOf(jsvalue.ObjectValue(member("phase", entry.Get("phase"))))
	}
	switch {
	case state != "running":
		f.over = true
		f.emit(at, e, "subagent_result", outcomeOf(f.last, state))
	case !same(before, progressOf(f.last)):
		f.emit(at, e, "subagent_progress", withPhase(f.last, figuresOf(f.last)))
	}
}

func (f *agentFlow) emit(at int, e Envelope, kind string, members jsvalue.Value) {
	event := jsvalue.ObjectValue(textOf("type", kind), textOf("taskId", f.task+"::a"+strconv.Itoa(f.index)))
	for key, value := range members.Members() {
		event = event.With(member(key, value))
	}
	for _, name := range []jsvalue.Member{textOf("agentId", f.name), textOf("turnId", id(e.Event, "turnId"))} {
		if name.Value.Text() != "" {
			event = event.With(name)
		}
	}
	f.list = append(f.list, emission{at, f.index, event})
}

// overlaid is an entry with what a newer one says of the agent; what that does not say stays.
func overlaid(entry, newer jsvalue.Value) jsvalue.Value {
	for _, key := range []string{"phase", "preview"} {
		if lineOfEntry(newer, key) != "" {
			entry = entry.With(member(key, newer.Get(key)))
		}
	}
	for _, key := range []string{"tokens", "toolUses", "durationMs"} {
		if !figure(newer, key).IsUndefined() {
			entry = entry.With(member(key, newer.Get(key)))
		}
	}
	return entry
}

// figure is a count of an entry; Undefined if it is none.
func figure(entry jsvalue.Value, key string) jsvalue.Value {
	if n := entry.Get(key); n.IsFinite() && n.Float() >= 0 {
		return jsvalue.IntValue(int64(min(n.Float(), 1_000_000_000)))
	}
	return jsvalue.Value{}
}

// lineOfEntry is a text of an entry on one line, cut (ES-FLOW-01).
func lineOfEntry(entry jsvalue.Value, key string) string {
	return shortened(entry.Get(key).Text(), 280)
}

func stateOfEntry(entry jsvalue.Value) string {
	state := id(entry, "state")
	switch {
	case words("queued running completed failed stopped")[state]:
		return state
	case figure(entry, "tokens").Float() > 0 || figure(entry, "toolUses").Float() > 0:
		return "running"
	}
	return "queued"
}

// progressOf is what makes a difference; a count that is absent is none.
func progressOf(entry jsvalue.Value) jsvalue.Value {
	zero := func(key string) jsvalue.Member {
		if n := figure(entry, key); !n.IsUndefined() {
			return member(key, n)
		}
		return member(key, jsvalue.IntValue(0))
	}
	return jsvalue.ObjectValue(textOf("phase", lineOfEntry(entry, "phase")), textOf("preview", lineOfEntry(entry, "preview")), zero("tokens"), zero("toolUses"))
}

// given adds a text unless it is empty.
func given(event jsvalue.Value, key, text string) jsvalue.Value {
	if text == "" {
		return event
	}
	return event.With(textOf(key, text))
}

func withPhase(entry, event jsvalue.Value) jsvalue.Value {
	return given(event, "phase", lineOfEntry(entry, "phase"))
}

func startOf(entry, event jsvalue.Value) jsvalue.Value {
	start := given(jsvalue.ObjectValue(textOf("taskType", "local_workflow")), "workflowName", id(event, "workflowName"))
	return withPhase(entry, given(start, "description", lineOfEntry(entry, "label")))
}

// figuresOf is the preview and the usage.
func figuresOf(entry jsvalue.Value) jsvalue.Value {
	event, usage := given(jsvalue.ObjectValue(), "summary", lineOfEntry(entry, "preview")), jsvalue.ObjectValue()
	for key, of := range map[string]string{"totalTokens": "tokens", "toolUses": "toolUses"} {
		if n := figure(entry, of); !n.IsUndefined() {
			usage = usage.With(member(key, n))
		}
	}
	if usage.Len() > 0 {
		event = event.With(member("usage", usage))
	}
	return event
}

func outcomeOf(entry jsvalue.Value, status string) jsvalue.Value {
	event := figuresOf(entry).With(textOf("status", status))
	if n := figure(entry, "durationMs"); !n.IsUndefined() {
		event = event.With(member("durationMs", n))
	}
	return event
}

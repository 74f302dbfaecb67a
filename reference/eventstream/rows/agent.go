package rows

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// agents knows what runs beside the turn.
type agents struct {
	byName map[string]*agent // by agentId, and by the name in the keys of its rows
	byTask map[string]*agent // the latest of each taskId
	jobs   map[string]*job
}

// named is what goes by a name, which can be that of its task; nil if nothing does.
func (a agents) named(name string) *agent {
	if found := a.byName[name]; found != nil {
		return found
	}
	return a.byTask[name]
}

// find is the agent of an event that names it, or its task, or both (ES-AGENT-01).
func (a agents) find(name, task string) *agent {
	ofTask := a.byTask[task]
	switch {
	case name == "" && ofTask != nil:
		return ofTask
	case name == "":
		return a.byName[task]
	case a.byName[name] == nil && ofTask != nil && ofTask.agentID == "":
		return ofTask
	default:
		return a.byName[name]
	}
}

// agent is what events told of a sub-agent, or of a job that is reported like one (ES-AGENT-02).
type agent struct {
	key                  string // of its rows: the first name that was seen
	agentID              string
	kind                 backgroundjob.Lifecycle
	description, command string
	background           bool
	child, spawnKind     string
	parent               string        // an agent
	parentItem           string        // the call that started it
	model                jsvalue.Value // an object: label, model, reasoningEffort, as far as they are known
	progress             string        // the best summary on the way; none that only fills a place
	result               string        // the best summary of the end
	lastTool             string
	toolCount            jsvalue.Value
	started, ended       string
	status               string        // running, or how it ended
	outcome              jsvalue.Value // an object: the members of outcome
	legacy, newer        bool          // it has events with an underscore; with a dot
	runs                 bool          // a progress with a dot said no more than that
	anchor, card         *row
	job                  *job // it is a job of a shell
}

// agentOf finds the agent of an event, and brings it up to date unless the event is an end that is not believed; nil if it has
// no name (ES-AGENT-01).
func (m *Machine) agentOf(event jsvalue.Value) *agent {
	name, task := id(event, "agentId"), id(event, "taskId")
	if name == "" && task == "" {
		m.unusable("agentId")
		return nil
	}
	a := m.agents.find(name, task)
	if a == nil {
		a = &agent{key: firstText(name, task), started: m.envelope.Timestamp, status: "running"}
		m.agents.byName[a.key] = a
	}
	if a.refuses(event) {
		return a
	}
	a.agentID = firstText(a.agentID, name)
	if name != "" {
		m.agents.byName[name] = a
	}
	if task != "" {
		m.agents.byTask[task] = a
	}
	a.learn(event)
	return a
}

// refuses reports whether an event says of a sub-agent that had ended otherwise that it was stopped (ES-AGENT-06).
func (a *agent) refuses(event jsvalue.Value) bool {
	kind := event.Get("type").Text()
	return (kind == "subagent_result" || kind == "subagent.completed") && statusOf(event, "completed") == "stopped" &&
		!a.isJob() && a.status != "running" && a.status != "stopped"
}

// learn takes what an event tells of an agent; what it leaves out stays (ES-AGENT-02).
func (a *agent) learn(event jsvalue.Value) {
	a.description = longer(a.description, id(event, "description"))
	a.command = longer(a.command, id(event, "command"))
	told := backgroundjob.LifecycleOf(event)
	if a.kind.AgentType == "" || a.kind.AgentType == "background" {
		a.kind.AgentType = firstText(told.AgentType, a.kind.AgentType)
	}
	a.kind.TaskType = firstText(told.TaskType, a.kind.TaskType)
	a.background = a.background || event.Get("background").IsTrue()
	if child, ok := strings.CutPrefix(id(event, "taskId"), "chat:"); ok {
		a.child = firstText(id(event, "agentId"), child)
	}
	a.spawnKind = firstText(id(event, "spawnKind"), a.spawnKind)
	a.parent = firstText(id(event, "parentAgentId"), a.parent)
	a.parentItem = firstText(id(event, "parentToolUseId"), a.parentItem)
	a.lastTool = firstText(id(event, "lastToolName"), a.lastTool)
	if count := event.Get("usage").Get("toolUses"); count.IsNumber() {
		a.toolCount = count
	}
	for _, key := range []string{"label", "model", "reasoningEffort"} {
		if value := event.Get(key); id(event, key) != "" {
			a.model = a.model.With(member(key, value))
		}
	}
}

// longer is the longer text; the earlier one if none is longer.
func longer(earlier, later string) string {
	if jsvalue.Length(later) > jsvalue.Length(earlier) {
		return later
	}
	return earlier
}

// better is the summary that says more: what only fills the place loses, then the shorter; the later one if that does not
// tell them apart (ES-AGENT-03).
func better(earlier, later string) string {
	switch {
	case later == "":
		return earlier
	case isPlaceholder(earlier) != isPlaceholder(later):
		if isPlaceholder(later) {
			return earlier
		}
		return later
	case isPlaceholder(later):
		return later
	default:
		return longer(later, earlier)
	}
}

// isPlaceholder reports whether a summary only fills the place of one.
func isPlaceholder(summary string) bool {
	lower := jsvalue.ToLower(summary)
	return lower == "" || lower == "task updated" || strings.HasPrefix(lower, "status: ")
}

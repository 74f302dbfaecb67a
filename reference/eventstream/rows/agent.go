package rows

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// agents knows what runs beside the turn, by all names it goes by.
type agents struct {
	byName map[string]*agent
	jobs   map[string]*job
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
	anchor, card         *row
	job                  *job // it is a job of a shell
}

// agentOf finds the agent of an event by its name, else by its task, and brings it up to date; nil if it has no name
// (ES-AGENT-01).
func (m *Machine) agentOf(event jsvalue.Value) *agent {
	name, task := id(event, "agentId"), id(event, "taskId")
	key := firstText(name, task)
	if key == "" {
		m.unusable("agentId")
		return nil
	}
	a := m.agents.byName[key]
	if other := m.agents.byName[task]; a == nil && other != nil && other.agentID == "" {
		a = other
	}
	if a == nil {
		a = &agent{key: key, started: m.envelope.Timestamp, status: "running"}
	}
	a.agentID = firstText(a.agentID, name)
	for _, alias := range []string{name, task} {
		if alias != "" {
			m.agents.byName[alias] = a
		}
	}
	a.learn(event)
	return a
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

package rows

import (
	"cmp"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// agent is what events told of a sub-agent, or of a job that is reported like one (ES-AGENT-02).
type agent struct {
	key                  *name  // of its rows: the first that was seen
	id                   *name  // its agentId; nil if that is not known
	task                 string // its last taskId
	kind                 backgroundjob.Lifecycle
	description, command longest
	background           bool
	child, spawnKind     string
	parent               *name         // an agent; nil if it is not known
	parentItem           string        // the call that started it
	model                jsvalue.Value // an object: label, model, reasoningEffort, as far as they are known
	progress             summary       // the best on the way; none that only fills a place
	result               summary       // the best of the end
	lastTool             string
	toolCount            jsvalue.Value
	started, ended       moment
	status               string        // running, or how it ended
	outcome              jsvalue.Value // an object: the members of outcome
	legacy, newer        bool          // it has events with an underscore; with a dot
	runs                 bool          // a progress with a dot said no more than that
	anchor, card         *row
	job                  *job   // it is a job of a shell
	label, labelled      string // of the job, and what that was made of
}

// agentOf finds the agent of an event, and brings it up to date unless the event is an end that is not believed; nil if it has
// no name (ES-AGENT-01).
func (m *Machine) agentOf(event jsvalue.Value) *agent {
	name, task := m.names.of(id(event, "agentId")), m.names.of(id(event, "taskId"))
	key := cmp.Or(name, task)
	if key == nil {
		m.unusable("agentId")
		return nil
	}
	a := agentNamed(name, task)
	if a == nil {
		a = m.newAgent(key)
		key.agent = a
	}
	if a.refuses(event) {
		return a
	}
	a.id = cmp.Or(a.id, name)
	if name != nil {
		name.agent = a
	}
	if task != nil {
		task.ofTask, a.task = a, task.text
	}
	a.learn(event)
	a.parent = cmp.Or(m.names.of(id(event, "parentAgentId")), a.parent)
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
	isNewer := strings.HasPrefix(event.Get("type").Text(), "subagent.")
	a.newer, a.legacy = a.newer || isNewer, a.legacy || !isNewer
	a.description.take(id(event, "description"))
	a.command.take(id(event, "command"))
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

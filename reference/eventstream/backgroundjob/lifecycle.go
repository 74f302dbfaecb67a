package backgroundjob

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Lifecycle is what events tell of a task, as far as it says what the task is.
type Lifecycle struct {
	TaskType  string // "" if it is not known
	AgentType string // "" if it is not known
}

// LifecycleOf reads an event of a sub-agent.
func LifecycleOf(event jsvalue.Value) Lifecycle {
	return Lifecycle{TaskType: jsvalue.Trim(event.Get("taskType").Text()), AgentType: jsvalue.Trim(event.Get("agentType").Text())}
}

// IsShell reports whether the task is a job of a shell (ES-JOB-02).
func (l Lifecycle) IsShell() bool {
	return slices.Contains([]string{"background", "local_bash"}, l.TaskType) && (l.AgentType == "" || l.AgentType == "background")
}

// IsSubagent reports whether the task is a sub-agent for sure. A task can be neither (ES-JOB-02).
func (l Lifecycle) IsSubagent() bool {
	named := l.AgentType != "" && l.AgentType != "background"
	return !l.IsShell() && (named || slices.Contains([]string{"subagent", "local_workflow"}, l.TaskType))
}

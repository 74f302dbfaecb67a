package rows

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Running is a job or a sub-agent that the rows show as running.
type Running struct {
	IsJob bool
	// AgentID and TaskID are what the events of a sub-agent, or of a job that is reported like one, name it; "" if they do not.
	// An event with these members is of it.
	AgentID, TaskID string
	// Scheduled is the last scheduled_work_update that told of a job; Undefined if none did.
	Scheduled jsvalue.Value
}

// Running lists the jobs, then the sub-agents, in the order in which they came.
func (m *Machine) Running() []Running {
	var list []Running
	for _, j := range m.jobs {
		if j.line != nil && !j.line.removed && j.status == "running" {
			running := Running{IsJob: true, Scheduled: j.scheduled}
			if j.agent != nil {
				running.AgentID, running.TaskID = j.agent.named()
			}
			list = append(list, running)
		}
	}
	for _, a := range m.agents {
		if a.job == nil && a.status == "running" && a.anchor != nil && !a.anchor.removed {
			running := Running{}
			running.AgentID, running.TaskID = a.named()
			list = append(list, running)
		}
	}
	return list
}

// named are the agentId and the taskId of an agent, of which one is not empty: names by which an event finds it. One that is known by
// its task alone goes by that as its name, if another one has the task now (ES-AGENT-01).
func (a *agent) named() (agentID, taskID string) {
	switch {
	case a.id != nil:
		return a.id.text, a.task
	case a.key.ofTask != a:
		return a.key.text, ""
	}
	return "", a.task
}

// newJob is a job that runs.
func (m *Machine) newJob(j job) *job {
	j.code, j.status = jsvalue.NullValue(), "running"
	m.jobs = append(m.jobs, &j)
	return &j
}

// newAgent is an agent that runs.
func (m *Machine) newAgent(key *name) *agent {
	a := &agent{key: key, started: momentOf(m.envelope.Timestamp), status: "running"}
	m.agents = append(m.agents, a)
	return a
}

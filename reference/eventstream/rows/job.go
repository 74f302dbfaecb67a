package rows

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// job is a command that a shell runs beside the turn, and its line (ES-JOB-03).
type job struct {
	line    *row
	key     string // of the line, and the first name that was seen
	label   string
	code    jsvalue.Value // what it exited with; null if that is not known
	started string
	status  string // running, or how it ended
	ended   string // when
	owned   bool   // an agent's own events tell of it
}

// isJob reports whether an agent is a job of a shell: what was drawn as one of both stays that (ES-JOB-05).
func (a *agent) isJob() bool { return a.job != nil || a.kind.IsShell() && !a.isDrawn() }

// isDrawn reports whether an agent has a row of its own.
func (a *agent) isDrawn() bool { return a.anchor != nil || a.card != nil }

// jobOf brings the line of a job up to date that is reported like a sub-agent. Lines of the same job under other names go; an
// end that they told of stays (ES-JOB-04).
func (m *Machine) jobOf(a *agent, event jsvalue.Value, status string) {
	names := a.names(event)
	if a.job == nil {
		a.job = m.jobNamed(names...)
	}
	if a.job == nil {
		a.job = &job{key: a.key, code: jsvalue.NullValue(), started: a.started, status: "running"}
	}
	a.job.owned = true
	at := m.envelope.Timestamp
	for _, same := range m.dropJobs(names...) {
		a.job.label = firstText(a.job.label, same.label)
		if status == "running" && a.job.status == "running" && same.status != "running" {
			status, at = same.status, same.ended
		}
	}
	for _, name := range names {
		m.agents.jobs[name] = a.job
	}
	if code := event.Get("exitCode"); code.IsFinite() {
		a.job.code = code
	}
	m.showJob(a.job, firstText(a.command, a.description), status, at)
}

// names are the names of an agent that may be those of a job.
func (a *agent) names(event jsvalue.Value) []string {
	names := []string{a.key}
	for _, name := range []string{a.agentID, id(event, "taskId")} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (m *Machine) jobNamed(names ...string) *job {
	for _, name := range names {
		if j := m.agents.jobs[name]; j != nil {
			return j
		}
	}
	return nil
}

// scheduledWork draws scheduled work as it comes, and a command in the background as one line (ES-JOB-04). The line of what
// is known to be a sub-agent is its own (ES-JOB-05).
func (m *Machine) scheduledWork(event jsvalue.Value) {
	if event.Get("kind").Text() != "background_task" {
		m.plain(event)
		return
	}
	name := firstText(id(event, "sourceTaskId"), id(event, "id"))
	if name == "" {
		m.unusable("id")
		return
	}
	a := m.agents.named(name)
	if a != nil && a.job == nil && (a.kind.IsSubagent() || a.isDrawn()) {
		return
	}
	j := m.agents.jobs[name]
	if j == nil {
		j = &job{key: name, code: jsvalue.NullValue(), started: m.envelope.Timestamp, status: "running"}
		m.agents.jobs[name] = j
	}
	m.showJob(j, event.Get("title").Text(), jobStatus(event.Get("status").Text()), m.envelope.Timestamp)
}

func jobStatus(scheduled string) string {
	switch scheduled {
	case "completed":
		return "completed"
	case "stopped", "cancelled":
		return "stopped"
	case "failed", "missed":
		return "failed"
	default:
		return "running"
	}
}

// showJob draws the line of a job once, and brings it up to date: it is in a status since then. What ended does not run again
// (ES-JOB-03).
func (m *Machine) showJob(j *job, command, status, since string) {
	j.label = firstText(backgroundjob.Label(command), j.label)
	if j.status != "running" && status == "running" {
		return
	}
	j.status = status
	members := []jsvalue.Member{
		text("type", "background_job_line"), text("agentKey", j.key),
		text("label", firstText(j.label, "Background command")), text("status", status), text("startedAt", j.started),
	}
	if status != "running" {
		j.ended = since
		members = append(members, member("exitCode", j.code), member("durationMs", durationBetween(j.started, since)))
	}
	shown := fixed{jsvalue.ObjectValue(members...)}
	if j.line == nil {
		j.line = m.draw("background-chip:"+j.key, shown)
	} else {
		m.update(j.line, shown)
	}
}

// dropJobs removes the lines that ES-JOB-04 alone drew under some names; it returns their jobs.
func (m *Machine) dropJobs(names ...string) (dropped []*job) {
	for _, name := range names {
		if j := m.agents.jobs[name]; j != nil && !j.owned {
			m.remove(j.line)
			delete(m.agents.jobs, name)
			dropped = append(dropped, j)
		}
	}
	return dropped
}

// durationBetween is in milliseconds, at least 0; null if one of the timestamps is none.
func durationBetween(from, to string) jsvalue.Value {
	start, ok := jstime.Parse(from)
	end, okEnd := jstime.Parse(to)
	if !ok || !okEnd {
		return jsvalue.NullValue()
	}
	return jsvalue.NumberValue(max(0, end-start))
}

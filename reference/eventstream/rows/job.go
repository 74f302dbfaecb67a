package rows

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// job is a command that a shell runs beside the turn, and its line (ES-JOB-03).
type job struct {
	line    *row
	key     *name // of the line: the first that was seen
	label   string
	code    jsvalue.Value // what it exited with; null if that is not known
	started moment
	status  string // running, or how it ended
	ended   moment // when
	owned   bool   // an agent's own events tell of it

	agent     *agent        // whose events told of it last; nil if none did
	scheduled jsvalue.Value // the last scheduled_work_update that did
}

// isJob reports whether an agent is a job of a shell: what was drawn as one of both stays that (ES-JOB-05).
func (a *agent) isJob() bool { return a.job != nil || a.kind.IsShell() && !a.isDrawn() }

// isDrawn reports whether an agent has a row of its own.
func (a *agent) isDrawn() bool { return a.anchor != nil || a.card != nil }

// jobOf brings the line of a job up to date that is reported like a sub-agent. Lines of the same job under other names go; an
// end that they told of stays (ES-JOB-04).
func (m *Machine) jobOf(a *agent, event jsvalue.Value, status string) {
	names := m.namesOf(a, event)
	if a.job == nil {
		a.job = jobNamed(names...)
	}
	if a.job == nil {
		a.job = m.newJob(job{key: a.key, started: a.started})
	}
	a.job.owned, a.job.agent = true, a
	at := momentOf(m.envelope.Timestamp)
	for _, same := range m.dropJobs(names...) {
		a.job.label = firstText(a.job.label, same.label)
		if a.job.scheduled.IsUndefined() {
			a.job.scheduled = same.scheduled
		}
		if status == "running" && a.job.status == "running" && same.status != "running" {
			status, at = same.status, same.ended
		}
	}
	for _, name := range names {
		name.job = a.job
	}
	if code := event.Get("exitCode"); code.IsFinite() {
		a.job.code = code
	}
	if source := firstText(a.command.text, a.description.text); source != a.labelled {
		a.labelled, a.label = source, backgroundjob.Label(source)
	}
	m.showJob(a.job, a.label, status, at)
}

// namesOf are the names of an agent, and of its task in the event, that may be those of a job.
func (m *Machine) namesOf(a *agent, event jsvalue.Value) []*name {
	list := []*name{a.key}
	for _, name := range []*name{a.id, m.names.of(id(event, "taskId"))} {
		if name != nil {
			list = append(list, name)
		}
	}
	return list
}

func jobNamed(names ...*name) *job {
	for _, name := range names {
		if name.job != nil {
			return name.job
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
	name := m.names.of(firstText(id(event, "sourceTaskId"), id(event, "id")))
	if name == nil {
		m.unusable("id")
		return
	}
	a := name.bearer()
	if a != nil && a.job == nil && (a.kind.IsSubagent() || a.isDrawn()) {
		return
	}
	now := momentOf(m.envelope.Timestamp)
	if name.job == nil {
		name.job = m.newJob(job{key: name, started: now})
	}
	name.job.scheduled = event
	m.showJob(name.job, backgroundjob.Label(event.Get("title").Text()), jobStatus(event.Get("status").Text()), now)
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
func (m *Machine) showJob(j *job, label, status string, since moment) {
	j.label = firstText(label, j.label)
	if j.status != "running" && status == "running" {
		return
	}
	j.status = status
	members := []jsvalue.Member{
		text("type", "background_job_line"), text("agentKey", j.key.text),
		text("label", firstText(j.label, "Background command")), text("status", status), text("startedAt", j.started.text),
	}
	if status != "running" {
		j.ended = since
		members = append(members, member("exitCode", j.code), member("durationMs", durationBetween(j.started, since)))
	}
	shown := fixed{jsvalue.ObjectValue(members...)}
	if j.line == nil {
		j.line = m.draw("background-chip:"+j.key.text, shown)
	} else {
		m.update(j.line, shown)
	}
}

// dropJobs removes the lines that ES-JOB-04 alone drew under some names; it returns their jobs.
func (m *Machine) dropJobs(names ...*name) (dropped []*job) {
	for _, name := range names {
		if j := name.job; j != nil && !j.owned {
			m.remove(j.line)
			name.job = nil
			dropped = append(dropped, j)
		}
	}
	return dropped
}

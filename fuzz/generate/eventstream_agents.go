package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// agentNames are the members that name an agent: its own name, its task, both, or first the task and then both.
func (c *eventChat) agentNames() (first, later []jsvalue.Member) {
	agent, task := str("agentId", c.id("agent")), str("taskId", c.id("task"))
	if c.chance(10) {
		task = str("taskId", "chat:"+c.id("child"))
	}
	switch c.Below(8) {
	case 0, 1, 2:
		first = []jsvalue.Member{agent}
	case 3:
		first = []jsvalue.Member{task}
	case 4, 5:
		first = []jsvalue.Member{agent, task}
	case 6:
		return []jsvalue.Member{task}, []jsvalue.Member{agent, task}
	default: // of one task, another agent
		if len(c.agents) == 0 {
			return []jsvalue.Member{task, agent}, []jsvalue.Member{agent}
		}
		old := pick(c.Source, c.agents)
		return []jsvalue.Member{val("taskId", old.Get("taskId")), agent}, []jsvalue.Member{agent}
	}
	return first, first
}

// subagent is one of an agent: its start, its progress, its end, in one form or the other, or in both.
func (c *eventChat) subagent() eventScript {
	first, later := c.agentNames()
	c.agents = append(c.agents, jsvalue.ObjectValue(first...))
	about := append([]jsvalue.Member{str("description", pick(c.Source, []string{c.words(), "", "look"}))}, c.sometimes(60, str("agentType", pick(c.Source, []string{"Explore", "general", "background"})))...)
	about = append(about, c.sometimes(30, str("taskType", pick(c.Source, []string{"subagent", "local_workflow", "background", "local_bash", "other"})))...)
	if len(c.items) > 0 {
		about = append(about, c.sometimes(25, str("parentToolUseId", pick(c.Source, c.items)))...)
	}
	if len(c.agents) > 1 && c.chance(15) {
		about = append(about, str("parentAgentId", pick(c.Source, c.agents).Get("agentId").Text()))
	}
	about = append(about, c.sometimes(10, val("background", jsvalue.BoolValue(true)))...)
	dotted, both := c.chance(20), c.chance(20)
	var script eventScript
	add := func(phase string, members ...jsvalue.Member) {
		if !dotted {
			script = append(script, c.event("subagent_"+phase, members...))
		}
		if dotted || both {
			script = append(script, c.dotted(phase, members))
		}
	}
	if !c.chance(12) {
		add("started", append(first[:len(first):len(first)], about...)...)
	}
	for range c.Below(3) {
		add("progress", append(later[:len(later):len(later)], c.progress()...)...)
	}
	for i := range c.Below(3) {
		if len(script) == 0 && i == 0 && c.chance(50) {
			later = append(later[:len(later):len(later)], about...)
		}
		add("result", append(later[:len(later):len(later)], c.outcomeOfAgent()...)...)
	}
	if c.chance(10) { // it seems to run again
		add("progress", append(later[:len(later):len(later)], str("summary", c.words()))...)
	}
	if len(script) == 0 {
		add("started", append(first[:len(first):len(first)], about...)...)
	}
	return script
}

// takenTask is an agent, or a job, that is known by its task alone, and another agent that takes the task: an event that names the
// task alone does not reach the first any more.
func (c *eventChat) takenTask() eventScript {
	agent, task := str("agentId", c.id("agent")), str("taskId", c.id("task"))
	about := pick(c.Source, [][]jsvalue.Member{nil, {str("description", c.words())}, {str("taskType", "local_bash"), str("command", c.words())}})
	script := eventScript{
		c.event("subagent_started", append(about[:len(about):len(about)], task)...),
		c.event(pick(c.Source, []string{"subagent.started", "subagent_started"}), agent),
		c.event(pick(c.Source, []string{"subagent_progress", "subagent_result"}), agent, task),
	}
	if c.chance(20) { // it goes by its task still, as by a name
		script = append(script, c.event("subagent_progress", val("agentId", task.Value)))
	}
	if c.chance(20) {
		script = append(script, c.event("subagent_result", task))
	}
	return script
}

// dotted is an event of a sub-agent in the newer form.
func (c *eventChat) dotted(phase string, members []jsvalue.Member) jsvalue.Value {
	kind := map[string]string{"started": "subagent.started", "progress": "subagent.progress", "result": "subagent.completed"}[phase]
	event := c.event(kind, members...)
	if !event.Has("agentId") && !c.chance(10) {
		event = event.With(val("agentId", event.Get("taskId")))
	}
	if summary := event.Get("summary"); phase == "progress" && !summary.IsUndefined() {
		event = event.Without("summary").With(val("text", summary))
	}
	return event.Without("taskId", "usage")
}

func (c *eventChat) progress() []jsvalue.Member {
	list := c.or(15, str("summary", pick(c.Source, []string{"Reading " + c.word(), "Task updated", "status: x", "", c.words()})))
	list = append(list, c.sometimes(40, str("lastToolName", pick(c.Source, []string{"Read", "Bash"})))...)
	list = append(list, c.sometimes(25, object("usage", number("toolUses", c.Below(9)), number("totalTokens", c.Below(99))))...)
	return append(list, c.sometimes(12, str("model", "m-"+c.word()), str("label", "l"), str("reasoningEffort", "high"))...)
}

func (c *eventChat) outcomeOfAgent() []jsvalue.Member {
	list := c.or(10, str("status", pick(c.Source, []string{"completed", "completed", "failed", "stopped", "stopped"})))
	list = append(list, c.or(20, str("summary", pick(c.Source, []string{c.words(), "Task updated", ""})))...)
	list = append(list, c.sometimes(30, str("finalSummary", c.words()))...)
	list = append(list, c.sometimes(20, number("totalTokens", c.Below(999)), number("toolUseCount", c.Below(9)))...)
	return append(list, c.sometimes(10, str("worktreeBranch", "b"), str("worktreePath", "/w"), str("spawnKind", "peer"), number("exitCode", c.Below(3)))...)
}

// backgroundJob is a command of a shell beside the turn: as scheduled work, as a sub-agent that is none, or as both; or work
// that is scheduled otherwise.
func (c *eventChat) backgroundJob() eventScript {
	id, task := c.id("job"), c.id("task")
	command := pick(c.Source, []string{"npm run dev", "cd /repo && FOO=1 nohup npm test", "cd /x &&", "\n  make  all\n", "", "exec 'a b'", "A= B='c d' cd \"x y\" && ls"})
	scheduled := func(status string) jsvalue.Value {
		members := append([]jsvalue.Member{str("kind", "background_task"), str("status", status), str("title", command)}, c.or(10, str("id", id))...)
		return c.event("scheduled_work_update", append(members, c.sometimes(50, str("sourceTaskId", task))...)...)
	}
	lifecycle := func(phase, status string) jsvalue.Value {
		members := []jsvalue.Member{str("taskId", task), str("taskType", pick(c.Source, []string{"background", "local_bash"})), str("command", command)}
		members = append(members, c.sometimes(30, str("agentType", "background"))...)
		members = append(members, c.sometimes(25, str("agentId", id))...)
		if phase == "result" {
			members = append(members, str("status", status), number("exitCode", c.Below(2)))
		}
		return c.event("subagent_"+phase, members...)
	}
	status := pick(c.Source, []string{"completed", "failed", "stopped", "cancelled", "missed"})
	switch c.Below(6) {
	case 0:
		return eventScript{scheduled("running"), scheduled(status), scheduled("running")}
	case 1:
		return eventScript{lifecycle("started", ""), lifecycle("progress", ""), lifecycle("result", pick(c.Source, []string{"completed", "failed", "stopped"})), lifecycle("progress", "")}
	case 2:
		return eventScript{scheduled("running"), lifecycle("started", ""), scheduled(status), lifecycle("result", "completed")}
	case 3:
		return eventScript{lifecycle("started", ""), c.event("subagent_progress", str("taskId", task), str("agentType", "Explore")), scheduled(status)}
	case 4:
		return eventScript{scheduled("running"), c.event("subagent_started", str("taskId", task), str("agentType", "Explore"), str("description", strings.TrimSpace(command))), scheduled(status)}
	}
	work := c.event("scheduled_work_update", str("id", id), str("kind", pick(c.Source, []string{"wakeup", "cron", "loop", "remote_trigger"})), str("status", "scheduled"))
	return eventScript{work, work.With(str("status", pick(c.Source, []string{"fired", "completed", "missed"})), str("title", c.words()))}
}

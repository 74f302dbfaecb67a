package rows

import (
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// agentStarted takes the start or the progress of an agent.
func (m *Machine) agentStarted(event jsvalue.Value) {
	if a := m.agentOf(event); a != nil {
		m.agentRuns(a, event, true)
	}
}

// agentRuns draws where an agent began, once, and brings that up to date; an end is not taken back (ES-AGENT-04).
func (m *Machine) agentRuns(a *agent, event jsvalue.Value, draws bool) {
	if summary := id(event, "summary"); !isPlaceholder(summary) {
		a.progress.take(summary)
	}
	if a.isJob() {
		m.jobOf(a, event, "running")
		return
	}
	m.dropJobs(m.namesOf(a, event)...) // ES-JOB-05
	m.showAnchor(a, draws)
	if a.status != "running" && a.card == nil {
		m.showCard(a, draws)
	}
}

// agentResult takes the end of an agent.
func (m *Machine) agentResult(event jsvalue.Value) {
	if a := m.agentOf(event); a != nil {
		m.agentEnds(a, event, true)
	}
}

// agentEnds draws the result of an agent where the rows end now, once, and brings it up to date (ES-AGENT-05). That one was
// stopped which was never announced waits for that; that one was stopped which had ended is not believed (ES-AGENT-06).
func (m *Machine) agentEnds(a *agent, event jsvalue.Value, draws bool) {
	status := statusOf(event, "completed")
	if a.isJob() {
		m.jobOf(a, event, status)
		return
	}
	if a.refuses(event) {
		m.report(diagnostic.ResultWithoutStart, "a sub-agent that had ended is said to be stopped", "event")
		return
	}
	announced := len(m.dropJobs(m.namesOf(a, event)...)) > 0 || a.isDrawn()
	a.end(status, m.envelope.Timestamp, event)
	if status == "stopped" && !announced {
		m.report(diagnostic.ResultWithoutStart, "that a sub-agent was stopped which was not announced is not drawn until it is", "event")
		return
	}
	m.showAnchor(a, false)
	m.showCard(a, draws)
}

// end takes what a result tells.
func (a *agent) end(status, timestamp string, event jsvalue.Value) {
	a.status, a.ended = status, momentOf(timestamp)
	for _, key := range []string{"summary", "finalSummary"} {
		a.result.take(id(event, key))
	}
	for _, key := range outcome {
		if value := event.Get(key); !value.IsNullish() {
			a.outcome = a.outcome.With(member(key, value))
		}
	}
}

// dotted takes an event of the newer form. Beside events of the older form it only adds to what is known and drawn
// (ES-AGENT-07).
func (m *Machine) dotted(event jsvalue.Value) {
	if id(event, "agentId") == "" {
		m.unusable("agentId")
		return
	}
	kind := event.Get("type").Text()
	a := m.agentOf(event)
	summary := firstText(id(event, "text"), id(event, "summary"))
	event = event.With(text("summary", summary))
	if kind == "subagent.completed" {
		m.agentEnds(a, event, !a.legacy)
		return
	}
	a.runs = a.runs || kind == "subagent.progress" && summary == ""
	m.agentRuns(a, event, !a.legacy)
}

// isNewer reports whether an agent has events of the newer form alone: defaults stand for what they leave out (ES-AGENT-07).
func (a *agent) isNewer() bool { return a.newer && !a.legacy }

// statusLine is what the agent does, as far as it is known.
func (a *agent) statusLine() string {
	otherwise := ""
	if a.runs && a.isNewer() {
		otherwise = "Running"
	}
	return firstText(a.progress.text, a.lastTool, otherwise, a.description.text, DefaultDescription)
}

// summary is what came out of the agent, "" if that is not known or it has not ended.
func (a *agent) summary() string {
	if a.status != "running" && a.isNewer() {
		return firstText(a.result.text, "Completed")
	}
	return a.result.text
}

// DefaultDescription stands for the description of an agent that has none (ES-AGENT-04).
const DefaultDescription = "Subagent task"

func (m *Machine) showAnchor(a *agent, draws bool) {
	shown := fixed{a.anchorEvent()}
	switch {
	case a.anchor != nil:
		m.update(a.anchor, shown)
	case draws:
		isFirst := !a.isDrawn()
		a.anchor = m.draw("subagent-spawn:"+a.key.text, shown)
		m.checkParentOf(a, isFirst)
	}
}

func (a *agent) anchorEvent() jsvalue.Value {
	return jsvalue.ObjectValue(
		text("type", "subagent_spawn_anchor"),
		text("agentKey", a.key.text),
		text("description", firstText(a.description.text, DefaultDescription)),
		textOrNull("agentType", a.kind.AgentType),
		member("background", jsvalue.BoolValue(a.background)),
		text("status", a.status),
		text("statusLine", a.statusLine()),
		textOrNull("lastToolName", a.lastTool),
		valueOrNull("toolCount", a.toolCount),
		text("startedAt", a.started.text),
		textOrNull("endedAt", a.ended.text),
		textOrNull("childSessionId", a.child),
		textOrNull("spawnKind", a.spawnKind),
		textOrNull("resultSummary", a.summary()),
		textOrNull("parentLabel", a.parentLabel()),
	).With(a.extras()...)
}

func (m *Machine) showCard(a *agent, draws bool) {
	shown := fixed{a.cardEvent()}
	switch {
	case a.card != nil:
		m.update(a.card, shown)
	case draws:
		isFirst := !a.isDrawn()
		a.card = m.draw("subagent-result:"+a.key.text, shown)
		m.checkParentOf(a, isFirst)
	}
}

// checkParentOf looks for the parent of an agent when its first row was drawn.
func (m *Machine) checkParentOf(a *agent, isFirst bool) {
	if isFirst {
		m.checkParent(a.parentItem)
	}
}

// outcome are the members of a result that stand in the card as they are.
var outcome = []string{"totalTokens", "toolUseCount", "worktreeBranch", "worktreePath"}

func (a *agent) cardEvent() jsvalue.Value {
	description, failure := a.description.text, ""
	if a.isNewer() {
		description = firstText(description, DefaultDescription)
	}
	if a.status == "failed" {
		failure = a.summary()
	}
	card := []jsvalue.Member{
		text("type", "subagent_result_card"),
		text("agentKey", a.key.text),
		textOrNull("description", description),
		text("status", a.status),
		textOrNull("summaryPreview", a.summary()),
		textOrNull("error", failure),
		text("startedAt", a.started.text),
		text("endedAt", a.ended.text),
		member("durationMs", durationBetween(a.started, a.ended)),
		textOrNull("parentLabel", a.parentLabel()),
	}
	for _, key := range outcome {
		card = append(card, valueOrNull(key, a.outcome.Get(key)))
	}
	return jsvalue.ObjectValue(append(card, a.nesting()...)...)
}

// extras are the members of an anchor that it has only if they are known: label, model, reasoningEffort, parentToolUseId.
func (a *agent) extras() []jsvalue.Member { return append(members(a.model), a.nesting()...) }

// nesting is parentToolUseId, if it is known.
func (a *agent) nesting() []jsvalue.Member {
	if a.parentItem == "" {
		return nil
	}
	return []jsvalue.Member{text("parentToolUseId", a.parentItem)}
}

// parentLabel is what the agent that started this one does, or is, if it is known.
func (a *agent) parentLabel() string {
	parent := a.parent.bearer()
	if parent == nil {
		return ""
	}
	return firstText(parent.description.text, parent.kind.AgentType)
}

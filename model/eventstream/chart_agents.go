package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// agent is what events told of one (ES-AGENT-01, ES-AGENT-02).
type agent struct {
	key                             string // the name that was seen first
	name                            string
	tasks                           map[string]bool
	description, command            string
	agentType, taskType             string
	background                      bool
	child, spawn, parent, parentUse string
	tool                            string
	tools                           jsvalue.Value
	extra                           jsvalue.Value // label, model, reasoningEffort
	progress, result                string
	started, ended, status          string
	outcome                         jsvalue.Value
	legacy, newer                   bool
	runs                            bool // a progress of the newer form without a summary
	anchor, card                    *drawn
	job                             *job
}

// job is a command in the background (ES-JOB-03, ES-JOB-04).
type job struct {
	key, label, started string
	names               map[string]bool
	code                jsvalue.Value
	status, ended       string // how, and when
	told                bool   // by events of an agent
	row                 *drawn
}

// agentOf is the agent of an event (ES-AGENT-01).
func (c *chart) agentOf(event jsvalue.Value) *agent {
	name, task := id(event, "agentId"), id(event, "taskId")
	a := c.agentCalled(name, task)
	if a != nil && a.refuses(event) {
		return a
	}
	if a == nil {
		a = &agent{key: first(name, task), tasks: map[string]bool{}, started: c.e.Time, status: "running", extra: jsvalue.ObjectValue(), outcome: jsvalue.ObjectValue()}
		c.agents = append(c.agents, a)
	}
	a.name = first(a.name, name)
	if task != "" {
		for _, other := range c.agents { // the latest has the task
			delete(other.tasks, task)
		}
		a.tasks[task] = true
	}
	a.learn(event)
	return a
}

// refuses: an agent that ended otherwise is said to be stopped (ES-AGENT-06).
func (a *agent) refuses(event jsvalue.Value) bool {
	kind := event.Get("type").Text()
	return (kind == "subagent_result" || kind == "subagent.completed") && id(event, "status") == "stopped" &&
		!a.isJob() && a.status != "running" && a.status != "stopped"
}

// agentCalled is the agent of that name, or, where that is not known, the one of the task that has no name yet; without a name
// that of the task (ES-AGENT-01).
func (c *chart) agentCalled(name, task string) *agent {
	which := func(is func(a *agent) bool) *agent {
		if i := slices.IndexFunc(c.agents, is); i >= 0 {
			return c.agents[i]
		}
		return nil
	}
	ofTask := which(func(a *agent) bool { return task != "" && a.tasks[task] })
	named := which(func(a *agent) bool { return a.isNamed(first(name, task)) })
	switch {
	case name == "" && ofTask != nil:
		return ofTask
	case name != "" && named == nil && ofTask != nil && ofTask.name == "":
		return ofTask
	}
	return named
}

// isNamed: it is the agent's own name, or the one that its rows bear.
func (a *agent) isNamed(name string) bool { return name != "" && (a.name == name || a.key == name) }

// agentNamed is what goes by a name, which can be that of its task.
func (c *chart) agentNamed(name string) *agent {
	for _, known := range []func(a *agent) bool{
		func(a *agent) bool { return a.isNamed(name) },
		func(a *agent) bool { return name != "" && a.tasks[name] },
	} {
		if i := slices.IndexFunc(c.agents, known); i >= 0 {
			return c.agents[i]
		}
	}
	return nil
}

// learn takes what an event tells (ES-AGENT-02).
func (a *agent) learn(event jsvalue.Value) {
	if strings.HasPrefix(event.Get("type").Text(), "subagent.") {
		a.newer = true
	} else {
		a.legacy = true
	}
	a.description = longerOf(a.description, id(event, "description"))
	a.command = longerOf(a.command, id(event, "command"))
	if kind := id(event, "agentType"); a.agentType == "" || a.agentType == "background" {
		a.agentType = first(kind, a.agentType)
	}
	a.background = a.background || event.Get("background").IsTrue()
	last := func(has *string, key string) { *has = first(id(event, key), *has) }
	last(&a.taskType, "taskType")
	last(&a.spawn, "spawnKind")
	last(&a.parent, "parentAgentId")
	last(&a.parentUse, "parentToolUseId")
	last(&a.tool, "lastToolName")
	if child, ok := strings.CutPrefix(id(event, "taskId"), "chat:"); ok {
		a.child = first(id(event, "agentId"), child)
	}
	if count := event.Get("usage").Get("toolUses"); count.IsNumber() {
		a.tools = count
	}
	for _, key := range []string{"label", "model", "reasoningEffort"} {
		if id(event, key) != "" {
			a.extra = a.extra.With(member(key, event.Get(key)))
		}
	}
}

func longerOf(before, later string) string {
	if jsvalue.Length(later) > jsvalue.Length(before) {
		return later
	}
	return before
}

// betterOf is the summary that says more (ES-AGENT-03).
func betterOf(before, later string) string {
	switch {
	case later == "":
		return before
	case fills(before) && fills(later):
		return later
	case fills(before):
		return later
	case fills(later) || jsvalue.Length(before) > jsvalue.Length(later):
		return before
	}
	return later
}

// fills: a summary only fills the place of one.
func fills(summary string) bool {
	lower := strings.ToLower(summary)
	return lower == "" || lower == "task updated" || strings.HasPrefix(lower, "status: ")
}

// isShell and isAgent say what a task is (ES-JOB-02).
func (a *agent) isShell() bool {
	return (a.taskType == "background" || a.taskType == "local_bash") && (a.agentType == "" || a.agentType == "background")
}

func (a *agent) isAgent() bool {
	return !a.isShell() && (a.agentType != "" && a.agentType != "background" || a.taskType == "subagent" || a.taskType == "local_workflow")
}

// isJob: what was drawn as a job or as a sub-agent stays that (ES-JOB-05).
func (a *agent) isJob() bool { return a.job != nil || a.isShell() && a.anchor == nil && a.card == nil }

// ofAgent takes an event of a sub-agent.
func (c *chart) ofAgent(event jsvalue.Value) {
	kind := event.Get("type").Text()
	a := c.agentOf(event)
	summary, final := id(event, "summary"), id(event, "finalSummary")
	draws := true
	if strings.HasPrefix(kind, "subagent.") { // ES-AGENT-07
		draws = !a.legacy
		summary = first(id(event, "text"), summary)
		a.runs = a.runs || kind == "subagent.progress" && summary == ""
	}
	if kind == "subagent_result" || kind == "subagent.completed" {
		c.ends(a, event, summary, final, draws)
		return
	}
	c.runsOn(a, event, summary, draws)
}

// runsOn takes a start or a progress (ES-AGENT-04).
func (c *chart) runsOn(a *agent, event jsvalue.Value, summary string, draws bool) {
	if !fills(summary) {
		a.progress = betterOf(a.progress, summary)
	}
	if a.isJob() {
		c.jobOfAgent(a, event, "running")
		return
	}
	c.dropLines(a, event)
	c.showAnchor(a, draws)
	if a.status != "running" && a.card == nil { // it waited
		c.showCard(a, draws)
	}
}

// ends takes a result (ES-AGENT-05, ES-AGENT-06).
func (c *chart) ends(a *agent, event jsvalue.Value, summary, final string, draws bool) {
	status := first(id(event, "status"), "completed")
	if a.isJob() {
		c.jobOfAgent(a, event, status)
		return
	}
	if a.refuses(event) {
		c.tell("result_without_start")
		return
	}
	announced := len(c.dropLines(a, event)) > 0 || a.anchor != nil || a.card != nil
	a.status, a.ended = status, c.e.Time
	a.result = betterOf(betterOf(a.result, summary), final)
	for _, key := range []string{"totalTokens", "toolUseCount", "worktreeBranch", "worktreePath"} {
		if value := event.Get(key); !value.IsNullish() {
			a.outcome = a.outcome.With(member(key, value))
		}
	}
	if status == "stopped" && !announced {
		c.tell("result_without_start")
		return
	}
	c.showAnchor(a, false)
	c.showCard(a, draws)
}

func (c *chart) parentLabel(a *agent) string {
	if parent := c.agentNamed(a.parent); parent != nil {
		return first(parent.description, parent.agentType)
	}
	return ""
}

// line and outline are the last that is known of an agent on its way and of its end; what stands for them if it has newer events
// alone (ES-AGENT-07).
func (a *agent) line() string {
	line := first(a.progress, a.tool)
	if a.newer && !a.legacy && a.runs {
		line = first(line, "Running")
	}
	return first(line, a.description, "Subagent task")
}

func (a *agent) outline() string {
	if a.newer && !a.legacy && a.status != "running" {
		return first(a.result, "Completed")
	}
	return a.result
}

func (c *chart) showAnchor(a *agent, draws bool) {
	if a.anchor == nil && !draws {
		return
	}
	members := []jsvalue.Member{
		textOf("type", "subagent_spawn_anchor"), textOf("agentKey", a.key), textOf("description", first(a.description, "Subagent task")),
		textOrNull("agentType", a.agentType), member("background", jsvalue.BoolValue(a.background)), textOf("status", a.status),
		textOf("statusLine", a.line()), textOrNull("lastToolName", a.tool), orNull("toolCount", a.tools),
		textOf("startedAt", a.started), textOrNull("endedAt", a.ended), textOrNull("childSessionId", a.child), textOrNull("spawnKind", a.spawn),
		textOrNull("resultSummary", a.outline()), textOrNull("parentLabel", c.parentLabel(a)),
	}
	for key, value := range a.extra.Members() {
		members = append(members, member(key, value))
	}
	event := jsvalue.ObjectValue(append(members, a.nesting()...)...)
	if a.anchor != nil {
		c.update(a.anchor, event)
		return
	}
	a.anchor = c.draw("subagent-spawn:"+a.key, event)
	if a.card == nil {
		c.checkParent(a.parentUse)
	}
}

func (a *agent) nesting() []jsvalue.Member {
	if a.parentUse == "" {
		return nil
	}
	return []jsvalue.Member{textOf("parentToolUseId", a.parentUse)}
}

func (c *chart) showCard(a *agent, draws bool) {
	if a.card == nil && !draws {
		return
	}
	description, failure := a.description, ""
	if a.newer && !a.legacy {
		description = first(description, "Subagent task")
	}
	if a.status == "failed" {
		failure = a.outline()
	}
	members := []jsvalue.Member{
		textOf("type", "subagent_result_card"), textOf("agentKey", a.key), textOrNull("description", description), textOf("status", a.status),
		textOrNull("summaryPreview", a.outline()), textOrNull("error", failure), textOf("startedAt", a.started), textOf("endedAt", a.ended),
		took(a.started, a.ended), textOrNull("parentLabel", c.parentLabel(a)),
	}
	for _, key := range []string{"totalTokens", "toolUseCount", "worktreeBranch", "worktreePath"} {
		members = append(members, orNull(key, a.outcome.Get(key)))
	}
	event := jsvalue.ObjectValue(append(members, a.nesting()...)...)
	if a.card != nil {
		c.update(a.card, event)
		return
	}
	a.card = c.draw("subagent-result:"+a.key, event)
	if a.anchor == nil {
		c.checkParent(a.parentUse)
	}
}

// took is how long it took, null where that is not known.
func took(from, to string) jsvalue.Member {
	start, ok := jstime.Parse(from)
	end, known := jstime.Parse(to)
	if !ok || !known {
		return member("durationMs", jsvalue.NullValue())
	}
	return member("durationMs", jsvalue.NumberValue(max(0, end-start)))
}

// namesOf are the names that an event and its agent have.
func namesOf(a *agent, event jsvalue.Value) (names []string) {
	for _, name := range []string{a.key, a.name, id(event, "taskId")} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (c *chart) jobNamed(name string) *job {
	for _, j := range c.jobs {
		if j.names[name] {
			return j
		}
	}
	return nil
}

// dropLines removes the lines that scheduled work alone drew of an agent (ES-JOB-05).
func (c *chart) dropLines(a *agent, event jsvalue.Value) (dropped []*job) {
	for _, name := range namesOf(a, event) {
		if j := c.jobNamed(name); j != nil && !j.told {
			j.row.gone, j.names, dropped = true, nil, append(dropped, j)
		}
	}
	return dropped
}

// jobOfAgent takes an event of an agent that is a job (ES-JOB-03).
func (c *chart) jobOfAgent(a *agent, event jsvalue.Value, status string) {
	names := namesOf(a, event)
	for _, name := range names {
		if a.job == nil {
			a.job = c.jobNamed(name)
		}
	}
	if a.job == nil {
		a.job = &job{key: a.key, names: map[string]bool{}, code: jsvalue.NullValue(), started: a.started}
		c.jobs = append(c.jobs, a.job)
	}
	a.job.told = true
	at := c.e.Time
	for _, other := range c.dropLines(a, event) {
		a.job.label = first(a.job.label, other.label)
		if status == "running" && a.job.ended == "" && other.ended != "" {
			status, at = other.status, other.ended
		}
	}
	for _, name := range names {
		if j := c.jobNamed(name); j != nil {
			delete(j.names, name)
		}
		a.job.names[name] = true
	}
	if code := event.Get("exitCode"); code.IsFinite() {
		a.job.code = code
	}
	c.showJob(a.job, first(a.command, a.description), status, at)
}

// scheduled takes scheduled work (ES-JOB-04, ES-JOB-05).
func (c *chart) scheduled(event jsvalue.Value) {
	if event.Get("kind").Text() != "background_task" {
		c.draw("", event)
		return
	}
	name := first(id(event, "sourceTaskId"), id(event, "id"))
	if a := c.agentNamed(name); a != nil && a.job == nil && (a.isAgent() || a.anchor != nil || a.card != nil) {
		return
	}
	j := c.jobNamed(name)
	if j == nil {
		j = &job{key: name, names: map[string]bool{name: true}, code: jsvalue.NullValue(), started: c.e.Time}
		c.jobs = append(c.jobs, j)
	}
	status := map[string]string{"completed": "completed", "stopped": "stopped", "cancelled": "stopped", "failed": "failed", "missed": "failed"}[event.Get("status").Text()]
	c.showJob(j, event.Get("title").Text(), first(status, "running"), c.e.Time)
}

func (c *chart) showJob(j *job, command, status, at string) {
	j.label = first(labelOf(command), j.label)
	if j.ended != "" && status == "running" {
		return
	}
	members := []jsvalue.Member{textOf("type", "background_job_line"), textOf("agentKey", j.key), textOf("label", first(j.label, "Background command")), textOf("status", status), textOf("startedAt", j.started)}
	if status != "running" {
		j.status, j.ended = status, at
		members = append(members, member("exitCode", j.code), took(j.started, at))
	}
	if j.row == nil {
		j.row = c.draw("background-chip:"+j.key, jsvalue.ObjectValue(members...))
		return
	}
	c.update(j.row, jsvalue.ObjectValue(members...))
}

// labelOf is the name of a job (ES-JOB-01).
func labelOf(command string) string {
	line := ""
	for _, one := range strings.Split(command, "\n") {
		if line == "" {
			line = oneLine(one)
		}
	}
	rest := line
	for range 32 {
		shorter := rest
		for _, take := range []func(string) string{withoutCD, withoutSetting, withoutRunner} {
			shorter = take(shorter)
		}
		if shorter == rest {
			break
		}
		rest = shorter
	}
	return first(trim(rest), line)
}

// word is a text up to its first space, or in quotes, and what stands behind it.
func word(text string) (word, rest string) {
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		if end := strings.IndexByte(text[1:], text[0]); end >= 0 {
			return text[:end+2], text[end+2:]
		}
	}
	word, _, _ = strings.Cut(text, " ")
	return word, text[len(word):]
}

func withoutCD(text string) string {
	if len(text) < 3 || !strings.EqualFold(text[:3], "cd ") {
		return text
	}
	path, rest := word(text[3:])
	rest, ok := strings.CutPrefix(strings.TrimPrefix(rest, " "), "&&")
	if path == "" || !ok {
		return text
	}
	return strings.TrimPrefix(rest, " ")
}

func withoutSetting(text string) string {
	name, _, ok := strings.Cut(text, "=")
	if !ok || name == "" || name[0] >= '0' && name[0] <= '9' || strings.ContainsFunc(name, func(r rune) bool { return r > '\x7f' || r == '-' || !isNamePart(byte(r)) }) {
		return text
	}
	_, rest := word(text[len(name)+1:])
	if rest != "" && rest[0] != ' ' {
		return text
	}
	return strings.TrimPrefix(rest, " ")
}

func withoutRunner(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if strings.EqualFold(first, "nohup") || strings.EqualFold(first, "exec") {
		return rest
	}
	return text
}

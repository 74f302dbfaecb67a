package generate

import (
	"fmt"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// NewTornCase makes a chat as a crash, a Stop or a host leaves it: turns that lack one end or both, jobs and sub-agents that run
// on, receipts of interrupts, queues that can be restored, readings of the context with compactions between them, and reports of
// workflows; with the damage of NewEventCase.
func NewTornCase(source Source) EventCase {
	c := newEventChat(source)
	for range 1 + c.Below(4) {
		c.tornTurn()
	}
	c.tell(c.cut(c.open)...)
	options := c.eventOptions()
	if c.chance(40) {
		if options.IsUndefined() {
			options = jsvalue.ObjectValue()
		}
		now := c.millis + c.Below(16_001) - 4000
		options = options.With(str("now", fmt.Sprintf("2026-08-10T%02d:%02d:%02d.%03dZ", 10+max(0, now)/3_600_000, max(0, now)/60_000%60, max(0, now)/1000%60, max(0, now)%1000)))
	}
	return EventCase{c.file(), options}
}

// NewRestores are the times, none to two, at which somebody asks to restore a queue of a chat: at the edges of the eight seconds
// that the last one is offered.
func NewRestores(source Source, text string) (times []string) {
	offered := time.Date(2026, 8, 10, 10, 0, 0, 0, time.UTC)
	for line := range strings.Lines(text) {
		envelope, err := jsvalue.Decode(line)
		if event := envelope.Get("event"); err != nil || event.Get("type").Text() != "queue_recovery" || event.Get("state").Text() != "available" {
			continue
		}
		if ms, ok := jstime.Parse(envelope.Get("timestamp").Text()); ok {
			offered = time.UnixMilli(int64(ms)).UTC()
		}
	}
	for range source.Below(3) {
		after := time.Duration(pick(source, []int{0, 7999, 8000, 8001})) * time.Millisecond
		times = append(times, offered.Add(after).Format("2006-01-02T15:04:05.000Z"))
	}
	return times
}

// tornSubagent is a sub-agent, now and then one that loses its task to another.
func (c *eventChat) tornSubagent() eventScript {
	if c.chance(30) {
		return c.takenTask()
	}
	return c.subagent()
}

// cut takes the rest of scripts away, as an end of the process does.
func (c *eventChat) cut(scripts []eventScript) (left []eventScript) {
	for _, script := range scripts {
		if n := c.Below(len(script) + 1); n > 0 {
			left = append(left, script[:n])
		}
	}
	return left
}

// tornTurn writes a turn with what may go on in it, and what there is of its ends.
func (c *eventChat) tornTurn() {
	c.turn = c.id("turn")
	c.turns = append(c.turns, c.turn)
	c.tell(c.tornBeginning())
	var scripts []eventScript
	for range c.Below(5) {
		scripts = append(scripts, pick(c.Source, []func() eventScript{
			c.tornSubagent, c.backgroundJob, c.restoring, c.interrupt, c.readings, c.readings, c.workflow, c.workflow, c.request, c.steered, c.said, c.chrome,
		})())
	}
	c.tell(c.cut(append(scripts, c.open...))...)
	if end := c.tornEnd(); len(end) > 0 {
		c.tell(end)
	}
}

// tornBeginning is a message, a start, or both; either may name no turn.
func (c *eventChat) tornBeginning() eventScript {
	asked, started := c.userMessage(), eventScript{c.event("status", str("turnStatus", "started"))}
	if c.chance(8) {
		asked[0] = without(asked[0])
	}
	switch c.Below(6) {
	case 0:
		return asked
	case 1:
		return started
	case 2:
		return append(asked, without(started[0]))
	default:
		return append(asked, started...)
	}
}

// said is a message that came while the turn ran, and that has a steer or the state of one, not both.
func (c *eventChat) said() eventScript {
	if c.chance(25) {
		return c.userMessage(str("steerId", c.id("steer")))
	}
	said := c.userMessage(c.or(20, str("deliveryState", pick(c.Source, []string{"queued", "inline", "inline", "failed", "delivered"})))...)
	if c.chance(40) {
		said[0] = without(said[0])
	}
	return said
}

// tornEnd is what was written of the ends of a turn, in any order; now and then of an older turn.
func (c *eventChat) tornEnd() eventScript {
	if len(c.turns) > 1 && c.chance(12) {
		c.turn = pick(c.Source, c.turns)
	}
	status := c.event("status", str("turnStatus", pick(c.Source, []string{"completed", "completed", "interrupted", "failed", "paused"})))
	done := c.event("done", append(c.or(6, str("status", pick(c.Source, []string{"completed", "completed", "interrupted", "failed", "odd"}))), c.sometimes(15, str("terminalReason", pick(c.Source, []string{"prompt_too_long", "prompt_too_long", "max_turns"})))...)...)
	if c.chance(10) {
		status, done = without(status), without(done)
	}
	switch c.Below(7) {
	case 0:
		return eventScript{status}
	case 1:
		return eventScript{done}
	case 2:
		return nil
	case 3:
		return eventScript{done, status}
	default:
		return eventScript{status, done}
	}
}

// restoring is a queue that was cleared, and what became of that.
func (c *eventChat) restoring() eventScript {
	available := c.event("queue_recovery", str("state", "available"), array("steers", jsvalue.StringValue(c.id("steer"))))
	ended := c.event("queue_recovery", str("state", pick(c.Source, []string{"restored", "expired", "odd"})))
	if c.chance(20) {
		ended = without(ended)
	}
	return pick(c.Source, []eventScript{{available}, {available}, {available, ended}, {available, ended, available}, {ended}})
}

// interrupt is a receipt, and how far the messages come that it names.
func (c *eventChat) interrupt() eventScript {
	steers := []string{c.id("steer"), c.id("steer")}
	remaining := array("remaining",
		jsvalue.ObjectValue(str("uuid", c.id("uuid")), str("steerId", steers[0])), jsvalue.ObjectValue(str("uuid", c.id("uuid"))), jsvalue.ObjectValue(str("steerId", pick(c.Source, steers))))
	if c.chance(20) {
		remaining = pick(c.Source, []jsvalue.Member{number("remaining", c.Below(4)), number("remaining", -1), number("remaining", 10_000_000_000), array("remaining"), str("remaining", "2")})
	}
	var script eventScript
	lifecycle := func() {
		state := pick(c.Source, []string{"queued", "started", "completed", "cancelled", "discarded", "odd"})
		script = append(script, c.event("command_lifecycle", append(c.or(10, str("steerId", pick(c.Source, steers))), str("state", state))...))
	}
	for range c.Below(3) {
		lifecycle()
	}
	script = append(script, c.event("interrupt_receipt", append(c.or(30, str("stopMode", pick(c.Source, []string{"stop_only", "stop_and_clear", " "}))), remaining)...))
	for range c.Below(3) {
		lifecycle()
	}
	return script
}

// request is something that waits for an answer, and sometimes gets one.
func (c *eventChat) request() eventScript {
	item := c.id("ask")
	ask := c.event(pick(c.Source, []string{"approval_request", "structured_question"}), append(c.or(30, str("kind", pick(c.Source, []string{"command", "plan_approval", "question"}))), str("itemId", item))...)
	if c.chance(20) {
		ask = ask.With(object("detail", object("request", str("kind", pick(c.Source, []string{"question", "permission"})), str("turnId", pick(c.Source, c.turns)))))
	}
	return eventScript{ask, c.event("pending_input_resolved", str("itemId", item), str("resolution", "accepted"))}
}

// readings are of the context, with compactions between them.
func (c *eventChat) readings() eventScript {
	var script eventScript
	percent := pick(c.Source, []int{5, 70, 88, 95, 96})
	sample := c.Below(5)
	for range 1 + c.Below(7) {
		percent = max(0, percent+c.Below(8)-3)
		sample += c.Below(3) - c.Below(2)
		members := append(c.or(8, str("origin", pick(c.Source, []string{"live", "live", "live", "snapshot", "compact", "command"}))), val("percent", raw(fmt.Sprintf("%d.%d", percent, c.Below(10)))))
		members = append(members, c.or(30, str("state", pick(c.Source, []string{"measured", "measured", "measured", "unknown", "recalculating", "odd"})))...)
		members = append(members, c.or(30, number("sampleId", sample))...)
		members = append(members, c.sometimes(30, str("capturedAt", fmt.Sprintf("2026-08-10T%02d:%02d:%02dZ", 10+c.millis/3_600_000, c.millis/60_000%60, c.Below(60))))...)
		reading := c.event("context_usage", members...)
		if c.chance(4) {
			reading = reading.With(val("percent", raw(pick(c.Source, []string{"100.5", "-0.5", "500", "100", "0", "1e300"}))))
		}
		script = append(script, reading)
		if c.chance(20) {
			script = append(script, c.compactionOfContext()...)
			percent = pick(c.Source, []int{percent, 10, 85})
		}
	}
	if c.chance(30) {
		script = append(script, c.event("done", str("status", "completed")))
	}
	if c.chance(4) {
		script = append(script, c.event("conversation_reset", str("newConversationId", c.id("c"))))
	}
	return script
}

func (c *eventChat) compactionOfContext() eventScript {
	trigger := c.or(10, str("trigger", pick(c.Source, []string{"auto", "manual", "ade_fallback"})))
	kind := pick(c.Source, []string{"context_compact", "context_compact", "codex_context_compaction"})
	script := eventScript{c.event(kind, append(c.or(10, str("state", "started")), trigger...)...)}
	if !c.chance(25) {
		script = append(script, c.event(kind, append(c.or(10, str("state", pick(c.Source, []string{"completed", "completed", "failed"}))), trigger...)...))
	}
	return script
}

// workflow is the reports of one, and mostly its end; now and then events of its agents that were emitted before.
func (c *eventChat) workflow() eventScript {
	task := str("taskId", c.id("flow"))
	var script eventScript
	for range 1 + c.Below(4) {
		var agents []jsvalue.Value
		for range c.Below(5) {
			agents = append(agents, c.workflowAgent())
		}
		snapshot := array("workflow_progress", agents...)
		switch {
		case c.chance(12):
			snapshot = object("workflow_progress", array("agents", agents...))
		case c.chance(6):
			snapshot = val("workflow_progress", c.wrong())
		}
		script = append(script, c.event(pick(c.Source, []string{"subagent_progress", "subagent_progress", "subagent_started"}), append(c.sometimes(30, str("workflowName", c.word())), task, snapshot)...))
		if c.chance(15) {
			of := str("taskId", fmt.Sprint(task.Value.Text(), "::a", c.Below(4)))
			if c.chance(20) { // which is a workflow itself
				script = append(script, c.event("subagent_progress", of, snapshot))
			}
			script = append(script, c.event(pick(c.Source, []string{"subagent_started", "subagent_progress", "subagent_result"}), append(c.sometimes(50, c.toldBefore()...), of)...))
		}
	}
	if !c.chance(25) {
		end := c.event("subagent_result", task, str("status", pick(c.Source, []string{"completed", "failed", "stopped"})))
		script = append(script, end)
		if c.chance(10) { // it ends again, behind an agent that comes late
			script = append(script, c.event("subagent_progress", str("taskId", task.Value.Text()+"::a9")), end)
		}
	}
	return script
}

// toldBefore is what an event of an agent told of it.
func (c *eventChat) toldBefore() []jsvalue.Member {
	members := append(c.sometimes(50, str("agentId", c.id("agent"))), c.sometimes(50, str("phase", c.word()), str("summary", pick(c.Source, []string{c.words(), " a\n b "})))...)
	return append(members, c.sometimes(60, object("usage", append(c.or(20, number("totalTokens", c.Below(3)*500_000_001)), number("toolUses", c.Below(3)-1))...))...)
}

// workflowAgent is an entry of a snapshot, now and then one that cannot be used.
func (c *eventChat) workflowAgent() jsvalue.Value {
	if c.chance(6) {
		return pick(c.Source, []jsvalue.Value{jsvalue.NullValue(), jsvalue.IntValue(3), jsvalue.ObjectValue(str("index", "0")), jsvalue.ObjectValue(number("index", -1)), jsvalue.ObjectValue(val("index", raw("0.5")))})
	}
	members := append(c.or(8, str("state", pick(c.Source, []string{"queued", "running", "running", "running", "completed", "failed", "stopped", "odd"}))), number("index", c.Below(4)))
	members = append(members, c.sometimes(40, str("agentId", c.id("agent")), str("label", c.words()))...)
	members = append(members, c.sometimes(40, str("phase", c.word()), str("preview", pick(c.Source, []string{c.words(), " a\n b ", strings.Repeat(c.word()+" ", 100)})))...)
	members = append(members, c.sometimes(40, number("tokens", c.Below(3)*500_000_001), number("toolUses", c.Below(3)-1))...)
	return jsvalue.ObjectValue(append(members, c.sometimes(20, val("durationMs", raw("12.75")))...)...)
}

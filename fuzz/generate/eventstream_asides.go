package generate

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// card is one that changes: with details, a refresh that failed, one that went well.
func (c *eventChat) card() eventScript {
	id := pick(c.Source, []string{"c1", "c2", " c1 ", c.id("c")})
	if c.chance(4) {
		id = " "
	}
	card := func(members ...jsvalue.Member) jsvalue.Value {
		event := c.event("ade_card", append([]jsvalue.Member{str("cardId", id), str("variant", "run"), str("title", c.words())}, members...)...)
		return event.With(c.sometimes(15, str("state", "live"), number("durationMs", 5))...)
	}
	progress := object("progress", number("passed", c.Below(3)), number("failed", c.Below(2)-1), number("running", 0))
	rich := card(append(c.or(20, array("rows", jsvalue.StringValue(c.word()))), append(c.sometimes(50, progress), c.sometimes(30, array("metrics", jsvalue.IntValue(1)), array("actions", jsvalue.StringValue("open")))...)...)...)
	degraded := card(append(c.sometimes(60, array("rows")), append(c.sometimes(40, array("metrics"), object("progress", number("passed", 0))), str("degradedReason", pick(c.Source, []string{"no answer", "no answer", " "})))...)...)
	healthy := card(append(c.or(20, array("rows", c.or50(jsvalue.StringValue("row"))...)), append(c.sometimes(15, val("stale", jsvalue.BoolValue(true))), c.sometimes(25, array("actions", jsvalue.StringValue("x")))...)...)...)
	script := eventScript{rich}
	for range c.Below(3) {
		script = append(script, pick(c.Source, []jsvalue.Value{degraded, healthy, rich}))
	}
	return script
}

func (c *eventChat) or50(value jsvalue.Value) []jsvalue.Value {
	if c.chance(50) {
		return nil
	}
	return []jsvalue.Value{value}
}

// eventAsides are what stands beside the work of a turn.
var eventAsides = []func(*eventChat) eventScript{
	(*eventChat).errors, (*eventChat).errors, (*eventChat).notices, (*eventChat).notices, (*eventChat).statuses, (*eventChat).compactions,
	(*eventChat).health, (*eventChat).recoveries, (*eventChat).images, (*eventChat).queueRecovery, (*eventChat).inputs, (*eventChat).standing, (*eventChat).delegations,
}

// errors is one that comes again, as it was or with one difference.
func (c *eventChat) errors() eventScript {
	first := c.event("error", append(c.sometimes(40, str("detail", c.word())), str("message", c.words()), object("errorInfo", number("code", 1), str("kind", "k")))...)
	again := first
	switch c.Below(8) {
	case 3:
		again = first.With(str("detail", pick(c.Source, []string{"", "more"})))
	case 4:
		again = without(first)
		first = again
	case 5:
		again = first.With(object("errorInfo", str("kind", "k"), number("code", 1)))
	case 6:
		again = first.With(str("message", " "+first.Get("message").Text()+"\n"))
	case 7:
		again = first.With(str("errorInfo", "k"))
	}
	return eventScript{first, again}
}

func (c *eventChat) notices() eventScript {
	notice := func(kind, message string, members ...jsvalue.Member) jsvalue.Value {
		event := c.event("system_notice", append([]jsvalue.Member{str("noticeKind", kind), str("message", message)}, members...)...)
		if c.chance(30) {
			return without(event)
		}
		return event
	}
	first := pick(c.Source, []jsvalue.Value{
		notice("info", c.words()), notice("info", "Session Ready"), notice("hook", "Hook: Stop:x started"), notice("hook", "Trimmed large tool output of x"),
		notice("hook", "Hook: PreToolUse:Bash error", str("detail", "exit 2")), notice("hook", "Hook: PreToolUse:Bash error", object("detail", number("a", 1))),
		notice("hook", " Hook: PreToolUse: error "), notice("warning", "low", str("detail", c.word())), notice("info", ""),
	})
	script := eventScript{first}
	if c.chance(50) {
		script = append(script, first)
	}
	if c.chance(20) {
		script = append(script, notice("info", c.word()), first)
	}
	return script
}

func (c *eventChat) statuses() eventScript {
	status := c.event("status", str("turnStatus", pick(c.Source, []string{"started", "completed", "failed", "interrupted"})), str("message", pick(c.Source, []string{"", "Started", " completed ", "Retrying\n now", c.words()})))
	if c.chance(40) {
		return eventScript{status, status}
	}
	return eventScript{status}
}

func (c *eventChat) compactions() eventScript {
	id := c.sometimes(50, str("compactionId", c.id("k")))
	compact := func(kind string, members ...jsvalue.Member) jsvalue.Value {
		return c.event(kind, append(append(members, str("trigger", pick(c.Source, []string{"auto", "manual"}))), id...)...)
	}
	kind := pick(c.Source, []string{"context_compact", "context_compact", "codex_context_compaction"})
	started, ended := compact(kind, str("state", "started")), compact(kind, append(c.or(30, str("state", "completed")), number("tokensAfter", c.Below(99)))...)
	switch c.Below(5) {
	case 2:
		return eventScript{ended, ended}
	case 3:
		return eventScript{started, compact(kind, str("state", "failed")), started, ended}
	case 4:
		return eventScript{without(started), without(ended)}
	}
	return eventScript{started, ended}
}

func (c *eventChat) health() eventScript {
	actions := array("supportedActions", jsvalue.StringValue("wait"), jsvalue.StringValue(pick(c.Source, []string{"nudge", "retry_same_runtime", "restart_resume", "unknown"})))
	health := c.event("turn_health", append(c.or(15, actions), str("reason", pick(c.Source, []string{"runtime_state_unknown", "silent"})))...)
	stalled := c.event("codex_turn_stalled", str("reason", "silent"), str("message", c.words()))
	diagnostics := c.event("turn_diagnostics", str("note", c.word()))
	script := eventScript{pick(c.Source, []jsvalue.Value{health, stalled, diagnostics}), pick(c.Source, []jsvalue.Value{health, stalled, diagnostics, without(health)})}
	return script
}

func (c *eventChat) recoveries() eventScript {
	recovery := func() jsvalue.Value {
		return c.event(pick(c.Source, []string{"turn_recovery", "codex_turn_recovery"}), str("state", pick(c.Source, []string{"recovering", "recovered", "failed"})), str("note", c.word()))
	}
	script := eventScript{c.event("codex_turn_stalled", str("reason", "silent")), recovery(), recovery()}
	if c.chance(40) {
		script = append(script, c.event("turn_health", str("reason", "silent"), array("supportedActions")))
	}
	return script
}

func (c *eventChat) images() eventScript {
	item := c.or(12, str("itemId", c.id("img")))
	kind := pick(c.Source, []string{"codex_image_generation", "codex_image_view"})
	first := c.event(kind, append(item[:len(item):len(item)], str("prompt", c.words()), str("status", "running"))...)
	second := c.event(kind, append(item[:len(item):len(item)], val("prompt", jsvalue.NullValue()), str("savedPath", "/tmp/x.png"), str("status", "completed"))...)
	return eventScript{first, second}
}

func (c *eventChat) queueRecovery() eventScript {
	available := c.event("queue_recovery", str("state", "available"), number("count", 1))
	return eventScript{available, c.event("queue_recovery", str("state", pick(c.Source, []string{"restored", "dismissed", "available"})))}
}

// inputs is a question and its answer.
func (c *eventChat) inputs() eventScript {
	item := str("itemId", c.id("q"))
	question := c.event(pick(c.Source, []string{"approval_request", "structured_question"}), item, str("kind", "command"), str("description", c.words()))
	return eventScript{question, c.event("pending_input_resolved", item, str("resolution", "accepted"))}
}

// standing is an event that is drawn as it stands.
func (c *eventChat) standing() eventScript {
	return eventScript{c.event(pick(c.Source, []string{
		"conversation_reset", "completion_report", "interrupt_receipt", "prompt_suggestion", "auto_approval_review", "claude_goal_updated", "claude_goal_cleared",
		"codex_goal_updated", "codex_goal_cleared", "codex_safety_buffering", "codex_sleep", "codex_thread_deleted", "turn_diff_summary",
	}), str("note", c.words()))}
}

// delegations is what is drawn only if it says something.
func (c *eventChat) delegations() eventScript {
	return eventScript{pick(c.Source, []jsvalue.Value{
		c.event("delegation_state", object("contract", str("status", pick(c.Source, []string{"running", "blocked", "launch_failed", "failed"})))),
		c.event("delegation_state", str("message", c.words())), c.event("delegation_state", str("message", " ")),
		c.event("command_lifecycle", str("state", pick(c.Source, []string{"cancelled", "discarded", "queued"}))),
		c.event("context_usage", str("origin", "command")), c.event("context_usage"), c.event("context_usage", val("origin", jsvalue.NullValue())),
	})}
}

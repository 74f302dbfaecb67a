package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// status takes a status (ES-NOTE-01).
func (c *chart) status(event jsvalue.Value) {
	state := event.Get("turnStatus").Text()
	said := strings.ToLower(jsvalue.Prefix(oneLine(event.Get("message").Text()), 120))
	bad := state == "failed" || state == "interrupted"
	if !bad && (said == "" || said == "started" || said == "completed" || said == strings.ToLower(state)) {
		return
	}
	if d := c.last(); d != nil && d.kind() == "status" && alike(d.event, event, "turnStatus", "turnId", "message") {
		return
	}
	c.draw("", event)
}

// oneLine is a text with each run of white space as one space, and none at its ends.
func oneLine(text string) string { return strings.Join(strings.FieldsFunc(text, isSpace), " ") }

// alike: two events are equal in some members, texts trimmed; an absent one is like no other.
func alike(a, b jsvalue.Value, keys ...string) bool {
	trimmed := func(value jsvalue.Value) jsvalue.Value {
		if value.IsString() {
			return jsvalue.StringValue(trim(value.Text()))
		}
		return value
	}
	return !slices.ContainsFunc(keys, func(key string) bool {
		x, y := trimmed(a.Get(key)), trimmed(b.Get(key))
		return x.IsNullish() != y.IsNullish() || !x.IsNullish() && !jsvalue.Equal(x, y)
	})
}

// failure takes an error (ES-NOTE-02).
func (c *chart) failure(event jsvalue.Value) {
	if id(event, "turnId") != "" {
		if slices.ContainsFunc(c.errors, func(before jsvalue.Value) bool {
			return alike(before, event, "turnId", "message", "detail") && jsvalue.Equal(orNull("", before.Get("errorInfo")).Value, orNull("", event.Get("errorInfo")).Value)
		}) {
			return
		}
		c.errors = append(c.errors, event)
	}
	c.draw("", event)
}

// notice takes a notice (ES-NOTE-03, ES-WORK-07).
func (c *chart) notice(event jsvalue.Value) {
	message := id(event, "message")
	lower := strings.ToLower(message)
	switch event.Get("noticeKind").Text() {
	case "info":
		if lower == "session ready" {
			return
		}
	case "hook":
		if strings.HasPrefix(message, "Hook: PreToolUse:") && strings.HasSuffix(message, " error") {
			c.hookError(event, message)
			c.lastNotice = event
			return
		}
		if strings.HasPrefix(message, "Hook: ") && strings.HasSuffix(message, " started") || strings.HasPrefix(lower, "trimmed large tool output") {
			return
		}
	}
	same := func(before jsvalue.Value) bool {
		return alike(before, event, "turnId", "noticeKind", "message", "detail")
	}
	before := c.lastNotice
	c.lastNotice = event
	if id(event, "turnId") == "" {
		if before.IsUndefined() || !same(before) {
			c.draw("", event)
		}
		return
	}
	if !slices.ContainsFunc(c.notices, same) {
		c.notices = append(c.notices, event)
		c.draw("", event)
	}
}

// delegation, lifecycle and usage are drawn if they say something (ES-NOTE-04).
func (c *chart) delegation(event jsvalue.Value) {
	if status := event.Get("contract").Get("status").Text(); id(event, "message") != "" || status == "blocked" || status == "launch_failed" || status == "failed" {
		c.draw("", event)
	}
}

func (c *chart) lifecycle(event jsvalue.Value) {
	if state := event.Get("state").Text(); state == "cancelled" || state == "discarded" {
		c.draw("", event)
	}
}

func (c *chart) usage(event jsvalue.Value) {
	if origin := event.Get("origin"); origin.IsNullish() || origin.Text() == "command" {
		c.draw("", event)
	}
}

// queue takes what can be restored of the queue (ES-NOTE-05).
func (c *chart) queue(event jsvalue.Value) {
	slot := slotOf("queue", id(event, "turnId"))
	available := event.Get("state").Text() == "available"
	if d := c.find(slot); d != nil {
		d.slot = ""
		if !available {
			c.renew(d, event)
			return
		}
	}
	d := c.draw("", event)
	if available {
		d.slot = slot
	}
}

// diagnostics takes those of a turn (ES-HEALTH-01).
func (c *chart) diagnostics(event jsvalue.Value) {
	c.put(slotOf("diagnostics", turnOf(event)), "turn-diagnostics:"+turnOf(event), event)
}

// health takes a turn that may be stuck for a stalled one (ES-HEALTH-02).
func (c *chart) health(event jsvalue.Value) {
	names := map[string]string{"wait": "wait", "nudge": "steer", "retry_same_runtime": "interrupt_retry_same_thread", "restart_resume": "restart_resume_thread"}
	var options []jsvalue.Value
	for _, action := range event.Get("supportedActions").Elements() {
		if name := names[action.Text()]; name != "" {
			options = append(options, jsvalue.StringValue(name))
		}
	}
	taken := event.Without("supportedActions", "recoveryOptions").With(textOf("type", "codex_turn_stalled"))
	if event.Get("supportedActions").IsArray() {
		taken = taken.With(member("recoveryOptions", jsvalue.ArrayValue(options...)))
	}
	if event.Get("reason").Text() == "runtime_state_unknown" {
		taken = taken.With(textOf("reason", "app_server_state_unknown"))
	}
	c.stalled(taken)
}

func (c *chart) stalled(event jsvalue.Value) {
	if turn := turnOf(event); !c.recovered[turn] {
		c.put(slotOf("stalled", turn), "codex-turn-stalled:"+turn, event)
	}
}

// recovery takes that of a turn (ES-HEALTH-03).
func (c *chart) recovery(event jsvalue.Value) {
	turn, general := turnOf(event), event.Get("type").Text() == "turn_recovery"
	if event.Get("state").Text() == "recovered" {
		c.recovered[turn] = true
		if d := c.find(slotOf("stalled", turn)); d != nil {
			d.gone = true
		}
	}
	slot := slotOf("recovery", turn)
	switch d := c.find(slot); {
	case d == nil:
		key := "codex-turn-recovery:"
		if general {
			key = "turn-recovery:"
		}
		c.draw(key+turn, event).slot = slot
	case general || d.kind() != "turn_recovery":
		c.renew(d, event)
	}
}

// image takes what is told of an image (ES-IMAGE-01).
func (c *chart) image(event jsvalue.Value) {
	item := id(event, "itemId")
	if item == "" {
		c.draw("", event)
		return
	}
	c.put(slotOf("image", event.Get("type").Text(), id(event, "turnId"), item), "", event)
}

// compact takes what is told of a compaction (ES-COMPACT-01).
func (c *chart) compact(event jsvalue.Value) {
	if event.Get("type").Text() == "codex_context_compaction" {
		event = event.With(textOf("type", "context_compact"))
		if turn := event.Get("turnId"); event.Get("compactionId").IsNullish() && !turn.IsNullish() {
			event = event.With(member("compactionId", turn))
		}
	}
	if event.Get("state").IsNullish() {
		event = event.With(textOf("state", "completed"))
	}
	name := first(id(event, "compactionId"), id(event, "turnId"), "legacy")
	slot := slotOf("compaction", name)
	for _, d := range slices.Backward(c.rows) {
		if d.slot == slot && (event.Get("state").Text() == "completed" || d.event.Get("state").Text() == "started") {
			c.renew(d, event)
			return
		}
	}
	c.draw("context-compact:"+name+":"+c.place(), event).slot = slot
}

// card takes what is told of a card (ES-CARD-01 to ES-CARD-03).
func (c *chart) card(event jsvalue.Value) {
	name := id(event, "cardId")
	event = event.With(textOf("cardId", name))
	d := c.find(slotOf("card", name))
	if d == nil {
		c.draw("ade-card:"+name, event).slot = slotOf("card", name)
		return
	}
	c.update(d, refreshed(d.event, event))
}

func refreshed(card, event jsvalue.Value) jsvalue.Value {
	details := []string{"rows", "metrics", "progress"}
	hasDetail := func(event jsvalue.Value, key string) bool {
		value := event.Get(key)
		if key == "progress" {
			return progressed(value)
		}
		return value.IsArray() && value.Len() > 0
	}
	any := func(has func(key string) bool) bool { return slices.ContainsFunc(details, has) }
	degraded := id(event, "degradedReason") != ""
	now := renewed(card, event)
	switch {
	case degraded && any(func(key string) bool { return hasDetail(card, key) }):
		for _, key := range details {
			if hasDetail(event, key) {
				continue
			}
			if now = now.Without(key); !card.Get(key).IsUndefined() {
				now = now.With(member(key, card.Get(key)))
			}
		}
		now = now.With(member("stale", jsvalue.BoolValue(true)))
	case !degraded && any(func(key string) bool { return !event.Get(key).IsNullish() }):
		now = now.Without("degradedReason").With(member("stale", jsvalue.BoolValue(event.Get("stale").IsTrue())))
		if !event.Get("actions").IsArray() {
			now = now.With(member("actions", jsvalue.ArrayValue()))
		}
	}
	return now
}

// progressed: a progress counts something above zero.
func progressed(progress jsvalue.Value) bool {
	for _, key := range []string{"passed", "failed", "running", "queued"} {
		if n := progress.Get(key); n.IsFinite() && n.Float() > 0 {
			return true
		}
	}
	return false
}

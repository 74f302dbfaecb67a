package eventstream

import (
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// chart is the rows of a chat by a second definition: naive, in time that grows with their square, and certain only where
// the rules are.
type chart struct {
	in    *Input
	rows  []*drawn
	told  []told
	said  []*spoken // the entries
	doubt bool      // some rule does not say how it goes on

	e    Envelope // that is being taken
	drew int      // rows that it appended

	open     map[identity]int // the runs that a message or an item names, by their numbers
	loose    identity         // what the run of a text that neither names is known by
	looseRun int              // its number; 0 if none is open
	runs     int              // that there were

	steers      map[string]*drawn
	resolutions map[string]jsvalue.Value
	work        []*worked
	items       map[string]bool
	tasks       map[string]jsvalue.Value // the last list of each turn
	recaps      map[string]*drawn
	errors      []jsvalue.Value
	notices     []jsvalue.Value // of turns
	lastNotice  jsvalue.Value
	recovered   map[string]bool
	agents      []*agent
	jobs        []*job
}

// drawn is a row.
type drawn struct {
	key, time string
	event     jsvalue.Value
	run       int      // of a text
	slot      string   // what a row stands for that later events change
	of        identity // of text, thoughts and drafts
	gone      bool
}

func (d *drawn) kind() string { return d.event.Get("type").Text() }

func (d *drawn) value() jsvalue.Value {
	return jsvalue.ObjectValue(textOf("key", d.key), textOf("timestamp", d.time), member("event", d.event))
}

// chart draws what the envelopes say that count.
func (in *Input) chart() *chart {
	c := &chart{
		in: in, open: map[identity]int{}, steers: map[string]*drawn{}, resolutions: map[string]jsvalue.Value{}, items: map[string]bool{},
		tasks: map[string]jsvalue.Value{}, recaps: map[string]*drawn{}, recovered: map[string]bool{},
	}
	for _, e := range in.Envelopes {
		c.take(e)
	}
	for turn, recap := range c.recaps {
		recap.event = c.recap(turn, recap.event)
	}
	c.rows = slices.DeleteFunc(c.rows, func(d *drawn) bool { return d.gone })
	return c
}

func (c *chart) take(e Envelope) {
	e.Event = ofKinds(e.Event)
	c.e, c.drew = e, 0
	switch kind := e.kind(); {
	case e.Foreign:
		c.tell("other_session")
	case e.Repeated:
		c.tell("repeated_event")
	case !known[kind]:
		c.tell("unknown_event_type")
	case lacks(e.Event):
		c.tell("malformed_event")
	case hidden[kind]:
	case standing[kind]:
		c.draw("", e.Event)
	case working[kind]:
		c.step(e.Event)
	case agents[kind]:
		c.ofAgent(e.Event)
	default:
		c.special(kind, e.Event)
	}
	if c.drew > 0 && e.kind() != "text" {
		c.looseRun = 0 // ES-TEXT-02
	}
}

func (c *chart) special(kind string, event jsvalue.Value) {
	handlers := map[string]func(jsvalue.Value){
		"text": c.text, "transcript_retraction": c.retract, "reasoning": c.think, "user_message": c.user, "user_message_resolution": c.resolve,
		"plan": c.plan, "plan_text": c.draft, "todo_update": c.todo, "done": c.done, "status": c.status, "error": c.failure, "system_notice": c.notice,
		"delegation_state": c.delegation, "command_lifecycle": c.lifecycle, "context_usage": c.usage, "queue_recovery": c.queue,
		"turn_diagnostics": c.diagnostics, "turn_health": c.health, "codex_turn_stalled": c.stalled, "turn_recovery": c.recovery, "codex_turn_recovery": c.recovery,
		"codex_image_generation": c.image, "codex_image_view": c.image, "context_compact": c.compact, "codex_context_compaction": c.compact,
		"ade_card": c.card, "scheduled_work_update": c.scheduled,
	}
	handlers[kind](event)
}

func (c *chart) tell(code string) { c.told = append(c.told, told{code, c.e.Line}) }

// place is how many envelopes came before, as keys have it (ES-ROW-01).
func (c *chart) place() string { return strconv.Itoa(c.e.Place) }

// draw appends a row; key "" is that no rule gives one.
func (c *chart) draw(key string, event jsvalue.Value) *drawn {
	if key == "" {
		key = c.in.Session + ":" + c.place() + ":" + c.e.Time
	}
	d := &drawn{key: key, time: c.e.Time, event: event}
	c.rows = append(c.rows, d)
	c.drew++
	return d
}

// last is the last row that stands.
func (c *chart) last() *drawn {
	for _, d := range slices.Backward(c.rows) {
		if !d.gone {
			return d
		}
	}
	return nil
}

// find is the row of a slot, if one stands.
func (c *chart) find(slot string) *drawn {
	for _, d := range c.rows {
		if d.slot == slot && !d.gone {
			return d
		}
	}
	return nil
}

// update gives a row another event, and the time of the envelope.
func (c *chart) update(d *drawn, event jsvalue.Value) { d.event, d.time = event, c.e.Time }

// renew brings a row up to date (ES-ROW-05).
func (c *chart) renew(d *drawn, event jsvalue.Value) { c.update(d, renewed(d.event, event)) }

// renewed is an event with the members of a later one that are neither absent nor null.
func renewed(event, later jsvalue.Value) jsvalue.Value {
	for key, value := range later.Members() {
		if !value.IsNullish() {
			event = event.With(member(key, value))
		}
	}
	return event
}

// put draws the row of a slot, or brings it up to date.
func (c *chart) put(slot, key string, event jsvalue.Value) {
	if d := c.find(slot); d != nil {
		c.renew(d, event)
		return
	}
	c.draw(key, event).slot = slot
}

// slotOf joins what a row stands for.
func slotOf(parts ...string) string {
	slot := ""
	for _, part := range parts {
		slot += strconv.Quote(part)
	}
	return slot
}

// turnOf is the turn of an event, or what stands in keys for an absent one (ES-HEALTH-01).
func turnOf(event jsvalue.Value) string { return first(id(event, "turnId"), "__session_startup__") }

// textOrNull is a text, or null for none.
func textOrNull(key, text string) jsvalue.Member {
	if text == "" {
		return member(key, jsvalue.NullValue())
	}
	return textOf(key, text)
}

// orNull is a value, or null for none.
func orNull(key string, value jsvalue.Value) jsvalue.Member {
	if value.IsNullish() {
		value = jsvalue.NullValue()
	}
	return member(key, value)
}

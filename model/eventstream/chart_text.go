package eventstream

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// identity is what a piece of text is known by (ES-TEXT-01).
type identity struct{ message, turn, item string }

func identityOf(event jsvalue.Value) identity {
	if message := id(event, "messageId"); message != "" {
		return identity{message: message}
	}
	return identity{turn: id(event, "turnId"), item: id(event, "itemId")}
}

// named: a message or an item names it.
func (i identity) named() bool { return i.message != "" || i.item != "" }

// runOf is the number of the run that a piece belongs to; 0 if it is white space alone and its run is not open (ES-TEXT-02,
// ES-TEXT-03).
func (c *chart) runOf(of identity, piece string) (run int, begins bool) {
	switch {
	case of.named() && c.open[of] != 0:
		return c.open[of], false
	case !of.named() && c.looseRun != 0 && c.loose == of:
		return c.looseRun, false
	case isBlank(piece):
		return 0, false
	}
	c.runs++
	if of.named() {
		c.open[of] = c.runs
	} else {
		c.loose, c.looseRun = of, c.runs
	}
	return c.runs, true
}

// text takes a piece of text (ES-TEXT-03, ES-TEXT-04). An empty one draws nothing and opens nothing.
func (c *chart) text(event jsvalue.Value) {
	piece, of := event.Get("text").Text(), identityOf(event)
	run, begins := c.runOf(of, piece)
	if run == 0 {
		return
	}
	c.speak(event, of, run, begins)
	if piece == "" {
		return
	}
	if d := c.last(); d != nil && d.run == run {
		for _, key := range []string{"turnId", "itemId"} {
			if d.event.Get(key).IsNullish() && !event.Get(key).IsNullish() {
				d.event = d.event.With(member(key, event.Get(key)))
			}
		}
		c.update(d, d.event.With(textOf("text", jsvalue.Concat(d.event.Get("text").Text(), piece))))
		return
	}
	key := ""
	if of.message != "" {
		key = c.in.Session + ":text:" + of.message + ":" + c.place()
	}
	d := c.draw(key, event)
	d.run, d.of = run, of
	if run != c.looseRun {
		c.looseRun = 0
	}
}

// retract takes the rows and the entries of messages away (ES-TEXT-05).
func (c *chart) retract(event jsvalue.Value) {
	for _, value := range event.Get("messageIds").Elements() {
		message := trim(value.Text())
		if message == "" {
			continue
		}
		for _, d := range c.rows {
			if d.run != 0 && d.of.message == message {
				d.gone = true
			}
		}
		for _, s := range c.said {
			if s.of.message == message {
				s.gone = true
			}
		}
		delete(c.open, identity{message: message})
	}
}

// think takes a piece of reasoning (ES-THINK-01).
func (c *chart) think(event jsvalue.Value) {
	piece := event.Get("text").Text()
	of := identity{turn: id(event, "turnId"), item: id(event, "itemId")}
	if index := event.Get("summaryIndex"); of.item != "" && index.IsNumber() {
		of.message = "part " + jsvalue.ToString(index)
	}
	for i := len(c.rows) - 1; i >= 0 && c.rows[i].kind() == "reasoning"; i-- { // a row that is gone was drawn as well
		if d := c.rows[i]; d.of == of && (of.turn != "" || of.item != "") {
			if d.event.Get("startTimestamp").IsUndefined() {
				d.event = d.event.With(textOf("startTimestamp", d.time))
			}
			c.update(d, d.event.With(textOf("text", jsvalue.Concat(d.event.Get("text").Text(), piece))))
			return
		}
	}
	if !isBlank(piece) {
		c.draw("", event).of = of
	}
}

// user takes what a user says (ES-USER-01).
func (c *chart) user(event jsvalue.Value) {
	steer := id(event, "steerId")
	if d := c.steers[steer]; d != nil {
		d.event = steered(d.event, event)
		c.steerEntry(steer, event)
		return
	}
	clear(c.open)
	c.looseRun = 0
	c.speakUser(event)
	c.wakeDivider(event)
	c.spawnDivider(event)
	d := c.draw("", event)
	if steer == "" {
		return
	}
	c.steers[steer] = d
	if resolution, waits := c.resolutions[steer]; waits {
		d.event = resolved(d.event, resolution)
	}
}

// steered is a user's message brought up to date.
func steered(event, later jsvalue.Value) jsvalue.Value {
	metadata, more := event.Get("metadata"), later.Get("metadata")
	later = later.Without("metadata")
	if isBlank(later.Get("text").Text()) {
		later = later.Without("text")
	}
	event = renewed(event, later)
	if more.IsObject() {
		event = event.With(member("metadata", renewed(asObject(metadata), more)))
	}
	return event
}

func asObject(value jsvalue.Value) jsvalue.Value {
	if value.IsObject() {
		return value
	}
	return jsvalue.ObjectValue()
}

// resolved is a user's message with what became of it (ES-USER-02).
func resolved(event, resolution jsvalue.Value) jsvalue.Value {
	became := jsvalue.ObjectValue()
	for _, key := range []string{"action", "state", "resolvedAt", "replacementMessageId"} {
		if value := resolution.Get(key); !value.IsNullish() {
			became = became.With(member(key, value))
		}
	}
	return event.With(member("metadata", asObject(event.Get("metadata")).With(member("unprocessedMessageResolution", became))))
}

func (c *chart) resolve(event jsvalue.Value) {
	steer := id(event, "steerId")
	if d := c.steers[steer]; d != nil {
		c.update(d, resolved(d.event, event))
		return
	}
	c.resolutions[steer] = event
}

// wakeDivider is that of a schedule (ES-USER-03).
func (c *chart) wakeDivider(event jsvalue.Value) {
	wake := event.Get("metadata").Get("scheduledWake")
	schedule, kind, fired := wake.Get("scheduleId").Text(), wake.Get("kind").Text(), wake.Get("firedAt").Text()
	if isBlank(schedule) || isBlank(fired) || kind != "wakeup" && kind != "cron" && kind != "loop" {
		return
	}
	c.divide("scheduled-wake:"+schedule, event, textOf("type", "scheduled_wake_divider"), textOf("scheduleId", schedule), textOf("kind", kind), textOf("firedAt", fired),
		textOrNull("reason", id(wake, "reason")), member("late", jsvalue.BoolValue(wake.Get("late").IsTrue())))
}

// spawnDivider is that of a child (ES-USER-04).
func (c *chart) spawnDivider(event jsvalue.Value) {
	spawn := event.Get("metadata").Get("spawnCompletion")
	child, kind, status := id(spawn, "childSessionId"), spawn.Get("spawnKind").Text(), spawn.Get("status").Text()
	if child == "" || kind != "subagent" && kind != "peer" || status != "completed" && status != "failed" && status != "stopped" {
		return
	}
	c.divide("spawn-wake:"+child, event, textOf("type", "spawn_wake_divider"), textOf("childSessionId", child), textOf("spawnKind", kind), textOf("status", status),
		textOf("childTitle", first(id(spawn, "childTitle"), "spawned chat")), textOrNull("summary", id(spawn, "summary")))
}

func (c *chart) divide(key string, event jsvalue.Value, members ...jsvalue.Member) {
	turn := id(event, "turnId")
	if turn != "" {
		members = append(members, member("turnId", event.Get("turnId")))
	}
	c.draw(key+":"+first(turn, c.place()), jsvalue.ObjectValue(members...))
}

// draft takes a piece of a plan (ES-PLAN-01).
func (c *chart) draft(event jsvalue.Value) {
	piece, of := event.Get("text").Text(), identity{turn: id(event, "turnId"), item: id(event, "itemId")}
	if d := c.last(); d != nil && d.kind() == "plan_text" && d.of == of {
		c.update(d, d.event.With(textOf("text", snapshot(d.event.Get("text").Text(), piece))))
		return
	}
	if !isBlank(piece) {
		c.draw("", event).of = of
	}
}

// snapshot is the rule of that name (ES-WORK-05).
func snapshot(so, piece string) string {
	if strings.HasPrefix(units(piece), units(so)) {
		return piece
	}
	return jsvalue.Concat(so, piece)
}

// units spells each UTF-16 unit of a text out, if only in letters that no other has.
func units(text string) string {
	quoted := string(jsvalue.AppendASCII(nil, jsvalue.StringValue(text)))
	return strings.TrimSuffix(quoted, `"`)
}

// plan takes a plan (ES-PLAN-02).
func (c *chart) plan(event jsvalue.Value) {
	turn := id(event, "turnId")
	if turn == "" {
		c.draw("", event)
		return
	}
	for _, d := range c.rows {
		if d.kind() == "plan_text" && d.of.turn == turn {
			d.gone = true
		}
	}
	slot := slotOf("plan", turn)
	d := c.find(slot)
	if d == nil {
		c.draw("", event).slot = slot
		return
	}
	steps := event.Get("steps").IsArray() && event.Get("steps").Len() > 0
	later := event
	if !steps && !d.event.Get("steps").IsUndefined() {
		later = later.Without("steps")
	}
	now := renewed(d.event, later)
	if steps && event.Get("state").IsNullish() {
		now = now.With(textOf("state", "updated"))
	}
	if event.Get("streamingText").IsNullish() && (now.Get("state").Text() != "delta" || steps) {
		now = now.Without("streamingText")
	}
	c.update(d, now)
}

// todo takes a list of tasks (ES-TODO-01).
func (c *chart) todo(event jsvalue.Value) {
	turn := id(event, "turnId")
	c.tasks[turn] = event.Get("items")
	slot := slotOf("todo", turn)
	switch d := c.find(slot); {
	case d == nil:
		c.draw("", event).slot = slot
	case !jsvalue.Equal(d.event, renewed(d.event, event)):
		c.renew(d, event)
	}
}

// done takes the end of a turn (ES-DONE-01, ES-DONE-02).
func (c *chart) done(event jsvalue.Value) {
	c.draw("", event)
	turn := id(event, "turnId")
	if recap := c.recaps[turn]; recap != nil {
		c.update(recap, event)
		return
	}
	for _, w := range c.work {
		if turn != "" && w.turn == turn {
			c.recaps[turn] = c.draw("turn-recap:"+turn, event)
			return
		}
	}
}

// recap is what a turn came to, of its last end.
func (c *chart) recap(turn string, done jsvalue.Value) jsvalue.Value {
	counts := map[string]int64{}
	for _, w := range c.work {
		if w.turn == turn {
			counts[w.status]++
		}
	}
	if done.Get("status").Text() != "completed" {
		counts["interrupted"] += counts["running"]
	}
	members := []jsvalue.Member{textOf("type", "turn_recap"), textOf("turnId", turn)}
	for _, status := range []string{"completed", "failed", "interrupted"} {
		members = append(members, member(status, jsvalue.IntValue(counts[status])))
	}
	tasks := c.tasks[turn]
	completed := int64(0)
	for _, task := range tasks.Elements() {
		if task.Get("status").Text() == "completed" {
			completed++
		}
	}
	if tasks.Len() > 0 {
		members = append(members, member("tasksCompleted", jsvalue.IntValue(completed)), member("tasksTotal", jsvalue.IntValue(int64(tasks.Len()))))
	}
	return jsvalue.ObjectValue(members...) // and a summary, whose wording is free
}

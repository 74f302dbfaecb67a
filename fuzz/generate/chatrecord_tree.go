package generate

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// branch leaves the last records aside and goes on from an earlier one.
func (c *chat) branch() {
	c.answerAll()
	at := pick(c.Source, c.records)
	if at.Get("type").Text() == "system" && oneIn(c, 2) {
		return
	}
	c.uuid = at.Get("uuid").Text()
	c.user()
}

// rewind takes back some records and says so.
func (c *chat) rewind() {
	c.answerAll()
	at := pick(c.Source, c.records)
	parent := at.Get("parentUuid")
	if parent.IsUndefined() {
		parent = jsvalue.NullValue()
	}
	c.addAs(c.newUUID(), parent, "system", text("subtype", "rewind"), object("systemPayload", number("truncatedCount", c.Below(9))))
	c.user()
}

// lateFragment adds to the last record, or goes back to an older one.
func (c *chat) lateFragment() {
	last := c.records[len(c.records)-1]
	if oneIn(c, 5) {
		c.answerAll()
		last = pick(c.Source, c.records)
	}
	if kind := last.Get("type").Text(); kind == "assistant" || kind == "user" {
		parent := last.Get("parentUuid")
		if oneIn(c, 6) {
			parent = jsvalue.StringValue(c.anyUUID())
		}
		c.addAs(last.Get("uuid").Text(), parent, kind, message("", c.text(c.said())))
	}
}

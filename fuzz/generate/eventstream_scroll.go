package generate

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// The bounds that calls are made around: what a page is compared with beyond its own events (ES-BACK-05), and how many events are
// enough for a batch (ES-BACK-04).
const (
	aroundSeam  = 64
	aroundBatch = 400
)

// filler is one event many times; no other event is its equal.
func (c *clientCase) filler(count int) []jsvalue.Value {
	list := make([]jsvalue.Value, count)
	for i := range list {
		list[i] = jsvalue.ObjectValue(
			str("sessionId", "s"), str("timestamp", "2026-08-10T10:00:00.005Z"), object("event", str("type", "text"), str("text", "filler")),
		)
	}
	return list
}

// ofOthers is an event of another history.
func (c *clientCase) ofOthers() jsvalue.Value {
	return c.envelope(c.Below(14)).With(pick(c.Source, []jsvalue.Member{
		str("sessionId", "other"), object("provenance", str("targetKind", "codex_subagent")),
	}))
}

// seam is a page whose events come again where the comparison with it ends, or next to that.
func (c *clientCase) seam() (older, existing jsvalue.Member) {
	var page []jsvalue.Value
	for n := range 1 + c.Below(3) {
		page = append(page, c.envelope(n))
	}
	resident := append(c.filler(len(page)+aroundSeam-2+c.Below(4)), pick(c.Source, page), pick(c.Source, page))
	return array("older", page...), array("existing", resident...)
}

// olderAndExisting are the lists of a page that is put before resident events.
func (c *clientCase) olderAndExisting() []jsvalue.Member {
	if oneIn(c, 3) {
		older, existing := c.seam()
		return []jsvalue.Member{older, existing}
	}
	return []jsvalue.Member{array("older", c.some()...), array("existing", c.some()...)}
}

// soundPages are pages that lead further back, some with events of others; the first is of about as many events as are enough if it is long.
func (c *clientCase) soundPages(long bool) (pages []jsvalue.Value) {
	for n := range 2 + c.Below(6) {
		events := []jsvalue.Value{c.envelope(c.Below(4))}
		switch {
		case long && n == 0:
			events = c.filler(aroundBatch - 3 + c.Below(4))
		case !long && oneIn(c, 2):
			events = c.some()
		}
		if oneIn(c, 3) {
			events = append(events, c.ofOthers())
		}
		pages = append(pages, jsvalue.ObjectValue(
			str("sessionId", "s"), array("events", events...), number("startOffset", 900-100*n), val("hasMore", jsvalue.BoolValue(true)),
		))
	}
	return append(pages, jsvalue.ObjectValue(str("sessionId", "s"), array("events", c.some()...), val("hasMore", jsvalue.BoolValue(false))))
}

// brokenPages are pages of which many lead nowhere or are none.
func (c *clientCase) brokenPages() (pages []jsvalue.Value) {
	at := 1000
	for range 1 + c.Below(10) {
		at -= c.Below(120)
		page := c.page()
		if c.Below(6) > 0 {
			page = page.With(number("startOffset", at))
		}
		if c.Below(20) == 1 {
			page = pick(c.Source, []jsvalue.Value{jsvalue.NullValue(), jsvalue.IntValue(5), jsvalue.StringValue("x"), jsvalue.ObjectValue()})
		}
		pages = append(pages, page)
	}
	return pages
}

// batch is the arguments of a call that reads a batch.
func (c *clientCase) batch() []jsvalue.Member {
	args := []jsvalue.Member{number("beforeOffset", 1000), str("sessionId", "s")}
	switch c.Below(4) {
	case 2:
		return append(append(c.bounds("maxPages", "maxAnchorEvents", "currentReads"), args...), array("pages", c.soundPages(false)...))
	case 3:
		return append(args, array("pages", c.soundPages(true)...))
	}
	return append(append(c.bounds("maxPages", "maxAnchorEvents", "currentReads"), args...), array("pages", c.brokenPages()...))
}

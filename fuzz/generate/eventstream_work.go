package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// item names a piece of work, by an id that providers may change, a logical one, or not at all.
func (c *eventChat) item() []jsvalue.Member {
	id := c.id("i")
	if len(c.items) > 0 && c.chance(5) {
		id = pick(c.Source, c.items)
	}
	c.items = append(c.items, id)
	switch {
	case c.chance(4):
		return nil
	case c.chance(25):
		logical := c.id("L")
		c.items = append(c.items, logical)
		return []jsvalue.Member{str("itemId", id), str("logicalItemId", logical)}
	case c.chance(5):
		return []jsvalue.Member{str("logicalItemId", " "+id+" ")}
	}
	return []jsvalue.Member{str("itemId", id)}
}

func (c *eventChat) parent() []jsvalue.Member {
	parent := "nowhere"
	if len(c.items) > 0 {
		parent = pick(c.Source, c.items)
	}
	return c.sometimes(12, str("parentItemId", parent))
}

// toolUse is calls and their results, in any order, and now and then a summary of them.
func (c *eventChat) toolUse() eventScript {
	var script, results eventScript
	var ids []jsvalue.Value
	for range 1 + c.Below(3) {
		item := c.item()
		ids = append(ids, itemOf(item))
		tool := str("tool", pick(c.Source, []string{"Read", "Read", "Bash", "tool", "", "other", "Tool "}))
		about := append(append([]jsvalue.Member{tool}, item...), c.sometimes(10, object("mcp", str("server", "srv"), str("tool", "act"), str("pluginId", c.word())))...)
		call := c.event("tool_call", append(append(about[:len(about):len(about)], c.or(6, object("args", c.args()...))...), c.parent()...)...)
		result := c.event("tool_result", append(append(about[:len(about):len(about)], val("result", c.toolOutput())), c.or(25, str("status", pick(c.Source, workStatuses)))...)...)
		if len(item) > 1 && c.chance(40) { // the provider names it otherwise now
			other := c.id("i")
			c.items = append(c.items, other)
			result = result.With(str("itemId", other))
		}
		if !c.chance(8) {
			script = append(script, call)
		}
		if !c.chance(10) {
			results = append(results, result)
		}
		if c.chance(10) {
			results = append(results, result.With(str("status", pick(c.Source, workStatuses)), val("result", c.toolOutput())))
		}
	}
	if c.chance(30) { // all results behind all calls, else each behind its call as it comes
		script = append(script, results...)
	} else {
		for i, result := range results {
			at := min(2*i+1, len(script))
			script = append(script[:at:at], append(eventScript{result}, script[at:]...)...)
		}
	}
	for c.chance(30) {
		script = append(script, c.toolSummary(ids))
	}
	return script
}

func itemOf(item []jsvalue.Member) jsvalue.Value {
	for _, member := range item {
		if member.Key == "itemId" {
			return member.Value
		}
	}
	return jsvalue.StringValue("none")
}

func (c *eventChat) toolSummary(ids []jsvalue.Value) jsvalue.Value {
	named := []jsvalue.Value{pick(c.Source, ids)}
	if c.chance(30) {
		named = append(named, jsvalue.StringValue(pick(c.Source, []string{"", "nobody", " x "})), named[0])
	}
	summary := c.event("tool_use_summary", str("summary", pick(c.Source, []string{" read files ", c.words(), "", " "})))
	switch {
	case c.chance(15):
		return summary
	case c.chance(10):
		return summary.With(array("toolUseIds"))
	case c.chance(8):
		return summary.With(array("toolUseIds", jsvalue.StringValue("nobody")))
	}
	return summary.With(array("toolUseIds", named...))
}

var workStatuses = []string{"completed", "completed", "failed", "interrupted", "running"}

func (c *eventChat) args() []jsvalue.Member {
	args := []jsvalue.Member{str("path", c.word()), {Key: c.key(), Value: c.wild(1)}}
	args = append(args, c.sometimes(15, str("title", pick(c.Source, []string{"a title", " ", "tool"})))...)
	return append(args, c.sometimes(10, array("urls", jsvalue.StringValue(c.address()), c.nested(c.Below(7))))...)
}

// nested is an address so deep in lists.
func (c *eventChat) nested(depth int) jsvalue.Value {
	value := jsvalue.StringValue("see " + c.address() + ".")
	for range depth {
		value = jsvalue.ArrayValue(value)
	}
	return value
}

func (c *eventChat) address() string {
	return pick(c.Source, []string{
		"http://localhost:3000/app", "http://127.0.0.1:5173/app).", "https://0.0.0.0:8000", "HTTP://LocalHost/x?y#z", "http://[::1]:80/", "http://[::1]", "http://localhost:99999",
		"http://localhost.example.org", "http://localhost:123456", "xhttp://localhost", "http://localhost:", "http://a@localhost", "http://localhost:80@b/", "http://localhost`;",
		"http://127.0.0.100:80", "-http://localhost:1", "httpſ://localhost", "http://LOCALHOſT:1/", "(http://localhost:0080)",
	})
}

func (c *eventChat) toolOutput() jsvalue.Value {
	switch c.Below(10) {
	case 5:
		return jsvalue.ObjectValue(str("title", c.word()), str("output", c.address()))
	case 6:
		return pick(c.Source, []jsvalue.Value{jsvalue.NullValue(), jsvalue.StringValue(" "), jsvalue.ArrayValue(), jsvalue.ObjectValue(), jsvalue.IntValue(0), jsvalue.BoolValue(false)})
	case 7:
		return jsvalue.StringValue("listening on " + c.address() + "\n")
	case 8:
		return c.wild(2)
	}
	return jsvalue.StringValue(c.words())
}

// grown is a text that comes again and again, longer each time, or piece by piece.
func (c *eventChat) grown() []string {
	var list []string
	so := ""
	for _, piece := range c.pieces() {
		so = jsvalue.Concat(so, piece)
		if c.chance(35) {
			list = append(list, piece)
		} else {
			list = append(list, so)
		}
	}
	return list
}

// commandRun is a command whose output grows.
func (c *eventChat) commandRun() eventScript {
	item := append(c.item(), str("command", pick(c.Source, []string{"npm test", "ls -l", c.words(), ""})))
	item = append(item, c.sometimes(50, str("cwd", "/home/dev"))...)
	item = append(item, c.parent()...)
	var script eventScript
	for _, output := range c.grown() {
		members := append(item[:len(item):len(item)], c.or(8, str("output", output))...)
		members = append(members, c.sometimes(10, str("output", "http://localhost:"+pick(c.Source, []string{"3000", "0", "65536", "00080"})))...)
		script = append(script, c.event("command", append(members, c.or(15, str("status", "running"))...)...))
	}
	if c.chance(80) {
		last := script[len(script)-1].With(str("status", pick(c.Source, workStatuses)), number("exitCode", c.Below(2)))
		if c.chance(30) {
			last = last.Without("cwd", "output")
		}
		script = append(script, last)
	}
	return script
}

// fileChange is a file that is written, whose path may come late, and now and then another of the same item.
func (c *eventChat) fileChange() eventScript {
	item := c.item()
	changed := pick(c.Source, []string{"src/a.go", "b.md", c.word()})
	change := func(path string) jsvalue.Value {
		members := append(item[:len(item):len(item)], str("path", path), str("kind", pick(c.Source, []string{"create", "modify", "delete"})))
		members = append(members, c.or(12, str("diff", c.diff()))...)
		return c.event("file_change", append(members, c.or(50, str("status", pick(c.Source, workStatuses)))...)...)
	}
	var script eventScript
	if c.chance(25) {
		script = append(script, change("(pending file)"))
	}
	for range 1 + c.Below(2) {
		script = append(script, change(changed))
	}
	if c.chance(20) {
		script = append(script, change("other.go"))
	}
	if c.chance(10) {
		script = append(script, c.event("turn_diff_summary", number("files", 1)))
	}
	return script
}

func (c *eventChat) diff() string {
	if c.chance(6) {
		return "[ADE] Large file diff was shortened\n+x\n" + pick(c.Source, []string{"12 bytes were left out.", "bytes omitted from stored chat history.", "no more"})
	}
	var diff strings.Builder
	for range 1 + c.Below(5) {
		diff.WriteString(pick(c.Source, []string{"+new\n", "-old\n", " same\n", "@@ -1 +1 @@\n", "+++ b/x\n", "--- a/x\n", "+++\n", "--\n", "+no end"}))
	}
	return diff.String()
}

func (c *eventChat) webSearch() eventScript {
	item := c.item()
	query := c.words()
	started := c.event("web_search", append(item[:len(item):len(item)], str("query", pick(c.Source, []string{query, ""})), str("status", "running"), str("action", "search"))...)
	found := c.event("web_search", append(item[:len(item):len(item)], append(c.or(30, str("query", query)), str("status", pick(c.Source, workStatuses)))...)...)
	found = found.With(c.sometimes(60, array("results", jsvalue.ObjectValue(str("url", c.address()))), number("resultsTotal", 1+c.Below(9)))...)
	found = found.With(c.sometimes(30, array("actions", jsvalue.StringValue("open")), val("action", pick(c.Source, []jsvalue.Value{jsvalue.StringValue("open"), jsvalue.NullValue()})))...)
	return eventScript{started, found}
}

// plans is a plan that is streamed, then stands, and changes; or its text alone.
func (c *eventChat) plans() eventScript {
	item := c.sometimes(50, str("itemId", c.id("p")))
	var script eventScript
	for _, piece := range c.grown() {
		script = append(script, c.event("plan_text", append(item[:len(item):len(item)], str("text", piece))...))
	}
	steps := func() jsvalue.Member {
		var list []jsvalue.Value
		for range c.Below(3) {
			list = append(list, jsvalue.ObjectValue(str("text", c.words()), str("status", pick(c.Source, []string{"pending", "completed"}))))
		}
		return array("steps", list...)
	}
	for c.chance(65) {
		plan := c.event("plan", append(c.or(15, steps()), c.sometimes(25, str("explanation", c.words()))...)...)
		plan = plan.With(c.sometimes(40, str("state", pick(c.Source, []string{"delta", "updated", "started"})))...)
		plan = plan.With(c.sometimes(30, str("streamingText", c.words()))...)
		script = append(script, plan)
	}
	return script
}

// todos is a list of tasks that changes.
func (c *eventChat) todos() eventScript {
	var script eventScript
	for range 1 + c.Below(3) {
		var items []jsvalue.Value
		for i := range c.Below(4) {
			items = append(items, jsvalue.ObjectValue(number("id", i), str("description", c.word()), str("status", pick(c.Source, []string{"pending", "in_progress", "completed"}))))
		}
		script = append(script, c.event("todo_update", array("items", items...)))
	}
	if c.chance(10) {
		script[0] = without(script[0])
	}
	return script
}

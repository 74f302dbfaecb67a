package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var resultInvariants = []model.Invariant{
	{
		ID: "content-of-results", Rules: []string{"CR-REPLAY-31", "CR-REPLAY-34", "CR-REPLAY-46", "CR-DEC-06", "CR-DEC-22", "CR-DEC-23", "CR-BLOCK-16"},
		Says:  "The content of a tool is that of its last result: notice, diff, error or response, and the texts that belong to it.",
		Check: onProjections(contentOfResults),
	},
	{
		ID: "outputs-of-results", Rules: []string{"CR-REPLAY-32", "CR-BLOCK-14", "CR-BLOCK-15", "CR-BLOCK-16", "CR-BLOCK-19", "CR-REPLAY-42"},
		Says:  "The output of a tool is the last that its results have to show, redacted; what it says of the background and of a sub-agent is kept.",
		Check: onProjections(outputsOfResults),
	},
}

// item is one item of the content of a tool. Free ones are a text of the implementation's own wording.
type item struct {
	value jsvalue.Value
	free  bool
}

func textItem(s string) item {
	text := objectOf(member("type", jsvalue.StringValue("text")), member("text", jsvalue.StringValue(s)))
	return item{value: objectOf(member("type", jsvalue.StringValue("content")), member("content", text))}
}

func (i item) met(got jsvalue.Value) bool {
	if !i.free {
		return jsvalue.Equal(i.value, got)
	}
	return got.Get("type").Text() == "content" && got.Get("content").Get("type").Text() == "text" && got.Get("content").Get("text").Text() != ""
}

// besides are the text parts of a record that are content of one of its results.
type besides struct{ before, behind []item }

// textsBeside finds the result that each text part of a tool_result record belongs to, by the part of the response; -1 is
// that of a record without one (CR-DEC-06).
func (n *Node) textsBeside() map[int]besides {
	if n.Type() != "tool_result" {
		return nil
	}
	beside := make(map[int]besides)
	owner := -1
	var waiting []item
	for i, part := range n.Parts() {
		text := part.Get("text").Text()
		if part.Get("functionResponse").IsObject() {
			if text != "" {
				waiting = append(waiting, textItem(text))
			}
			owner = i
			beside[owner] = besides{before: waiting}
			waiting = nil
			continue
		}
		switch own := beside[owner]; {
		case text == "":
		case owner < 0:
			waiting = append(waiting, textItem(text))
		default:
			own.behind = append(own.behind, textItem(text))
			beside[owner] = own
		}
	}
	if owner < 0 {
		beside[owner] = besides{before: waiting}
	}
	return beside
}

// content: CR-REPLAY-31. ok is false where the order is not said, or a text cannot be told without recursion.
func (a Answer) content(beside besides) (items []item, ok bool) {
	display, response := a.Outcome.Get("resultDisplay"), a.Step.Value.Get("response")
	if a.Step.Value.Get("parts").Len() > 0 || deeperThan(response, depthCap-1) {
		return nil, false
	}
	summary, notice := display.Get("summary"), display.Get("notice")
	if display.Get("type").Text() == "vision_bridge_notice" && summary.IsString() && notice.IsString() {
		items = append(items, textItem(jsvalue.Concat(summary.Text()+"\n", notice.Text())))
	}
	texts := append(slices.Clone(beside.before), beside.behind...)
	if isDiff(display) {
		return append(append(items, diffItem(display)), texts...), true
	}
	if message := errorMessage(a.Outcome.Get("error")); message != "" {
		return append(append(items, textItem(message)), texts...), true
	}
	items = append(items, beside.before...)
	if text, shown := responseText(response); shown {
		items = append(items, textItem(text))
	}
	return append(items, beside.behind...), true
}

func isDiff(display jsvalue.Value) bool {
	return display.IsObject() && display.Has("fileName") && display.Has("newContent")
}

func diffItem(display jsvalue.Value) item {
	if display.Get("truncatedForSession").IsTrue() {
		return item{free: true}
	}
	path := display.Get("filePath")
	if !path.IsString() {
		path = display.Get("fileName")
	}
	str := func(v jsvalue.Value) jsvalue.Value { return jsvalue.StringValue(v.Text()) }
	return item{value: objectOf(
		member("type", jsvalue.StringValue("diff")), member("path", str(path)),
		member("oldText", str(display.Get("originalContent"))), member("newText", str(display.Get("newContent"))),
	)}
}

// errorMessage: CR-REPLAY-30.
func errorMessage(err jsvalue.Value) string {
	if err.IsObject() {
		return err.Get("message").Text()
	}
	return err.Text()
}

func responseText(response jsvalue.Value) (text string, shown bool) {
	output, failure := response.Get("output"), response.Get("error")
	switch {
	case !response.IsObject():
		return response.Text(), response.Text() != ""
	case output.IsString() && (output.Text() != "" || failure.Text() == ""):
		return output.Text(), true
	case failure.IsString():
		return failure.Text(), true
	}
	return string(jsvalue.Append(nil, Redacted(response))), true
}

// judgedTools are the tool blocks with the calls that they are, where it is clear which that is, without plans.
func (v *View) judgedTools() map[*Tool]Block {
	blocks := make(map[string]Block)
	for _, b := range v.toolBlocks() {
		blocks[b.Value.Get("toolCallId").Text()] = b
	}
	judged := make(map[*Tool]Block)
	for _, tool := range v.Input.Chain().Tools().List {
		if b, ok := blocks[tool.ID]; ok && !tool.Vague && !tool.Silent && tool.Shown != "todo_write" && tool.Name != "todo_write" && !b.mayBePlan() {
			judged[tool] = b
		}
	}
	return judged
}

func contentOfResults(v *View, p *problems) bool {
	chain := v.Input.Chain()
	last := make(map[*Tool]Answer)
	for _, answer := range chain.Tools().Answers {
		last[answer.Tool] = answer
	}
	var of *Node
	var beside map[int]besides
	judged := false
	blocks := v.judgedTools()
	for _, tool := range chain.Tools().List {
		b, known := blocks[tool]
		if !known {
			continue
		}
		owed, ok := []item{{free: true}}, true
		if answer, answered := last[tool]; answered {
			if node := chain.Node(answer.UUID); node != of {
				of, beside = node, node.textsBeside()
			}
			owed, ok = answer.content(beside[answer.Step.Part])
			// Whether a later result without content takes that of an earlier one away, no rule says.
			ok = ok && (tool.Results == 1 || len(owed) > 0)
		}
		if ok {
			judged = true
			p.sameContent(b, owed)
		}
	}
	return judged
}

func (p *problems) sameContent(b Block, owed []item) {
	content := b.Value.Get("content")
	if content.Len() != len(owed) {
		p.add(b.path("content"), "has %d items, owed are %d", content.Len(), len(owed))
		return
	}
	for i, item := range owed {
		if !item.met(content.At(i)) {
			p.add(b.path("content"), "item %d is not that of the result", i)
		}
	}
}

// output: CR-REPLAY-32, Undefined if there is none.
func (a Answer) output() jsvalue.Value {
	display := a.Outcome.Get("resultDisplay")
	switch {
	case display.IsNullish():
		return jsvalue.Value{}
	case !isDiff(display) || !display.Get("truncatedForSession").IsTrue():
		return display
	case display.Get("fileDiffTruncated").IsTrue() || !display.Get("fileDiff").IsString():
		return jsvalue.Value{}
	}
	return objectOf(member("fileName", display.Get("fileName")), member("fileDiff", display.Get("fileDiff")))
}

// outcome is what the results of a call say one after the other.
type outcome struct {
	output     jsvalue.Value
	background bool
	ready      jsvalue.Value
	results    int
}

func (o *outcome) becomesReady(ready jsvalue.Value) {
	if ready.Kind() == jsvalue.Bool && !o.ready.IsTrue() {
		o.ready = ready
	}
}

func (o *outcome) add(answer Answer) {
	for _, sign := range answer.Tool.Ready {
		if sign.Before == o.results {
			o.becomesReady(jsvalue.BoolValue(sign.Ready))
		}
	}
	o.results++
	output := Redacted(answer.output())
	if output.IsUndefined() {
		return
	}
	o.output = output
	o.background = o.background || output.Get("status").Text() == "background"
	o.becomesReady(output.Get("subagentSessionReady"))
}

func outputsOfResults(v *View, p *problems) bool {
	outcomes := make(map[*Tool]*outcome)
	tools := v.Input.Chain().Tools()
	for _, answer := range tools.Answers {
		if outcomes[answer.Tool] == nil {
			outcomes[answer.Tool] = &outcome{}
		}
		outcomes[answer.Tool].add(answer)
	}
	blocks := v.judgedTools()
	for tool, b := range blocks {
		owed := outcomes[tool]
		if owed == nil {
			owed = &outcome{}
			for _, sign := range tool.Ready {
				owed.becomesReady(jsvalue.BoolValue(sign.Ready))
			}
		}
		if got := b.Value.Get("rawOutput"); !alike(got, owed.output) {
			p.add(b.path("rawOutput"), "is not the output of the result")
		}
		if got := b.Value.Get("background"); got.IsTrue() != owed.background || !got.IsUndefined() && !got.IsTrue() {
			p.add(b.path("background"), "is %s, the results say %v", text(got), owed.background)
		}
		if got := b.Value.Get("subagentSessionReady"); !jsvalue.Equal(got, owed.ready) {
			p.add(b.path("subagentSessionReady"), "is %s, want %s", text(got), text(owed.ready))
		}
	}
	return len(blocks) > 0
}

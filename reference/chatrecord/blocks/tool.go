package blocks

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// toolChange is what an update says about a tool block, masked and summarised (CR-BLOCK-14).
type toolChange struct {
	ToolCall
	kind        update.Kind
	meta        update.Meta
	previewText string   // a preview that the update brings along
	cut         []string // members in which a value below the depth cap was cut
}

// toolEvent reads a tool update. Content and values keep their full length (CR-CAP-04).
func (r *Reducer) toolEvent(u *update.Update) toolChange {
	c := toolChange{kind: u.Kind, meta: u.Meta, ToolCall: ToolCall{
		ToolCallID: u.ToolCallID, Title: u.Title, Status: u.ToolStatus, ToolKind: u.ToolKind,
		ToolName: u.Meta.Get("toolName").Text(), Content: u.ToolContent, HasContent: u.HasToolContent,
		HasLocations: u.HasLocations, SubagentSessionReady: u.SubagentSessionReady,
	}}
	if u.Meta.Get("toolStatus").Text() == string(update.Cancelled) { // CR-DEC-22
		c.Status = update.Cancelled
	}
	if p := u.Meta.Provenance; p != nil {
		c.previewText = p.ResultPreviewText
	}
	c.RawInput = c.mask(u.RawInput, "rawInput")
	if !u.RawOutput.IsNullish() {
		c.RawOutput = c.mask(u.RawOutput, "rawOutput")
	}
	if len(u.Locations) > 0 { // as one value: the list itself is a level
		for _, location := range c.mask(jsvalue.ArrayValue(slices.Clone(u.Locations)...), "locations").Elements() {
			c.Locations = append(c.Locations, location)
		}
	}
	if ready := c.RawOutput.Get("subagentSessionReady"); ready.IsBool() {
		isReady := ready.IsTrue()
		c.SubagentSessionReady = &isReady
	}
	c.Background = c.RawOutput.Get("status").Text() == "background"
	c.Details = r.details(c.RawInput, c.RawOutput)
	return c
}

// mask redacts a value and notes where the depth cap cut something (CR-BLOCK-19, CR-DEC-20).
func (c *toolChange) mask(v jsvalue.Value, field string) jsvalue.Value {
	masked, cut := redact.Capped(v)
	if cut && (len(c.cut) == 0 || c.cut[len(c.cut)-1] != field) {
		c.cut = append(c.cut, field)
	}
	return masked
}

// details is the input, else the output, as bounded text.
func (r *Reducer) details(input, output jsvalue.Value) string {
	v := input
	if v.IsUndefined() {
		v = output
	}
	if !v.IsObject() && !v.IsArray() {
		return capSummary(prettyText(v))
	}
	// A unit is at most three bytes: this much is enough to see that it is too long.
	r.scratch = jsvalue.AppendIndentHead(r.scratch[:0], v, "  ", 3*(maxSummary+2))
	return capSummary(string(r.scratch))
}

// planEvent shows a plan as a tool block with a checklist (CR-BLOCK-18).
func planEvent(u *update.Update) toolChange {
	entries := make([]jsvalue.Value, 0, len(u.Entries))
	for _, entry := range u.Entries {
		entries = append(entries, entry.Value())
	}
	output := []jsvalue.Member{
		{Key: "entries", Value: jsvalue.ArrayValue(entries...)},
		{Key: "stats", Value: u.Meta.Get("stats")},
	}
	callID := ""
	if p := u.Meta.Provenance; p != nil {
		callID = p.PlanToolCallID
	}
	if id := u.Meta.Get("qwenTodoPlan").Get("id"); id.IsString() {
		output = append(output, jsvalue.Member{Key: "plan", Value: jsvalue.ObjectValue(
			jsvalue.Member{Key: "id", Value: id},
			jsvalue.Member{Key: "sourceCallId", Value: jsvalue.StringValue(callID)},
		)})
	}
	if u.Meta.Get("qwenSessionWorkflow").IsTrue() {
		output = append(output, jsvalue.Member{Key: "sessionWorkflow", Value: jsvalue.BoolValue(true)})
	}
	return toolChange{kind: u.Kind, meta: u.Meta, ToolCall: ToolCall{
		ToolCallID: callID, Title: "Updated Plan", Status: update.Completed,
		ToolName: "todo_write", ToolKind: "updated_plan",
		Content: []update.ToolContent{{Text: planText(u.Entries)}}, HasContent: true,
		RawOutput: jsvalue.ObjectValue(output...),
	}}
}

// upsertTool makes or changes the block of a call: one block a call.
func (r *Reducer) upsertTool(c *toolChange) {
	e := r.tools[c.ToolCallID]
	if e == nil {
		e = r.newTool(c)
	} else {
		e.changeTool(c)
	}
	for _, field := range c.cut {
		r.truncated(ValueTruncated, e, field)
	}
}

// newTool opens a block (CR-BLOCK-15); whatever was growing is closed.
func (r *Reducer) newTool(c *toolChange) *entry {
	r.closeAll()
	e := r.add(Tool, c.meta)
	e.BackgroundTurn = c.meta.BackgroundTurn
	t := c.ToolCall
	for _, title := range []string{c.ToolName, c.ToolKind, "Tool"} {
		if t.Title == "" {
			t.Title = title
		}
	}
	if t.Status == "" {
		t.Status = update.Pending
	}
	t.Preview = previewOf(c.RawInput, c.names())
	e.Tool = &t
	e.previewed.note(c)
	r.tools[c.ToolCallID] = e
	r.open = append(r.open, e)
	return e
}

// joins reports whether a start comes after its result: it leaves what the result said alone (CR-DEC-09).
func (c *toolChange) joins() bool { return c.kind == update.ToolCall && c.Status == "" }

func (c *toolChange) names() previewNames {
	return previewNames{title: c.Title, toolName: c.ToolName, toolKind: c.ToolKind}
}

// changeTool lays an update over a block: what it does not say stays (CR-BLOCK-16, CR-BLOCK-17).
func (e *entry) changeTool(c *toolChange) {
	t := e.Tool
	e.addSources(c.meta.Provenance)
	setIfAny(&t.Title, c.Title)
	setIfAny(&t.ToolName, c.ToolName)
	setIfAny(&t.ToolKind, c.ToolKind)
	if !c.joins() || t.Details == "" {
		setIfAny(&t.Details, c.Details)
	}
	if c.Status != "" {
		t.Status = c.Status
	}
	if !c.RawInput.IsUndefined() {
		t.RawInput = c.RawInput
		t.Preview = previewOf(c.RawInput, c.names())
	}
	if !c.RawOutput.IsUndefined() {
		t.RawOutput = c.RawOutput
	}
	if c.HasContent {
		t.Content, t.HasContent = c.Content, true
	}
	if c.HasLocations {
		t.Locations, t.HasLocations = c.Locations, true
	}
	t.Background = t.Background || c.Background
	if c.SubagentSessionReady != nil && (t.SubagentSessionReady == nil || !*t.SubagentSessionReady) {
		t.SubagentSessionReady = c.SubagentSessionReady
	}
	e.previewed.note(c)
}

// previewed puts the result preview off until the block is whole: it follows from output, content and name, or is what the
// last update that brought a text said (CR-BLOCK-16).
type previewed struct{ text string }

func (p *previewed) note(c *toolChange) {
	if c.previewText != "" || !c.RawOutput.IsUndefined() || c.HasContent {
		p.text = c.previewText
	}
}

func (p *previewed) derive(t *ToolCall) {
	if t != nil {
		t.ResultPreview = resultPreviewOf(p.text, t.RawOutput, t.Content, t.ToolName)
	}
}

func setIfAny(field *string, value string) {
	if value != "" {
		*field = value
	}
}

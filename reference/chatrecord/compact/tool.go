package compact

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// call is a kept tool update that later ones of its id may be merged into.
type call struct {
	at      int // in the kept updates
	depth   depth
	extra   extraMembers    // its open members
	records map[string]bool // its record ids, once some were merged
}

// depth says whether an update holds a value below the depth cap.
type depth int

const (
	unknownDepth depth = iota
	shallow
	deep
)

// mergeTool merges a tool_call_update into the last kept update of its id, at first the start, if a reducer makes the same
// block of it (CR-COMPACT-03).
func (c *compactor) mergeTool(u *update.Update) bool {
	if u.Kind != update.ToolCallUpdate {
		return false
	}
	target := c.calls[u.ToolCallID]
	if target == nil {
		return false
	}
	kept := &c.out[target.at]
	if !target.canTake(kept, u) || target.isDeep(kept) || depthOf(u) == deep {
		return false
	}
	target.merge(kept, u)
	return true
}

// canTake reports whether merging shows what two updates show. Each condition also refuses an update that has itself
// taken others, so that compacting twice merges nothing more.
func (c *call) canTake(kept, u *update.Update) bool {
	name, _ := c.extra.get("toolName")
	label, _ := c.extra.get(toolStatus)
	switch {
	case kept.Kind == update.ToolCall && statusOf(kept, label) == "": // a start that joins its result must remain one (CR-DEC-09)
	case statedPreview(kept) != "": // it gives way to what derives, which an update at its place cannot say
	case !u.RawInput.IsUndefined(): // a preview is made with the names of one update
	case renames(kept.Title, u.Title), renames(kept.ToolKind, u.ToolKind), renames(name.Text(), u.Meta.Get("toolName").Text()):
	case !keepsDetails(kept, u):
	case hasOutput(kept) && hasOutput(u) && isBackground(kept) != isBackground(u): // it is never taken back
	case ready(kept) != nil && ready(u) != nil && *ready(kept) != *ready(u):
	default:
		return true
	}
	return false
}

func renames(known, name string) bool { return name != "" && name != known }

// keepsDetails reports whether the details of the block stay what they are: those of the input while there is one, and
// otherwise those of the last output that has any. Two updates would let a later output win over an earlier input.
func keepsDetails(kept, u *update.Update) bool {
	if !kept.RawInput.IsUndefined() {
		return !hasOutput(u) || isEmptyText(u.RawOutput)
	}
	return !isEmptyText(kept.RawOutput) && !isEmptyText(u.RawOutput)
}

func hasOutput(u *update.Update) bool { return !u.RawOutput.IsNullish() }

func isEmptyText(v jsvalue.Value) bool { return v.IsString() && v.Text() == "" }

func isBackground(u *update.Update) bool { return u.RawOutput.Get("status").Text() == "background" }

// ready is what an update says about the session of a sub-agent.
func ready(u *update.Update) *bool {
	if said := u.RawOutput.Get("subagentSessionReady"); said.IsBool() {
		isReady := said.IsTrue()
		return &isReady
	}
	return u.SubagentSessionReady
}

// statusOf is the status that a reducer reads from an update with this label (CR-DEC-22).
func statusOf(u *update.Update, label jsvalue.Value) update.ToolStatus {
	if label.Text() == string(update.Cancelled) {
		return update.Cancelled
	}
	return u.ToolStatus
}

func statedPreview(u *update.Update) string {
	if u.Meta.Provenance == nil {
		return ""
	}
	return u.Meta.Provenance.ResultPreviewText
}

// depthOf looks for values that a reducer cuts, the locations as one list (CR-BLOCK-19); such cuts are reported in the order
// of the updates (CR-DEC-20).
func depthOf(u *update.Update) depth {
	for _, v := range []jsvalue.Value{u.RawInput, u.RawOutput, jsvalue.ArrayValue(u.Locations...)} {
		if _, cut := redact.Capped(v); cut {
			return deep
		}
	}
	return shallow
}

func (c *call) isDeep(kept *update.Update) bool {
	if c.depth == unknownDepth {
		c.depth = depthOf(kept)
	}
	return c.depth == deep
}

const toolStatus = "toolStatus"

// merge lays an update over a kept one, whose place, timestamp and provenance stay.
func (c *call) merge(kept, u *update.Update) {
	isReady := ready(kept)
	if said := ready(u); said != nil {
		isReady = said
	}
	c.mergeMeta(kept, u)
	if u.ToolStatus != "" {
		kept.ToolStatus = u.ToolStatus
	}
	if u.HasToolContent {
		kept.ToolContent, kept.HasToolContent = u.ToolContent, true
	}
	if u.HasLocations {
		kept.Locations, kept.HasLocations = u.Locations, true
	}
	if hasOutput(u) {
		kept.RawOutput = u.RawOutput
	}
	if now := ready(kept); isReady != nil && (now == nil || *now != *isReady) {
		kept.SubagentSessionReady = isReady
	}
}

// mergeMeta adds the open members of an update: a later value wins, but what a start says about where its tool comes from
// and which prompt it belongs to stays.
func (c *call) mergeMeta(kept, u *update.Update) {
	if label := u.Meta.Get(toolStatus); statusOf(u, label) != "" {
		if c.extra.find(toolStatus) >= 0 || !label.IsUndefined() {
			c.extra.set(jsvalue.Member{Key: toolStatus, Value: label})
		}
	}
	for _, m := range u.Meta.Extra {
		switch m.Key {
		case "toolName", toolStatus, "provenance", "serverId", "promptId":
		default:
			if known, _ := c.extra.get(m.Key); !isTyped(m.Key) && !m.Value.IsUndefined() && !jsvalue.Equal(known, m.Value) {
				c.extra.set(m)
			}
		}
	}
	kept.Meta.Extra = c.extra.members
	if p := u.Meta.Provenance; p != nil {
		c.addRecords(kept, p)
	}
}

// addRecords makes the stable union of the record ids, and takes over a stated preview.
func (c *call) addRecords(kept *update.Update, p *update.Provenance) {
	if c.records == nil {
		merged := update.Provenance{}
		if kept.Meta.Provenance != nil {
			merged = *kept.Meta.Provenance
		}
		merged.SourceRecordIDs = merged.SourceRecordIDs[:len(merged.SourceRecordIDs):len(merged.SourceRecordIDs)]
		kept.Meta.Provenance = &merged
		c.records = map[string]bool{}
		for _, id := range merged.SourceRecordIDs {
			c.records[id] = true
		}
	}
	own := kept.Meta.Provenance
	for _, id := range p.SourceRecordIDs {
		if !c.records[id] {
			c.records[id] = true
			own.SourceRecordIDs = append(own.SourceRecordIDs, id)
		}
	}
	own.ResultPreviewText = p.ResultPreviewText
}

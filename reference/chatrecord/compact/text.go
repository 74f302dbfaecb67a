package compact

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// textRun is the chunk at the end of the kept updates, while it takes further text (CR-COMPACT-01).
type textRun struct {
	chunk  *update.Update
	joined []byte // its text, once that is more than one chunk
	extra  extraMembers
	prompt string        // these two decide where a chunk goes, so
	source jsvalue.Value // they are the same for all chunks of a run
}

// isText tells the chunks that can join: not empty, not discrete, and with members that are what they seem.
func isText(u *update.Update) bool {
	if kindOf(u) == noKind || u.Content.Type != "text" || u.Content.Text == "" || u.Meta.Get(discrete).IsTrue() {
		return false
	}
	for _, m := range u.Meta.Extra {
		if isTyped(m.Key) || m.Value.IsUndefined() {
			return false
		}
	}
	return true
}

// startRun begins a run at the update that was kept last.
func (c *compactor) startRun(u *update.Update) {
	if isText(u) {
		kept := &c.out[len(c.out)-1]
		c.run = &textRun{chunk: kept, extra: newExtra(kept.Meta.Extra), prompt: promptID(u.Meta), source: u.Meta.Get("source")}
	}
}

// joinText appends a chunk to the run, if it belongs to the same slot and a reducer would do the same.
func (c *compactor) joinText(u *update.Update) bool {
	run := c.run
	if run == nil || !isText(u) || !run.hasSlot(u) || !c.open.takes(u) || !run.layOver(u.Meta) {
		return false
	}
	if run.joined == nil {
		text := run.chunk.Content.Text
		run.joined = append(make([]byte, 0, 2*(len(text)+len(u.Content.Text))), text...)
	}
	run.joined = jsvalue.AppendText(run.joined, u.Content.Text)
	c.open.see(u)
	return true
}

// hasSlot compares kind, record ids, element by element, and segment; then what a reducer decides by.
func (r *textRun) hasSlot(u *update.Update) bool {
	return r.chunk.Kind == u.Kind && slices.Equal(recordIDs(r.chunk.Meta), recordIDs(u.Meta)) &&
		segmentID(r.chunk.Meta) == segmentID(u.Meta) &&
		r.prompt == promptID(u.Meta) && jsvalue.Equal(r.source, u.Meta.Get("source"))
}

// layOver merges the meta of a chunk as a reducer does, and refuses where the order of members, or which of two equal
// objects is kept, would depend on what the reducer had before. The last timestamp wins.
func (r *textRun) layOver(meta update.Meta) bool {
	own := &r.chunk.Meta
	hasTail := own.Timestamp.Valid || !own.BackgroundTurn.IsUndefined() // these come behind the open members
	if !own.BackgroundTurn.IsUndefined() {
		if !meta.BackgroundTurn.IsUndefined() && !jsvalue.Equal(own.BackgroundTurn, meta.BackgroundTurn) ||
			meta.Timestamp.Valid && !own.Timestamp.Valid {
			return false
		}
	}
	for _, m := range meta.Extra {
		known, has := r.extra.get(m.Key)
		if !has && hasTail || has && !jsvalue.Equal(known, m.Value) && (isContainer(known) || isContainer(m.Value)) {
			return false
		}
	}
	for _, m := range meta.Extra {
		if known, has := r.extra.get(m.Key); !has || !jsvalue.Equal(known, m.Value) {
			r.extra.set(m)
		}
	}
	if meta.Timestamp.Valid {
		own.Timestamp = meta.Timestamp
	}
	if own.BackgroundTurn.IsUndefined() {
		own.BackgroundTurn = meta.BackgroundTurn
	}
	return true
}

// endRun writes down what the run has become.
func (c *compactor) endRun() {
	if c.run != nil && c.run.joined != nil {
		c.run.chunk.Content.Text = string(c.run.joined)
		c.run.chunk.Meta.Extra = c.run.extra.members
	}
	c.run = nil
}

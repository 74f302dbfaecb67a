// Package compact makes a stream of updates shorter before it is stored or sent.
//
// It promises: a reducer makes the same blocks of the shorter stream, and reports the same cuts and diagnostics in the same
// order (CR-COMPACT-04); compacting again changes nothing; the stream is never longer and the input never changed; time is
// linear. Where joining would break the first promise, nothing is joined. Start at Compact; text.go joins chunks, tool.go
// merges tool updates, open.go follows what a reducer has open.
package compact

import "github.com/transcriptspec/transcriptspec/reference/chatrecord/update"

// Compact returns the updates of one stream, seen from its first update on, in fewer. What it returns shares values with
// the input.
func Compact(updates []update.Update) []update.Update {
	c := compactor{
		out: make([]update.Update, 0, len(updates)), calls: map[string]*call{}, open: newOpenBlocks(),
	}
	for i := range updates {
		c.add(&updates[i])
	}
	c.endRun()
	return c.out
}

// compactor holds the updates kept so far and the places that a later one may go to.
type compactor struct {
	out   []update.Update
	run   *textRun         // the text at the end of out that may grow, or nil
	calls map[string]*call // the last kept tool update of a call, by id
	open  *openBlocks
}

func (c *compactor) add(u *update.Update) {
	if c.mergeTool(u) || c.joinText(u) {
		return
	}
	c.endRun()
	c.out = append(c.out, *u)
	c.open.see(u)
	switch u.Kind {
	case update.ToolCall, update.ToolCallUpdate:
		c.calls[u.ToolCallID] = &call{at: len(c.out) - 1, extra: newExtra(u.Meta.Extra)}
	case update.Plan: // CR-COMPACT-02: it may be what an update of this id changes, and takes nothing itself
		delete(c.calls, planCallID(u))
	case update.PromptCancelled: // CR-COMPACT-03: it cancels what is in progress here, so nothing crosses it
		c.calls = map[string]*call{}
	default:
		c.startRun(u)
	}
}

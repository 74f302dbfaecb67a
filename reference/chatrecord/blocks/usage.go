package blocks

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// noteUsageTarget keeps track of the text that a usage belongs to (CR-DEC-21, CR-BLOCK-12): the last assistant text that
// came from an assistant record, since the last block of the user. What is injected into a running turn is no new turn.
func (r *Reducer) noteUsageTarget(e *entry, meta update.Meta) {
	source := meta.Get("source").Text()
	switch e.Kind {
	case User:
		if source != "background_notification" && source != "cron" && source != "mid_turn_message_injected" {
			r.usageTarget = nil
		}
	case Assistant:
		isGapNotice := source == "" && meta.Get(discrete).IsTrue()
		if !isGapNotice && source != "slash_command" {
			r.usageTarget = e
		}
	}
}

// foldUsage adds token counts to the text they belong to (CR-BLOCK-10, CR-BLOCK-13). The usage of a sub-agent belongs to
// its tool call and is not folded (CR-BLOCK-11).
func (r *Reducer) foldUsage(usage jsvalue.Value, u *update.Update) {
	if u.Meta.Get("parentToolCallId").Text() != "" {
		return
	}
	e := r.usageTarget
	if e == nil {
		d := diagnostic.New(diagnostic.UsageWithoutBlock, "no text of the turn can carry these token counts")
		if p := u.Meta.Provenance; p != nil && len(p.SourceRecordIDs) > 0 {
			d = d.OfRecord(p.SourceRecordIDs[0])
		}
		r.report(d)
		return
	}
	if e.Usage == nil {
		e.Usage = &Usage{}
	}
	e.Usage.InputTokens += finiteOrZero(usage.Get("inputTokens"))
	e.Usage.OutputTokens += finiteOrZero(usage.Get("outputTokens"))
	e.Usage.CachedTokens += finiteOrZero(usage.Get("cachedReadTokens"))
}

func finiteOrZero(v jsvalue.Value) float64 {
	if !v.IsFinite() {
		return 0
	}
	return v.Float()
}

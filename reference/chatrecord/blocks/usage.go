package blocks

import (
	"math"

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
	addFinite(&e.Usage.InputTokens, usage.Get("inputTokens"))
	addFinite(&e.Usage.OutputTokens, usage.Get("outputTokens"))
	addFinite(&e.Usage.CachedTokens, usage.Get("cachedReadTokens"))
}

// addFinite adds what is a finite number, and stops at the greatest one.
func addFinite(total *float64, v jsvalue.Value) {
	*total = max(-math.MaxFloat64, min(math.MaxFloat64, *total+finiteOrZero(v)))
}

func finiteOrZero(v jsvalue.Value) float64 {
	if !v.IsFinite() {
		return 0
	}
	return v.Float()
}

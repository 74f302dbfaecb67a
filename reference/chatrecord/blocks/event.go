package blocks

import "github.com/transcriptspec/transcriptspec/reference/chatrecord/update"

// status shows a persisted event, also without text (CR-BLOCK-09). It carries its records like any block (CR-DEC-25).
func (r *Reducer) status(u *update.Update) {
	r.closeAll()
	e := r.add(Status, u.Meta)
	e.PromptID = ""
	e.segmentID = segmentID(u.Meta)
	e.Source, e.Data = u.Source, u.Data
	r.appendText(e, u.Content.Text)
}

// promptCancelled shows that the user stopped a turn: what was in progress is cancelled (CR-BLOCK-27). A later result
// still counts.
func (r *Reducer) promptCancelled(u *update.Update) {
	for _, e := range r.open {
		switch e.Tool.Status {
		case update.Pending, update.InProgress:
			e.Tool.Status = update.Cancelled
		}
	}
	r.open = nil
	e := r.prompts[u.PromptID]
	if e == nil {
		r.closeAll()
		e = r.add(PromptCancelled, u.Meta)
		e.BackgroundTurn = u.Meta.BackgroundTurn
		e.PromptID = u.PromptID
		if turn := u.Meta.BackgroundTurn.Get("turnId").Text(); turn != "" {
			e.PromptID = turn
		}
		r.prompts[e.PromptID] = e
	} else {
		e.SourceRecordIDs, e.seenIDs = nil, nil
		e.addSources(u.Meta.Provenance)
	}
	e.ElapsedMs = u.ElapsedMs
	e.ServerTimestamp = update.Timestamp{Ms: u.CancelledAt, Valid: true}
}

package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// BackgroundTaskCompleted builds the status event of a finished background task (CR-REPLAY-41). data is the persisted
// task, or Undefined.
func BackgroundTaskCompleted(text string, data jsvalue.Value, origin *Origin) Update {
	return Update{
		Kind: Status, Content: TextContent(text), Source: "background_task_completed", Data: data,
		Meta: origin.meta(nil),
	}
}

// PromptCancellation builds the event of a turn that the user stopped (CR-REPLAY-43). Times are epoch milliseconds.
func PromptCancellation(promptID string, elapsedMs, cancelledAt float64, origin *Origin) Update {
	return Update{
		Kind: PromptCancelled, PromptID: promptID, ElapsedMs: elapsedMs, CancelledAt: cancelledAt,
		Meta: origin.meta(nil),
	}
}

package eventstream

import "slices"

// hostFeatures are those that the operations of a host read, and that are nothing special to who shows the same chat.
var hostFeatures = []feature{
	{
		name: "large-payload", rules: []string{"ES-STORE-01", "ES-STORE-02", "ES-STORE-03"},
		says: "A payload over its cap, in a chat that is kept or sent.",
		ops:  []string{"store", "wire"}, event: isShortened,
	},
	{
		name: "inner-image", rules: []string{"ES-STORE-05"},
		says: "A result with a large image inside, or with many levels, in a chat that is kept or sent.",
		ops:  []string{"store", "wire"}, event: holdsImage,
	},
	{
		name: "torn-turn", rules: []string{"ES-REPAIR-01", "ES-REPAIR-02", "ES-REPAIR-05", "ES-REPAIR-06"},
		says: "A turn that began, in a chat that is repaired.",
		ops:  []string{"repair"}, event: begins,
	},
	{
		name: "torn-job", rules: []string{"ES-REPAIR-03"}, says: "A job in the background, in a chat that is repaired.",
		ops: []string{"repair"}, event: ofType("scheduled_work_update"),
	},
	{
		name: "torn-agent", rules: []string{"ES-REPAIR-04"}, says: "A sub-agent, in a chat that is repaired.",
		ops: []string{"repair"}, event: func(e Envelope) bool { return agents[e.kind()] },
	},
	{
		name: "interrupt-receipt", rules: []string{"ES-RECOV-01"}, says: "The receipt of an interrupt, in a chat that is recovered.",
		ops: []string{"recovery"}, event: ofType("interrupt_receipt"),
	},
	{
		name: "queue-offer", rules: []string{"ES-RECOV-02"},
		says: "A queue that can be restored, or what became of it, in a chat that is recovered.",
		ops:  []string{"recovery"}, event: ofType("queue_recovery"),
	},
	{
		name: "command-state", rules: []string{"ES-RECOV-03"}, says: "How far a message has come, in a chat that is recovered.",
		ops: []string{"recovery"}, event: having("command_lifecycle", "steerId"),
	},
	{
		name: "waiting-request", rules: []string{"ES-RECOV-04", "ES-INPUT-01", "ES-INPUT-02"},
		says: "A request that waits for the user, in a chat that is recovered.",
		ops:  []string{"recovery"}, event: ofType("approval_request", "structured_question"),
	},
	{
		name: "guarded-reading", rules: []string{"ES-GUARD-01", "ES-GUARD-02", "ES-GUARD-03"},
		says: "A reading of the context that a guardrail sees.",
		ops:  []string{"guardrail"}, event: ofType("context_usage"),
	},
	{
		name: "prompt-too-long", rules: []string{"ES-GUARD-04"}, says: "A turn that ended since its prompt was too long.",
		ops:   []string{"guardrail"},
		event: func(e Envelope) bool { return e.kind() == "done" && id(e.Event, "terminalReason") == "prompt_too_long" },
	},
	{
		name: "metered-sample", rules: []string{"ES-METER-01", "ES-METER-02"}, says: "A sample of the context that a meter shows.",
		ops: []string{"meter"}, event: ofType("context_usage"),
	},
	{
		name: "metered-compaction", rules: []string{"ES-METER-03"}, says: "A compaction that a meter shows.",
		ops: []string{"meter"}, event: ofType("context_compact", "codex_context_compaction"),
	},
	{
		name: "workflow-report", rules: []string{"ES-FLOW-01", "ES-FLOW-02", "ES-FLOW-03"}, says: "A report of a workflow.",
		ops: []string{"workflow"}, event: func(e Envelope) bool { return e.Event.Has("workflow_progress") },
	},
	{
		name: "streamed-text", rules: []string{"ES-BATCH-01", "ES-BATCH-02", "ES-BATCH-04"},
		says: "A piece of text that waits to be sent.",
		ops:  []string{"batch"}, event: ofType("text"),
	},
	{
		name: "snapshot-event", rules: []string{"ES-HIST-01", "ES-HIST-02"},
		says: "An event of the session in a history of which a snapshot is asked for.",
		ops:  []string{"snapshot"}, event: isOwn,
	},
	{
		name: "page-event", rules: []string{"ES-HIST-01", "ES-HIST-08", "ES-HIST-09"},
		says: "An event of the session in a history of which a page is asked for.",
		ops:  []string{"page"}, event: isOwn,
	},
	{
		name: "batch-of-pages", rules: []string{"ES-BACK-04"}, says: "Pages of which a batch is read.",
		ops: []string{"cursor"}, functions: []string{"readOlderHistoryBatch"}, argument: "pages",
	},
	{
		name: "older-page", rules: []string{"ES-BACK-05"}, says: "A page that is put before what is resident.",
		ops: []string{"cursor"}, functions: []string{"prependOlderChatHistoryPage", "mergeOlderChatHistoryPageWithCap"},
		argument: "older",
	},
	{
		name: "resident-bytes", rules: []string{"ES-BACK-06"}, says: "How many bytes of events may be resident.",
		ops: []string{"cursor"}, functions: []string{"mergeOlderChatHistoryPageWithCap", "trimChatEventHistory"}, argument: "maxBytes",
	},
	{
		name: "snapshot-offset", rules: []string{"ES-BACK-01"}, says: "An offset in a snapshot of which the cursor is asked for.",
		ops: []string{"cursor"}, functions: []string{"resolveSnapshotHistoryCursor"}, argument: "tailStartOffset",
	},
	{
		name: "page-of-cursor", rules: []string{"ES-BACK-02"}, says: "A page of which the cursor is asked for.",
		ops: []string{"cursor"}, functions: []string{"advanceOlderHistoryCursor"}, argument: "page",
	},
	{
		name: "missing-history", rules: []string{"ES-BACK-03"}, says: "A history that is missing or could not be read.",
		ops: []string{"cursor"}, functions: []string{"resolveChatHistoryMissAction"}, argument: "unavailable",
	},
	{
		name: "merged-snapshot", rules: []string{"ES-BACK-07"}, says: "A snapshot that was merged, of which the cursor is asked for.",
		ops: []string{"cursor"}, functions: []string{"resolveMergedSnapshotHistoryCursor"}, argument: "snapshotEvents",
	},
}

// holdsImage: a result has another form without its images and without what is too deep.
func holdsImage(e Envelope) bool {
	return e.kind() == "tool_result" && slices.ContainsFunc([]string{"result", "structured"}, func(key string) bool {
		_, changed, _ := withoutPictures(e.Event.Get(key), 0)
		return changed
	})
}

func isOwn(e Envelope) bool { return !e.Foreign }

// isShortened: the stored form of an event is another one.
func isShortened(e Envelope) bool {
	kept, _, certain := stored(e.Event)
	return certain && !same(kept, e.Event)
}

// begins: an event begins a turn (ES-REPAIR-01).
func begins(e Envelope) bool {
	return e.kind() == "user_message" || e.kind() == "status" && id(e.Event, "turnStatus") == "started"
}

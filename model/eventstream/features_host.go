package eventstream

// hostFeatures are those that the operations of a host read, and that are nothing special to who shows the same chat.
var hostFeatures = []feature{
	{
		name: "large-payload", rules: []string{"ES-STORE-01", "ES-STORE-02", "ES-STORE-03"}, says: "A payload over its cap, in a chat that is kept or sent.",
		ops: []string{"store", "wire"}, event: isShortened,
	},
	{
		name: "torn-turn", rules: []string{"ES-REPAIR-01", "ES-REPAIR-02", "ES-REPAIR-05", "ES-REPAIR-06"}, says: "A turn that began, in a chat that is repaired.",
		ops: []string{"repair"}, event: begins,
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
		name: "queue-offer", rules: []string{"ES-RECOV-02"}, says: "A queue that can be restored, or what became of it, in a chat that is recovered.",
		ops: []string{"recovery"}, event: ofType("queue_recovery"),
	},
	{
		name: "command-state", rules: []string{"ES-RECOV-03"}, says: "How far a message has come, in a chat that is recovered.",
		ops: []string{"recovery"}, event: having("command_lifecycle", "steerId"),
	},
	{
		name: "waiting-request", rules: []string{"ES-RECOV-04", "ES-INPUT-01", "ES-INPUT-02"}, says: "A request that waits for the user, in a chat that is recovered.",
		ops: []string{"recovery"}, event: ofType("approval_request", "structured_question"),
	},
	{
		name: "guarded-reading", rules: []string{"ES-GUARD-01", "ES-GUARD-02", "ES-GUARD-03"}, says: "A reading of the context that a guardrail sees.",
		ops: []string{"guardrail"}, event: ofType("context_usage"),
	},
	{
		name: "prompt-too-long", rules: []string{"ES-GUARD-04"}, says: "A turn that ended since its prompt was too long.",
		ops: []string{"guardrail"}, event: func(e Envelope) bool { return e.kind() == "done" && id(e.Event, "terminalReason") == "prompt_too_long" },
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
		name: "streamed-text", rules: []string{"ES-BATCH-01", "ES-BATCH-02", "ES-BATCH-04"}, says: "A piece of text that waits to be sent.",
		ops: []string{"batch"}, event: ofType("text"),
	},
	{
		name: "snapshot-event", rules: []string{"ES-HIST-01", "ES-HIST-02"}, says: "An event of the session in a history of which a snapshot is asked for.",
		ops: []string{"snapshot"}, event: isOwn,
	},
	{
		name: "page-event", rules: []string{"ES-HIST-01", "ES-HIST-08", "ES-HIST-09"}, says: "An event of the session in a history of which a page is asked for.",
		ops: []string{"page"}, event: isOwn,
	},
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

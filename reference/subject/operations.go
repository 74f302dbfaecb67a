package subject

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// operation is one row of the table. run returns the result, or an error that coded knows; answer says how the numbers of
// the result are written, which is a matter of the format.
type operation struct {
	dialect, op string
	run         func(protocol.Request) (jsvalue.Value, error)
	answer      func(jsvalue.Value) protocol.Answer
}

// operations is all that the reference can do (TP-PROTO-15, TP-PROTO-18 to TP-PROTO-21); the rows of a dialect stand together.
var operations = []operation{
	{"chatrecord", "project", project, protocol.Result},
	{"chatrecord", "prepare", prepareRecords, protocol.Result},
	{"chatrecord", "replay", replayRecords, protocol.Result},
	{"chatrecord", "reduce", reduceUpdates, protocol.Result},
	{"chatrecord", "compact", compactUpdates, protocol.Result},
	{"chatrecord", "read", read, protocol.Result},
	{"sessionraw", "context", contextOfFile, protocol.SourceResult},
	{"sessionraw", "items", itemsOfThread, protocol.SourceResult},
	{"sessionraw", "page", pageOfThread, protocol.SourceResult},
	{"sessionraw", "append", appendToFile, protocol.SourceResult},
	{"eventstream", "parse", parseEvents, protocol.Result},
	{"eventstream", "entries", entriesOfChat, protocol.Result},
	{"eventstream", "rows", rowsOfChat, protocol.Result},
	{"eventstream", "groups", groupsOfChat, protocol.Result},
	{"eventstream", "summary", summaryOfChat, protocol.Result},
	{"eventstream", "store", storedEvents, protocol.Result},
	{"eventstream", "wire", sentEvents, protocol.Result},
	{"eventstream", "batch", batchedEvents, protocol.Result},
	{"eventstream", "snapshot", snapshotOfChat, protocol.Result},
	{"eventstream", "page", pageOfHistory, protocol.Result},
	{"eventstream", "candidate", chooseTranscript, protocol.Result},
	{"eventstream", "merge", mergeEvents, protocol.Result},
	{"eventstream", "cursor", cursorOfClient, protocol.Result},
	{"eventstream", "follow", followChat, protocol.Result},
	{"eventstream", "repair", repairChat, protocol.Result},
	{"eventstream", "recovery", recoveryOfChat, protocol.Result},
	{"eventstream", "guardrail", guardrailOfChat, protocol.Result},
	{"eventstream", "meter", meterOfChat, protocol.Result},
	{"eventstream", "workflow", workflowOfChat, protocol.Result},
}

// find returns the row of an operation, or why there is none.
func find(dialect, op string) (found operation, why string) {
	why = "the dialect is unknown"
	for _, row := range operations {
		if row.dialect != dialect {
			continue
		}
		if row.op == op {
			return row, ""
		}
		why = "the dialect has no such operation"
	}
	return operation{}, why
}

// dialects is the table as a description shows it.
func dialects() []protocol.DialectOps {
	var list []protocol.DialectOps
	for _, row := range operations {
		if len(list) == 0 || list[len(list)-1].Dialect != row.dialect {
			list = append(list, protocol.DialectOps{Dialect: row.dialect})
		}
		last := &list[len(list)-1]
		last.Ops = append(last.Ops, row.op)
	}
	return list
}

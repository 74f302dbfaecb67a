package subject

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// operation is one row of the table. run returns the result, or an error that coded knows.
type operation struct {
	dialect, op string
	run         func(protocol.Request) (jsvalue.Value, error)
}

// operations is all that the reference can do (TP-PROTO-15); the rows of a dialect stand together.
var operations = []operation{
	{"chatrecord", "project", project},
	{"chatrecord", "prepare", prepareRecords},
	{"chatrecord", "replay", replayRecords},
	{"chatrecord", "reduce", reduceUpdates},
	{"chatrecord", "compact", compactUpdates},
	{"chatrecord", "read", read},
}

// find returns what runs an operation, or why nothing does.
func find(dialect, op string) (run func(protocol.Request) (jsvalue.Value, error), why string) {
	why = "the dialect is unknown"
	for _, row := range operations {
		if row.dialect != dialect {
			continue
		}
		if row.op == op {
			return row.run, ""
		}
		why = "the dialect has no such operation"
	}
	return nil, why
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

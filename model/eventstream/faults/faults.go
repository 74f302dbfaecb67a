// Package faults plants faults: each wraps a right implementation of the dialect eventstream and damages one thing.
//
// They measure the model. A fault that no invariant or relation sees shows a hole, and so does an invariant that no fault
// breaks. Start at [All].
package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// All lists the faults, each with another id. A wrapped subject is for one goroutine.
func All() []fault.Fault {
	return slices.Concat(readingFaults, textFaults, rowFaults, groupFaults, storeFaults, batchFaults, clientFaults, recoveryFaults, historyFaults)
}

type wrapper = func(protocol.Subject) protocol.Subject

// allOps are the operations of the dialect; shown are those that show a chat.
var (
	allOps = []string{"parse", "entries", "rows", "groups", "summary", "store", "wire", "batch"}
	shown  = allOps[1:5]
)

// onResults damages the results of some operations.
func onResults(ops []string, damage func(result jsvalue.Value) jsvalue.Value) wrapper {
	return func(right protocol.Subject) protocol.Subject {
		for _, op := range ops {
			right = fault.OnResult(op, func(_ protocol.Request, result jsvalue.Value) jsvalue.Value { return damage(result) })(right)
		}
		return right
	}
}

// onList damages a list of the results of some operations.
func onList(key string, ops []string, damage func(list []jsvalue.Value) []jsvalue.Value) wrapper {
	return onResults(ops, func(result jsvalue.Value) jsvalue.Value {
		return with(result, key, jsvalue.ArrayValue(damage(list(result.Get(key)))...))
	})
}

// onRow damages the event of each row of a type.
func onRow(kind string, ops []string, damage func(event jsvalue.Value) jsvalue.Value) wrapper {
	return onList("rows", ops, func(rows []jsvalue.Value) []jsvalue.Value {
		for i, row := range rows {
			if kindOf(row) == kind {
				rows[i] = with(row, "event", damage(row.Get("event")))
			}
		}
		return rows
	})
}

// onLines changes the lines of the file, of some operations, before they are read.
func onLines(ops []string, damage func(lines []string) []string) wrapper {
	return func(right protocol.Subject) protocol.Subject {
		for _, op := range ops {
			right = fault.OnRequest(op, func(request protocol.Request) protocol.Request {
				request.Input = protocol.TextOf(strings.Join(damage(strings.Split(request.Input.Text(), "\n")), "\n"))
				return request
			})(right)
		}
		return right
	}
}

// dropping leaves lines out.
func dropping(ops []string, drops func(line string) bool) wrapper {
	return onLines(ops, func(lines []string) []string { return slices.DeleteFunc(lines, drops) })
}

// dropsEvents leaves out the lines of some events.
func dropsEvents(ops []string, drops func(event jsvalue.Value) bool) wrapper {
	return dropping(ops, func(line string) bool { return drops(eventOf(line)) })
}

// eventOf is the event on a line; Undefined if there is none.
func eventOf(line string) jsvalue.Value {
	value, err := jsvalue.Decode(strings.TrimSpace(line))
	if err != nil {
		return jsvalue.Value{}
	}
	return value.Get("event")
}

func kindOf(row jsvalue.Value) string { return row.Get("event").Get("type").Text() }

func list(value jsvalue.Value) (elements []jsvalue.Value) {
	for _, element := range value.Elements() {
		elements = append(elements, element)
	}
	return elements
}

func with(object jsvalue.Value, key string, value jsvalue.Value) jsvalue.Value {
	return object.With(jsvalue.Member{Key: key, Value: value})
}

func text(value string) jsvalue.Value { return jsvalue.StringValue(value) }

// Package faults plants faults: each wraps a right implementation of the dialect chatrecord and damages one thing.
//
// They measure the model. A fault that no invariant or relation sees shows a hole, and so does an invariant that no fault
// breaks. Start at [All].
package faults

import (
	"context"
	"slices"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Fault is one planted fault.
type Fault = fault.Fault

// All lists the faults, each with another id. A wrapped subject is for one goroutine.
func All() []Fault {
	return slices.Concat(askingFaults(), diagnosticFaults(), blockFaults(), textFaults(), toolFaults(), memberFaults(), inputFaults(), stageFaults())
}

// onRecords changes the records of project and prepare before they are read.
func onRecords(damage func(records []jsvalue.Value) []jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return fault.Wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		if request.Op == "project" || request.Op == "prepare" {
			if records, ok := recordsOf(request.Input); ok {
				request.Input = protocol.ValueOf(jsvalue.ArrayValue(damage(records)...))
			}
		}
		return right.Call(ctx, request)
	})
}

// onBlocks damages the list of blocks of a projection.
func onBlocks(damage func(blocks []jsvalue.Value) []jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return set(result, "blocks", jsvalue.ArrayValue(damage(list(result.Get("blocks")))...))
	})
}

// onFirst damages the first block that fits.
func onFirst(fits func(block jsvalue.Value) bool, damage func(block jsvalue.Value) jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
		if i := slices.IndexFunc(blocks, fits); i >= 0 {
			blocks[i] = damage(blocks[i])
		}
		return blocks
	})
}

// onDiagnostics damages the list of diagnostics of a projection.
func onDiagnostics(damage func(diagnostics []jsvalue.Value) []jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return set(result, "diagnostics", jsvalue.ArrayValue(damage(list(result.Get("diagnostics")))...))
	})
}

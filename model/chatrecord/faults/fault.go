// Package faults plants faults: each wraps a right implementation of the dialect chatrecord and damages one thing.
//
// They measure the model. A fault that no invariant or relation sees shows a hole, and so does an invariant that no fault
// breaks. Start at [All].
package faults

import (
	"context"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Fault is one planted fault.
type Fault struct {
	ID     string
	Says   string
	Breaks []string // ids of invariants and relations that it breaks; it may break others besides
	Wrap   func(protocol.Subject) protocol.Subject
}

// All lists the faults, each with another id. A wrapped subject is for one goroutine.
func All() []Fault {
	return slices.Concat(askingFaults(), diagnosticFaults(), blockFaults(), textFaults(), toolFaults(), memberFaults(), inputFaults(), stageFaults())
}

// handler answers a request with the help of the right implementation.
type handler func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error)

type wrapped struct {
	right  protocol.Subject
	handle handler
}

func (w wrapped) Describe(ctx context.Context) (protocol.Description, error) {
	return w.right.Describe(ctx)
}

func (w wrapped) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	return w.handle(ctx, w.right, request)
}

func wrap(handle handler) func(protocol.Subject) protocol.Subject {
	return func(right protocol.Subject) protocol.Subject { return wrapped{right, handle} }
}

// onResult damages the results of one operation.
func onResult(op string, damage func(request protocol.Request, result jsvalue.Value) jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if err != nil || request.Op != op || answer.Kind() != protocol.ResultAnswer {
			return answer, err
		}
		return protocol.Result(damage(request, answer.Result())), nil
	})
}

// onRequest damages what the right implementation gets to see of one operation.
func onRequest(op string, damage func(request protocol.Request) protocol.Request) func(protocol.Subject) protocol.Subject {
	return wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		if request.Op == op {
			request = damage(request)
		}
		return right.Call(ctx, request)
	})
}

// onRecords changes the records of project and prepare before they are read.
func onRecords(damage func(records []jsvalue.Value) []jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
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
	return onResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
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
	return onResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return set(result, "diagnostics", jsvalue.ArrayValue(damage(list(result.Get("diagnostics")))...))
	})
}

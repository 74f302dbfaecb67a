// Package fault is what the planted faults of all dialects have in common: each wraps a right implementation and damages one
// thing. They measure a model: a fault that nothing sees shows a hole. The faults themselves stand with the dialects.
package fault

import (
	"context"

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

// Handler answers a request with the help of the right implementation.
type Handler func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error)

type wrapped struct {
	right  protocol.Subject
	handle Handler
}

func (w wrapped) Describe(ctx context.Context) (protocol.Description, error) {
	return w.right.Describe(ctx)
}

func (w wrapped) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	return w.handle(ctx, w.right, request)
}

// Wrap makes a subject that answers with the help of the right one.
func Wrap(handle Handler) func(protocol.Subject) protocol.Subject {
	return func(right protocol.Subject) protocol.Subject { return wrapped{right, handle} }
}

// OnResult damages the results of one operation.
func OnResult(op string, damage func(request protocol.Request, result jsvalue.Value) jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return Wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if err != nil || request.Op != op || answer.Kind() != protocol.ResultAnswer {
			return answer, err
		}
		return protocol.Result(damage(request, answer.Result())), nil
	})
}

// OnRequest damages what the right implementation gets to see of one operation.
func OnRequest(op string, damage func(request protocol.Request) protocol.Request) func(protocol.Subject) protocol.Subject {
	return Wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		if request.Op == op {
			request = damage(request)
		}
		return right.Call(ctx, request)
	})
}

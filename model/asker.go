package model

import (
	"context"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Asker asks a subject, and knows which operations it has. It may be used for many cases, one after the other.
type Asker struct {
	subject protocol.Subject
	dialect string
	ops     map[string]bool
	asked   int64
	last    protocol.Request
}

// Refusal is the error of a question that the subject answers with unsupported although it names the operation in its
// description and nothing in the question is of a feature that it leaves out (TP-PROTO-05, TP-PROTO-12). Who judges and
// knows the features makes it of such an answer.
type Refusal struct{ Op, Why string }

func (r *Refusal) Error() string { return r.Op + " is unsupported, though described: " + r.Why }

// Survived reports that the subject can be asked again.
func (r *Refusal) Survived() bool { return true }

// NewAsker asks the subject what it is.
func NewAsker(ctx context.Context, subject protocol.Subject, dialect string) (*Asker, error) {
	description, err := subject.Describe(ctx)
	if err != nil {
		return nil, err
	}
	return AskerOf(subject, description, dialect), nil
}

// AskerOf asks a subject that has said already what it is.
func AskerOf(subject protocol.Subject, description protocol.Description, dialect string) *Asker {
	asker := &Asker{subject: subject, dialect: dialect, ops: make(map[string]bool)}
	for _, d := range description.Dialects {
		if d.Dialect == dialect {
			for _, op := range d.Ops {
				asker.ops[op] = true
			}
		}
	}
	return asker
}

// Has reports whether the subject names the operation.
func (a *Asker) Has(op string) bool { return a.ops[op] }

// Ask asks one question. It reports false if the subject does not have the operation, or says so of this input; then
// there is no answer to judge.
func (a *Asker) Ask(ctx context.Context, op string, input protocol.Input, options jsvalue.Value) (protocol.Answer, bool, error) {
	if !a.ops[op] {
		return protocol.Answer{}, false, nil
	}
	a.asked++
	request := protocol.Request{ID: jsvalue.IntValue(a.asked), Dialect: a.dialect, Op: op, Input: input, Options: options}
	a.last = request
	answer, err := a.subject.Call(ctx, request)
	if err != nil {
		return protocol.Answer{}, false, err
	}
	return answer, answer.Kind() != protocol.UnsupportedAnswer, nil
}

// Asked is the last question, the zero value if there was none.
func (a *Asker) Asked() protocol.Request { return a.last }

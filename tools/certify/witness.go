package certify

import (
	"context"
	"errors"
	"time"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// witness stands before the subject and remembers the first answer to a case, so that all that judges it judges one
// answer, and whether the subject was lost over it.
type witness struct {
	described
	child  *process.Child  // behind it; nil if it is in this process
	asked  bool            // since forget
	answer protocol.Answer // to the first question since forget, if it was answered
	gone   bool            // it did not survive the last question, and must be started again

	mayRefuse func(protocol.Request) bool // its description leaves the question out

	cost cost // since begin
}

// begin begins a case of the plan.
func (w *witness) begin() { w.cost = cost{} }

// forget begins a case, of the plan or a smaller one.
func (w *witness) forget() { w.asked, w.answer = false, protocol.Answer{} }

// Call asks the subject. The first answer to a case may be unsupported, which is an outcome of its own. That a relation or a
// stage is not supported has to follow from the description, else the error is a *model.Refusal.
func (w *witness) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	start := time.Now()
	answer, err := w.described.Call(ctx, request)
	if !w.cost.asked && err == nil {
		w.cost.took = time.Since(start)
	}
	w.cost.asked = true
	first := !w.asked
	if first {
		w.asked, w.answer = true, answer
	}
	w.note(err)
	if err == nil && !first && answer.Kind() == protocol.UnsupportedAnswer && w.answer.Kind() != protocol.UnsupportedAnswer && !w.mayRefuse(request) {
		return protocol.Answer{}, &model.Refusal{Op: request.Op, Why: answer.Why()}
	}
	return answer, err
}

// settle says what the subject did of its own accord after its last answer, so that it is not held against the next case.
func (w *witness) settle(ctx context.Context) error {
	if w.child == nil || !w.asked || w.gone {
		return nil
	}
	err := w.child.Settle(ctx)
	w.note(err)
	return err
}

func (w *witness) note(err error) {
	var crash *process.Crash
	var hang *process.Hang
	var babble *process.ProtocolError
	hangs := errors.As(err, &hang)
	w.gone = hangs || errors.As(err, &crash) && !crash.Answered || errors.As(err, &babble)
	w.cost.lost, w.cost.hung = w.cost.lost || w.gone, w.cost.hung || hangs
}

// patience counts what a broken subject has cost.
type patience struct{ lostInARow, lost, hung int }

// The bounds of what a broken subject may cost, in cases. What is left of the plan then is not run.
const (
	maxLostInARow = 20
	maxLost       = 500
	maxHung       = 5
)

// spend counts a case. One that fails as it is known to costs no patience: the list bounds how many there are.
func (p *patience) spend(c cost, known bool) {
	switch {
	case known:
		return
	case c.lost:
		p.lostInARow++
		p.lost++
	case c.asked:
		p.lostInARow = 0
	}
	if c.hung {
		p.hung++
	}
}

// end says whether to stop.
func (p *patience) end() End {
	switch {
	case p.hung >= maxHung:
		return Hung
	case p.lostInARow >= maxLostInARow:
		return Lost
	case p.lost >= maxLost:
		return LostOften
	}
	return Whole
}

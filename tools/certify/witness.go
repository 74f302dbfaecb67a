package certify

import (
	"context"
	"errors"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// witness stands before the subject and remembers the first answer to a case, so that all that judges it judges one
// answer, and counts how often the subject was lost.
type witness struct {
	protocol.Subject
	asked  bool
	answer protocol.Answer // to the first question since forget, if it was answered
	lost   int             // questions in a row that it did not survive
	hung   int
}

func (w *witness) forget() { w.asked, w.answer = false, protocol.Answer{} }

// Call asks the subject.
func (w *witness) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	answer, err := w.Subject.Call(ctx, request)
	if !w.asked {
		w.asked, w.answer = true, answer
	}
	var crash *process.Crash
	var hang *process.Hang
	var babble *process.ProtocolError
	switch {
	case errors.As(err, &hang):
		w.lost, w.hung = w.lost+1, w.hung+1
	case errors.As(err, &crash) && !crash.Answered, errors.As(err, &babble):
		w.lost++
	default:
		w.lost = 0
	}
	return answer, err
}

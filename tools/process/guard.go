package process

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Crash says that the implementation ended without an answer.
type Crash struct {
	Reason   string // what it panicked with, or said
	Stack    string // for people: the stack, or what the process wrote to its standard error, as Child has it
	Earlier  bool   // Stack came before the question began, and may belong to another
	Answered bool   // it is the implementation itself that says so, with internal_error, and it goes on
}

func (c *Crash) Error() string { return "it crashed: " + c.Reason }

// Survived reports whether the implementation can be asked again as it is.
func (c *Crash) Survived() bool { return c.Answered }

// Hang says that there was no answer in time.
type Hang struct {
	Limit  time.Duration // that there was for this question
	Bytes  int           // of the question, of a Guard those of its texts
	Stderr string        // for people: what the process wrote to its standard error, as Child has it
}

func (h *Hang) Error() string {
	text := fmt.Sprintf("no answer within %v", h.Limit)
	switch {
	case h.Bytes >= 1<<20:
		text += fmt.Sprintf(" to a question of %d MiB", h.Bytes>>20)
	case h.Bytes >= leastNamed:
		text += fmt.Sprintf(" to a question of %d KiB", h.Bytes>>10)
	}
	return text
}

// IsLarge reports whether the question is so large that a slow answer may be what there is instead of none.
func (h *Hang) IsLarge() bool { return h.Bytes >= leastNamed }

// leastNamed is the size in bytes from which the size of a question says something.
const leastNamed = 64 << 10

// ProtocolError says that the implementation wrote something that is no answer to the question.
type ProtocolError struct {
	Reason error
	Stderr string // for people: what the process wrote to its standard error, as Child has it
}

func (p *ProtocolError) Error() string { return "it breaks the protocol: " + p.Reason.Error() }

func (p *ProtocolError) Unwrap() error { return p.Reason }

// failed makes the answer of an implementation that says it failed inside the error that it is.
func failed(answer protocol.Answer) error {
	if answer.Err().Code != protocol.InternalError {
		return nil
	}
	return &Crash{Reason: answer.Err().Message, Answered: true}
}

// Guard is the subject with a limit for each call, and AnswerPerMiB more for a large one. A call that does not end keeps its goroutine: nothing in a process can
// end it from outside, so a caller that gets a *Hang should not go on for long. A limit of 0 is none.
func Guard(subject protocol.Subject, limit time.Duration) protocol.Subject {
	return guarded{subject, limit, make(chan func())}
}

type guarded struct {
	subject protocol.Subject
	limit   time.Duration
	idle    chan func() // goroutines that have answered take the next question from it
}

// Describe asks the subject what it is, under the same limit.
func (g guarded) Describe(ctx context.Context) (protocol.Description, error) {
	return limited(ctx, g, 0, func() (protocol.Description, error) { return g.subject.Describe(ctx) })
}

// Call waits for the answer no longer than the limit, and no longer than the context.
func (g guarded) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	return limited(ctx, g, textBytes(request.Input), func() (protocol.Answer, error) {
		answer, err := g.subject.Call(ctx, request)
		if err == nil {
			err = failed(answer)
		}
		if err != nil {
			return protocol.Answer{}, err
		}
		return answer, nil
	})
}

// textBytes is the size of the texts of an input; to write a value only to measure it takes too long.
func textBytes(input protocol.Input) int {
	n := len(input.Text())
	for _, file := range input.Files() {
		n += len(file.Text)
	}
	return n
}

// limited waits for what ask returns to a question of so many bytes no longer than the limit, and no longer than the context; 0 is
// no limit.
func limited[T any](ctx context.Context, g guarded, bytes int, ask func() (T, error)) (T, error) {
	if g.limit == 0 {
		return recovered(ask)
	}
	type reply struct {
		value T
		err   error
	}
	replies := make(chan reply, 1)
	g.start(ctx, func() {
		value, err := recovered(ask)
		replies <- reply{value, err}
	})
	limit := within(g.limit, bytes)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var nothing T
	select {
	case r := <-replies:
		return r.value, r.err
	case <-timer.C:
		return nothing, &Hang{Limit: limit, Bytes: bytes}
	case <-ctx.Done():
		return nothing, ctx.Err()
	}
}

// start runs ask in a goroutine that has answered before, so that not each question grows a stack of its own, or else in a
// new one. That takes further questions until its context ends, and none if it never does.
func (g guarded) start(ctx context.Context, ask func()) {
	select {
	case g.idle <- ask:
		return
	default:
	}
	go func() {
		for ask(); ctx.Done() != nil; ask() {
			select {
			case ask = <-g.idle:
			case <-ctx.Done():
				return
			}
		}
	}()
}

// recovered makes a panic an error.
func recovered[T any](ask func() (T, error)) (value T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			var nothing T
			value, err = nothing, &Crash{Reason: fmt.Sprint("panic: ", cause), Stack: string(debug.Stack())}
		}
	}()
	return ask()
}

package process

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Child is an implementation in a process of its own, which reads requests from its standard input and answers on its
// standard output. The process is started by the first question, and again when it has ended, hung or broken the protocol.
// A Child is not for concurrent use; several of them are independent of each other.
//
// With an error goes what the process wrote to its standard error since the question of Call began, at most its first
// thousand bytes and its last two thousand. The pipes say no more: what another question made it write late, or what stood
// unread in the pipe, counts as of this one. If a process ends, hangs or breaks the protocol and has written nothing since, what came
// before goes with the error, and says so.
type Child struct {
	command func() *exec.Cmd
	limits  Limits
	running *run
	asked   int64

	startLimit time.Duration // until a process says what it is; LimitAnswer leaves it as it is
}

// NewChild is a child that the command starts. The command is made anew for each start; its three streams and its process
// attributes are taken. A start may take as long as an answer, and ten seconds in any case. Close ends it.
func NewChild(command func() *exec.Cmd, limits Limits) *Child {
	limits = limits.withDefaults()
	return &Child{command: command, limits: limits, startLimit: max(leastStartLimit, limits.Answer)}
}

// Another is a child of the same command and limits, in a process of its own.
func (c *Child) Another() *Child { return NewChild(c.command, c.limits) }

// Unenforced lists what is promised and cannot be kept on this system, for reports.
func (c *Child) Unenforced() []string {
	if EndsDescendants() {
		return nil
	}
	promises := []string{"what leaves its process group is not ended"}
	if c.limits.Memory > 0 {
		promises = append(promises, "the memory limit is not watched")
	}
	return promises
}

// LimitAnswer sets another limit of an answer and returns the one until then. It is for who looks for smaller cases of a
// hang: each would take the whole limit.
func (c *Child) LimitAnswer(limit time.Duration) (before time.Duration) {
	before, c.limits.Answer = c.limits.Answer, limit
	return before
}

// Describe asks the child what it is.
func (c *Child) Describe(ctx context.Context) (protocol.Description, error) {
	if err := c.start(ctx); err != nil {
		return protocol.Description{}, err
	}
	return c.describe(ctx)
}

// Call asks the child. The id of the request is not used: the child gets one that is unique.
func (c *Child) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	if err := c.start(ctx); err != nil {
		return protocol.Answer{}, err
	}
	c.running.stderr.begin()
	return c.ask(ctx, c.limits.Answer, request)
}

// Settle says what the process did of its own accord after its last answer: that it wrote more (a *ProtocolError), ended
// (a *Crash) or went silent (a *Hang). It asks once more what the process is, since what comes before that answer is not
// asked for. Without Settle the next question would be blamed. Where no process runs, there is nothing to settle.
func (c *Child) Settle(ctx context.Context) error {
	if c.running == nil {
		return nil
	}
	_, err := c.describe(ctx)
	var crash *Crash
	if errors.As(err, &crash) && !crash.Answered {
		crash.Reason = "after its answer " + crash.Reason
	}
	return err
}

// leastStartLimit is how long a process may take at least until it says what it is; a slow start is no slow answer.
const leastStartLimit = 10 * time.Second

// start starts the process if none runs, and asks it what it is, so that the time of the start counts for no question.
func (c *Child) start(ctx context.Context) error {
	if c.running != nil {
		return nil
	}
	started, err := start(c.command(), c.limits)
	if err != nil {
		return err
	}
	c.running = started
	_, err = c.describe(ctx)
	return err
}

func (c *Child) describe(ctx context.Context) (protocol.Description, error) {
	running := c.running
	answer, err := c.ask(ctx, c.startLimit, protocol.Request{Op: protocol.OpDescribe})
	if err != nil {
		return protocol.Description{}, err
	}
	description, err := protocol.ParseDescription(answer.Result())
	if err != nil {
		c.Close() // else the next question would be put to it all the same
		return protocol.Description{}, &ProtocolError{Reason: err, Stderr: running.stderr.text()}
	}
	return description, nil
}

// ask puts the request under an id of its own. What is not answered ends the process; then what it wrote to its standard
// error is complete, and goes with the error.
func (c *Child) ask(ctx context.Context, limit time.Duration, request protocol.Request) (protocol.Answer, error) {
	c.asked++
	request.ID = jsvalue.IntValue(c.asked)
	running := c.running
	answer, err := running.within(ctx, limit, request)
	if err == nil {
		err = failed(answer)
	}
	if err == nil {
		return answer, nil
	}
	var crash *Crash
	var hang *Hang
	var babble *ProtocolError
	switch {
	case errors.As(err, &crash) && crash.Answered:
		running.stderr.catchUp() // it goes on, so there is no end to wait for
		crash.Stack = running.stderr.text()
		return protocol.Answer{}, err
	case errors.As(err, &crash):
		crash.Reason = running.end()
		c.Close()
		text, since := running.stderr.textOrBefore()
		crash.Stack, crash.Earlier = text, !since
	case errors.As(err, &hang):
		c.Close()
		hang.Stderr, _ = running.stderr.textOrBefore()
	case errors.As(err, &babble):
		c.Close()
		babble.Stderr, _ = running.stderr.textOrBefore()
	default:
		c.Close()
	}
	return protocol.Answer{}, err
}

// Close ends the process, if one runs, and everything it started; the next question starts a new one.
func (c *Child) Close() {
	if c.running == nil {
		return
	}
	c.running.kill()
	<-c.running.ended
	c.running = nil
}

// end says how the process ended, of which no more output comes.
func (r *run) end() string {
	select {
	case <-r.ended:
	case <-time.After(endLimit):
		return "the process closed its standard output"
	}
	if r.overMemory.Load() {
		return fmt.Sprintf("over the memory limit of %d bytes", r.limits.Memory)
	}
	return "the process ended: " + r.state
}

package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Child is an implementation in a process of its own, which reads requests from its standard input and answers on its
// standard output. The process is started by the first question, and again when it has ended, hung or broken the protocol.
// A Child is not for concurrent use.
type Child struct {
	command func() *exec.Cmd
	limit   time.Duration
	running *run
	asked   int64
}

// run is one run of the process.
type run struct {
	command *exec.Cmd
	input   io.WriteCloser
	stdout  io.Closer
	output  *protocol.LineReader // of stdout
	stderr  tail
}

// NewChild is a child that the command starts, with a limit for each answer. The command is made anew for each start; its
// three streams are taken. Close ends it.
func NewChild(command func() *exec.Cmd, limit time.Duration) *Child {
	return &Child{command: command, limit: limit}
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
	return c.ask(ctx, c.limit, request)
}

// startLimit is how long a process may take until it says what it is; a slow start is no slow answer.
const startLimit = 10 * time.Second

// start starts the process if none runs, and asks it what it is, so that the time of the start counts for no question.
func (c *Child) start(ctx context.Context) error {
	if c.running != nil {
		return nil
	}
	started, err := start(c.command())
	if err != nil {
		return err
	}
	c.running = started
	_, err = c.describe(ctx)
	return err
}

func (c *Child) describe(ctx context.Context) (protocol.Description, error) {
	answer, err := c.ask(ctx, startLimit, protocol.Request{Op: protocol.OpDescribe})
	if err != nil {
		return protocol.Description{}, err
	}
	description, err := protocol.ParseDescription(answer.Result())
	if err != nil {
		c.Close() // else the next question would be put to it all the same
		return protocol.Description{}, &ProtocolError{err}
	}
	return description, nil
}

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
	if !errors.As(err, &crash) || !crash.Answered {
		c.Close() // then the standard error is complete
	}
	if crash != nil {
		crash.Stack = running.stderr.text()
	}
	return protocol.Answer{}, err
}

// within kills the process when the time is over, which ends the exchange.
func (r *run) within(ctx context.Context, limit time.Duration, request protocol.Request) (protocol.Answer, error) {
	late, over := r.killer(), r.killer()
	timer := time.AfterFunc(limit, late.kill)
	stop := context.AfterFunc(ctx, over.kill)
	answer, err := r.exchange(request)
	// An answer that came while the time ran out counts as late, since the process is gone.
	if !timer.Stop() {
		<-late.done
		err = &Hang{limit}
	}
	if !stop() {
		<-over.done
		err = ctx.Err()
	}
	if err != nil {
		return protocol.Answer{}, err
	}
	return answer, nil
}

// killer kills the process once; done is closed when that is over.
type killer struct {
	run  *run
	done chan struct{}
}

func (r *run) killer() killer { return killer{r, make(chan struct{})} }

func (k killer) kill() {
	defer close(k.done)
	k.run.kill()
}

// kill ends the process and its group, and closes our ends of the pipes: a descendant that left the group may hold the
// others open for ever.
func (r *run) kill() {
	killGroup(r.command)
	r.input.Close()
	r.stdout.Close()
}

func (r *run) exchange(request protocol.Request) (protocol.Answer, error) {
	if _, err := r.input.Write(request.AppendLine(nil)); err != nil {
		return protocol.Answer{}, &Crash{Reason: "the process ended"}
	}
	line, err := r.output.Next()
	switch {
	case errors.Is(err, protocol.ErrLineTooLong):
		return protocol.Answer{}, &ProtocolError{err}
	case err != nil:
		return protocol.Answer{}, &Crash{Reason: "the process ended"}
	}
	id, answer, err := protocol.ParseAnswer(line)
	if err == nil && !jsvalue.Equal(id, request.ID) {
		err = errors.New("the answer to another request")
	}
	if err != nil {
		return protocol.Answer{}, &ProtocolError{err}
	}
	return answer, nil
}

func start(command *exec.Cmd) (*run, error) {
	r := &run{command: command}
	command.Stderr = &r.stderr
	command.WaitDelay = time.Second // for who holds the standard error open behind our back
	ownGroup(command)
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if r.input, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting the process: %w", err)
	}
	r.stdout, r.output = output, protocol.NewLineReader(output, 0)
	return r, nil
}

// Close ends the process, if one runs, and everything it started.
func (c *Child) Close() {
	if c.running == nil {
		return
	}
	c.running.kill()
	c.running.command.Wait() // it was killed, so the error says nothing
	c.running = nil
}

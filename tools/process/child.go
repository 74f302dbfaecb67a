package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Child is an implementation in a process of its own, which reads requests from its standard input and answers on its
// standard output. The process is started by the first question, and again after a crash or a hang. A Child is not for
// concurrent use.
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
	output  *protocol.LineReader
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
	return protocol.ParseDescription(answer.Result())
}

func (c *Child) ask(ctx context.Context, limit time.Duration, request protocol.Request) (protocol.Answer, error) {
	c.asked++
	request.ID = jsvalue.IntValue(c.asked)
	answer, err := c.running.within(ctx, limit, request)
	if err != nil {
		c.Close()
	}
	return answer, err
}

// within kills the process when the time is over, which ends the exchange.
func (r *run) within(ctx context.Context, limit time.Duration, request protocol.Request) (protocol.Answer, error) {
	var late atomic.Bool
	timer := time.AfterFunc(limit, func() {
		late.Store(true)
		killGroup(r.command)
	})
	defer timer.Stop()
	stop := context.AfterFunc(ctx, func() { killGroup(r.command) })
	defer stop()
	answer, err := r.exchange(request)
	switch {
	case ctx.Err() != nil:
		return protocol.Answer{}, ctx.Err()
	case late.Load():
		return protocol.Answer{}, &Hang{limit}
	case errors.Is(err, errEnded):
		return protocol.Answer{}, &Crash{Reason: errEnded.Error(), Stack: r.stderr.text()}
	case err != nil:
		return protocol.Answer{}, fmt.Errorf("talking to the process: %w%s", err, r.stderr.text())
	}
	return answer, nil
}

var errEnded = errors.New("the process ended")

func (r *run) exchange(request protocol.Request) (protocol.Answer, error) {
	if _, err := r.input.Write(request.AppendLine(nil)); err != nil {
		return protocol.Answer{}, errEnded
	}
	line, err := r.output.Next()
	if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
		return protocol.Answer{}, errEnded
	}
	if err != nil {
		return protocol.Answer{}, err
	}
	id, answer, err := protocol.ParseAnswer(line)
	if err == nil && !jsvalue.Equal(id, request.ID) {
		err = errors.New("it answered another request")
	}
	return answer, err
}

func start(command *exec.Cmd) (*run, error) {
	r := &run{command: command}
	command.Stderr = &r.stderr
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
	r.output = protocol.NewLineReader(output, 0)
	return r, nil
}

// Close ends the process, if one runs, and everything it started.
func (c *Child) Close() {
	if c.running == nil {
		return
	}
	killGroup(c.running.command)
	c.running.command.Wait() // it was killed, so the error says nothing
	c.running = nil
}

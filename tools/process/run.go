package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// run is one run of the process. Three goroutines belong to it, which end with the process: one reads its standard error,
// one waits for its end, one watches its memory if that has a limit. A fourth writes a long request, while the answer is read.
type run struct {
	command *exec.Cmd
	limits  Limits
	family  *family
	input   *os.File
	stdout  *os.File
	output  *protocol.LineReader // of stdout
	meter   *meter               // between them
	stderr  stderrPipe
	line    []byte // the request, in memory that the next one reuses

	ended      chan struct{} // closed when the process and, where that can be known, all that it started are gone
	state      string        // how it ended; to be read after ended
	overMemory atomic.Bool
}

// endLimit is how long is waited for what must end soon: a process without output, descendants that were killed, a
// standard error that nobody should hold any more.
const endLimit = 2 * time.Second

// StartError says that the system does not start the command: it is no program, or its interpreter is missing.
type StartError struct{ Err error }

func (e *StartError) Error() string { return "starting the process: " + e.Err.Error() }

func (e *StartError) Unwrap() error { return e.Err }

// start starts the command.
func start(command *exec.Cmd, limits Limits) (*run, error) {
	if command.Stdin != nil || command.Stdout != nil || command.Stderr != nil {
		return nil, errors.New("starting the process: a stream of the command is taken")
	}
	r := &run{command: command, limits: limits, ended: make(chan struct{})}
	streams, err := newStreams()
	if err != nil {
		return nil, fmt.Errorf("starting the process: %w", err)
	}
	command.Stdin, command.Stdout, command.Stderr = streams.theirs[0], streams.theirs[1], streams.theirs[2]
	ownGroup(command)
	r.family, err = startFamily(command)
	closeAll(streams.theirs[:])
	if err != nil {
		closeAll(streams.ours[:])
		return nil, &StartError{err}
	}
	r.input, r.stdout, r.stderr.file = streams.ours[0], streams.ours[1], streams.ours[2]
	r.meter = &meter{in: r.stdout}
	r.output = protocol.NewLineReader(r.meter, 0)
	go r.wait()
	if limits.Memory > 0 {
		go r.watch()
	}
	return r, nil
}

// streams are the ends of three pipes.
type streams struct{ theirs, ours [3]*os.File }

func newStreams() (s streams, err error) {
	for i := range s.ours {
		read, write, err := os.Pipe()
		if err != nil {
			closeAll(s.theirs[:i])
			closeAll(s.ours[:i])
			return streams{}, err
		}
		s.theirs[i], s.ours[i] = write, read
		if i == 0 {
			s.theirs[i], s.ours[i] = read, write
		}
	}
	return s, nil
}

func closeAll(files []*os.File) {
	for _, file := range files {
		file.Close() // nothing was written to it
	}
}

// wait waits for the end of the process and ends what it has started: who holds its pipes then is no longer asked.
func (r *run) wait() {
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		r.stderr.copy()
	}()
	state, err := r.command.Process.Wait()
	r.state = state.String()
	if err != nil {
		r.state = err.Error()
	}
	killGroup(r.command)
	r.family.end()
	select {
	case <-copied:
	case <-time.After(endLimit):
	}
	r.stderr.file.Close()
	<-copied
	close(r.ended)
}

// watchInterval is the time between two looks at the memory.
const watchInterval = 50 * time.Millisecond

// watch kills the process when it takes more memory than it may.
func (r *run) watch() {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-r.ended:
			return
		case <-tick.C:
			if r.family.memory() > r.limits.Memory {
				r.overMemory.Store(true)
				r.kill()
				return
			}
		}
	}
}

// kill ends the process and its group, and closes our ends of the pipes: a descendant that left the group may hold the
// others open. The rest is done by wait.
func (r *run) kill() {
	select {
	case <-r.ended: // its number may be that of another by now
	default:
		killGroup(r.command)
		r.command.Process.Kill() // it may have joined another group, or have ended already
	}
	r.input.Close()
	r.stdout.Close()
}

// within kills the process when the time is over, which ends the exchange.
func (r *run) within(ctx context.Context, limit time.Duration, request protocol.Request) (protocol.Answer, error) {
	r.line = request.AppendLine(r.line[:0])
	limit = within(limit, len(r.line))
	late, over := r.killer(), r.killer()
	timer := time.AfterFunc(limit, late.kill)
	stop := context.AfterFunc(ctx, over.kill)
	answer, err := r.exchange(request.ID, r.line)
	// An answer that came while the time ran out counts as late, since the process is gone.
	if !timer.Stop() {
		<-late.done
		err = &Hang{Limit: limit, Bytes: len(r.line)}
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

// pipeRoom is what an empty pipe takes, in bytes, without being read: the least of the systems.
const pipeRoom = 4 << 10

// exchange writes the request and reads the answer at the same time, so that a process which answers while it reads does
// not wait for us while we wait for it. A request that the pipe takes whole is written before.
func (r *run) exchange(asked jsvalue.Value, line []byte) (protocol.Answer, error) {
	allowed := max(r.limits.Output, expansion*int64(len(line)))
	r.meter.left = allowed
	written := make(chan error, 1)
	write := func() { // ends when all is taken, or when kill closes the pipe
		_, err := r.input.Write(line)
		written <- err
	}
	if len(line) <= pipeRoom {
		write()
	} else {
		go write()
	}
	text, err := r.output.Next()
	switch {
	case errors.Is(err, errFlood), errors.Is(err, protocol.ErrLineTooLong):
		return protocol.Answer{}, &ProtocolError{Reason: fmt.Errorf("a line of more than %d bytes", allowed)}
	case err != nil:
		return protocol.Answer{}, &Crash{}
	}
	id, answer, err := protocol.ParseAnswer(text)
	if err == nil {
		err = sameID(asked, id)
	}
	if err != nil {
		return protocol.Answer{}, &ProtocolError{Reason: err}
	}
	if err := <-written; err != nil {
		return protocol.Answer{}, &Crash{}
	}
	return answer, nil
}

// sameID says what is wrong with the id of an answer. Ours count up from 1.
func sameID(asked, answered jsvalue.Value) error {
	if jsvalue.Equal(asked, answered) {
		return nil
	}
	if n, ok := answered.SafeInteger(); ok && n > 0 && float64(n) < asked.Float() {
		return errors.New("another answer to a request that was answered, or came before")
	}
	return errors.New("the answer to another request")
}

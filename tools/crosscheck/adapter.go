package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Adapter is the outside judge: the process that answers for the published SDK. It is started at the first request and
// again after a crash or a hang. It is not for concurrent use.
type Adapter struct {
	directory string
	process   *process
	requests  int64
}

// process is one run of the adapter.
type process struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *protocol.LineReader
	stderr  tail
}

// answerLimit is how long one request may take.
const answerLimit = time.Minute

// NewAdapter finds what the adapter in that directory needs. The error says what is missing.
func NewAdapter(directory string) (*Adapter, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, errors.New("node is not installed")
	}
	if _, err := os.Stat(filepath.Join(directory, "node_modules", "@qwen-code", "sdk")); err != nil {
		return nil, errors.New("the SDK is not installed: run npm ci in " + directory)
	}
	return &Adapter{directory: directory}, nil
}

// Ask puts a case to the SDK. The error is a fault of the process or of the protocol, not of the input.
func (a *Adapter) Ask(ctx context.Context, c Case) (protocol.Answer, error) {
	if a.process == nil {
		started, err := start(a.directory)
		if err != nil {
			return protocol.Answer{}, err
		}
		a.process = started
	}
	a.requests++
	id := jsvalue.IntValue(a.requests)
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	running := a.process
	stop := context.AfterFunc(ctx, func() { killGroup(running.command) })
	answer, err := running.exchange(c.Request(id))
	if !stop() { // the process was killed, even if its answer came in time
		err = ctx.Err()
	}
	if err != nil {
		a.Close()
		return protocol.Answer{}, fmt.Errorf("the adapter failed: %w%s", err, running.stderr.text())
	}
	return answer, nil
}

func (p *process) exchange(request protocol.Request) (protocol.Answer, error) {
	if _, err := p.input.Write(request.AppendLine(nil)); err != nil {
		return protocol.Answer{}, err
	}
	line, err := p.output.Next()
	if err != nil {
		return protocol.Answer{}, err
	}
	id, answer, err := protocol.ParseAnswer(line)
	if err == nil && !jsvalue.Equal(id, request.ID) {
		err = errors.New("the answer to another request")
	}
	return answer, err
}

func start(directory string) (*process, error) {
	p := &process{command: exec.Command("node", "adapter.mjs")}
	p.command.Dir = directory
	p.command.Env = append(os.Environ(), "TZ=UTC")
	p.command.Stderr = &p.stderr
	ownGroup(p.command)
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.input, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("starting the adapter: %w", err)
	}
	p.output = protocol.NewLineReader(output, 0)
	return p, nil
}

// Close ends the process, if one runs, and everything it started.
func (a *Adapter) Close() {
	if a.process == nil {
		return
	}
	killGroup(a.process.command)
	a.process.command.Wait() // it was killed, so the error says nothing
	a.process = nil
}

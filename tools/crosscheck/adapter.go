package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// Adapter is the outside judge: the process that answers for the published SDK. It is not for concurrent use.
type Adapter struct{ child *process.Child }

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
	return &Adapter{process.NewChild(func() *exec.Cmd {
		command := exec.Command("node", "adapter.mjs")
		command.Dir = directory
		command.Env = append(os.Environ(), "TZ=UTC")
		return command
	}, process.Limits{Answer: answerLimit})}, nil
}

// Ask puts a case to the SDK. An exception of the SDK is an answer, internal_error, which is compared like others. The
// error is a fault of the process or of the protocol, not of the input.
func (a *Adapter) Ask(ctx context.Context, c Case) (protocol.Answer, error) {
	answer, err := a.child.Call(ctx, c.Request(jsvalue.Value{}))
	var crash *process.Crash
	switch {
	case errors.As(err, &crash) && crash.Answered:
		return protocol.Fail(protocol.InternalError, crash.Reason), nil
	case errors.As(err, &crash):
		return answer, fmt.Errorf("the adapter failed: %w\n%s", err, crash.Stack)
	case err != nil:
		return answer, fmt.Errorf("the adapter failed: %w", err)
	}
	return answer, nil
}

// Close ends the process, if one runs, and everything it started.
func (a *Adapter) Close() { a.child.Close() }

package process

import (
	"context"
	"os/exec"
	"time"
)

// leftOpen is how long a stream may stay open, by what has left the group, after the command has ended.
const leftOpen = 5 * time.Second

// RunGroup runs a command that is no implementation, such as a test, to its end. The command leads a process group of its
// own (where there are such), which is killed when the context ends, and also when the command does: nothing it started
// goes on. The error is that of the context, of the start, or of exec.Cmd.Wait.
func RunGroup(ctx context.Context, command *exec.Cmd) error {
	ownGroup(command)
	command.WaitDelay = leftOpen
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { killGroup(command) })
	defer stop()
	err := command.Wait()
	killGroup(command)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

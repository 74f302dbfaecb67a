//go:build !windows

package command

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// enableColor has nothing to do: terminals understand the colours.
func enableColor(*os.File) bool { return true }

// isClosedPipe reports whether the reader of our output has gone.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

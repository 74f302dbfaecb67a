package command

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// enableColor asks the console to understand ANSI colours; old ones cannot.
func enableColor(file *os.File) bool {
	var mode uint32
	console := windows.Handle(file.Fd())
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// isClosedPipe reports whether the reader of our output has gone.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA) || errors.Is(err, io.ErrClosedPipe)
}

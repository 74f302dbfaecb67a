package sessiondir

import (
	"errors"
	"os"
)

// ErrLocked: another writer has the lock of a file.
var ErrLocked = errors.New("another process writes it")

// Lock locks a file against others that lock it, until it is closed. The error is ErrLocked where one has the lock already, and
// errors.ErrUnsupported where the system or its file system has none.
func Lock(file *os.File) error {
	err := lock(file)
	if errors.Is(err, errChanged) {
		return ErrLocked
	}
	return err
}

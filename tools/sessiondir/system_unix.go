//go:build unix

package sessiondir

import (
	"errors"
	"os"
	"syscall"
)

// WithoutWaiting keeps open from waiting for the other end of a pipe that took the place of a file since it was listed.
const WithoutWaiting = syscall.O_NONBLOCK

// syncDirectory waits until the names in a directory are on the disk.
func syncDirectory(dir string) error {
	opened, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = opened.Sync()
	if errors.Is(err, syscall.EINVAL) { // some file systems cannot
		err = nil
	}
	return errors.Join(err, opened.Close())
}

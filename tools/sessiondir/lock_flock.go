//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sessiondir

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file against other writers until it is closed. Where one holds it the error is errChanged, since it is about
// to replace the file; where the file system has no locks, errors.ErrUnsupported.
func lock(file *os.File) error {
	for {
		switch err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errChanged
		case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.EBADF):
			return errors.ErrUnsupported
		default:
			return err
		}
	}
}

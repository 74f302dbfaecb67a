//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package sessiondir

import (
	"errors"
	"os"
)

// lock has nothing to offer: locks of other systems belong to a process, not to a writer.
func lock(*os.File) error { return errors.ErrUnsupported }

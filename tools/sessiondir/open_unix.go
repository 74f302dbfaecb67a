//go:build unix

package sessiondir

import "syscall"

// withoutWaiting keeps open from waiting for the other end of a pipe that took the place of a file since it was listed.
const withoutWaiting = syscall.O_NONBLOCK

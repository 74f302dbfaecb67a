package process

import (
	"os"
	"sync"
)

// stderrPipe is our end of the standard error of a process, with the tail of what came through it.
type stderrPipe struct {
	tail
	file    *os.File
	reading sync.Mutex // held from a read until the tail has what was read
	buffer  [32 << 10]byte
}

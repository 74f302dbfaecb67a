//go:build unix

package process

import (
	"errors"
	"syscall"
)

// copy fills the tail. It ends when nobody holds the other end, or ours is closed.
func (p *stderrPipe) copy() {
	raw, err := p.file.SyscallConn()
	if err != nil {
		return // it is closed
	}
	for ended := false; !ended && err == nil; {
		err = raw.Read(func(fd uintptr) (done bool) {
			n, fault := p.take(fd)
			ended = n == 0 && fault == nil || fault != nil && !errors.Is(fault, syscall.EAGAIN)
			return n > 0 || ended
		})
	}
}

// catchUp has the tail take all that was written before it was called. It waits for nobody: the pipe does not block.
func (p *stderrPipe) catchUp() {
	raw, err := p.file.SyscallConn()
	if err != nil {
		return // it is closed, and what came is in the tail
	}
	raw.Control(func(fd uintptr) {
		const mostInPipe = 1 << 20 // who writes without end does not keep us
		for total := 0; total < mostInPipe; {
			n, fault := p.take(fd)
			if n <= 0 || fault != nil {
				return
			}
			total += n
		}
	})
}

// take moves what one read gives to the tail.
func (p *stderrPipe) take(fd uintptr) (n int, err error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	for {
		n, err = syscall.Read(int(fd), p.buffer[:])
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if n > 0 {
		p.Write(p.buffer[:n])
	}
	return n, err
}

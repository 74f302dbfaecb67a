//go:build !unix

package process

import "time"

// copy fills the tail. It ends when nobody holds the other end, or ours is closed.
func (p *stderrPipe) copy() {
	for {
		n, err := p.file.Read(p.buffer[:])
		p.Write(p.buffer[:n])
		if err != nil {
			return
		}
	}
}

// catchUp gives what was written the time to get into the tail: whether it has cannot be known here, so that this is bounded.
func (p *stderrPipe) catchUp() {
	const step, most = time.Millisecond, 50
	for i := 0; i < most && p.text() == ""; i++ {
		time.Sleep(step)
	}
}

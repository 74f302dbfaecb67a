package sessionrpc

import (
	"context"
	"errors"
	"io"
	"time"
)

// grace is how long an answer in flight may take to be read when the server is to end.
const grace = 2 * time.Second

// errUnread: the server was to end, and nobody read its answer.
var errUnread = errors.New("the answer in flight is not read")

// patient writes until its context is done, and then for a grace: nobody may read the other end of a pipe.
type patient struct {
	ctx context.Context
	out io.Writer
}

type written struct {
	n   int
	err error
}

// Write writes text, which is the writer's from then on.
func (p *patient) Write(text []byte) (int, error) {
	done := make(chan written, 1)
	go func() {
		n, err := p.out.Write(text)
		done <- written{n, err}
	}()
	select {
	case w := <-done:
		return w.n, w.err
	case <-p.ctx.Done():
	}
	select {
	case w := <-done:
		return w.n, w.err
	case <-time.After(grace):
		return 0, errUnread
	}
}

package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// wantsColor follows https://no-color.org: colours on a terminal that can show them, unless NO_COLOR is set.
func wantsColor(s *Streams) bool {
	return s.Getenv("NO_COLOR") == "" && s.Getenv("TERM") != "dumb" && isTerminal(s.Out) && enableColor(s.Out.(*os.File))
}

// largeInput is the size from which reading takes long enough to say so.
const largeInput = 20 << 20

// progress shows on stderr how far the reading of a large input is, if people can see it. nil shows nothing.
type progress struct {
	w     io.Writer
	total int
	next  time.Time
}

func newProgress(s *Streams, total int) *progress {
	if total < largeInput || !isTerminal(s.Err) {
		return nil
	}
	return &progress{w: s.Err, total: total}
}

func (p *progress) at(offset int) {
	if p == nil {
		return
	}
	if now := time.Now(); now.After(p.next) {
		fmt.Fprintf(p.w, "\rreading: %d %% of %d MB", int64(offset)*100/int64(p.total), p.total>>20)
		p.next = now.Add(100 * time.Millisecond)
	}
}

// done takes the line back.
func (p *progress) done() {
	if p != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

package process

import (
	"cmp"
	"errors"
	"io"
	"time"
)

// Limits bound what a Child may cost.
type Limits struct {
	Answer time.Duration // until an answer is there, the time to take the request included, and AnswerPerMiB more; 0 is DefaultAnswer
	Output int64         // bytes of an answer, or eight times the request if that is more; 0 is DefaultOutput
	Memory int64         // resident bytes of the process and its descendants together; 0 is no limit. Only on Linux
}

// AnswerPerMiB is how much longer an answer may take for each whole MiB of the question, so that a slow answer to a large question
// is no hang, and a small question is given up as soon as ever.
const AnswerPerMiB = time.Second

// within is the limit of an answer to a question of so many bytes.
func within(limit time.Duration, bytes int) time.Duration {
	return limit + time.Duration(bytes>>20)*AnswerPerMiB
}

// The defaults of Limits.
const (
	DefaultAnswer = 10 * time.Second
	DefaultOutput = 64 << 20
)

func (l Limits) withDefaults() Limits {
	l.Answer = cmp.Or(l.Answer, DefaultAnswer)
	l.Output = cmp.Or(l.Output, DefaultOutput)
	return l
}

// expansion is how much longer an answer may be than its request, whatever the limit is: a unit of text may be written as
// an escape, and be there twice.
const expansion = 8

// meter reads no more than so many bytes for each answer, so that an endless line ends early and costs bounded memory.
type meter struct {
	in   io.Reader
	left int64
}

var errFlood = errors.New("more output than an answer may have")

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errFlood
	}
	n, err := m.in.Read(p[:min(int64(len(p)), m.left)])
	m.left -= int64(n)
	return n, err
}

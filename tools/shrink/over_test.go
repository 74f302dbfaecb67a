package shrink

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// patience is a context that is done once it was looked at so many times.
type patience struct {
	context.Context
	looks int
}

func (p *patience) Err() error {
	if p.looks--; p.looks < 0 {
		return context.Canceled
	}
	return nil
}

// large is a case with many of everything that a pass goes through: lines, oddly written lines, files, texts, keys, numbers,
// calls, times, and elements of one array.
func large(n int) testcase.Case {
	var list, chat, odd, options strings.Builder
	for i := range n {
		fmt.Fprintf(&list, `,[%d,{"k%d":"text %d"},%d,"{\"a\":%d}"]`, i, i, i, i, i)
		fmt.Fprintf(&chat, `{"uuid":"u%d","parentUuid":null,"sessionId":"s%d","type":"assistant","timestamp":"2026-01-01T00:00:00.%06dZ","message":{"parts":[{"functionCall":{"id":"c%d","name":"n%d","args":{"a%d":[%d]}}}]}}`+"\n", i, i, i, i, i, i, i)
		fmt.Fprintf(&odd, `{"uuid": "v%d", "n": %d}`+"\n[%d][%d]\n", i, i, i, i)
		fmt.Fprintf(&options, `,"o%d":%d`, i, i)
	}
	object, err := jsvalue.Decode("{" + options.String()[1:] + "}")
	if err != nil {
		panic(err) // of our own text
	}
	c := testcase.Case{Dialect: "chatrecord", Op: "project", Options: object}
	c.Input = protocol.FilesOf(
		protocol.File{Name: "a", Text: "[" + list.String()[1:] + "]\n" + chat.String()}, protocol.File{Name: "b", Text: odd.String()},
	)
	return c
}

// TestOver: once the context is done a pass makes no candidate, and until then each candidate costs what the case weighs. A
// candidate has the weight of the case, so what is allocated says how many were made.
func TestOver(t *testing.T) {
	const most = 100 // times the weight of the case: what a pass looks through, and the candidates it makes before the end
	c := large(1_000)
	weight := documentOf(c).size().bytes
	for _, looks := range []int{0, 3} {
		for _, p := range passes(chatrecord) {
			ctx := &patience{t.Context(), looks}
			s := newSearch(ctx, c, "key", func(context.Context, testcase.Case) (string, error) { return "", nil }, Options{})
			before := allocated()
			p.run(s)
			if cost := (allocated() - before) / uint64(weight); cost > most {
				t.Errorf("%s, done after %d looks: allocated %d times the case", p.name, looks, cost)
			}
			if looks == 0 && (s.evaluations > 0 || s.ended != Cancelled && ctx.looks < 0) {
				t.Errorf("%s: %d evaluations, ended by %q", p.name, s.evaluations, s.ended)
			}
		}
	}
}

func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

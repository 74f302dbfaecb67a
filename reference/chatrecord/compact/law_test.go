package compact_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/compact"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// failer is what tests and properties have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// reduced is all that a reducer says about a stream: blocks as JSON, each cut, each diagnostic, in order.
type reduced struct {
	Blocks []string
	Said   []string
}

func reduce(updates []update.Update) reduced {
	var r reduced
	reducer := blocks.NewReducer(blocks.Options{
		OnTruncation: func(cut blocks.Truncation) { r.Said = append(r.Said, fmt.Sprintf("%q", cut)) },
		OnDiagnostic: func(d diagnostic.Diagnostic) { r.Said = append(r.Said, string(d.AppendJSON(nil))) },
	})
	for _, u := range updates {
		reducer.Reduce(u)
	}
	reducer.Finalize()
	for _, b := range reducer.Blocks(0) {
		r.Blocks = append(r.Blocks, string(b.AppendJSON(nil)))
	}
	return r
}

// checkLaw is CR-COMPACT-04 for one stream, and what the package promises beside it. It returns the shorter stream.
func checkLaw(t failer, updates []update.Update) []update.Update {
	t.Helper()
	before := write(updates)
	short := compact.Compact(updates)
	after := write(short)
	if diff := cmp.Diff(before, write(updates)); diff != "" {
		t.Fatalf("the input was changed (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(reduce(updates), reduce(short)); diff != "" {
		t.Fatalf("the shorter stream reduces to something else (-whole +short):\n%s\nwhole %s\nshort %s", diff, sketch(before), sketch(after))
	}
	if len(short) > len(updates) {
		t.Fatalf("%d updates became %d", len(updates), len(short))
	}
	if diff := cmp.Diff(after, write(compact.Compact(short))); diff != "" {
		t.Fatalf("compacting again changes something (-once +twice):\n%s\nwhole %s", diff, sketch(before))
	}
	if diff := cmp.Diff(after, write(short)); diff != "" {
		t.Fatalf("the output shares what compacting it changes:\n%s", diff)
	}
	return short
}

// sketch is a stream to print, its long texts cut.
func sketch(lines []string) (out string) {
	for _, line := range lines {
		if len(line) > 600 {
			line = line[:300] + " ... " + line[len(line)-300:]
		}
		out += "\n  " + line
	}
	return out
}

// CR-COMPACT-04: of everything that the replay machine emits, over turns, fragments and cancelled prompts.
func TestLawOfReplayedSessions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkLaw(t, drawReplay(t))
	})
}

// CR-COMPACT-04: of streams that no machine of ours emits, live ones and mixed ones.
func TestLawOfAnyUpdates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkLaw(t, drawUpdates(t))
	})
}

// A session replayed before a live one, and two sessions, are streams like any other.
func TestLawOverTwoStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkLaw(t, slices.Concat(drawReplay(t), drawUpdates(t)))
	})
}

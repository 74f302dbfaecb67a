package certify

import (
	"context"
	"slices"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// Replay says what a case without an answer did when it was asked alone, in a fresh process.
type Replay = report.Replay

// The replays; "" is that there was none.
const (
	Isolated    = report.Isolated
	Accumulated = report.Accumulated
)

// The bounds of what asking alone may cost: the first case of each kind of finding, and no more in all than these. A hang
// takes its time again.
const (
	maxReplays     = 20
	maxHangReplays = 3
)

// replays are the cases that were asked alone.
type replays struct {
	keys  map[string]bool
	hangs int
}

// take reports whether to ask another case alone, and counts it.
func (r *replays) take(f judge.Finding) bool {
	hang := f.Outcome == capsule.Hang
	if r.keys[f.Key()] || len(r.keys) >= maxReplays || hang && r.hangs >= maxHangReplays {
		return false
	}
	if r.keys == nil {
		r.keys = map[string]bool{}
	}
	r.keys[f.Key()] = true
	if hang {
		r.hangs++
	}
	return true
}

// missing is the finding of a case that says why there was no answer.
func (r Result) missing() (judge.Finding, bool) {
	i := slices.IndexFunc(r.Findings, isMissing)
	if i < 0 {
		return judge.Finding{}, false
	}
	return r.Findings[i], true
}

// isMissing reports whether a finding is that there was no answer, or none that is one.
func isMissing(f judge.Finding) bool { return f.Outcome != capsule.Fail }

// replay asks a case alone that had no answer, if that was not done often enough. The error is that of the context.
func (r *runner) replay(ctx context.Context, result *Result) error {
	finding, ok := result.missing()
	child := r.examiner.witness.child
	if !ok || child == nil || !r.replays.take(finding) {
		return nil
	}
	child.Close()
	again, err := r.examiner.examine(ctx, result.Planned)
	child.Close() // the next case shall not find it as this one left it
	if err != nil {
		return err
	}
	result.Replay = Accumulated
	if slices.ContainsFunc(again.Findings, func(f judge.Finding) bool { return f.Key() == finding.Key() }) {
		result.Replay = Isolated
	}
	return nil
}

package shrink

import (
	"context"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// search is the smallest document so far, and all that was spent on it. Passes read best and call try.
type search struct {
	ctx      context.Context
	judge    Judge
	key      string
	options  Options
	deadline time.Time // zero for none

	best  document
	size  size
	whole testcase.Case // best as a case

	verdicts    map[string]bool // by the digest of the case
	round       int             // of all passes, from 1
	pass        string
	evaluations int
	steps       int
	ended       Reason
	err         error
}

func newSearch(ctx context.Context, c testcase.Case, key string, judge Judge, options Options) *search {
	if options.MaxEvaluations == 0 {
		options.MaxEvaluations = DefaultMaxEvaluations
	}
	s := &search{ctx: ctx, judge: judge, key: key, options: options, whole: c, verdicts: map[string]bool{}}
	if options.MaxTime > 0 {
		s.deadline = time.Now().Add(options.MaxTime)
	}
	s.best = documentOf(c)
	s.size = s.best.size()
	return s
}

// begin judges the case as it was given.
func (s *search) begin() error {
	switch fails := s.fails(s.whole); {
	case s.err != nil:
		return s.err
	case !fails && s.ended == "":
		s.ended = Failed
		return ErrOtherFailure
	}
	return nil
}

// over reports whether nothing more will be taken.
func (s *search) over() bool {
	switch {
	case s.ended != "":
	case s.ctx.Err() != nil:
		s.ended = Cancelled
	case !s.deadline.IsZero() && !time.Now().Before(s.deadline):
		s.ended = Time
	}
	return s.ended != ""
}

// try takes a candidate if it is smaller, is not rejected, and fails with the key. It is made here and nowhere else, so
// that none is made once the search is over: most are never judged, and of a large case each takes long.
func (s *search) try(candidate func() document) bool {
	if s.over() {
		return false
	}
	d := candidate()
	size := d.size()
	if !size.less(s.size) {
		return false
	}
	c := d.testcase()
	if s.options.Reject != nil && s.options.Reject(c) || !s.fails(c) {
		return false
	}
	s.best, s.size, s.whole = d, size, c
	s.steps++
	if s.options.Progress != nil {
		s.options.Progress(Status{Pass: s.pass, Evaluations: s.evaluations, Records: size.records, Bytes: size.bytes})
	}
	return true
}

// fails asks the judge, once for each digest.
func (s *search) fails(c testcase.Case) bool {
	digest := c.Digest()
	verdict, known := s.verdicts[digest]
	switch {
	case known:
		return verdict
	case s.over():
		return false
	case s.evaluations >= s.options.MaxEvaluations:
		s.ended = Evaluations
		return false
	}
	s.evaluations++
	key, err := s.judge(s.ctx, c)
	switch {
	case err != nil && s.ctx.Err() != nil:
		s.ended = Cancelled
		return false
	case err != nil:
		s.ended, s.err = Failed, err
		return false
	}
	s.verdicts[digest] = key == s.key
	return key == s.key
}

func (s *search) result() Result {
	return Result{
		Case: s.whole, Evaluations: s.evaluations, Steps: s.steps, Records: s.size.records, Bytes: s.size.bytes, Ended: s.ended,
	}
}

package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/shrink"
)

// Report is a finding on its way into a capsule.
type Report struct {
	Case    testcase.Case // as it was found
	Finding Finding
	Origin  string // where the case came from
	Subject string // who was asked

	// Again judges a smaller case, and Got is what is answered to it, for people; nil for nothing.
	Again func(ctx context.Context, c testcase.Case) ([]Finding, error)
	Got   func(ctx context.Context, c testcase.Case) string

	// Confirm judges the small case as it counts; nil is Again. A hang that is hunted with a short limit needs it.
	Confirm func(ctx context.Context, c testcase.Case) ([]Finding, error)

	// Confirmations is how often the small case has to show the finding again; 0 is 3.
	Confirmations int

	MaxTime        time.Duration // of the shrinking; 0 is no limit
	MaxEvaluations int           // 0 is shrink.DefaultMaxEvaluations
}

const defaultConfirmations = 3

// Capsule makes the case as small as it gets in the time and puts everything into a capsule. When the small case does not
// show the finding each time, the capsule has the case as it was found, and the error says why; the capsule is good anyway.
// Without Again, nothing is made smaller.
func (r Report) Capsule(ctx context.Context) (capsule.Capsule, error) {
	if r.Again == nil {
		return r.Unshrunk(ctx), nil
	}
	small := r
	if err := small.shrink(ctx); err != nil {
		return r.Unshrunk(ctx), fmt.Errorf("the case could not be made smaller: %w", err)
	}
	return small.Unshrunk(ctx), nil
}

// Unshrunk is the capsule of the case as it is. What hangs is not asked for its answer.
func (r Report) Unshrunk(ctx context.Context) capsule.Capsule {
	c := capsule.Capsule{
		Case: r.Case, Outcome: r.Finding.Outcome, Check: r.Finding.Check, Rules: r.Finding.Rules, Path: r.Finding.Path, Symptom: r.Finding.Symptom,
		Message: r.Finding.Message, Subject: r.Subject, Spec: spec.Version, Origin: r.Origin, Stderr: r.Finding.Stack,
		Command: "transcript repro FILE",
	}
	if r.Finding.Question != nil {
		question := *r.Finding.Question
		question.ID = jsvalue.IntValue(1) // how many were asked before changes nothing
		c.Question = string(question.AppendLine(nil))
	}
	if r.Got != nil && r.Finding.Outcome != capsule.Hang {
		c.Got = r.Got(ctx, r.Case)
	}
	return c
}

func (r *Report) shrink(ctx context.Context) error {
	key := r.Finding.Key()
	smaller, err := shrink.Shrink(ctx, r.Case, key, keyed(r.Again, key), shrink.Options{MaxTime: r.MaxTime, MaxEvaluations: r.MaxEvaluations})
	if err != nil {
		return err
	}
	if r.Confirm == nil {
		r.Confirm = r.Again
	}
	if err := r.take(ctx, smaller.Case, key); err != nil {
		return err
	}
	// A line feed at the end is a byte more, but then people can read the text in the capsule.
	if text := r.Case.Input.Text(); text != "" && !strings.HasSuffix(text, "\n") {
		readable := r.Case
		readable.Input = protocol.TextOf(text + "\n")
		if err := r.take(ctx, readable, key); err != nil && !errors.Is(err, errNotAgain) {
			return err
		}
	}
	return nil
}

// keyed is the judge of the reducer. A smaller case that the check has nothing to say about does not show the fault.
func keyed(again func(context.Context, testcase.Case) ([]Finding, error), key string) shrink.Judge {
	return func(ctx context.Context, c testcase.Case) (string, error) {
		findings, err := again(ctx, c)
		if errors.Is(err, ErrCannotJudge) {
			return "", nil
		}
		return Key(findings, key), err
	}
}

var errNotAgain = errors.New("the smaller case does not show the finding each time")

// take takes the case and its finding, if it shows the fault each time.
func (r *Report) take(ctx context.Context, c testcase.Case, key string) error {
	stability, err := shrink.Confirm(ctx, c, key, keyed(r.Confirm, key), cmp.Or(r.Confirmations, defaultConfirmations)-1)
	if err != nil {
		return err
	}
	findings, err := r.Confirm(ctx, c)
	if err != nil {
		return err
	}
	for _, f := range findings {
		if f.Key() == key && stability == shrink.Stable {
			r.Case, r.Finding = c, f
			return nil
		}
	}
	return errNotAgain
}

// Answer is what the subject answers to the case, as indented JSON with a line feed, or as a line that says why not.
func (j *Judge) Answer(ctx context.Context, c testcase.Case) string {
	answer, ok, err := j.asker.Ask(ctx, c.Op, c.Input, c.Options)
	switch {
	case err != nil:
		return "no answer: " + err.Error() + "\n"
	case !ok:
		return "unsupported\n"
	case answer.Kind() == protocol.ErrorAnswer:
		return "error " + string(answer.Err().Code) + "\n"
	}
	return capsule.Readable(answer.Result())
}

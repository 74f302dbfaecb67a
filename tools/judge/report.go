package judge

import (
	"context"
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

	// Apart says that Again runs the case in a process of its own. A hang is shrunk only there: in this process, each
	// candidate that hangs would go on for ever.
	Apart bool

	MaxTime        time.Duration // of the shrinking; 0 is no limit
	MaxEvaluations int           // 0 is shrink.DefaultMaxEvaluations
}

// Capsule makes the case as small as it gets in the time and puts everything into a capsule. The error is that of the
// shrinking; the capsule is good anyway.
func (r Report) Capsule(ctx context.Context) (capsule.Capsule, error) {
	var err error
	if r.Finding.Outcome != capsule.Hang || r.Apart {
		err = r.shrink(ctx)
	}
	return r.Unshrunk(ctx), err
}

// Unshrunk is the capsule of the case as it is.
func (r Report) Unshrunk(ctx context.Context) capsule.Capsule {
	c := capsule.Capsule{
		Case: r.Case, Outcome: r.Finding.Outcome, Check: r.Finding.Check, Rules: r.Finding.Rules, Path: r.Finding.Path,
		Message: r.Finding.Message, Subject: r.Subject, Spec: spec.Version, Origin: r.Origin, Stderr: r.Finding.Stack,
		Command: "transcript repro FILE",
	}
	if r.Got != nil && r.Finding.Outcome != capsule.Hang {
		c.Got = r.Got(ctx, r.Case)
	}
	return c
}

func (r *Report) shrink(ctx context.Context) error {
	key := r.Finding.Key()
	smaller, err := shrink.Shrink(ctx, r.Case, key, func(ctx context.Context, c testcase.Case) (string, error) {
		findings, err := r.Again(ctx, c)
		return Key(findings, key), err
	}, shrink.Options{MaxTime: r.MaxTime, MaxEvaluations: r.MaxEvaluations})
	if err != nil {
		return fmt.Errorf("shrinking: %w", err)
	}
	r.Case = smaller.Case
	if err := r.look(ctx, r.Case, key); err != nil || r.Case.Input.Kind() != protocol.TextInput {
		return err
	}
	// A line feed at the end is a byte more, but then people can read the text in the capsule.
	readable := r.Case
	if text := readable.Input.Text(); text != "" && !strings.HasSuffix(text, "\n") {
		readable.Input = protocol.TextOf(text + "\n")
		return r.look(ctx, readable, key)
	}
	return nil
}

// look takes the case and its finding, if it still shows the fault.
func (r *Report) look(ctx context.Context, c testcase.Case, key string) error {
	findings, err := r.Again(ctx, c)
	for _, f := range findings {
		if f.Key() == key {
			r.Case, r.Finding = c, f
			break
		}
	}
	return err
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
	return string(jsvalue.AppendIndent(nil, answer.Result(), "  ")) + "\n"
}

package crosscheck

import (
	"context"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// Side answers a case. The error is a fault of the machinery, not of the input.
type Side func(context.Context, Case) (protocol.Answer, error)

// Check asks both sides about a case and judges the answers under the excuses.
//
// With a limit of blocks it asks both once more, without it, and judges those answers too; our limited answer has to be the
// tail of our whole one. So an excuse for the limit covers nothing but the limited answer of the other side. If the other
// side failed for a reason that can be taken away, what is left is judged too.
func Check(ctx context.Context, ours, theirs Side, c Case, excuses []Excuse) (Verdict, error) {
	verdict, err := checkLimited(ctx, ours, theirs, c, excuses)
	if err != nil {
		return verdict, err
	}
	for _, excuse := range excuses {
		if len(verdict.Used[excuse.Name]) == 0 || excuse.Without == nil {
			continue
		}
		rest, err := c.edited(excuse.Without)
		if err != nil || slices.Equal(rest.Lines, c.Lines) {
			return verdict, err
		}
		rest.Name += ", without " + excuse.Name
		more, err := Check(ctx, ours, theirs, rest, excuses)
		verdict.join(more)
		return verdict, err // the rest may fail for other reasons, which were taken away there
	}
	return verdict, nil
}

func checkLimited(ctx context.Context, ours, theirs Side, c Case, excuses []Excuse) (Verdict, error) {
	verdict, limited, err := checkOnce(ctx, ours, theirs, c, excuses)
	if err != nil || !c.limited() || limited.Has("error") {
		return verdict, err
	}
	more, whole, err := checkOnce(ctx, ours, theirs, c.whole(), excuses)
	if err != nil {
		return verdict, err
	}
	verdict.join(more)
	verdict.fail(tailDifferences(whole, limited, c.Options.Get("maxBlocks").Float()))
	return verdict, nil
}

// checkOnce returns our answer too.
func checkOnce(ctx context.Context, ours, theirs Side, c Case, excuses []Excuse) (Verdict, jsvalue.Value, error) {
	records, err := c.Records()
	if err != nil {
		return Verdict{}, jsvalue.Value{}, err
	}
	var answers [2]jsvalue.Value
	for i, side := range []Side{ours, theirs} {
		answer, err := side(ctx, c)
		if err != nil {
			return Verdict{}, jsvalue.Value{}, fmt.Errorf("%s: %w", c.Name, err)
		}
		answers[i] = compare.Plain(answer)
	}
	view := NewView(records, c.Options)
	verdict := Judge(c, view, compare.Answers(answers[0], answers[1], compare.Options{Mask: compare.MaskWording}), excuses)
	switch {
	case answers[0].Has("error"):
		return verdict, answers[0], nil
	case !answers[1].Has("error") && !c.limited():
		verdict.fail(dueDifferences(view, verdict.Differences, excuses))
	}
	verdict.fail(decidedDifferences(view, answers[0]))
	if !c.limited() {
		verdict.fail(shownDifferences(view, answers[0]))
	}
	return verdict, answers[0], nil
}

// Reference is our own side. A panic is internal_error, as from a process.
func Reference(ctx context.Context, c Case) (answer protocol.Answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			answer, err = protocol.Fail(protocol.InternalError, fmt.Sprint("panic: ", cause)), nil
		}
	}()
	return subject.New("").Call(ctx, c.Request(jsvalue.IntValue(1)))
}

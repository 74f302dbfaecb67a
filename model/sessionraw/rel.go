package sessionraw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// trial is one run of a relation: the case with its answer, and the one who can be asked more.
type trial struct {
	*View
	ctx   context.Context
	asker *model.Asker
	problems
	judged bool
}

// relate makes the check of a relation on results of some operations. The check sets judged when it begins to compare.
func relate(ops []string, check func(t *trial) error) func(context.Context, *model.Asker, model.View) (model.Verdict, error) {
	return func(ctx context.Context, asker *model.Asker, view model.View) (model.Verdict, error) {
		v, ok := view.(*View)
		if !ok || !v.is(ops) {
			return model.NotApplicable(), nil
		}
		t := &trial{View: v, ctx: ctx, asker: asker}
		if err := check(t); err != nil || !t.judged && len(t.problems) == 0 {
			return model.NotApplicable(), err
		}
		return model.Judged(t.problems...), nil
	}
}

// again asks the question of the case with another input. It is nil if the subject cannot say, or if it refuses, which is a
// problem.
func (t *trial) again(input protocol.Input) (*View, error) {
	return t.ask(t.Case.Op, input, t.Case.Options)
}

func (t *trial) ask(op string, input protocol.Input, options jsvalue.Value) (*View, error) {
	answer, ok, err := t.asker.Ask(t.ctx, op, input, options)
	if err != nil || !ok {
		return nil, err
	}
	if answer.Kind() != protocol.ResultAnswer {
		t.add("", "%s of the changed question gives the error %s", op, answer.Err().Code)
		return nil, nil
	}
	return seeResult(op, answer.Result()), nil
}

// same demands that the changed question has the same answer, but for its diagnostics if they may differ.
func (t *trial) same(changed *View, diagnostics bool) {
	t.judged = true
	want, got := t.Result, changed.Result
	if !diagnostics {
		want, got = want.Without("diagnostics", "complete"), got.Without("diagnostics", "complete")
	}
	if !sameText(want, got) {
		t.add(placeOf(want, got), "the answer to the changed question is another one")
	}
}

// placeOf is the member in which two objects differ first, with the number of the first item.
func placeOf(a, b jsvalue.Value) string {
	for key, value := range a.Members() {
		other := b.Get(key)
		if sameText(value, other) {
			continue
		}
		for i := range value.Len() {
			if value.IsArray() && !sameText(value.At(i), other.At(i)) {
				return fmt.Sprintf("%s[%d]", key, i)
			}
		}
		return key
	}
	return ""
}

// allPlain: the lines of all files are known, so that they can be written anew.
func (in Input) allPlain() bool {
	return len(in.Files) > 0 && !slices.ContainsFunc(in.Files, func(f File) bool { return !f.Plain })
}

// edited asks with each line of all files changed, which must be plain.
func (t *trial) edited(edit func(line Line) []jsvalue.Value) (*View, error) {
	return t.again(t.Input.input(func(f File) string { return f.eachLine(edit) }))
}

// object is a JSON object of text members.
func object(pairs ...string) jsvalue.Value {
	var list []jsvalue.Member
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, jsvalue.Member{Key: pairs[i], Value: jsvalue.StringValue(pairs[i+1])})
	}
	return jsvalue.ObjectValue(list...)
}

// withLine is a text with another line at its end.
func withLine(text string, line jsvalue.Value) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + string(jsvalue.AppendSource(nil, line)) + "\n"
}

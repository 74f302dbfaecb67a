package chatrecord

import (
	"context"
	"slices"
	"sync"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// trial is one run of a relation: the case with its answer, and the one who can be asked more.
type trial struct {
	*View
	ctx   context.Context
	asker *model.Asker
	problems
	judged bool
}

// relate makes the check of a relation on projections. The check sets judged when it begins to compare; a problem, such
// as a refusal, is a verdict too.
func relate(check func(t *trial) error) func(context.Context, *model.Asker, model.View) (model.Verdict, error) {
	return func(ctx context.Context, asker *model.Asker, view model.View) (model.Verdict, error) {
		v, ok := view.(*View)
		if !ok || !v.isProjection() {
			return model.NotApplicable(), nil
		}
		t := &trial{View: v, ctx: ctx, asker: asker}
		if err := check(t); err != nil || !t.judged && len(t.problems) == 0 {
			return model.NotApplicable(), err
		}
		return model.Judged(t.problems...), nil
	}
}

// project asks for a projection. It is nil if the subject cannot say, or if it refuses, which is a problem.
func (t *trial) project(input protocol.Input, options jsvalue.Value) (*View, error) {
	answer, ok, err := t.ask("project", input, options)
	if err != nil || !ok {
		return nil, err
	}
	return seeResult(answer.Result()), nil
}

// seeResult is a view without its input.
func seeResult(result jsvalue.Value) *View {
	v := &View{Result: result, Blocks: readBlocks(result.Get("blocks")), Diagnostics: readDiagnostics(result.Get("diagnostics"))}
	v.named = sync.OnceValue(v.findings)
	return v
}

// projectAndRead is project with a view that has its input.
func (t *trial) projectAndRead(input protocol.Input, options jsvalue.Value) (*View, error) {
	v, err := t.project(input, options)
	if v != nil {
		v.Input = Read(testcase.Case{Dialect: Dialect, Op: "project", Input: input, Options: options})
	}
	return v, err
}

// ask asks for a result. It reports false if the subject cannot say, or if it refuses, which is a problem.
func (t *trial) ask(op string, input protocol.Input, options jsvalue.Value) (protocol.Answer, bool, error) {
	answer, ok, err := t.asker.Ask(t.ctx, op, input, options)
	if err != nil || !ok {
		return answer, false, err
	}
	if answer.Kind() != protocol.ResultAnswer {
		t.add("error.code", "%s of the changed input is refused: %s", op, answer.Err().Code)
		return answer, false, nil
	}
	return answer, true, nil
}

// result is the result of ask, Undefined where that reports false.
func (t *trial) result(op string, input protocol.Input, options jsvalue.Value) (jsvalue.Value, error) {
	answer, ok, err := t.ask(op, input, options)
	if !ok {
		return jsvalue.Value{}, err
	}
	return answer.Result(), nil
}

// values are the records as they were given.
func (t *trial) values() []jsvalue.Value { return elements(t.Input.Argument) }

// isPortable reports whether a value survives being written: an infinite number does not.
func isPortable(v jsvalue.Value) bool {
	again, err := jsvalue.Decode(string(jsvalue.Append(nil, v)))
	return err == nil && jsvalue.Equal(again, v)
}

// sameBlocks compares all of two lists of blocks.
func (t *trial) sameBlocks(want, got []Block) {
	t.judged = true
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			t.add(want[i].path(""), "is missing: %s of %q", want[i].Kind, want[i].Sources)
		case i >= len(want):
			t.add(got[i].path(""), "is too many: %s of %q", got[i].Kind, got[i].Sources)
		case !jsvalue.Equal(want[i].Value, got[i].Value):
			t.add(got[i].path(differingMember(want[i].Value, got[i].Value)), "differs")
		default:
			continue
		}
		return
	}
}

func differingMember(a, b jsvalue.Value) string {
	for key, value := range a.Members() {
		if !jsvalue.Equal(value, b.Get(key)) {
			return key
		}
	}
	for key := range b.Members() {
		if !a.Has(key) {
			return key
		}
	}
	return ""
}

// sameFlag compares truncated or complete.
func (t *trial) sameFlag(member string, want, got *View) {
	t.judged = true
	if !jsvalue.Equal(want.Result.Get(member), got.Result.Get(member)) {
		t.add(member, "is %s, was %s", text(got.Result.Get(member)), text(want.Result.Get(member)))
	}
}

// sameDiagnostics compares the contract parts of two lists, in order, without the codes that are left out. The index
// counts unless byIndex is false.
func (t *trial) sameDiagnostics(want, got []Diagnostic, byIndex bool, leftOut ...string) {
	t.judged = true
	pick := func(list []Diagnostic) []Finding {
		var findings []Finding
		for _, d := range list {
			f := d.finding()
			if !byIndex {
				f.Index = -1
			}
			if !slices.Contains(leftOut, d.Code) {
				findings = append(findings, f)
			}
		}
		return findings
	}
	sameFindings(&t.problems, pick(want), pick(got))
}

// laterThan are the diagnostics of the stages from that one on, and those that no stage is named for.
func laterThan(list []Diagnostic, stage int) []Diagnostic {
	return slices.DeleteFunc(slices.Clone(list), func(d Diagnostic) bool { return stageOf(d) < stage })
}

// sameProjection compares everything but messages.
func (t *trial) sameProjection(want, got *View) {
	t.sameBlocks(want.Blocks, got.Blocks)
	t.sameDiagnostics(want.Diagnostics, got.Diagnostics, true)
	t.sameFlag("complete", want, got)
	t.sameFlag("truncated", want, got)
}

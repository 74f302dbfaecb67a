package crosscheck_test

import (
	"context"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

// outputFault is one mistake in an answer. It returns Undefined where the answer has no place for it.
type outputFault struct {
	name  string
	plant func(projection jsvalue.Value) jsvalue.Value
	bound float64 // the share of the sessions with a place for it in which it may be missed, measured and rounded up
}

var outputFaults = []outputFault{
	{"a status is flipped", onBlock(flipStatus), 0.01},
	{"a block is dropped", dropBlock, 0.01},
	{"two blocks are swapped", swapBlocks, 0.03},
	{"content is dropped", onBlock(dropContent), 0.03},
	{"the id of another record leaks", leakID, 0},
	{"complete is flipped", flipComplete, 0},
	{"every session is called incomplete", callIncomplete, 0},
	{"a diagnostic is dropped", dropDiagnostic, 0.06},
}

const sharpnessSessions = 300

// TestSharpness plants faults in our answers and wants them found under the excuses: always in sessions that match none,
// and nearly always in the others.
func TestSharpness(t *testing.T) {
	adapter := needAdapter(t)
	ours, theirs := remembered(crosscheck.Reference), remembered(adapter.Ask)
	for _, fault := range outputFaults {
		planted, missed := 0, 0
		for i := range sharpnessSessions {
			verdict, faulty := fault.check(t, ours, theirs, crosscheck.Generated(seed, i))
			if faulty {
				planted++
			}
			if !faulty || len(verdict.Faults) > 0 {
				continue
			}
			missed++
			if len(verdict.Matched) == 0 {
				t.Errorf("%s: missed in %s, which matches no excuse", fault.name, verdict.Case.Name)
			}
		}
		t.Logf("%-35s planted in %d sessions, missed in %d", fault.name, planted, missed)
		if share := float64(missed) / float64(planted); planted < sharpnessSessions/2 || share > fault.bound {
			t.Errorf("%s: planted in %d sessions, missed in %d", fault.name, planted, missed)
		}
	}
}

// check judges a case with the fault in all our answers that have a place for it, if any has.
func (f outputFault) check(t *testing.T, ours, theirs crosscheck.Side, c crosscheck.Case) (verdict crosscheck.Verdict, faulty bool) {
	t.Helper()
	planted := func(ctx context.Context, c crosscheck.Case) (protocol.Answer, error) {
		answer, err := ours(ctx, c)
		if answer.Kind() != protocol.ResultAnswer {
			return answer, err
		}
		changed := f.plant(answer.Result())
		if changed.IsUndefined() {
			return answer, err
		}
		faulty = true
		return protocol.Result(changed), err
	}
	verdict, err := crosscheck.Check(t.Context(), planted, theirs, c, crosscheck.Excuses())
	if err != nil {
		t.Fatal(err)
	}
	return verdict, faulty
}

// remembered asks each case once.
func remembered(side crosscheck.Side) crosscheck.Side {
	type question struct{ name, options string }
	answers := map[question]protocol.Answer{}
	return func(ctx context.Context, c crosscheck.Case) (protocol.Answer, error) {
		asked := question{c.Name, string(jsvalue.Append(nil, c.Options))}
		if answer, ok := answers[asked]; ok {
			return answer, nil
		}
		answer, err := side(ctx, c)
		answers[asked] = answer
		return answer, err
	}
}

// onBlock changes the first block that it can change.
func onBlock(change func(block jsvalue.Value) jsvalue.Value) func(jsvalue.Value) jsvalue.Value {
	return func(projection jsvalue.Value) jsvalue.Value {
		blocks := elements(projection.Get("blocks"))
		for i, block := range blocks {
			if changed := change(block); !changed.IsUndefined() {
				blocks[i] = changed
				return withList(projection, "blocks", blocks)
			}
		}
		return jsvalue.Value{}
	}
}

func flipStatus(block jsvalue.Value) jsvalue.Value {
	if block.Get("kind").Text() != "tool" {
		return jsvalue.Value{}
	}
	status := "completed"
	if block.Get("status").Text() == status {
		status = "failed"
	}
	return block.With(jsvalue.Member{Key: "status", Value: jsvalue.StringValue(status)})
}

func dropContent(block jsvalue.Value) jsvalue.Value {
	if content := elements(block.Get("content")); len(content) > 0 {
		return withList(block, "content", content[1:])
	}
	return jsvalue.Value{}
}

func dropBlock(projection jsvalue.Value) jsvalue.Value {
	blocks := elements(projection.Get("blocks"))
	if len(blocks) == 0 {
		return jsvalue.Value{}
	}
	middle := len(blocks) / 2
	return withList(projection, "blocks", append(blocks[:middle], blocks[middle+1:]...))
}

func swapBlocks(projection jsvalue.Value) jsvalue.Value {
	blocks := elements(projection.Get("blocks"))
	for i := len(blocks) / 2; i+1 < len(blocks); i++ {
		if !jsvalue.Equal(blocks[i].Without("id"), blocks[i+1].Without("id")) {
			blocks[i], blocks[i+1] = blocks[i+1], blocks[i]
			return withList(projection, "blocks", blocks)
		}
	}
	return jsvalue.Value{}
}

// leakID adds the record of the first block to the last one.
func leakID(projection jsvalue.Value) jsvalue.Value {
	blocks := elements(projection.Get("blocks"))
	if len(blocks) < 2 {
		return jsvalue.Value{}
	}
	last := len(blocks) - 1
	foreign, own := blocks[0].Get("sourceRecordIds").At(0), elements(blocks[last].Get("sourceRecordIds"))
	for _, id := range own {
		if jsvalue.Equal(id, foreign) {
			return jsvalue.Value{}
		}
	}
	blocks[last] = withList(blocks[last], "sourceRecordIds", append(own, foreign))
	return withList(projection, "blocks", blocks)
}

func flipComplete(projection jsvalue.Value) jsvalue.Value {
	return withComplete(projection, !projection.Get("complete").IsTrue())
}

// callIncomplete invents a diagnostic that is compared with nothing of the other side.
func callIncomplete(projection jsvalue.Value) jsvalue.Value {
	invented := jsvalue.ObjectValue(
		jsvalue.Member{Key: "code", Value: jsvalue.StringValue("result_replaced")},
		jsvalue.Member{Key: "severity", Value: jsvalue.StringValue("warning")},
		jsvalue.Member{Key: "message", Value: jsvalue.StringValue("m")},
		jsvalue.Member{Key: "affectsCompleteness", Value: jsvalue.BoolValue(true)},
		jsvalue.Member{Key: "recordId", Value: projection.Get("blocks").At(0).Get("sourceRecordIds").At(0)},
	)
	return withComplete(withList(projection, "diagnostics", append(elements(projection.Get("diagnostics")), invented)), false)
}

// dropDiagnostic leaves the last diagnostic that affects completeness out, consistently.
func dropDiagnostic(projection jsvalue.Value) jsvalue.Value {
	diagnostics := elements(projection.Get("diagnostics"))
	affects := func(d jsvalue.Value) bool { return d.Get("affectsCompleteness").IsTrue() }
	for i := len(diagnostics) - 1; i >= 0; i-- {
		if affects(diagnostics[i]) {
			rest := slices.Delete(diagnostics, i, i+1)
			complete := !projection.Get("truncated").IsTrue() && !slices.ContainsFunc(rest, affects)
			return withComplete(withList(projection, "diagnostics", rest), complete)
		}
	}
	return jsvalue.Value{}
}

func withComplete(projection jsvalue.Value, complete bool) jsvalue.Value {
	return projection.With(jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(complete)})
}

func withList(v jsvalue.Value, key string, list []jsvalue.Value) jsvalue.Value {
	return v.With(jsvalue.Member{Key: key, Value: jsvalue.ArrayValue(list...)})
}

func elements(list jsvalue.Value) []jsvalue.Value {
	out := make([]jsvalue.Value, 0, list.Len())
	for _, element := range list.Elements() {
		out = append(out, element)
	}
	return out
}

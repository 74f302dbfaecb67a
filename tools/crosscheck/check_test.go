package crosscheck_test

import (
	"context"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

// The two sides of these tests are both the reference; what one of them changes is the fault.

// changed is the reference with its projections changed, where the condition holds.
func changed(where func(crosscheck.Case) bool, change func(jsvalue.Value) jsvalue.Value) crosscheck.Side {
	return func(ctx context.Context, c crosscheck.Case) (protocol.Answer, error) {
		answer, err := crosscheck.Reference(ctx, c)
		if err != nil || !where(c) {
			return answer, err
		}
		return protocol.Result(change(answer.Result())), nil
	}
}

func always(crosscheck.Case) bool { return true }

// faultPaths are the paths of the differences that nothing excuses.
func faultPaths(t *testing.T, ours, theirs crosscheck.Side, c crosscheck.Case) []string {
	t.Helper()
	verdict, err := crosscheck.Check(t.Context(), ours, theirs, c, crosscheck.Excuses())
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, fault := range verdict.Faults {
		paths = append(paths, fault.Path)
	}
	return paths
}

// TestLimitExcusesTheirLimitedAnswerOnly: ours has to be the tail of our whole one, and the whole ones have to be equal.
func TestLimitExcusesTheirLimitedAnswerOnly(t *testing.T) {
	options, err := jsvalue.Decode(`{"maxBlocks":2}`)
	if err != nil {
		t.Fatal(err)
	}
	c := crosscheck.Case{Options: options, Lines: []string{
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"1"}]}}`,
		`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"assistant","message":{"parts":[{"text":"2"},{"text":"3","thought":true},{"text":"4"}]}}`,
	}}
	limited := func(c crosscheck.Case) bool { return c.Options.Has("maxBlocks") }
	whole := func(c crosscheck.Case) bool { return !limited(c) }
	otherIDs := func(projection jsvalue.Value) jsvalue.Value {
		blocks := elements(projection.Get("blocks"))
		for i := range blocks {
			blocks[i] = blocks[i].With(jsvalue.Member{Key: "id", Value: jsvalue.StringValue("x" + blocks[i].Get("id").Text())})
		}
		return withList(projection, "blocks", blocks)
	}
	for name, test := range map[string]struct {
		ours, theirs crosscheck.Side
		want         []string
	}{
		"equal":                {crosscheck.Reference, crosscheck.Reference, nil},
		"their limited answer": {crosscheck.Reference, changed(limited, dropBlock), nil},
		"our limited answer":   {changed(limited, dropBlock), crosscheck.Reference, []string{"limited: missing blocks[assistant]"}},
		"the ids of ours":      {changed(limited, otherIDs), crosscheck.Reference, []string{"limited: blocks[].id"}},
		"their whole answer":   {crosscheck.Reference, changed(whole, dropBlock), []string{"missing blocks[thought]"}},
	} {
		if got := faultPaths(t, test.ours, test.theirs, c); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestOurCodesNeedAReason: the other side says nothing of the codes of this project, so the input has to.
func TestOurCodesNeedAReason(t *testing.T) {
	silent := changed(always, func(projection jsvalue.Value) jsvalue.Value {
		return withComplete(withList(projection, "diagnostics", nil), true)
	})
	plainTalk := []string{
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"1"}]}}`,
		`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"user","message":{"parts":[{"text":"2"}]}}`,
	}
	late := append(slices.Clone(plainTalk), `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user"}`)
	for name, test := range map[string]struct {
		ours  crosscheck.Side
		lines []string
		want  []string
	}{
		"none":     {crosscheck.Reference, plainTalk, nil},
		"invented": {changed(always, callIncomplete), plainTalk, []string{"complete(result_replaced)", "unfounded diagnostics[result_replaced]"}},
		"said":     {crosscheck.Reference, late, nil},
		"not said": {silent, late, []string{"no diagnostics[leaf_before_newer_records]"}},
	} {
		if got := faultPaths(t, test.ours, silent, crosscheck.Case{Lines: test.lines}); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestWhatIsLeftOfAFailure: where the other side fails and an excuse says why, the rest is compared without the reason.
func TestWhatIsLeftOfAFailure(t *testing.T) {
	c := crosscheck.Case{Lines: []string{
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f","args":{"data":[{"a":1},null]}}}]}}`,
		`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"o"}}}]}}`,
	}}
	fails := func(ctx context.Context, asked crosscheck.Case) (protocol.Answer, error) {
		if slices.Equal(asked.Lines, c.Lines) {
			return protocol.Fail(protocol.InternalError, "TypeError"), nil
		}
		return crosscheck.Reference(ctx, asked)
	}
	if got := faultPaths(t, crosscheck.Reference, fails, c); got != nil {
		t.Errorf("equal: %q", got)
	}
	leaks := changed(always, func(projection jsvalue.Value) jsvalue.Value {
		block := projection.Get("blocks").At(0)
		block = withList(block, "sourceRecordIds", append(elements(block.Get("sourceRecordIds")), jsvalue.StringValue("c")))
		return withList(projection, "blocks", []jsvalue.Value{block})
	})
	if got := faultPaths(t, leaks, fails, c); !slices.Equal(got, []string{"blocks[tool].sourceRecordIds[]"}) {
		t.Errorf("a record that leaks: %q", got)
	}
}

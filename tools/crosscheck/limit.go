package crosscheck

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// limited reports whether maxBlocks may leave blocks out.
func (c Case) limited() bool { return c.Options.Get("maxBlocks").IsNumber() }

// whole is the case without maxBlocks.
func (c Case) whole() Case {
	c.Options = c.Options.Without("maxBlocks")
	return c
}

// tailDifferences are the places where a limited answer is not the tail of the whole one (CR-CAP-05, CR-CAP-06), block ids
// included. No excuse names their paths: both answers are of one side.
func tailDifferences(whole, limited jsvalue.Value, limit float64) []compare.Difference {
	want := tailOf(whole, limit)
	differences := compare.Answers(want, limited, compare.Options{Strict: true})
	if len(differences) == 0 && !jsvalue.Equal(want.Get("blocks"), limited.Get("blocks")) {
		differences = []compare.Difference{{Path: "blocks[].id", Want: want.Get("blocks"), Got: limited.Get("blocks")}}
	}
	for i := range differences {
		differences[i].Path = "limited: " + differences[i].Path
	}
	return differences
}

// tailOf is what a projection becomes under a limit. Blocks refer to no other blocks, so that nothing else changes.
func tailOf(whole jsvalue.Value, limit float64) jsvalue.Value {
	blocks := elements(whole.Get("blocks"))
	if limit >= float64(len(blocks)) {
		return whole
	}
	notice := jsvalue.ObjectValue(
		jsvalue.Member{Key: "code", Value: jsvalue.StringValue("transcript_blocks_truncated")},
		jsvalue.Member{Key: "severity", Value: jsvalue.StringValue("warning")},
		jsvalue.Member{Key: "message", Value: jsvalue.StringValue("blocks were left out")},
		jsvalue.Member{Key: "affectsCompleteness", Value: jsvalue.BoolValue(true)},
	)
	diagnostics := append(elements(whole.Get("diagnostics")), notice)
	return whole.With(jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue(blocks[len(blocks)-int(limit):]...)}).
		With(jsvalue.Member{Key: "diagnostics", Value: jsvalue.ArrayValue(diagnostics...)}).
		With(jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(false)}).
		With(jsvalue.Member{Key: "truncated", Value: jsvalue.BoolValue(true)})
}

func elements(list jsvalue.Value) []jsvalue.Value {
	out := make([]jsvalue.Value, 0, list.Len())
	for _, element := range list.Elements() {
		out = append(out, element)
	}
	return out
}

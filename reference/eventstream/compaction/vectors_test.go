package compaction_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func written(v jsvalue.Value) string { return string(jsvalue.Append(nil, v)) }

// TestVectors compares with a shipped program, byte for byte. Of the vectors that are marked, the program fails where a member
// is missing, and the event is as it was (ES-STORE-08), or it splits a pair (ES-STORE-02).
func TestVectors(t *testing.T) {
	for _, op := range []struct {
		name string
		form func(jsvalue.Value) compaction.Form
		size int
	}{{"store", compaction.ForStorage, 150}, {"wire", compaction.ForWire, 75}} {
		vectors, err := fixtures.EventVectors(op.name)
		if err != nil || len(vectors) != op.size {
			t.Fatal(len(vectors), err)
		}
		for _, vector := range vectors {
			event := vector.Input.Get("event")
			form := op.form(event)
			got := written(form.Event)
			if form.Changed == (got == written(event)) {
				t.Errorf("%s %d: changed is %v", op.name, vector.Index, form.Changed)
			}
			if want := rightVector(t, vector); got != want {
				t.Errorf("%s %d %v:\n got %s\nwant %s", op.name, vector.Index, vector.Deviates, got, want)
			}
		}
	}
}

// rightVector is the right answer.
func rightVector(t *testing.T, vector fixtures.Vector) string {
	t.Helper()
	switch reasons := strings.Join(vector.Deviates, " "); reasons {
	case "":
		return written(vector.Output)
	case "missing-optional-field-fails":
		if !vector.Output.Get("throws").IsTrue() {
			t.Errorf("vector %d does not fail", vector.Index)
		}
		return written(vector.Input.Get("event"))
	case "surrogate-split":
		// The half before the first cut is gone, and so the last preview has three bytes more, a whole character.
		split := vector.Output.Get("output").Text()
		head, tail, whole := "日\xed\xa0\xbd\n----- END FIRST", "LAST PREVIEW -----\n😀", "LAST PREVIEW -----\n日😀"
		if strings.Count(split, head) != 1 || strings.Count(split, tail) != 1 {
			t.Errorf("vector %d splits nothing", vector.Index)
		}
		right := strings.NewReplacer(head, "日\n----- END FIRST", tail, whole).Replace(split)
		return written(vector.Output.With(jsvalue.Member{Key: "output", Value: jsvalue.StringValue(right)}))
	default:
		t.Errorf("vector %d: %s", vector.Index, reasons)
		return ""
	}
}

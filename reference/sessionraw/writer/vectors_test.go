package writer_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestVectors compares with a shipped program, by what the files then mean: two writers may spell a line differently
// (SR-WRITE-05 to SR-WRITE-08).
func TestVectors(t *testing.T) {
	for _, c := range []struct {
		op            string
		write         func(*testing.T, jsvalue.Value) string
		plain, marked int
		alike         string
	}{
		// In these the program glues lines (B5) that the tolerant reader takes apart again, and nothing is lost.
		{"append", appendVector, 49, 26, "[22 29 43 64]"},
		{"interrupt", interruptVector, 11, 4, "[]"},
	} {
		vectors, err := fixtures.Vectors(c.op)
		if err != nil {
			t.Fatal(err)
		}
		plain, marked := 0, 0
		var alike []int // marked, and yet the same
		for _, vector := range vectors {
			got, want := meaning(c.write(t, vector.Input)), meaning(vector.Output.Get("file").Text())
			diff := cmp.Diff(want, got)
			if len(vector.Deviates) == 0 {
				plain++
				if diff != "" {
					t.Errorf("%s %d:\n%s", c.op, vector.Index, diff)
				}
				continue
			}
			if marked++; diff == "" {
				alike = append(alike, vector.Index)
			}
		}
		if plain != c.plain || marked != c.marked {
			t.Errorf("%d plain and %d marked vectors of %s", plain, marked, c.op)
		}
		if fmt.Sprint(alike) != c.alike {
			t.Errorf("marked vectors of %s that do not differ: %v", c.op, alike)
		}
	}
}

// meaning is the context, as far as the program knows it, and the view.
func meaning(text string) []string {
	context, err := sessionraw.Context("1_a.jsonl", text)
	if err != nil {
		return []string{err.Error()}
	}
	lines := []string{string(jsvalue.AppendSource(nil, context.Meta.Value()))}
	for _, row := range context.Value().Get("rows").Elements() {
		var shipped []jsvalue.Member
		for _, key := range []string{"role", "content", "id", "extra_metadata", "request_id", "failure", "failure_detail"} {
			shipped = append(shipped, jsvalue.Member{Key: key, Value: row.Get(key)})
		}
		lines = append(lines, string(jsvalue.AppendCanonical(nil, jsvalue.ObjectValue(shipped...))))
	}
	for _, item := range sessionraw.Items(map[string]string{"1_a.jsonl": text}, "T").Value().Get("items").Elements() {
		lines = append(lines, string(jsvalue.AppendCanonical(nil, item)))
	}
	return lines
}

func vectorFile(t *testing.T, existing jsvalue.Value) *writer.File {
	t.Helper()
	f, err := writer.Open(existing.Text())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func appendVector(t *testing.T, input jsvalue.Value) string {
	t.Helper()
	b := writer.Batch{RequestID: input.Get("request_id").Text(), Time: "<now>"}
	var err error
	if b.Meta, err = line.ParseMeta(input.Get("meta")); err != nil {
		t.Fatal(err)
	}
	for _, value := range input.Get("next").Elements() {
		r, err := line.ParseRow(value)
		if err != nil {
			t.Fatal(err)
		}
		b.Rows = append(b.Rows, r)
	}
	if usage := input.Get("usage"); usage.IsObject() {
		if b.Usage, err = writer.ParseUsage(usage); err != nil {
			t.Fatal(err)
		}
	}
	w, err := vectorFile(t, input.Get("existing")).Append(b)
	if err != nil {
		t.Fatal(err)
	}
	return input.Get("existing").Text() + w.Bytes
}

func interruptVector(t *testing.T, input jsvalue.Value) string {
	t.Helper()
	b := writer.Batch{Meta: testMeta(t), RequestID: input.Get("request_id").Text(), Time: "<now>"}
	partial := writer.Partial{Text: input.Get("text").Text(), Reasoning: input.Get("reasoning").Text(), Iteration: input.Get("iteration")}
	w, err := vectorFile(t, input.Get("existing")).Interrupt(b, partial)
	if err != nil {
		t.Fatal(err)
	}
	return input.Get("existing").Text() + w.Bytes
}

package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// storeFiles are the files of a vector; a bare name lies in session_raw.
func storeFiles(input jsvalue.Value) map[string]string {
	files := map[string]string{}
	for name, text := range input.Get("files").Members() {
		if !strings.Contains(name, "/") {
			name = "session_raw/" + name + ".jsonl"
		}
		files[name] = text.Text()
	}
	return files
}

// TestItemVectors compares with a shipped program. A marked vector may differ, for the reasons that stand there
// (SR-VIEW-01 to SR-VIEW-10).
func TestItemVectors(t *testing.T) {
	vectors, err := fixtures.Vectors("items")
	if err != nil {
		t.Fatal(err)
	}
	plain, marked := 0, 0
	var alike []int // marked, and yet the same
	for _, vector := range vectors {
		got := view.Project(storeFiles(vector.Input), vector.Input.Get("thread").Text())
		want := vector.Output.Get("items")
		same := got.HasTranscript == vector.Output.Get("found").IsTrue() &&
			(!got.HasTranscript || jsvalue.Equal(view.ItemsValue(got.Items), want))
		if len(vector.Deviates) > 0 {
			marked++
			if same {
				alike = append(alike, vector.Index)
			}
			continue
		}
		plain++
		if !same {
			t.Errorf("vector %d:\n%s\nwant:\n%s", vector.Index, jsvalue.Append(nil, view.ItemsValue(got.Items)), jsvalue.Append(nil, want))
		}
	}
	if plain != 71 || marked != 79 {
		t.Errorf("%d plain and %d marked vectors", plain, marked)
	}
	// In these all roots but one are empty.
	if fmt.Sprint(alike) != "[42 75 120]" {
		t.Errorf("marked vectors that do not differ: %v", alike)
	}
}

// TestSanitizeVectors: SR-SAN-01 to SR-SAN-03.
func TestSanitizeVectors(t *testing.T) {
	vectors, err := fixtures.Vectors("sanitize")
	if err != nil {
		t.Fatal(err)
	}
	plain := 0
	for _, vector := range vectors {
		if len(vector.Deviates) > 0 {
			continue
		}
		plain++
		text := vector.Input.Get("text").Text()
		got := jsvalue.NullValue()
		if display, cut := view.Sanitize(text); cut {
			got = jsvalue.StringValue(display)
		}
		if !jsvalue.Equal(got, vector.Output.Get("displayContent")) {
			t.Errorf("vector %d: %q gives %s", vector.Index, text, jsvalue.Append(nil, got))
		}
	}
	if plain != 14 {
		t.Errorf("%d plain vectors", plain)
	}
}

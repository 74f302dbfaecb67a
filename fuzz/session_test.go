package fuzz

import (
	"bytes"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func projectSession(t *testing.T, seed uint64, records int) chatrecord.Projection {
	t.Helper()
	values := make([]jsvalue.Value, 0, records)
	for line := range generate.Session(seed, records) {
		value, err := jsvalue.Decode(string(line))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		values = append(values, value)
	}
	projection, err := chatrecord.Project(values, chatrecord.Options{})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return projection
}

// TestGeneratedSessionsAreComplete: a generated session gives no diagnostic at all, wherever it ends.
func TestGeneratedSessionsAreComplete(t *testing.T) {
	for seed := range uint64(60) {
		for _, records := range []int{1, int(seed) + 2, 500} {
			p := projectSession(t, seed, records)
			if !p.Complete || len(p.Diagnostics) > 0 || len(p.Blocks) == 0 {
				t.Errorf("seed %d, %d records: complete %v, %d blocks, %v", seed, records, p.Complete, len(p.Blocks), p.Diagnostics)
			}
		}
	}
}

func TestProjectionOfAGeneratedSessionIsDeterministic(t *testing.T) {
	var outputs [2]bytes.Buffer
	for i := range outputs {
		if err := projectSession(t, 5, 500).WriteJSON(&outputs[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(outputs[0].Bytes(), outputs[1].Bytes()) {
		t.Error("two runs differ")
	}
}

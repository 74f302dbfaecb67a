package generate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func TestBytesAreChoices(t *testing.T) {
	s := FromBytes([]byte{7, 0x01, 0x02, 0, 0, 1, 3, 9})
	got := []int{s.Below(5), s.Below(1000), s.Below(1 << 20), s.Below(256), s.Below(1000), s.Below(2)}
	if diff := cmp.Diff([]int{2, 258, 259, 9, 0, 0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCasesOfBytesEnd: whatever the bytes are, a case comes out of them, and dry bytes give the plainest.
func TestCasesOfBytesEnd(t *testing.T) {
	for _, data := range []string{"", "\x00", strings.Repeat("\xff", 1000), strings.Repeat("\x63", 5000), strings.Repeat("\x01\x07", 900)} {
		c := NewChatCase(FromBytes([]byte(data)))
		if len(c.Lines) == 0 || len(c.Lines) > 600 {
			t.Errorf("%.10q: %d records", data, len(c.Lines))
		}
		for _, line := range c.Lines {
			if _, err := jsvalue.Decode(line); err != nil {
				t.Errorf("%.10q: %v in %s", data, err, line)
			}
		}
	}
}

// TestMutantsAreJSON, differ from what they were made of, and are the same for the same seed.
func TestMutantsAreJSON(t *testing.T) {
	for seed := range uint64(300) {
		original := NewChatCase(NewPCG(seed)).Lines
		records := make([]jsvalue.Value, len(original))
		for i, line := range original {
			record, err := jsvalue.Decode(line)
			if err != nil {
				t.Fatal(err)
			}
			records[i] = record
		}
		mutant := Mutate(NewPCG(seed+1), records)
		for _, line := range mutant {
			if _, err := jsvalue.Decode(line); err != nil {
				t.Errorf("seed %d: %v in %s", seed, err, line)
			}
		}
		if diff := cmp.Diff(mutant, Mutate(NewPCG(seed+1), records)); diff != "" {
			t.Errorf("seed %d, two runs:\n%s", seed, diff)
		}
	}
	if lines := Mutate(NewPCG(1), nil); len(lines) != 0 {
		t.Errorf("of nothing: %q", lines)
	}
}

func TestDamageChangesMostTexts(t *testing.T) {
	text := strings.Join(NewChatCase(NewPCG(1)).Lines, "\n") + "\n"
	changed := 0
	for seed := range uint64(400) {
		damaged := DamageText(NewPCG(seed), text)
		if damaged != DamageText(NewPCG(seed), text) {
			t.Errorf("seed %d: two runs differ", seed)
		}
		if damaged != text {
			changed++
		}
	}
	if changed < 350 {
		t.Errorf("%d of 400 texts were damaged", changed)
	}
	for seed := range uint64(50) {
		DamageText(NewPCG(seed), "")
	}
}

package compare_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

func TestApart(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range [][4]string{
		{"ab", "ac", "ab", "ac"},
		{long + "a" + long, long + "b" + long, "... xxxaxxxxx ...", "... xxxbxxxxx ..."},
		{long + "a", long, "... xxxa", "... xxx"},
		{"a" + long, "b", "axxxxxxxx ...", "b"},
		{long + "ä" + long, long + "ö" + long, "... xxäxxxxx ...", "... xxöxxxxx ..."},
	} {
		if a, b := compare.Apart(c[0], c[1], 9); a != c[2] || b != c[3] {
			t.Errorf("%q and %q, want %q and %q", a, b, c[2], c[3])
		}
	}
}

// TestSaysTheDifference: of long texts what is said is the place where they differ.
func TestSaysTheDifference(t *testing.T) {
	text := func(middle string) jsvalue.Value {
		return jsvalue.StringValue(strings.Repeat("x", 2000) + middle + strings.Repeat("y", 2000))
	}
	says := compare.Difference{Want: text("one"), Got: text("other")}.Says()
	if !strings.Contains(says, "xone") || !strings.Contains(says, "xother") || len(says) > 1500 {
		t.Error(says)
	}
	if says := (compare.Difference{Want: text("one")}).Says(); !strings.HasSuffix(says, ", it has nothing") {
		t.Error(says)
	}
}

package command

import (
	"strings"
	"testing"
)

// TestDiffOfLongLines shows the places that differ, wherever they are in the lines, and no more than a part of these.
func TestDiffOfLongLines(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	got := diffOf("then", "[\n"+long+"one"+long+"\n"+long+"\n]\n", "now", "[\n"+long+"other"+long+"\n"+long+"\n]\n")
	for _, want := range []string{"--- then\n+++ now\n", "\n-... x", "xone", "\n+... x", "xother", "\n [\n", "\n " + long[:200]} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if len(got) > 2000 {
		t.Errorf("%d bytes", len(got))
	}
	if got, want := diffOf("then", "a\nb\n", "now", "a\nc\nd\n"), "diff then now\n--- then\n+++ now\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

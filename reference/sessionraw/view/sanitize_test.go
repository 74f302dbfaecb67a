package view_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// TestSanitize: what is cut, and what only looks like it. "-" stands for a text of which nothing is cut.
func TestSanitize(t *testing.T) {
	const (
		berlin  = "Current Date & Time: 2026-07-21 09:00:00 Europe/Berlin (CEST, UTC+02:00), Tuesday"
		channel = "[Channel context]\nUse short replies.\nNo tables."
		memory  = "[Memory context]\n- k: v\n- z: w"
	)
	for _, c := range []struct {
		rule, text, want string
		looks            bool // of what is left
	}{
		{"probe 45, SR-SAN-02", "Current Date & Time: 2026-07-21 09:00:00 UTC\n\nHi", "Hi", false},
		{"SR-SAN-02", berlin + "\n\n  Hi ", "  Hi ", false},
		{"SR-SAN-02", channel + "\n\nhi\n\nho", "hi\n\nho", false},
		{"SR-SAN-02", memory + "\n\nhi", "hi", false},
		{"SR-SAN-02", "[Context]\n" + berlin + "\n\ntask", "task", false},
		{"SR-SAN-02", "[Context]\n" + memory + "\n\ntask", "task", false},
		{"SR-SAN-02 a whole match without text", berlin + "\n\n", "", false},
		{"probe 46, SR-SAN-04", "Current Date & Time: which format do you use?", "-", true},
		{"probe 47, SR-SAN-03", berlin + "\n\n" + channel + "\n\nhi", "hi", false},
		{"SR-SAN-03", memory + "\n\n\n" + channel + "\n\nhi", "hi", false},
		{"SR-SAN-03 a look-alike behind a block", channel + "\n\n[Channel context] hi", "[Channel context] hi", true},
		{"probe 48, SR-SAN-01", "\n\n" + berlin + "\n\nHi", "Hi", false},
		{"probe 49, SR-SAN-01", "see [Channel context] below\n\nx", "-", false},
		{"probe 50, SR-SAN-02", strings.ReplaceAll(channel+"\n\nhi", "\n", "\r\n"), "hi", false},
		{"SR-SAN-02 no blank line", berlin, "-", true},
		{"SR-SAN-02 no blank line", channel + "\nhi", "-", true},
		{"SR-SAN-02 no blank line", berlin + "\nhello\n\nhi", "-", true},
		{"SR-SAN-02 no line of advice", "[Channel context]\n\nhi", "-", true},
		{"SR-SAN-02 a line that is no memory", "[Memory context]\nk\n\nhi", "-", true},
		{"SR-SAN-02 a context of nothing", "[Context]\nhello\n\nhi", "-", true},
		{"SR-SAN-02 twice a context", "[Context]\n[Context]\n" + memory + "\n\nhi", "-", true},
		{"SR-SAN-02 more on the line", "[Channel context] hello\nx\n\nhi", "-", true},
		{"SR-SAN-04", "plain", "-", false},
	} {
		rest, cut := view.Sanitize(c.text)
		got := rest
		if !cut {
			got = "-"
			if rest != c.text {
				t.Errorf("%s: %q: nothing is cut, but %q is left", c.rule, c.text, rest)
			}
		}
		if got != c.want || view.LooksInjected(rest) != c.looks {
			t.Errorf("%s: %q gives %q (looks injected: %v), want %q", c.rule, c.text, got, view.LooksInjected(rest), c.want)
		}
	}
}

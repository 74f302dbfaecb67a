package blocks

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// CR-BLOCK-22, CR-BLOCK-23, CR-DEC-24.
func TestCapSummary(t *testing.T) {
	const (
		mark  = "... [truncated]"
		lone  = "\xed\xa0\xbd" // U+D83D alone
		emoji = "😀"
		bom   = "\ufeff"
	)
	z := func(n int) string { return strings.Repeat("z", n) }
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"exactly", z(4096), z(4096)},
		{"one more", z(4097), z(4096) + mark},
		{"pair at the end fits", z(4094) + emoji, z(4094) + emoji},
		{"pair across the cut", z(4095) + emoji, z(4095) + mark},
		{"pair before the cut", z(4094) + emoji + "z", z(4094) + emoji + mark},
		{"three bytes a unit", strings.Repeat("語", 5000), strings.Repeat("語", 4096) + mark},
		{"lone surrogate in a cut text", lone + z(5000), "\ufffd" + z(4095) + mark},
		{"lone surrogate in a whole text", lone + z(100), lone + z(100)},
		{"byte order mark in a cut text", bom + z(5000), bom + z(4095) + mark},
		{"byte order mark in a whole text", bom + z(5), bom + z(5)},
	}
	for _, test := range tests {
		if got := capSummary(test.in); got != test.want {
			t.Errorf("%s: got %d units %.20q...%q", test.name, jsvalue.Length(got), got, got[max(0, len(got)-24):])
		}
	}
}

// CR-BLOCK-24.
func TestPrettyText(t *testing.T) {
	tests := []struct{ in, pretty, compact string }{
		{`"a\nb"`, "a\nb", "a\nb"},
		{`null`, "null", "null"},
		{`{}`, "{}", "{}"},
		{`[1e400,-0,1.0]`, "[\n  null,\n  0,\n  1\n]", "[null,0,1]"},
		{`{"b":[],"1":{"a":"\ud83d"}}`, "{\n  \"1\": {\n    \"a\": \"\\ud83d\"\n  },\n  \"b\": []\n}", `{"1":{"a":"\ud83d"},"b":[]}`},
	}
	for _, test := range tests {
		v := decodeJSON(t, test.in)
		if got := prettyText(v); got != test.pretty {
			t.Errorf("prettyText(%s) = %q, want %q", test.in, got, test.pretty)
		}
		if got := compactText(v); got != test.compact {
			t.Errorf("compactText(%s) = %q, want %q", test.in, got, test.compact)
		}
	}
	if got := prettyText(jsvalue.Value{}) + compactText(jsvalue.Value{}); got != "" {
		t.Errorf("nothing is shown as %q", got)
	}
}

// CR-BLOCK-18.
func TestPlanText(t *testing.T) {
	plan := []update.PlanEntry{
		{Content: "one", Status: "completed"},
		{Content: "", Status: "completed"},
		{Content: "two\nlines", Status: "in_progress"},
		{Content: " ", Status: "pending"},
		{Content: "last", Status: "cancelled"},
	}
	if got, want := planText(plan), "- [x] one\n- [-] two\nlines\n- [ ]  \n- [ ] last"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, empty := range [][]update.PlanEntry{nil, {{Status: "pending"}}} {
		if got := planText(empty); got != "" {
			t.Errorf("plan without content: got %q", got)
		}
	}
	long := planText([]update.PlanEntry{{Content: strings.Repeat("y", 5000)}})
	if want := "- [ ] " + strings.Repeat("y", 4090) + "... [truncated]"; long != want {
		t.Errorf("long plan: got %d units ending in %q", jsvalue.Length(long), long[len(long)-20:])
	}
}

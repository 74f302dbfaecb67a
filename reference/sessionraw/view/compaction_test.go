package view_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

func results(id, text string) string {
	return "[Tool results]\n<tool_result id=\"" + id + "\">\n" + text + "\n</tool_result>"
}

// compactionCases: records that hide rows, or show what nobody said (SR-VIEW-13).
var compactionCases = []struct {
	name  string
	lines []string
	want  string
	codes string
}{
	{"other words of a known id stand in the marker", []string{
		row("user", "q", id("1")), row("assistant", "a", id("2")), record(row("user", "new q", id("1")), row("assistant", "new a", id("2"))),
	}, "U:q A:a C:2>2,new q,new a", ""},
	{"results are no prompt", []string{
		row("user", "old"), record(row("user", "sum"), row("user", "q"), row("assistant", "look", calls("c")), row("user", results("c", "r")), row("assistant", "a")),
	}, "U:old C:1>5,sum |k U:q a:look T:c.run>r A:a", ""},
	{"results behind a summary make no turn", []string{record(row("user", results("c", "r")), row("assistant", "a"))}, "C:0>2," + results("c", "r") + ",a", ""},
	{"words said again in another turn", []string{
		row("user", "yes", request("1")), row("assistant", "a", request("1")),
		record(row("user", "sum"), row("user", "yes", request("k")), row("assistant", "b", request("k"))),
	}, "|1 U:yes A:a C:2>3,sum |k U:yes A:b", ""},
	{"rows that all have the request of the record", []string{
		row("user", "q", request("1")), row("assistant", "a", request("1")),
		record(row("user", "sum", request("k")), row("user", "q", request("k")), row("assistant", "a", request("k"))),
	}, "|1 U:q A:a C:2>3,sum", ""},
	{"a row without a request is the one that has one", []string{row("user", "q", request("1")), record(row("user", "sum"), row("user", "q"))}, "|1 U:q C:1>2,sum", ""},
	{"a row with a request is the one that had none", []string{row("user", "q"), record(row("user", "sum"), row("user", "q", request("1")))}, "U:q C:1>2,sum", ""},
	{"a turn of its own that is nowhere else", []string{
		record(row("user", "sum"), row("user", "n", request("2")), row("assistant", "m", request("2")), row("user", "u", request("k")), row("assistant", "a", request("k"))),
	}, "C:0>5,sum |2 U:n A:m |k U:u A:a", ""},
	{"the last of several prompts", []string{record(row("user", "sum"), row("user", "q"), row("assistant", "a"))}, "C:0>3,sum |k U:q A:a", ""},
	{"a partial answer that a record lists", []string{
		row("user", "q", request("1")), row("assistant", "part", `"interrupted":true`, request("1")),
		record(row("user", "sum"), row("user", "q", request("1")), row("assistant", "part", `"interrupted":true`, request("1"))), row("assistant", "z", request("k")),
	}, "|1 U:q P:part/ C:1>3,sum |k A:z", ""},
	{"a partial answer that only a record has", []string{
		row("user", "q"), record(row("user", "q2"), row("assistant", "part", `"interrupted":true`)), record(row("user", "q2"), row("assistant", "part", `"interrupted":true`), row("assistant", "part", `"interrupted":true`)),
	}, "U:q C:1>2 |k U:q2 P:part/ C:1>3,part", ""},
	{"a result without an id waits for those behind the record", []string{
		row("user", "q"), row("assistant", "x", calls("c1", "c2")), row("tool", "R2"),
		record(row("user", "q"), row("assistant", "x", calls("c1", "c2")), row("tool", "R2")), row("tool", "R1", id("c1")),
	}, "U:q a:x T:c1.run>R1 T:c2.run>R2 C:3>3", ""},
	{"a record that closes calls does not wait", []string{
		row("user", "q"), row("assistant", "x", calls("c0")), row("assistant", "y", calls("c1")), row("tool", "R"), record(row("assistant", "y", calls("c1"))), row("tool", "R1", id("c1")),
	}, "U:q a:x T:c0.run>R a:y T:c1.run>R1 C:4>1", ""},
	{"rows without text are told apart by their calls", []string{
		row("user", "q"), row("assistant", "", calls("c1")), row("tool", "r1", id("c1")), row("assistant", "", calls("c2")),
		record(row("user", "q"), row("assistant", "", calls("c2"))), row("tool", "r2", id("c2")),
	}, "U:q T:c1.run>r1 T:c2.run>r2 C:4>2", ""},
	{"a row that lost its calls", []string{
		row("user", "q"), row("assistant", "x", calls("c1")), record(row("user", "q"), row("assistant", "x")), row("tool", "r", id("c1")),
	}, "U:q a:x T:c1.run>r C:2>2", ""},
	{"the same result of another call", []string{
		row("user", "q"), row("assistant", "x", calls("c1")), row("tool", "ok", id("c1")),
		record(row("user", "q2"), row("assistant", "y", calls("c2")), row("tool", "ok", id("c2"))),
	}, "U:q a:x T:c1.run>ok C:3>3 |k U:q2 a:y T:c2.run>ok", ""},
}

func TestCompaction(t *testing.T) {
	for _, c := range compactionCases {
		t.Run(c.name, func(t *testing.T) {
			text := header + "\n" + strings.Join(c.lines, "\n")
			got := view.Project(map[string]string{"session_raw/100_a.jsonl": text}, "T")
			if items := short(got.Items); items != c.want {
				t.Errorf("items %s\nwant  %s", items, c.want)
			}
			if found := codes(got); found != c.codes {
				t.Errorf("codes %q, want %q", found, c.codes)
			}
			checkOrigins(t, got.Items)
		})
	}
}

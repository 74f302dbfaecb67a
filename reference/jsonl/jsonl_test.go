package jsonl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// readCases are the rules by example. Each line of want is "line@offset" and a value or a code.
var readCases = []struct {
	name string
	text string
	want []string
}{
	{"empty file", "", nil},

	{"JL-READ-01 LF", "{}\n{}\n", []string{"1@0 {}", "2@3 {}"}},
	{"JL-READ-01 CRLF", "{}\r\n{}\r\n", []string{"1@0 {}", "2@4 {}"}},
	{"JL-READ-01 CR alone splits nothing", "{}\r{}\n", []string{"1@0 recovered_record", "1@0 {}", "1@3 {}"}},
	{"JL-READ-01 last line without LF", "{}\n{}", []string{"1@0 {}", "2@3 {}"}},
	{"JL-READ-01 white space around a record", " \t{\"a\":1} \t\n", []string{`1@2 {"a":1}`}},

	{"JL-READ-02 BOM", "\uFEFF{}\n", []string{"1@3 {}"}},
	{"JL-READ-02 BOM alone", "\uFEFF", nil},
	{
		"JL-READ-02 a second BOM is damage", "\uFEFF\uFEFF{\"a\":1}\n",
		[]string{"1@3 invalid_json_line", "1@6 recovered_record", `1@6 {"a":1}`},
	},

	{"JL-READ-03 blank lines", "\n\r\n \t\n{}\n\n\n{}\n\n", []string{"4@6 {}", "7@11 {}"}},

	{
		"JL-READ-04 NULs before a record", "\x00\x00{\"a\":1}\n",
		[]string{"1@0 invalid_json_line", "1@2 recovered_record", `1@2 {"a":1}`},
	},
	{
		"JL-READ-04 NULs behind a record", "{\"a\":1}\x00\x00\n",
		[]string{"1@0 recovered_record", `1@0 {"a":1}`, "1@7 invalid_json_line"},
	},
	{
		"JL-READ-04 NULs between records", "{\"a\":1}\x00{\"b\":2}\n",
		[]string{"1@0 recovered_record", `1@0 {"a":1}`, "1@7 invalid_json_line", `1@8 {"b":2}`},
	},
	{
		"JL-READ-04 NULs inside a torn record", "{\"a\":\"x\x00\x00{\"b\":2}\n",
		[]string{"1@0 invalid_json_line", "1@9 recovered_record", `1@9 {"b":2}`},
	},
	{"JL-READ-04 NULs alone", "\x00\x00\n{}\n", []string{"1@0 invalid_json_line", "2@3 {}"}},
	{
		"JL-READ-04 an object before NULs", "{\"a\":\"x{\"b\":2}\x00\n",
		[]string{"1@0 invalid_json_line", "1@7 recovered_record", `1@7 {"b":2}`, "1@14 invalid_json_line"},
	},

	{"JL-READ-05 two glued records", "{\"a\":1}{\"b\":2}\n", []string{"1@0 recovered_record", `1@0 {"a":1}`, `1@7 {"b":2}`}},
	{"JL-READ-05 glued with white space", "{\"a\":1} {\"b\":2} {}", []string{"1@0 recovered_record", `1@0 {"a":1}`, `1@8 {"b":2}`, `1@16 {}`}},
	{
		"JL-READ-05 glued, the last one torn", "{\"a\":1}{\"b\":2}{\"c\":",
		[]string{"1@0 recovered_record", `1@0 {"a":1}`, `1@7 {"b":2}`, "1@14 invalid_json_line"},
	},

	{"JL-READ-06 torn last line", "{}\n{\"a\":\"x", []string{"1@0 {}", "2@3 invalid_json_line"}},
	{"JL-READ-06 torn in the middle of the file", "{\"a\":\"x\n{}\n", []string{"1@0 invalid_json_line", "2@8 {}"}},
	{
		"JL-READ-06 torn in a key, then a record", "{\"a\":1,\"b{\"c\":3}\n",
		[]string{"1@0 invalid_json_line", "1@9 recovered_record", `1@9 {"c":3}`},
	},
	{
		"JL-READ-06 torn at a brace, then a record", "{{\"c\":3}\n",
		[]string{"1@0 invalid_json_line", "1@1 recovered_record", `1@1 {"c":3}`},
	},
	{
		"JL-READ-06 torn where a value is wanted, then a record", "{\"a\":{\"c\":3}\n",
		[]string{"1@0 invalid_json_line", "1@5 recovered_record", `1@5 {"c":3}`},
	},
	{"JL-READ-06 torn last line ends with an inner object", "{\"a\":[1,{\"c\":3}", []string{"1@0 invalid_json_line"}},
	{
		"JL-READ-06 torn behind an inner object, then a record", "{\"a\":{\"c\":3}{\"d\":4}\n",
		[]string{"1@0 invalid_json_line", "1@12 recovered_record", `1@12 {"d":4}`},
	},
	{
		"JL-READ-06 torn behind an escaped quote, then two records", `{"a":"\",{"c":3}{"d":4}` + "\n",
		[]string{"1@0 invalid_json_line", "1@9 recovered_record", `1@9 {"c":3}`, `1@16 {"d":4}`},
	},
	{"JL-READ-06 only the end of a record", "c\",\"p\":[{\"x\":1}]}\n{}\n", []string{"1@0 invalid_json_line", "2@18 {}"}},

	{"JL-READ-07 invalid bytes in a string", "{\"a\":\"\xE2\x82\"}\n", []string{"1@0 recovered_record", "1@0 {\"a\":\"\uFFFD\"}"}},
	{"JL-READ-07 a surrogate in bytes", "{\"a\":\"\xED\xA0\x80\"}\n", []string{"1@0 recovered_record", "1@0 {\"a\":\"\uFFFD\uFFFD\uFFFD\"}"}},
	{
		"JL-READ-07 offsets count bytes of the file", "\xFF\xFF{\"a\":\"\xFF\xFFé\"}{\"b\":2}\xFF\n{}\n",
		[]string{"1@0 invalid_json_line", "1@2 recovered_record", "1@2 {\"a\":\"\uFFFD\uFFFDé\"}", `1@14 {"b":2}`, "1@21 invalid_json_line", "2@23 {}"},
	},
	{"JL-READ-07 invalid bytes behind the last record of a line", "{\"a\":1}\xFF", []string{"1@0 recovered_record", `1@0 {"a":1}`, "1@7 invalid_json_line"}},

	{"JL-READ-08 separators in strings", "{\"a\":\"x\u2028y\u2029z\u0085\"}\n", []string{"1@0 {\"a\":\"x\u2028y\u2029z\u0085\"}"}},

	{"JL-READ-09 a fault inside a record", "{\"a\":@,\"b\":[{\"c\":1}],\"d\":{\"e\":1}}\n{}\n", []string{"1@0 invalid_json_line", "2@34 {}"}},
	{"JL-READ-09 text before a record", "oops {\"a\":1}\n", []string{"1@0 invalid_json_line", "1@5 recovered_record", `1@5 {"a":1}`}},
	{"JL-READ-09 text behind a record", "{\"a\":1} oops\n", []string{"1@0 recovered_record", `1@0 {"a":1}`, "1@8 invalid_json_line"}},
	{
		"JL-READ-09 one announcement a line", "x{\"a\":1}y{\"b\":2}\n",
		[]string{"1@0 invalid_json_line", "1@9 recovered_record", `1@9 {"b":2}`},
	},
	{
		"JL-READ-09 two losses and two records", "{\"x{\"a\":1}{\"y{\"b\":2}\n",
		[]string{"1@0 invalid_json_line", "1@3 recovered_record", `1@3 {"a":1}`, "1@10 invalid_json_line", `1@13 {"b":2}`},
	},

	{"JL-READ-10 text", "not json\n", []string{"1@0 invalid_json_line"}},
	{"values that are no objects", "1\n\"x\"\n[1]\nnull\n", []string{"1@0 1", `2@2 "x"`, "3@6 [1]", "4@10 null"}},
}

func TestRead(t *testing.T) {
	for _, c := range readCases {
		t.Run(c.name, func(t *testing.T) {
			if got, want := strings.Join(events(c.text), "\n"), strings.Join(c.want, "\n"); got != want {
				t.Errorf("reading %q\ngot:\n%s\nwant:\n%s", c.text, got, want)
			}
		})
	}
}

// events writes what Lines yields in the form of readCases.
func events(text string) (events []string) {
	for line, damage := range jsonl.Lines(text) {
		what := string(jsvalue.Append(nil, line.Value))
		if damage != nil {
			what = string(damage.Code())
			if number, offset, ok := damage.Line(); !ok || number != line.Number || offset != line.Offset {
				what += " at another place"
			}
		}
		events = append(events, fmt.Sprintf("%d@%d %s", line.Number, line.Offset, what))
	}
	return events
}

func TestMessages(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"JL-READ-04", "\x00\x00\n", "NUL"},
		{"JL-READ-05", "{}{}\n", "2 records share one line; all were read"},
		{"JL-READ-06", "{\"a\":\"x", "last line is torn"},
		{"JL-READ-07", "{\"a\":\"\xFF\"}\n", "U+FFFD"},
		{"JL-READ-07", "{\"a\":\"\xFF\"}{}\n", "all were read; the line holds bytes that are not UTF-8"},
		{"JL-READ-09", "x{\"a\":1}\n", "one record was recovered"},
		{"JL-READ-09", "x{\"a\":1}{\"b\":2}\n", "2 records were recovered"},
	} {
		_, diagnostics := jsonl.Read(c.text)
		var messages []string
		for _, d := range diagnostics {
			messages = append(messages, d.Message())
		}
		if !strings.Contains(strings.Join(messages, "\n"), c.want) {
			t.Errorf("%s: %q says %q, want %q in it", c.rule, c.text, messages, c.want)
		}
	}
}

// A consumer may stop at any event.
func TestLinesStops(t *testing.T) {
	text := "{}\nx{\"a\":1}{\"b\":2}y\n{\"c\":\"\xFF\"}\n{}\n"
	all := len(events(text))
	for stop := range all {
		seen := 0
		for range jsonl.Lines(text) {
			if seen == stop {
				break
			}
			seen++
		}
		if seen != stop {
			t.Errorf("stopped at event %d of %d, after %d", stop, all, seen)
		}
	}
}

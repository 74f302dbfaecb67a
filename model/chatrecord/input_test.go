package chatrecord

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// line is a record in short: uuid, parent ("" is null), type, and further members.
func line(uuid, parent, kind, more string) string {
	up := "null"
	if parent != "" {
		up = fmt.Sprintf("%q", parent)
	}
	return fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"sessionId":"s","type":%q%s}`, uuid, up, kind, more)
}

func inputOf(t *testing.T, options string, lines ...string) Input {
	t.Helper()
	c := testcase.Case{Dialect: Dialect, Op: "project", Input: protocol.TextOf(strings.Join(lines, "\n"))}
	if options != "" {
		var err error
		if c.Options, err = jsvalue.Decode(options); err != nil {
			t.Fatal(err)
		}
	}
	return Read(c)
}

func uuids(c *Chain) string {
	var ids []string
	for _, node := range c.Nodes {
		ids = append(ids, node.UUID)
	}
	return strings.Join(ids, " ")
}

// TestChain: CR-PREP-16 to CR-PREP-23, CR-DEC-27.
func TestChain(t *testing.T) {
	artifact := `,"subtype":"session_artifact_event"`
	tests := []struct {
		name, options string
		lines         []string
		chain         string
		gap, cycle    bool
	}{
		{"the last record is the leaf", "", []string{line("a", "", "user", ""), line("b", "a", "assistant", "")}, "a b", false, false},
		{"a named leaf", `{"leafUuid":"a"}`, []string{line("a", "", "user", ""), line("b", "a", "assistant", "")}, "a", false, false},
		{"a leaf that is not there", `{"leafUuid":"c"}`, []string{line("a", "", "user", "")}, "", false, false},
		{"an abandoned branch", "", []string{line("a", "", "user", ""), line("b", "a", "user", ""), line("c", "a", "user", "")}, "a c", false, false},
		{"the parent of the first fragment counts", "", []string{line("a", "", "user", ""), line("b", "a", "user", ""), line("b", "x", "user", "")}, "a b", false, false},
		{"an artifact is no parent", "", []string{line("a", "", "system", artifact), line("b", "a", "user", "")}, "b", true, false},
		{"a rejected record is no parent", "", []string{line("a", "", "robot", ""), line("b", "a", "user", "")}, "b", true, false},
		{"a cycle", "", []string{line("a", "b", "user", ""), line("b", "a", "user", "")}, "a b", false, true},
		{"a record that is its own parent", "", []string{line("a", "a", "user", "")}, "a", false, true},
		{"an artifact is no leaf", "", []string{line("a", "", "user", ""), line("b", "a", "system", artifact)}, "a", false, false},
		{"a hostile id", "", []string{line("__proto__", "", "user", ""), line("b", "__proto__", "user", "")}, "__proto__ b", false, false},
	}
	for _, test := range tests {
		chain := inputOf(t, test.options, test.lines...).Chain()
		if got := uuids(chain); got != test.chain || chain.Gap != test.gap || chain.Cycle != test.cycle {
			t.Errorf("%s: %q gap %v cycle %v", test.name, got, chain.Gap, chain.Cycle)
		}
	}
}

// TestErrorCode: CR-PREP-01 to CR-PREP-05.
func TestErrorCode(t *testing.T) {
	user := line("a", "", "user", "")
	other := strings.Replace(line("b", "a", "user", ""), `"s"`, `"t"`, 1)
	tests := []struct {
		options string
		lines   []string
		want    protocol.Code
	}{
		{"", []string{user}, ""},
		{"null", []string{user, "", "\t\r"}, ""},
		{"[]", []string{user}, "bad_options"},
		{`{"maxBlocks":null}`, []string{user}, "invalid_max_blocks"},
		{`{"maxBlocks":9007199254740991}`, []string{user}, ""},
		{`{"maxBlocks":9007199254740992}`, []string{user}, "invalid_max_blocks"},
		{`{"maxBlocks":0,"leafUuid":"z"}`, []string{user, other}, "invalid_max_blocks"},
		{`{"leafUuid":"z"}`, []string{user, other}, "mixed_session_ids"},
		{`{"leafUuid":null}`, []string{user}, "leaf_not_found"},
		{"", []string{user, "{"}, "bad_input"},
	}
	for _, test := range tests {
		if got := inputOf(t, test.options, test.lines...).ErrorCode("project"); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.options, test.lines, got, test.want)
		}
	}
	in := Read(testcase.Case{Op: "project", Input: protocol.ValueOf(jsvalue.NullValue())})
	if got := in.ErrorCode("project"); got != "invalid_records" {
		t.Errorf("null: %q", got)
	}
}

// TestFindings: CR-PREP-06 to CR-PREP-11.
func TestFindings(t *testing.T) {
	tests := []struct {
		line string
		want []Finding
	}{
		{`[]`, []Finding{{"invalid_record", 0, "", ""}}},
		{`{"uuid":"a","sessionId":"s","type":"user"}`, []Finding{{"invalid_record", 0, "a", ""}}},
		{line("a", "", "User", ""), []Finding{{"unknown_record_or_part", 0, "a", ""}}},
		{line("a", "", "user", `,"timestamp":null,"subtype":7,"message":"x"`), []Finding{
			{"invalid_timestamp", 0, "a", "timestamp"}, {"unknown_record_or_part", 0, "a", "subtype"}, {"malformed_part", 0, "a", "message"},
		}},
		{line("a", "", "user", `,"message":{"content":"x"}`), []Finding{{"unknown_record_or_part", 0, "a", "message"}}},
		{line("a", "", "user", `,"message":{"content":"","role":"user"}`), nil},
		{line("a", "", "system", `,"message":{"content":"x"}`), nil},
		{line("a", "", "user", `,"message":{"parts":null}`), []Finding{{"malformed_part", 0, "a", "message.parts"}}},
	}
	for _, test := range tests {
		if got := inputOf(t, "", test.line).Records[0].Findings; !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.line, got, test.want)
		}
	}
}

// TestNode: CR-PREP-25, CR-DEC-14, CR-DEC-18.
func TestNode(t *testing.T) {
	more := `,"timestamp":"2026-07-14T09:00:00Z","message":{"parts":[{"text":"x"}]},"toolCallResult":0,"usageMetadata":{"a":1}`
	later := `,"timestamp":"2026-07-14T08:30:00-01:00","message":{"parts":[{"text":"y"}],"role":"r"},"toolCallResult":"t","usageMetadata":null`
	chain := inputOf(t, "", line("a", "", "user", more), line("a", "z", "user", more+`,"cwd":"/"`), line("a", "", "user", later)).Chain()
	node := chain.Nodes[0]
	if len(node.Copies) != 1 || node.Copies[0].Index != 1 || len(node.Parts()) != 2 {
		t.Errorf("copies %v, parts %v", node.Copies, node.Parts())
	}
	if _, spelling, ok := node.Time(); spelling != "2026-07-14T08:30:00-01:00" || !ok {
		t.Errorf("time %q", spelling)
	}
	if node.ToolCallResult().Text() != "t" || node.UsageMetadata().Get("a").Float() != 1 || node.Role() != "" {
		t.Errorf("%v %v %q", node.ToolCallResult(), node.UsageMetadata(), node.Role())
	}
}

// TestManyRecords: a long chain is walked without recursion and in linear time.
func TestManyRecords(t *testing.T) {
	var lines []string
	for i := range 5000 {
		parent := ""
		if i > 0 {
			parent = fmt.Sprint(i - 1)
		}
		lines = append(lines, line(fmt.Sprint(i), parent, "user", ""))
	}
	if got := len(inputOf(t, "", lines...).Chain().Nodes); got != 5000 {
		t.Errorf("%d nodes", got)
	}
}

// TestParseTime: CR-DEC-13.
func TestParseTime(t *testing.T) {
	valid := map[string]int64{
		"1970-01-01T00:00:00Z": 0, "1970": 0, "1970-01z": 0, "1969-12-31": -86400000, "2026-07-14T09:00:00Z": 1784019600000,
		"2000-02-29 24:00": 951868800000, "1970-01-01t00:00:00.1239Z": 123, "1970-01-01T01:30+01:30": 0, "1970-01-01T00:00-0001": 60000,
		"-000001-01-01": -62198755200000, "+275760-09-13": 8640000000000000, "0000-01-01": -62167219200000,
		"Thu, 1 Jan 1970 00:00:00 GMT": 0, "  01 jan 1970 00:00 +0000 (x)": 0, "Mon, 1 Jan 1970 00:00 EST": 18000000, "1 Jan 1970 24:00 Z": 86400000,
		"thu,1 Jan 1970 00:00 GMT(x)": 0, "Thu , 1 Jan 1970 00:00 GMT ()": 0,
	}
	for text, want := range valid {
		if got, ok := ParseTime(text); !ok || got != want {
			t.Errorf("%q: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", " 1970", "1970-1-1", "1970-02-29", "1970-13", "1970-00-01", "-000000", "1970-01-01T24:00:01", "1970-01-01T24:00:00.001", "1970-01-01T25:00",
		"1970-01-01T00:60", "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00,5", "+275760-09-13T00:00:00.001Z", "1970-01-01T", "1970T00:00 Z", "1 Jan 1970 00:00",
		"1 January 1970 00:00 Z", "1 anf 1970 00:00 Z", "1 Jan 70 00:00 Z", "1 Jan 1970 00:00 XYZ", "1970-01-01Z00:00", "12345",
		"hut, 1 Jan 1970 00:00 Z", "xyz, 1 Jan 1970 00:00 Z", ", 1 Jan 1970 00:00 Z", "1 Jan 1970 00:00 E\u017fT", "\u017fat, 1 Jan 1970 00:00 Z",
	} {
		if got, ok := ParseTime(text); ok {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
}

package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

const reading = `{"records": [{"uuid": "a", "x": [1, 2]}], "lines": [1],
	"diagnostics": [{"code": "invalid_json_line", "severity": "error", "message": "m", "affectsCompleteness": true, "line": 2, "byteOffset": 9}]}`

func TestReads(t *testing.T) {
	tests := []struct {
		name, old, new string
		want           []string
	}{
		{"nothing", `"m"`, `"other words"`, nil},
		{"no message", `"m"`, `""`, []string{"diagnostics[invalid_json_line].message"}},
		{"a value", `[1, 2]`, `[1, 3]`, []string{"records[].x[]"}},
		{"a record", `{"uuid": "a", "x": [1, 2]}`, ``, []string{"records[]"}},
		{"a line", `"lines": [1]`, `"lines": [2]`, []string{"lines[]"}},
		{"an offset", `9`, `8`, []string{"diagnostics[invalid_json_line].byteOffset"}},
		{"a member", `"lines"`, `"more": 1, "lines"`, []string{"result.more"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			other := strings.Replace(reading, test.old, test.new, 1)
			if got := pathsOf(compare.Reads(decode(t, reading), decode(t, other), compare.Options{Strict: true})); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	refusal := compare.Plain(protocol.Fail(protocol.BadInput, "m"))
	if got := pathsOf(compare.Reads(decode(t, reading), refusal, compare.Options{})); !slices.Equal(got, []string{"error"}) {
		t.Errorf("a refusal: %q", got)
	}
}

// TestMaskWording: the words of the reference may be others, what stands beside them may not.
func TestMaskWording(t *testing.T) {
	projection := func(text string) jsvalue.Value {
		return jsvalue.ObjectValue(
			jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue(jsvalue.ObjectValue(
				jsvalue.Member{Key: "id", Value: jsvalue.StringValue("user-1")},
				jsvalue.Member{Key: "kind", Value: jsvalue.StringValue("user")},
				jsvalue.Member{Key: "text", Value: jsvalue.StringValue(text)},
			))},
			jsvalue.Member{Key: "diagnostics", Value: jsvalue.ArrayValue()},
			jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(true)},
			jsvalue.Member{Key: "truncated", Value: jsvalue.BoolValue(false)},
		)
	}
	ours := projection("see [attachment no longer available] there")
	for text, same := range map[string]bool{"see (gone) there": true, "see  there": false, "see (gone) here": false, "(gone)": false} {
		differences := compare.Answers(ours, projection(text), compare.Options{Mask: compare.MaskWording})
		if (len(differences) == 0) != same {
			t.Errorf("%q: %v", text, differences)
		}
	}
}

func pathsOf(differences []compare.Difference) []string {
	var paths []string
	for _, d := range differences {
		paths = append(paths, d.Path)
	}
	return paths
}

package jsonl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// record generates one record, as JSON text without line feeds, with a tag that tells it from the others.
func record(tag int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		text := rapid.SampledFrom([]string{"", "plain", `{\"a\":1}`, `\\`, "é\u2028\U0001F600", `[{\"x\":[`}).Draw(t, "text")
		inner := rapid.SampledFrom([]string{`1`, `{"a":{"b":1}}`, `[{"a":1},{"b":[{"c":"x"}]}]`, `[]`, `"s"`}).Draw(t, "inner")
		return fmt.Sprintf(`{"tag":%d,"text":"%s","inner":%s}`, tag, text, inner)
	})
}

func records(t *rapid.T) []string {
	n := rapid.IntRange(1, 8).Draw(t, "n")
	var list []string
	for i := range n {
		list = append(list, record(i).Draw(t, "record"))
	}
	return list
}

func tags(lines []jsonl.Line) (tags []int64) {
	for _, line := range lines {
		if tag, ok := line.Value.Get("tag").SafeInteger(); ok && line.Value.Len() == 3 {
			tags = append(tags, tag)
		} else {
			tags = append(tags, -1)
		}
	}
	return tags
}

// One damage costs at most the record it is in (JL-READ-04 to JL-READ-10).
func TestDamageCostsOneRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := records(t)
		hit := rapid.IntRange(0, len(list)-1).Draw(t, "hit")
		at := rapid.IntRange(0, len(list[hit])).Draw(t, "at")
		line := list[hit]
		var text strings.Builder
		for i, other := range list {
			if i != hit {
				text.WriteString(other + "\n")
				continue
			}
			switch rapid.SampledFrom([]string{"tear", "tear-end", "nul", "flip", "insert", "glue"}).Draw(t, "damage") {
			case "tear": // the next record follows on the same line
				text.WriteString(line[:at])
			case "tear-end": // a writer that first ends the torn line
				text.WriteString(line[:at] + "\n")
			case "nul":
				text.WriteString(line[:at] + "\x00\x00\x00" + line[at:] + "\n")
			case "flip":
				at = min(at, len(line)-1)
				text.WriteString(line[:at] + "\x01" + line[at+1:] + "\n")
			case "insert":
				text.WriteString(line[:at] + "\x02@" + line[at:] + "\n")
			case "glue":
				text.WriteString(line)
			}
		}
		lines, diagnostics := jsonl.Read(text.String())
		var known []int64 // an inner object of the damaged record may surface, never a wrong record
		for _, tag := range tags(lines) {
			if tag >= 0 {
				known = append(known, tag)
			}
		}
		if !slices.IsSorted(known) || len(slices.Compact(slices.Clone(known))) != len(known) {
			t.Fatalf("records out of order or twice: %v", known)
		}
		for i := range list {
			if i != hit && !slices.Contains(known, int64(i)) {
				t.Fatalf("record %d was lost, damage was in %d\n%q", i, hit, text.String())
			}
		}
		if !slices.Contains(known, int64(hit)) && at > 0 && !has(diagnostics, diagnostic.InvalidJSONLine) {
			t.Fatalf("record %d was lost in silence\n%q", hit, text.String())
		}
		if len(lines) > len(list)+1 {
			t.Fatalf("%d records became %d", len(list), len(lines))
		}
	})
}

// A byte order mark, CRLF and blank lines change nothing but numbers and offsets (JL-READ-01 to JL-READ-03).
func TestHarmlessChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := records(t)
		var text strings.Builder
		text.WriteString(rapid.SampledFrom([]string{"", "\uFEFF"}).Draw(t, "bom"))
		for i, record := range list {
			for range rapid.IntRange(0, 2).Draw(t, "blank") {
				text.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", " \t\n"}).Draw(t, "blank line"))
			}
			text.WriteString(record)
			if i < len(list)-1 || rapid.Bool().Draw(t, "last line feed") {
				text.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", " \n"}).Draw(t, "end"))
			}
		}
		lines, diagnostics := jsonl.Read(text.String())
		if len(diagnostics) > 0 || len(lines) != len(list) {
			t.Fatalf("%d lines of %d, diagnostics %v", len(lines), len(list), codes(diagnostics))
		}
		for i, line := range lines {
			if !strings.HasPrefix(text.String()[line.Offset:], list[i]) {
				t.Fatalf("offset %d is not that of record %d", line.Offset, i)
			}
			if got := string(jsvalue.Append(nil, line.Value)); got != list[i] {
				t.Fatalf("got %s, want %s", got, list[i])
			}
			if got := 1 + strings.Count(text.String()[:line.Offset], "\n"); got != line.Number {
				t.Fatalf("line %d, want %d", line.Number, got)
			}
		}
	})
}

func has(diagnostics []diagnostic.Diagnostic, code diagnostic.Code) bool {
	return slices.ContainsFunc(diagnostics, func(d diagnostic.Diagnostic) bool { return d.Code() == code })
}

func codes(diagnostics []diagnostic.Diagnostic) string {
	var list []string
	for _, d := range diagnostics {
		line, _, _ := d.Line()
		list = append(list, fmt.Sprintf("%s %d", d.Code(), line))
	}
	return strings.Join(list, ", ")
}

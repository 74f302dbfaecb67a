package generate_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func collect(source generate.Source, records int) (lines [][]byte) {
	for line := range generate.SessionFrom(source, records) {
		lines = append(lines, bytes.Clone(line))
	}
	return lines
}

func TestSameSeedSameBytes(t *testing.T) {
	first := bytes.Join(collect(generate.NewPCG(7), 400), []byte("\n"))
	second := bytes.Join(collect(generate.NewPCG(7), 400), []byte("\n"))
	if !bytes.Equal(first, second) {
		t.Error("one seed gave two sessions")
	}
	if bytes.Equal(first, bytes.Join(collect(generate.NewPCG(8), 400), []byte("\n"))) {
		t.Error("two seeds gave one session")
	}
}

func TestExactlyAsManyRecords(t *testing.T) {
	for records := range 120 {
		if got := len(collect(generate.NewPCG(uint64(records)), records)); got != records {
			t.Errorf("wanted %d records, got %d", records, got)
		}
	}
}

func TestEveryLineIsOneValue(t *testing.T) {
	for i, line := range collect(generate.NewPCG(1), 2000) {
		if _, err := jsvalue.Decode(string(line)); err != nil || !utf8.Valid(line) || bytes.ContainsRune(line, '\n') {
			t.Fatalf("line %d: %v: %s", i+1, err, line)
		}
	}
}

// TestCoversWhatSessionsHold: whoever changes the mix should see what went missing.
func TestCoversWhatSessionsHold(t *testing.T) {
	all := string(bytes.Join(collect(generate.NewPCG(1), 2000), []byte("\n")))
	for _, piece := range []string{
		`"type":"user"`, `"type":"assistant"`, `"type":"tool_result"`, `"thought":true`, `"usageMetadata"`, `"ui_telemetry"`,
		`"slash_command"`, `"name":"read_file"`, `"name":"glob"`, `"name":"run_shell_command"`, `"name":"edit"`,
		`"name":"todo_write"`, `"name":"mcp__tracker__search_issues"`, `"fileDiff"`, `"type":"todo_list"`, `{\"type\":\"todo_list\"`,
		`"status":"error"`, "```", "这", "🚀", `\"`, `\u001b`, `\r\n`,
	} {
		if !strings.Contains(all, piece) {
			t.Errorf("no %s", piece)
		}
	}
}

func TestMeanSizeOfARecord(t *testing.T) {
	const records = 20_000
	size := 0
	for line := range generate.Session(1, records) {
		size += len(line) + 1
	}
	if mean := size / records; mean < 1300 || mean > 1500 {
		t.Errorf("a record has %d bytes on average, not about 1.4 KB", mean)
	}
}

// TestDrySource: a source that gives only zeros ends, with records that differ.
func TestDrySource(t *testing.T) {
	seen := map[string]bool{}
	for _, line := range collect(zeros{}, 50) {
		if seen[string(line)] {
			t.Fatalf("twice: %s", line)
		}
		seen[string(line)] = true
	}
}

type zeros struct{}

func (zeros) Below(int) int { return 0 }

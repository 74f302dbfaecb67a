package jsonl_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// hostile holds lines that cost a careless reader quadratic time or memory (JL-READ-11).
var hostile = []struct {
	name  string
	piece string
	tail  string
}{
	{"restarts that fail at once", `{"`, ""},
	{"restarts that fail at the end of the line", `{"a":`, ""},
	{"restarts that end too early", `{"a":1},`, ""},
	{"nested objects behind a fault", `[{"a":`, "1" + strings.Repeat("}]", 10)},
	{"restarts inside strings", `{"a":"{`, ""},
	{"arrays", `[`, ""},
	{"blank lines", "\n", ""},
	{"NULs", "\x00", ""},
	{"invalid UTF-8", "\xFF", ""},
	{"invalid UTF-8 between records", "{\"a\":1}\xFF", ""},
	{"invalid UTF-8 before records", "{\"x\xFF{\"a\":1}", ""},
	{"glued records", `{"a":1}`, ""},
}

// Reading twice the text allocates about twice as much. (Time is watched by BenchmarkHostile.)
func TestHostileLinesAreLinear(t *testing.T) {
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			small := allocated(strings.Repeat(h.piece, 10_000) + h.tail)
			large := allocated(strings.Repeat(h.piece, 40_000) + h.tail)
			if large > 6*small+1_000_000 {
				t.Errorf("four times the text allocates %d bytes instead of %d", large, small)
			}
		})
	}
}

func allocated(text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range jsonl.Lines(text) {
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Giving up is said, and costs nothing behind the line.
func TestGivingUpIsSaid(t *testing.T) {
	lines, diagnostics := jsonl.Read(strings.Repeat(`{"a":`, 100_000) + "\n{}\n")
	if len(lines) != 1 || len(diagnostics) != 1 || diagnostics[0].Code() != diagnostic.InvalidJSONLine {
		t.Fatalf("%d lines, %s", len(lines), codes(diagnostics))
	}
	if !strings.Contains(diagnostics[0].Message(), "given up") {
		t.Errorf("message: %s", diagnostics[0].Message())
	}
}

// A deep torn record of ordinary shape is far from the bound: the record glued to it is found.
func TestDeepTornRecord(t *testing.T) {
	torn := strings.Repeat(`{"a":[{"b":1},`, 12) + `"text`
	lines, _ := jsonl.Read(torn + `{"c":"` + strings.Repeat("x", 50_000) + "\"}\n")
	if len(lines) != 1 || !lines[0].Value.Has("c") {
		t.Fatalf("%d lines", len(lines))
	}
}

func TestMillionBlankLines(t *testing.T) {
	lines, diagnostics := jsonl.Read(strings.Repeat("\n", 1_000_000) + "{}")
	if len(lines) != 1 || len(diagnostics) != 0 || lines[0].Number != 1_000_001 || lines[0].Offset != 1_000_000 {
		t.Errorf("%d lines, %d diagnostics", len(lines), len(diagnostics))
	}
}

func TestLongLine(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 8<<20) + `"}`
	lines, diagnostics := jsonl.Read(long + "\n" + long)
	if len(lines) != 2 || len(diagnostics) != 0 || len(lines[1].Value.Get("a").Text()) != 8<<20 {
		t.Errorf("%d lines, %d diagnostics", len(lines), len(diagnostics))
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		b.Run(strings.ReplaceAll(h.name, " ", "-"), func(b *testing.B) {
			text := strings.Repeat(h.piece, 1<<20/len(h.piece)) + h.tail
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for range jsonl.Lines(text) {
				}
			}
		})
	}
}

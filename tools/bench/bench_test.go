package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// eachSize runs a benchmark on a session of each size, and makes a session only if it is wanted.
func eachSize(b *testing.B, run func(b *testing.B, lines []string)) {
	for _, records := range []int{100, 5_000, 20_000, 100_000} {
		b.Run("records="+strconv.Itoa(records), func(b *testing.B) {
			lines := make([]string, 0, records)
			size := int64(0)
			for line := range generate.Session(1, records) {
				lines = append(lines, string(line))
				size += int64(len(line)) + 1
			}
			b.SetBytes(size)
			b.ReportAllocs()
			run(b, lines)
		})
	}
}

func decode(tb testing.TB, lines []string) []jsvalue.Value {
	tb.Helper()
	var decoder jsvalue.Decoder
	values := make([]jsvalue.Value, len(lines))
	for i, line := range lines {
		value, err := decoder.Decode(line)
		if err != nil {
			tb.Fatal(err)
		}
		values[i] = value
	}
	return values
}

func project(tb testing.TB, values []jsvalue.Value) chatrecord.Projection {
	tb.Helper()
	projection, err := chatrecord.Project(values, chatrecord.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return projection
}

func BenchmarkDecode(b *testing.B) {
	eachSize(b, func(b *testing.B, lines []string) {
		for b.Loop() {
			decode(b, lines)
		}
	})
}

// BenchmarkProject includes the decoding.
func BenchmarkProject(b *testing.B) {
	eachSize(b, func(b *testing.B, lines []string) {
		for b.Loop() {
			project(b, decode(b, lines))
		}
	})
}

// BenchmarkEncode counts the bytes of the session, so that its MB/s compare with the other two.
func BenchmarkEncode(b *testing.B) {
	eachSize(b, func(b *testing.B, lines []string) {
		projection := project(b, decode(b, lines))
		for b.Loop() {
			if err := projection.WriteJSON(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestMeasure(t *testing.T) {
	name, size, err := writeSession(t.TempDir(), 60)
	if err != nil {
		t.Fatal(err)
	}
	text, err := readFile(name)
	if err != nil || int64(len(text)) != size || strings.Count(text, "\n") != 60 {
		t.Fatalf("%d bytes, want %d: %v", len(text), size, err)
	}
	measured, err := measure(text)
	if err != nil {
		t.Fatal(err)
	}
	if measured.Blocks == 0 || measured.Mallocs == 0 || measured.ProjectMs < measured.DecodeMs {
		t.Errorf("%+v", measured)
	}
}

// TestHostileInputs: each is an input that is projected, whatever it costs when it is large.
func TestHostileInputs(t *testing.T) {
	for _, input := range hostile {
		var text strings.Builder
		w := bufio.NewWriter(&text)
		input.write(w, 30)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if _, err := measure(text.String()); err != nil {
			t.Errorf("%s: %v", input.name, err)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0}, {[]float64{4}, 4}, {[]float64{9, 1}, 5}, {[]float64{9, 1, 2}, 2}, {[]float64{8, 1, 4, 2}, 3},
	} {
		var all []figures
		for _, value := range c.values {
			all = append(all, figures{DecodeMs: value})
		}
		if got := median(all, func(f figures) float64 { return f.DecodeMs }); got != c.want {
			t.Errorf("median of %v = %v, want %v", c.values, got, c.want)
		}
	}
}

func TestNumbersOfTheTable(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{grouped(0), "0"},
		{grouped(999), "999"},
		{grouped(1000), "1,000"},
		{grouped(1234567), "1,234,567"},
		{rounded(0), "-"},
		{rounded(1.234), "1.23"},
		{rounded(45.67), "45.7"},
		{rounded(1234.5), "1,235"},
		{ratio(10, 4), "2.5x"},
		{ratio(0, 4), "-"},
		{ratio(4, 0), "-"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestPeakOfAStatusFile(t *testing.T) {
	if got := peakOf("Name:\tx\nVmPeak:\t  99 kB\nVmHWM:\t   1536 kB\nVmRSS:\t 12 kB\n"); got != 1536*1024 {
		t.Errorf("got %v", got)
	}
	if got := peakOf("Name:\tx\n"); got != 0 {
		t.Errorf("got %v", got)
	}
}

func TestTable(t *testing.T) {
	rows := []row{
		{
			records: 5000, bytes: 7_000_000, node: []figures{{DecodeMs: 40}}, sdk: []figures{{ProjectMs: 6400}},
			reference: []figures{{DecodeMs: 20, ProjectMs: 32, EncodeMs: 10, Mallocs: 60_000, PeakBytes: 35e6, Blocks: 4321}},
		},
		{records: 100, bytes: 140_000, reference: []figures{{DecodeMs: 0.5, ProjectMs: 1, EncodeMs: 0.1, Mallocs: 1200, Blocks: 90}}},
	}
	table := markdown(rows, 1, "20.1.0")
	for _, want := range []string{
		"| 5,000 | 7.00 | 40.0 | 20.0 | 2.0x | 32.0 | 1.2x | 6,400 | 200.0x | 10.0 | 12.0 | 35.0 | 5.0x | 4,321 |\n",
		"| 100 | 0.14 | - | 0.50 | - | 1.00 | - | - | - | 0.10 | 12.0 | - | - | 90 |\n",
		"node 20.1.0", "<!-- bench -->\n| records ", "<!-- /bench -->\n",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}

package protocol_test

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// readLines reads all lines; one that is too long is "!".
func readLines(t *testing.T, in io.Reader, max int) []string {
	t.Helper()
	reader, lines := protocol.NewLineReader(in, max), []string{}
	for {
		line, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return lines
		case errors.Is(err, protocol.ErrLineTooLong):
			line = "!"
		case err != nil:
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for _, c := range []struct {
		name, in string
		max      int
		want     []string
	}{
		{"nothing", "", 0, []string{}},
		{"TP-PROTO-01 LF", "a\nb\n", 0, []string{"a", "b"}},
		{"TP-PROTO-01 no LF at the end", "a\nb", 0, []string{"a", "b"}},
		{"TP-PROTO-01 nothing else ends a line", "a\rb\u2028c\vd\x00e\n", 0, []string{"a\rb\u2028c\vd\x00e"}},
		{"empty lines", "\n\na\n\n", 0, []string{"", "", "a", ""}},
		{"TP-PROTO-11 just short enough", "abc\nabcd\nabc", 3, []string{"abc", "!", "abc"}},
		{"TP-PROTO-11 a CR counts", "abc\r\nab\r\n", 3, []string{"!", "ab\r"}},
		{"TP-PROTO-11 the last line", "a\nabcd", 3, []string{"a", "!"}},
		{"TP-PROTO-11 longer than the buffer", long + "\na\n" + long, 3, []string{"!", "a", "!"}},
		{"longer than the buffer", long + "\na\n" + long, 200_000, []string{long, "a", long}},
		{"TP-PROTO-11 by one", long + "\na\n" + long, 199_999, []string{"!", "a", "!"}},
	} {
		for chunk, in := range map[string]io.Reader{
			"whole": strings.NewReader(c.in), "bytes": iotest.OneByteReader(strings.NewReader(c.in)), "with EOF": iotest.DataErrReader(strings.NewReader(c.in)),
		} {
			if got := readLines(t, in, c.max); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: %d lines, want %d", c.name, chunk, len(got), len(c.want))
			}
		}
	}
}

func TestLinesOfABrokenStream(t *testing.T) {
	broken := errors.New("cable cut")
	for _, before := range []string{"", "a", strings.Repeat("x", 100_000)} {
		reader := protocol.NewLineReader(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)), 10)
		if line, err := reader.Next(); !errors.Is(err, broken) || line != "" {
			t.Errorf("after %d bytes: %q, %v", len(before), line, err)
		}
	}
}

// endless gives x for ever, up to a limit.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	n := min(len(p), e.left)
	for i := range n {
		p[i] = 'x'
	}
	e.left -= n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A line that is too long is not held (TP-PROTO-11).
func TestLongLinesCostNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	lines := readLines(t, &endless{256 << 20}, 1<<20)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; len(lines) != 1 || lines[0] != "!" || got > 16<<20 {
		t.Errorf("%d lines, %d bytes allocated", len(lines), got)
	}
}

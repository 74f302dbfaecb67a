package command

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

const session = `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"hello"}]}}`

func run(in string, out io.Writer, args ...string) (code int, message string) {
	var stderr bytes.Buffer
	code = Main(args, Streams{In: strings.NewReader(in), Out: out, Err: &stderr, Getenv: func(string) string { return "" }})
	return code, stderr.String()
}

// TestNoValue: a flag that lacks its value is told so that the next call is right.
func TestNoValue(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"history", "--session", "-5", "-"}, `--session: a value is needed before "-5"; perhaps try --session="-5"?`},
		{[]string{"history", "--max-bytes", "--full", "-"}, `--max-bytes: a value is needed before "--full"; perhaps try --max-bytes="--full"?`},
		{[]string{"history", "--max-bytes", "-x", "-"}, `--max-bytes: a value is needed before "-x"; perhaps try --max-bytes="-x"?`},
		{[]string{"history", "--before=x", "-"}, `--before: an integer is needed`},
		{[]string{"history", "--session", "--full", "-"}, `--session: a value is needed before "--full"; perhaps try --session="--full"?`},
		{[]string{"history", "-", "--before"}, `--before: a value is needed`},
		{[]string{"history", "-", "--view", "text"}, `--view: must be one of "entries","rows","groups","summary" but got "text"`},
	} {
		var out strings.Builder
		code, message := run("", &out, c.args...)
		if first, _, _ := strings.Cut(message, "\n"); code != exitWrong || first != "transcript: usage: "+c.want {
			t.Errorf("%q: exit code %d, %s", c.args, code, message)
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestOutputFails(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		code, message := run(session, brokenWriter{errors.New("disk full")}, "project", "--format", format, "-")
		if code != exitWrong || !strings.HasPrefix(message, "transcript: output_failed: ") {
			t.Errorf("%s: exit code %d, %q", format, code, message)
		}
		code, message = run(session, brokenWriter{io.ErrClosedPipe}, "project", "--format", format, "-")
		if code != exitDone || message != "" {
			t.Errorf("%s, closed pipe: exit code %d, %q", format, code, message)
		}
	}
	code, _ := run(session+"\nx", brokenWriter{io.ErrClosedPipe}, "project", "--require-complete", "-")
	if code != exitNo {
		t.Errorf("closed pipe: exit code %d, want that of the question", code)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("cable cut") }

func TestInputFails(t *testing.T) {
	var out, stderr bytes.Buffer
	code := Main([]string{"project", "-"}, Streams{In: brokenReader{}, Out: &out, Err: &stderr, Getenv: os.Getenv})
	if code != exitWrong || stderr.String() != "transcript: input_unreadable: standard input: cable cut\n" || out.Len() > 0 {
		t.Errorf("exit code %d, %q", code, stderr.String())
	}
}

// The file is in memory once.
func TestReadInputAllocatesOnce(t *testing.T) {
	const size = 32 << 20
	path := filepath.Join(t.TempDir(), "large.jsonl")
	if err := os.WriteFile(path, bytes.Repeat([]byte{'\n'}, size), 0o600); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, err := readInput(path, nil)
	runtime.ReadMemStats(&after)
	if err != nil || len(text) != size {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > size*5/4 {
		t.Errorf("reading %d bytes allocates %d", size, got)
	}
}

func TestProgress(t *testing.T) {
	var b strings.Builder
	p := &progress{w: &b, total: 200 << 20}
	p.at(100 << 20)
	p.at(101 << 20) // too soon
	p.next = time.Time{}
	p.at(150 << 20)
	p.done()
	if want := "\rreading: 50 % of 200 MB\rreading: 75 % of 200 MB\r\x1b[K"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	hidden := newProgress(&Streams{Err: &b}, 1<<30)
	hidden.at(1)
	hidden.done()
	if hidden != nil {
		t.Error("progress is shown on what is no terminal")
	}
}

func TestWantsColor(t *testing.T) {
	if wantsColor(&Streams{Out: &bytes.Buffer{}, Getenv: func(string) string { return "" }}) {
		t.Error("colours in a buffer")
	}
}

// TestHelpIsWrapped: no line of a long help is longer than a wide terminal.
func TestHelpIsWrapped(t *testing.T) {
	for _, command := range []interface{ Help() string }{
		projectCommand{}, certifyCommand{}, reproCommand{}, reportCommand{}, reportMergeCommand{}, genCommand{}, corpusCommand{}, serveCommand{}, compactCommand{},
	} {
		for line := range strings.Lines(command.Help()) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 126 {
				t.Errorf("%T: %d columns: %s", command, utf8.RuneCountInString(line), line)
			}
		}
	}
}

package protocoltest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// limit is how long a subject may take for all the lines.
const limit = time.Minute

// Check holds a subject to the protocol: command makes a process that is not started, and ends with the context.
func Check(t *testing.T, command func(context.Context) *exec.Cmd) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, *exec.Cmd){
		"lines": checkLines, "answers at once": checkPrompt, "closed output": checkClosedOutput,
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			check(t, command(ctx))
		})
	}
}

// Input is the lines as one stream; the last needs no line feed (TP-PROTO-01).
func Input(lines []Line) []byte {
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.Text
	}
	return []byte(strings.Join(texts, "\n"))
}

// Compare reports the first answer that is not what the lines want.
func Compare(output []byte, lines []Line) error {
	rest := string(output)
	for number, line := range lines {
		if line.Want == "" {
			continue
		}
		var answer string
		answer, rest, _ = strings.Cut(rest, "\n")
		id, parsed, err := protocol.ParseAnswer(answer)
		if err != nil {
			return fmt.Errorf("line %d, %.200s: %w: %.200q", number+1, line.Text, err, answer)
		}
		if got := string(jsvalue.AppendASCII(nil, id)) + " " + outcome(parsed); got != line.Want {
			return fmt.Errorf("line %d, %.200s: got %s, want %s", number+1, line.Text, got, line.Want)
		}
	}
	if rest != "" {
		return fmt.Errorf("more than the answers: %.200q", rest)
	}
	return nil
}

func outcome(answer protocol.Answer) string {
	switch answer.Kind() {
	case protocol.ErrorAnswer:
		return string(answer.Err().Code)
	case protocol.UnsupportedAnswer:
		return "unsupported"
	}
	return "result"
}

func checkLines(t *testing.T, subject *exec.Cmd) {
	lines := Lines()
	subject.Stdin = bytes.NewReader(Input(lines))
	output, err := subject.Output()
	if err != nil {
		t.Fatalf("it did not end with 0 after its input (TP-PROTO-14): %v", err)
	}
	if err := Compare(output, lines); err != nil {
		t.Error(err)
	}
}

// checkPrompt: an answer comes before the next request, which a buffer that is not flushed would keep back.
func checkPrompt(t *testing.T, subject *exec.Cmd) {
	input, output := start(t, subject)
	answers := bufio.NewReader(output)
	for range 3 {
		if _, err := io.WriteString(input, `{"id":1,"op":"describe"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := answers.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	input.Close()
	if err := subject.Wait(); err != nil {
		t.Error(err)
	}
}

// checkClosedOutput: when nobody reads its answers any more, it ends without a fault (TP-PROTO-14).
func checkClosedOutput(t *testing.T, subject *exec.Cmd) {
	input, output := start(t, subject)
	output.Close()
	var err error
	for err == nil {
		_, err = io.WriteString(input, `{"id":1,"op":"describe"}`+"\n") // until the pipe breaks
	}
	if err := subject.Wait(); err != nil {
		t.Error(err)
	}
}

func start(t *testing.T, subject *exec.Cmd) (io.WriteCloser, io.ReadCloser) {
	t.Helper()
	input, err := subject.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := subject.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := subject.Start(); err != nil {
		t.Fatal(err)
	}
	return input, output
}

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// served is a running "transcript serve", or another command that answers lines.
type served struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	pipe    io.Closer
	stderr  strings.Builder
}

func start(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{command: exec.Command("transcript", args...)} // TestMain put it in the path
	s.command.Stderr = &s.stderr
	in, err := s.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.command.Process.Kill() })
	s.in, s.out, s.pipe = in, bufio.NewReader(out), out
	return s
}

// ask makes sure that the program runs and has its signals in hand.
func (s *served) ask(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(s.in, `{"id":1,"op":"describe"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := s.out.ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"id":1,"result":`) {
		t.Fatalf("%q, %v", line, err)
	}
}

// wantExit waits for the end; there is nothing to say about an end that was asked for.
func (s *served) wantExit(t *testing.T, code int) {
	t.Helper()
	err := s.command.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := s.command.ProcessState.ExitCode(); got != code || s.stderr.String() != "" {
		t.Errorf("exit code %d, want %d; stderr %q", got, code, s.stderr.String())
	}
}

// TestServeEnds: what ends the server, and with which exit code (TP-PROTO-14).
func TestServeEnds(t *testing.T) {
	t.Run("end of input", func(t *testing.T) {
		s := start(t, "serve")
		s.ask(t)
		s.in.Close()
		s.wantExit(t, 0)
	})
	t.Run("closed output", func(t *testing.T) {
		s := start(t, "serve")
		s.ask(t)
		s.pipe.Close()
		if _, err := io.WriteString(s.in, `{"id":2,"op":"describe"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		s.wantExit(t, 0)
	})
	if runtime.GOOS == "windows" {
		return // a process cannot send these signals there
	}
	for signal, code := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 0} {
		t.Run(signal.String(), func(t *testing.T) {
			s := start(t, "serve")
			s.ask(t)
			if err := s.command.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			s.wantExit(t, code)
		})
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hangs starts a daemon, which has left its process group, and does not answer; each writes down its number first.
const hangs = `echo $$ >hanging
setsid sh -c 'echo $$ >daemon; exec sleep 300' &
exec sleep 300
`

// describes says what it is before it hangs.
const describes = `read -r line
echo '{"id":1,"result":{"protocol":1,"dialects":{"chatrecord":["project"]}}}'
read -r line
`

// TestCertifyInterrupted: SIGINT ends a run that waits for a target, with a report of what there is, and ends the target
// with what that has started.
func TestCertifyInterrupted(t *testing.T) {
	for name, script := range map[string]string{"asked what it is": hangs, "asked about a case": describes + hangs} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "hangs.sh"), []byte(script), 0o600); err != nil {
				t.Fatal(err)
			}
			command := exec.Command("transcript", "certify", "--target", "sh hangs.sh", "--timeout", "5m", "--rule", "CR-PREP-25", "--cases", "0", "--report", "json=report", "--write-known", "known.yaml")
			command.Dir = dir
			var out strings.Builder
			command.Stdout, command.Stderr = &out, &out
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = command.Process.Kill() })
			pids := []int{number(t, filepath.Join(dir, "hanging")), number(t, filepath.Join(dir, "daemon"))}
			if err := command.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := command.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
				t.Errorf("%v, want exit code 130", err)
			}
			report, err := os.ReadFile(filepath.Join(dir, "report"))
			if err != nil || !strings.Contains(string(report), `"end":"interrupted"`) || !strings.Contains(out.String(), "the report is partial: interrupted") {
				t.Errorf("%v\n%s\n%s", err, report, out.String())
			}
			if _, err := os.Stat(filepath.Join(dir, "known.yaml")); !errors.Is(err, os.ErrNotExist) || !strings.Contains(out.String(), "known.yaml is left as it is") {
				t.Errorf("a list was written: %v\n%s", err, out.String())
			}
			for _, pid := range pids {
				if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
					t.Errorf("process %d is left: %v", pid, err)
				}
			}
		})
	}
}

// number waits for a file with a number.
func number(t *testing.T, file string) int {
	t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(file) // it is not there at first
		if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			return n
		}
	}
	t.Fatal("it does not come: " + file)
	return 0
}

// TestCertifyLeavesOthersAlone: what the program had as children before, from who became it, is not its own to end.
func TestCertifyLeavesOthersAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stranger")
	out, err := exec.Command("sh", "-c", `sleep 300 >/dev/null 2>&1 & echo $! >"$1"; exec transcript certify --target 'sh -c "exit 1"' --rule CR-PREP-25 --cases 0`, "sh", file).Output() // its error is that nothing is certified
	if !strings.Contains(string(out), "the process ended: exit status 1") {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := syscall.Kill(number(t, file), syscall.SIGKILL); err != nil {
		t.Errorf("the stranger: %v", err)
	}
}

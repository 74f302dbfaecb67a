package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// TestAppendLines: a file that changed since it was read is refused and left alone, whatever changed (ES-REPAIR-07).
func TestAppendLines(t *testing.T) {
	const text, lines = "read\n", "appended\n"
	for name, change := range map[string]func(path string) error{
		"nothing":    func(string) error { return nil },
		"it grew":    func(path string) error { return os.WriteFile(path, []byte(text+"more\n"), 0o600) },
		"it was cut": func(path string) error { return os.Truncate(path, 2) },
		"same length": func(path string) error {
			return errors.Join(os.WriteFile(path, []byte("READ\n"), 0o600), os.Chtimes(path, time.Time{}, time.Unix(1, 0)))
		},
		"another file": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte(text), 0o600))
		},
	} {
		path := filepath.Join(t.TempDir(), "chat.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		read, err := os.Stat(path)
		if err == nil {
			err = change(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		err = appendLines(path, lines, read, text)
		after, _ := os.ReadFile(path)
		if name == "nothing" {
			if err != nil || string(after) != text+lines {
				t.Errorf("%v, %q", err, after)
			}
			continue
		}
		var failed *Failure
		if !errors.As(err, &failed) || failed.Code != "file_changed" || string(after) != string(before) {
			t.Errorf("%s: %v, %q", name, err, after)
		}
	}
	path := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	var failed *Failure
	if err := sessiondir.Lock(held); err == nil { // where there are locks, one of two repairs is refused
		read, _ := os.Stat(path)
		if err := appendLines(path, lines, read, text); !errors.As(err, &failed) || failed.Code != "file_changed" {
			t.Error(err)
		}
	}
	directory := t.TempDir()
	read, _ := os.Stat(directory)
	if err := appendLines(directory, lines, read, ""); !errors.As(err, &failed) || failed.Code != "usage" {
		t.Error(err)
	}
}

// TestRepairTornLine: a last line that is torn is lost alone, and a whole one without line feed is not (ES-REPAIR-07).
func TestRepairTornLine(t *testing.T) {
	const asked, status = `{"sessionId":"a","event":{"type":"user_message","text":"q"}}`, `{"sessionId":"a","event":{"type":"status","turnStatus":"completed"}}`
	for last, want := range map[string][2]string{
		status[:20]:        {`"interrupted"`, "is torn and stays as it is; a line feed went first"},
		status:             {`"completed"`, "has no line feed; a line feed went first"},
		status + "\n":      {`"completed"`, ""},
		status + "\n\t":    {`"completed"`, "has no line feed; a line feed went first"},
		status[:20] + "\n": {`"interrupted"`, ""},
		history.CapNotice:  {`"interrupted"`, "has no line feed; a line feed went first"},
	} {
		path := filepath.Join(t.TempDir(), "chat.jsonl")
		if err := os.WriteFile(path, []byte(asked+"\n"+last), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if code, message := run("", &out, "repair", "--write", path); code != exitDone || !strings.Contains(out.String(), want[0]) ||
			!strings.Contains(out.String(), want[1]) || strings.Contains(out.String(), "last line") != (want[1] != "") {
			t.Errorf("%q: exit code %d, %s\n%s", last, code, message, out.String())
		}
		text, _ := os.ReadFile(path)
		if !strings.HasPrefix(string(text), asked+"\n"+strings.TrimSuffix(last, "\n")+"\n{") || !strings.HasSuffix(string(text), "}\n") {
			t.Errorf("%q", text)
		}
		out.Reset()
		if code, _ := run("", &out, "repair", path); code != exitDone || !strings.Contains(out.String(), "nothing to repair") {
			t.Errorf("exit code %d\n%s", code, out.String())
		}
	}
}

// TestRepairCapped: ends are shown for a file that was capped, and it is said that they can be what was omitted.
func TestRepairCapped(t *testing.T) {
	const asked = `{"sessionId":"a","event":{"type":"user_message","text":"q"}}` + "\n"
	for text, capped := range map[string]bool{asked + history.CapNotice + "\n": true, asked: false, asked + "about " + history.CapNotice + "\n": false} {
		var out strings.Builder
		code, message := run(text, &out, "repair", "-")
		if code != exitNo || strings.Contains(out.String(), "The file was capped by who wrote it: ") != capped {
			t.Errorf("%q: %d, %s, %s", text, code, message, out.String())
		}
	}
}

// TestRepairTooLong: a long name that is copied into each line makes no gigabytes of a short file (ES-REPAIR-07).
func TestRepairTooLong(t *testing.T) {
	text := `{"sessionId":"a","event":{"type":"status","turnStatus":"started","turnId":"` + strings.Repeat("t", 1_000_000) + `"}}` + "\n"
	for i := range 12 {
		text += fmt.Sprintf(`{"sessionId":"a","event":{"type":"subagent_started","taskId":"x%d"}}`+"\n", i)
	}
	path := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, message := run("", &strings.Builder{}, "repair", "--write", path)
	if after, _ := os.ReadFile(path); code != exitWrong || !strings.Contains(message, "repair_too_long: ") || string(after) != text {
		t.Errorf("%d, %s, %d bytes", code, message, len(after))
	}
}

// TestRepairTold: the last line that is torn is named where nothing is missing too; a failure of the output behind the write says
// that the lines are in the file.
func TestRepairTold(t *testing.T) {
	const whole = `{"sessionId":"a","event":{"type":"user_message","text":"q"}}` + "\n"
	const ends = `{"sessionId":"a","event":{"type":"status","turnStatus":"completed"}}` + "\n" + `{"sessionId":"a","event":{"type":"done"}}` + "\n"
	var out strings.Builder
	if code, message := run(whole+ends+`{"sess`, &out, "repair", "-"); code != exitDone || out.String() != "chat a: nothing to repair\nThe last line of the file is torn, and stays as it is.\n" {
		t.Errorf("exit code %d, %s%s", code, message, out.String())
	}
	path := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	full := brokenWriter{errors.New("disk full")}
	for _, c := range []struct {
		args     []string
		appended bool
	}{{[]string{"repair", path}, false}, {[]string{"repair", "--write", path}, true}, {[]string{"repair", "--write", path}, false}} {
		code, message := run("", full, c.args...)
		if code != exitWrong || !strings.HasPrefix(message, "transcript: output_failed: disk full") || strings.Contains(message, "; the lines were appended to ") != c.appended {
			t.Errorf("%q: exit code %d, %s", c.args, code, message)
		}
	}
	if text, _ := os.ReadFile(path); strings.Count(string(text), "\n") != 3 {
		t.Errorf("%s", text)
	}
}

package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
		err = appendLines(path, lines, read, len(text))
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
	directory := t.TempDir()
	read, _ := os.Stat(directory)
	var failed *Failure
	if err := appendLines(directory, lines, read, 0); !errors.As(err, &failed) || failed.Code != "usage" {
		t.Error(err)
	}
}

// TestRepairTornLine: a last line that is torn is lost alone, and a whole one without line feed is not (ES-REPAIR-07).
func TestRepairTornLine(t *testing.T) {
	const asked, status = `{"sessionId":"a","event":{"type":"user_message","text":"q"}}`, `{"sessionId":"a","event":{"type":"status","turnStatus":"completed"}}`
	for last, want := range map[string]string{
		status[:20]: `"interrupted"`,
		status:      `"completed"`,
	} {
		path := filepath.Join(t.TempDir(), "chat.jsonl")
		if err := os.WriteFile(path, []byte(asked+"\n"+last), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if code, message := run("", &out, "repair", "--write", path); code != exitDone || !strings.Contains(out.String(), want) {
			t.Errorf("exit code %d, %s\n%s", code, message, out.String())
		}
		text, _ := os.ReadFile(path)
		if !strings.HasPrefix(string(text), asked+"\n"+last+"\n{") || !strings.HasSuffix(string(text), "}\n") {
			t.Errorf("%q", text)
		}
		out.Reset()
		if code, _ := run("", &out, "repair", path); code != exitDone || !strings.Contains(out.String(), "nothing to repair") {
			t.Errorf("exit code %d\n%s", code, out.String())
		}
	}
}

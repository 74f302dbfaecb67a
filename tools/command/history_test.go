package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
)

// TestHistoryNotes: the text of a page says how to see a line that is larger than the page, and that a line in which it ends is
// no loss.
func TestHistoryNotes(t *testing.T) {
	said := func(text string) string {
		return fmt.Sprintf(`{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"%s"}}`+"\n", text)
	}
	first, torn := said("a"), `{"sessionId":"s","event":{"type":"te`+"\n"
	file := first + torn + said(strings.Repeat("b", 200_000)) + said("c")
	path := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	const cut = "The page ends inside the line that begins at byte "
	whole := "The whole chat, with the line that is larger than the page: transcript project --dialect eventstream --session s " + path + "\n"
	for _, c := range []struct {
		name       string
		before     int
		says, keep string // what the text has, and what it has not
	}{
		{"the end of a line", len(first), "complete: 1 row", cut},
		{"inside a line", 20, cut + "0, which is left out.", "incomplete"},
		{"inside a line behind another", len(first) + 20, cut + fmt.Sprint(len(first)) + ", which", "incomplete"},
		{"damage", len(first + torn), "byte " + fmt.Sprint(len(first)) + ":", cut},
		{"inside a large line", 150_000, whole, cut},
		{"inside a large line that begins on the page", 50_000, fmt.Sprintf("%s%d, which", cut, len(first+torn)), whole},
		{"the end of the file", len(file), "complete: 1 row", cut},
		{"behind the end of the file", 2 * len(file), "complete: 1 row", cut},
	} {
		var out strings.Builder
		code, message := run("", &out, "history", "--session", "s", "--max-bytes", "65536", "--before", fmt.Sprint(c.before), path)
		if code != exitDone || !strings.Contains(out.String(), c.says) || strings.Contains(out.String(), c.keep) {
			t.Errorf("%s: exit code %d, %s\n%s", c.name, code, message, out.String())
		}
	}
	out := strings.Builder{}
	if code, message := run(file, &out, "history", "--max-bytes", "65536", "--before", "150000", "-"); code != exitDone || !strings.Contains(out.String(), "transcript project --dialect eventstream -\n") {
		t.Errorf("exit code %d, %s\n%s", code, message, out.String())
	}
}

// TestHistoryOrder: findings of reading and of drawing stand in the order of the file.
func TestHistoryOrder(t *testing.T) {
	file := `{"sessionId":"s","timestamp":"1","event":{"type":"user_message","text":"a"}}` + "\n" +
		`{"sessionId":"s","timestamp":"1","event":{"type":"no such type"}}` + "\n" + "torn\n"
	for _, command := range [][]string{{"history", "-"}, {"project", "--dialect", "eventstream", "-"}} {
		var out strings.Builder
		run(file, &out, command...)
		first, second := strings.Index(out.String(), "unknown_event_type"), strings.Index(out.String(), "invalid_json_line")
		if first < 0 || second < first {
			t.Errorf("%q:\n%s", command, out.String())
		}
	}
}

// TestHistoryCommandRuns: the command for what is older is one that runs, also for a name that begins with a dash, and a session
// without an event in the part is named.
func TestHistoryCommandRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	event := `{"sessionId":"-s x","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"` + strings.Repeat("a", 1000) + `"}}` + "\n"
	if err := os.WriteFile("-chat.jsonl", []byte(strings.Repeat(event, 5)), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if code, message := run("", &out, "history", "--session=-s x", "--max-bytes", "2500", "--", "-chat.jsonl"); code != exitDone {
		t.Fatalf("exit code %d, %s", code, message)
	}
	if want := "transcript history --session='-s x' --max-bytes 65536 --before "; !strings.Contains(out.String(), want) || !strings.Contains(out.String(), " ./-chat.jsonl\n") {
		t.Errorf("no %s in %s", want, out.String())
	}
	out.Reset()
	code, message := run("", &out, "history", "--session", "other", "--before", "2000", "./-chat.jsonl")
	if want := "No event of session other stands in this part of the file."; code != exitDone || !strings.Contains(out.String(), want) {
		t.Errorf("exit code %d, %s: no %s in %s", code, message, want, out.String())
	}
}

// TestCompressedIsNamed: compressed bytes with a CR are not lines that end in CR.
func TestCompressedIsNamed(t *testing.T) {
	var out strings.Builder
	if code, message := run("\x1f\x8b\b\x00\r\x00", &out, "compact", "--for", "wire", "-"); code != exitWrong || !strings.Contains(message, "gzip") {
		t.Errorf("exit code %d, %s", code, message)
	}
}

// TestHistoryOfALongBeginning: without --session the beginning of a file is searched for one, and no more.
func TestHistoryOfALongBeginning(t *testing.T) {
	text := strings.Repeat("\n", 8_000_001) + `{"sessionId":"s","event":{"type":"text","text":"late"}}` + "\n"
	path := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if code, message := run("", &out, "history", path); code != exitWrong || !strings.Contains(message, "chat.jsonl: "+history.ErrNoSession.Error()+"; say which") {
		t.Errorf("exit code %d, %s", code, message)
	}
	if code, message := run("", &out, "history", "--session", "s", path); code != exitDone || !strings.Contains(out.String(), "late") {
		t.Errorf("exit code %d, %s", code, message)
	}
}

// TestHistoryOfALostEvent: a chat that has lost its only event is shown with the loss, by every command.
func TestHistoryOfALostEvent(t *testing.T) {
	const said = `{"sessionId":"s","event":{"type":"text","text":"a"}}`
	glued, line := said+said+"\n", compressed(t, said)
	for _, text := range []string{glued, said[:len(said)-1], string(line[:len(line)-9])} {
		for _, command := range []string{"history", "history --before 9", "history --format json", "project --dialect eventstream", "compact --for wire", "repair"} {
			var out strings.Builder
			code, message := run(text, &out, append(strings.Fields(command), "-")...)
			isCut := strings.HasPrefix(text, gzipMagic)
			if code != exitDone && !(isCut && command == "repair") || strings.Contains(message, "not_a_session") {
				t.Errorf("%s of %q: exit code %d, %s", command, text, code, message)
			}
			loss := "invalid_json_line"
			if strings.Contains(command, "--before") { // inside the line
				loss = "The page ends inside the line that begins at byte 0, which is left out."
			}
			if strings.HasPrefix(command, "history") && !strings.Contains(out.String(), loss) {
				t.Errorf("%s of %q:\n%s", command, text, out.String())
			}
		}
	}
}

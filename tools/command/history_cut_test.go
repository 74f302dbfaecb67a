package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHistoryOfCutFiles: of compressed data that is cut off nothing is said of what is lost: not that a session has no events there,
// and of a file that is not chosen that it was judged by its beginning.
func TestHistoryOfCutFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	said := func(session, word string) string {
		return `{"sessionId":"` + session + `","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"` + word + `"}}` + "\n"
	}
	cut := compressed(t, said("other", "apples"), said("s", "pears"))
	cut = cut[:len(cut)-30]
	chats := filepath.Join(dir, ".ade", "transcripts")
	if err := os.MkdirAll(chats, 0o700); err != nil {
		t.Fatal(err)
	}
	put := func(name string, text []byte) string {
		path := filepath.Join(chats, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := put("s.jsonl.gz", cut)
	code, message := run("", &strings.Builder{}, "history", "--session", "s", path)
	if code != exitWrong || !strings.Contains(message, "session_not_found: no event of session s stands in what could be read of "+path+"; whether the rest") {
		t.Errorf("exit code %d, %s", code, message)
	}
	code, message = run("", &strings.Builder{}, "project", "--dialect", "eventstream", "--session", "s", path)
	if code != exitWrong || !strings.Contains(message, "there is no session s in what could be read; whether the rest has it is not known; there are: other") {
		t.Errorf("exit code %d, %s", code, message)
	}
	put("s.jsonl", []byte(said("s", "plums")))
	var out strings.Builder
	code, message = run("", &out, "history", "--session", "s", dir)
	for _, want := range []string{
		"transcript: input_truncated: the compressed data of .ade/transcripts/s.jsonl.gz is cut off; what came before is read\n",
		"transcript: reading .ade/transcripts/s.jsonl; .ade/transcripts/s.jsonl.gz has no event of the session in what could be read\n",
	} {
		if code != exitDone || !strings.Contains(message, want) || !strings.Contains(out.String(), "plums") {
			t.Errorf("exit code %d, %s\n%s", code, message, out.String())
		}
	}
}

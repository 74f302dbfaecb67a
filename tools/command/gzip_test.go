package command

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// compressed is a text as gzip writes it, each part so that it can be read without what follows.
func compressed(t *testing.T, parts ...string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	for _, part := range parts {
		if _, err := w.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestCompressed: what is compressed is read as what it holds, whole or cut off, and is not written to.
func TestCompressed(t *testing.T) {
	said := func(word string) string {
		return `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"` + word + `"}}` + "\n"
	}
	path := filepath.Join(t.TempDir(), "chat.jsonl.gz")
	whole := compressed(t, said("apples"), said("pears"))
	for _, c := range []struct {
		name  string
		bytes []byte
		told  string
	}{
		{"whole", whole, ""},
		{"cut off", whole[:len(whole)-20], "input_truncated: the compressed data of "},
		{"a wrong checksum", append(whole[:len(whole)-8:len(whole)-8], "12345678"...), "is damaged (gzip: invalid checksum)"},
	} {
		if err := os.WriteFile(path, c.bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"history", "project --dialect eventstream", "compact --for wire"} {
			var out strings.Builder
			code, message := run("", &out, append(strings.Fields(command), path)...)
			isTold := strings.Contains(message, c.told) && (c.told != "" || message == "")
			if code != exitDone || !isTold || !strings.Contains(out.String(), "apples") {
				t.Errorf("%s, %s: exit code %d, %s\n%s", c.name, command, code, message, out.String())
			}
		}
		for _, command := range []string{"project --dialect eventstream", "compact --for wire"} {
			code, message := run("", &strings.Builder{}, append(strings.Fields(command), "--require-complete", path)...)
			if (code == exitDone) != (c.told == "") {
				t.Errorf("%s, %s: exit code %d, %s", c.name, command, code, message)
			}
		}
		code, message := run("", &strings.Builder{}, "repair", "--write", path)
		if code != exitWrong || !strings.Contains(message, "input_compressed: ") {
			t.Errorf("%s: exit code %d, %s", c.name, code, message)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, c.bytes) {
			t.Errorf("%s: the file was written: %v", c.name, err)
		}
	}
}

// TestCompressedByBytes: whether a file that is named is compressed its bytes say, to every command; of the files of a directory the
// name says it too, so that one whose beginning is damaged is not taken for one without events.
func TestCompressedByBytes(t *testing.T) {
	t.Chdir(t.TempDir())
	const said = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"apples"}}` + "\n"
	for path, text := range map[string][]byte{
		"plain.gz": []byte(said), "packed.jsonl": compressed(t, said),
		".ade/transcripts/p.jsonl": compressed(t, said), ".ade/transcripts/s.jsonl.gz": []byte(said),
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, text, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"plain.gz", "packed.jsonl"} {
		for _, command := range []string{"history", "project --dialect eventstream", "compact --for wire"} {
			var out strings.Builder
			code, message := run("", &out, append(strings.Fields(command), path)...)
			if code != exitDone || !strings.Contains(out.String(), "apples") || message != "" {
				t.Errorf("%s %s: exit code %d, %s\n%s", command, path, code, message, out.String())
			}
		}
	}
	for session, told := range map[string]string{"p": "there is no session p", "s": " is compressed by gzip: "} {
		code, message := run("", &strings.Builder{}, "history", "--session", session, ".")
		if code != exitWrong || !strings.Contains(message, told) {
			t.Errorf("%s: exit code %d, %s", session, code, message)
		}
	}
	large := strings.Replace(said, "apples", strings.Repeat("apples", 20_000), 1)
	if err := os.WriteFile("plain.gz", compressed(t, large), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	code, message := run("", &out, "history", "--session", "s", "--max-bytes", "65536", "--before", "100000", "plain.gz")
	want := "larger than the page: transcript project --dialect eventstream --session s plain.gz\n"
	if code != exitDone || !strings.Contains(out.String(), want) {
		t.Errorf("exit code %d, %s: no %s in %s", code, message, want, out.String())
	}
}

// TestCompressedEmpty: no compressed data is empty, so that an empty file with such a name has lost all, for every command.
func TestCompressedEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("chat.jsonl.gz", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for command, told := range map[string]string{
		"history": "", "project": "", "project --dialect eventstream": "", "compact --for wire": "", "repair": "",
		"repair --write": "input_compressed: --write: chat.jsonl.gz is compressed by gzip; decompress it first",
	} {
		code, message := run("", &strings.Builder{}, append(strings.Fields(command), "chat.jsonl.gz")...)
		told = cmp.Or(told, "input_unreadable: chat.jsonl.gz is compressed by gzip: it is empty")
		if code != exitWrong || message != "transcript: "+told+"\n" {
			t.Errorf("%s: exit code %d, %s", command, code, message)
		}
	}
}

// TestRepairCompressed: what a compressed chat lacks is shown where all of it was read; else it can be what was lost, and is refused,
// and no other command points to it.
func TestRepairCompressed(t *testing.T) {
	t.Chdir(t.TempDir())
	const path = "chat.jsonl.gz"
	whole := compressed(t, `{"sessionId":"s","event":{"type":"user_message","text":"apples"}}`+"\n",
		`{"sessionId":"s","event":{"type":"text","text":"pears"}}`+"\n")
	hint := "transcript repair " + path + " shows what it lacks"
	for _, c := range []struct {
		name  string
		bytes []byte
		code  int
		says  string
	}{
		{"whole", whole, exitNo, ""},
		{
			"cut off", whole[:len(whole)-20], exitWrong,
			"input_truncated: the compressed data of " + path + " is cut off; what its latest turn lacks can be what is lost",
		},
		{
			"a wrong checksum", append(whole[:len(whole)-8:len(whole)-8], "12345678"...), exitWrong,
			" is damaged (gzip: invalid checksum); what its latest turn lacks",
		},
	} {
		if err := os.WriteFile(path, c.bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, shown strings.Builder
		code, message := run("", &out, "repair", path)
		isShown := strings.Contains(out.String(), "to append:")
		if code != c.code || !strings.Contains(message, c.says) || strings.Count(message, "\n") > 1 || isShown != (code == exitNo) {
			t.Errorf("%s: exit code %d, %s\n%s", c.name, code, message, out.String())
		}
		if run("", &shown, "project", "--dialect", "eventstream", path); strings.Contains(shown.String(), hint) != (code == exitNo) {
			t.Errorf("%s:\n%s", c.name, shown.String())
		}
	}
}

// TestLostRest: an answer to what is cut off between two lines, behind the last character of one or inside it, is not complete, and
// names one loss.
func TestLostRest(t *testing.T) {
	line := `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"apples"}}`
	path := filepath.Join(t.TempDir(), "chat.jsonl.gz")
	for _, read := range []string{
		line + "\n", line, line + "\n" + line[:20], line + "\n  ", line + "\u00a0", strings.Replace(line, "s\"}}", "s\xff\"}}", 1),
	} {
		whole := compressed(t, read, "\n"+line)
		if err := os.WriteFile(path, whole[:len(compressed(t, read))-13], 0o600); err != nil { // of the last block and the checksum
			t.Fatal(err)
		}
		for _, command := range []string{"history", "project --dialect eventstream"} {
			var out strings.Builder
			code, message := run("", &out, append(strings.Fields(command), "--format", "json", path)...)
			isLoss := strings.Contains(out.String(), `"complete":false`) && strings.Count(out.String(), `"invalid_json_line"`) == 1
			if code != exitDone || !strings.Contains(message, "input_truncated: ") || !isLoss || !strings.Contains(out.String(), "apples") {
				t.Errorf("%s of %q: exit code %d, %s\n%s", command, read, code, message, out.String())
			}
		}
	}
}

// TestLostRestOfRecords: of glued records that are cut off those that are whole are shown, and the loss is one.
func TestLostRestOfRecords(t *testing.T) {
	record := func(uuid string) string {
		return `{"uuid":"` + uuid + `","parentUuid":null,"sessionId":"s","type":"user",` +
			`"message":{"role":"user","parts":[{"text":"apples"}]}}`
	}
	for _, read := range []string{
		record("u"), record("u") + record("v"), record("u") + record("v")[:30], record("u") + "\n" + record("v")[:30],
	} {
		var out strings.Builder
		code, message := run(string(compressed(t, read))[:len(compressed(t, read))-13], &out, "project", "--format", "json", "-")
		isLoss := strings.Count(out.String(), `"invalid_json_line"`) == 1
		if code != exitDone || !strings.Contains(message, "input_truncated: ") || !isLoss || !strings.Contains(out.String(), "apples") {
			t.Errorf("%q: exit code %d, %s\n%s", read, code, message, out.String())
		}
	}
}

// TestFullOfJSON: --full does nothing for JSON, and is refused.
func TestFullOfJSON(t *testing.T) {
	for _, dialect := range []string{"chatrecord", "sessionraw", "eventstream"} {
		code, message := run("", &strings.Builder{}, "project", "--dialect", dialect, "--full", "--format", "json", "-")
		if code != exitWrong || !strings.Contains(message, "usage: --full is of the text") {
			t.Errorf("%s: exit code %d, %s", dialect, code, message)
		}
	}
}

// TestUnpackBound: what a small file claims to hold is bounded, and refused; a large one may hold as much as its size says.
func TestUnpackBound(t *testing.T) {
	large := compressed(t, strings.Repeat("\x00", leastUnpacked+1))
	for _, size := range []int64{int64(len(large)), leastUnpacked / 200} {
		_, _, err := unpack(bytes.NewReader(large), size)
		if err == nil || !strings.Contains(err.Error(), "it holds more than 67108864 bytes; decompress it first") {
			t.Errorf("of %d bytes: %v", size, err)
		}
	}
	for _, size := range []int64{leastUnpacked, leastUnpacked/200 + 1} {
		if text, cut, err := unpack(bytes.NewReader(large), size); err != nil || cut != nil || len(text) != leastUnpacked+1 {
			t.Errorf("of %d bytes: %d bytes, %v, %v", size, len(text), cut, err)
		}
	}
}

// TestUnpackMembers: compressed data is one member or several, as a file that is appended to has them, and zeros behind the last are
// the end; what else stands there is damage.
func TestUnpackMembers(t *testing.T) {
	first, second := compressed(t, "apples\n"), compressed(t, "pears\n")
	both := append(bytes.Clone(first), second...)
	for _, c := range []struct {
		name       string
		bytes      []byte
		text, says string
	}{
		{"two", both, "apples\npears\n", ""},
		{"zeros behind them", append(bytes.Clone(both), make([]byte, 100_000)...), "apples\npears\n", ""},
		{"the second is cut off", both[:len(first)+1], "apples\n" + lostRest, "unexpected EOF"},
		{
			"a wrong second checksum", append(both[:len(both)-8:len(both)-8], make([]byte, 8)...), "apples\npears\n" + lostRest,
			"gzip: invalid checksum",
		},
		{"another text behind them", append(bytes.Clone(both), "more text"...), "apples\npears\n" + lostRest, errTrailing.Error()},
		{"zeros between two", append(append(bytes.Clone(first), 0, 0), second...), "apples\n" + lostRest, errTrailing.Error()},
	} {
		text, cut, err := unpack(bytes.NewReader(c.bytes), int64(len(c.bytes)))
		if err != nil || text != c.text || (cut != nil) != (c.says != "") || cut != nil && cut.Error() != c.says {
			t.Errorf("%s: %q, %v, %v", c.name, text, cut, err)
		}
	}
}

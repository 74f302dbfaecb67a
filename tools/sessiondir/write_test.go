package sessiondir_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// batch is a turn whose context has these words, by turns of the user and the assistant.
func batch(t testing.TB, words string) writer.Batch {
	t.Helper()
	value, err := jsvalue.Decode(strings.TrimSuffix(strings.TrimPrefix(meta("T"), `{"_meta":`), "}\n"))
	if err != nil {
		t.Fatal(err)
	}
	b := writer.Batch{RequestID: fmt.Sprint("r", len(words)), Time: "2026-07-21T10:00:00Z", Rows: []*line.Row{}}
	if b.Meta, err = line.ParseMeta(value); err != nil {
		t.Fatal(err)
	}
	for i, word := range strings.Fields(words) {
		b.Rows = append(b.Rows, &line.Row{Role: []string{line.User, line.Assistant}[i%2], Content: word})
	}
	return b
}

func contextOf(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	context, err := sessionraw.Context(path, string(text))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, row := range context.Rows {
		words = append(words, row.Content)
	}
	return strings.Join(words, " ")
}

// TestWriter: a file appears with its first batch and nothing else in the directory; then it grows (SR-WRITE-01, SR-WRITE-04).
func TestWriter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "1_a.jsonl")
	w := sessiondir.NewWriter(path)
	before := ""
	for _, step := range []struct {
		words string
		mode  writer.Mode
	}{{"q a", writer.Create}, {"q a q2 a2", writer.Extend}, {"q2 a2", writer.Compact}, {"q2 a2", writer.Extend}} {
		write, err := w.Append(batch(t, step.words))
		if err != nil || write.Mode != step.mode {
			t.Fatalf("%s: %s, error %v", step.words, write.Mode, err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != before+write.Bytes {
			t.Errorf("%s: the file is %q", step.words, text)
		}
		before = string(text)
	}
	if _, err := w.Interrupt(batch(t, "q2 a2 q3"), writer.Partial{Text: "par"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Interrupt(batch(t, "q2 a2 q3"), writer.Partial{}); err != nil {
		t.Fatal(err)
	}
	if got := contextOf(t, path); got != "q2 a2 q3" {
		t.Errorf("the context is %s", got)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the directory holds %v, error %v", entries, err)
	}
}

// TestEmptyFile: a file of zero bytes counts as missing and keeps its mode (SR-WRITE-01).
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(write(t, map[string]string{"1_a.jsonl": "\n"}), "1_a.jsonl")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sessiondir.NewWriter(path).Append(batch(t, "q")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil || before.Mode() != after.Mode() || contextOf(t, path) != "q" {
		t.Errorf("mode %v became %v, error %v", before.Mode(), after.Mode(), err)
	}
}

// TestWriteErrors: nothing is written, and nothing is left behind.
func TestWriteErrors(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": "x\n", "2_dir.jsonl/x": ""})
	for name, want := range map[string]error{
		"1_a.jsonl": writer.ErrMissingHeader, "2_dir.jsonl": sessiondir.ErrNotRegular, "none/3.jsonl": os.ErrNotExist,
	} {
		if _, err := sessiondir.NewWriter(filepath.Join(dir, name)).Append(batch(t, "q")); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the directory holds %v, error %v", entries, err)
	}
}

// TestCutFile: a writer whose batch was cut on the disk finds out by the length, and completes it (SR-WRITE-06, SR-WRITE-10).
func TestCutFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1_a.jsonl")
	w := sessiondir.NewWriter(path)
	random := rand.New(rand.NewPCG(3, 4))
	words := "q a"
	for i := range 40 {
		write, err := w.Append(batch(t, words))
		if err != nil {
			t.Fatal(err)
		}
		if write.Mode != writer.Create {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, info.Size()-int64(random.IntN(len(write.Bytes)))); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Append(batch(t, words)); err != nil {
				t.Fatal(err)
			}
		}
		if got := contextOf(t, path); got != words {
			t.Fatalf("the context is %s, want %s", got, words)
		}
		words += fmt.Sprintf(" q%d a%d", i, i)
		if i%7 == 6 {
			words = fmt.Sprintf("sum%d a", i)
		}
	}
}

// TestCutPartial: also where the writer believes that there is nothing to write it looks first.
func TestCutPartial(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1_a.jsonl")
	w := sessiondir.NewWriter(path)
	if _, err := w.Append(batch(t, "q a")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		write, err := w.Interrupt(batch(t, "q a"), writer.Partial{Text: "par"})
		if err != nil || write.Mode != writer.Extend {
			t.Errorf("%s, error %v", write.Mode, err)
		}
		if err := os.Truncate(path, info.Size()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWritersMeet: several writers of one file do not overwrite one another; here each adds one row to what it sees, and
// at the end all rows are shown.
func TestWritersMeet(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "1_a.jsonl")
	shared := sessiondir.NewWriter(path)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if _, err := shared.Append(batch(t, fmt.Sprint("own", i))); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if _, err := sessiondir.NewWriter(path).Append(batch(t, "last")); err != nil {
		t.Fatal(err)
	}
	if _, err := shared.Append(batch(t, "last more")); err != nil {
		t.Fatal(err)
	}
	if got := contextOf(t, path); got != "last more" {
		t.Errorf("the context is %s", got)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if want := fmt.Sprintf(`"own%d"`, i); strings.Count(string(text), want) != 1 {
			t.Errorf("%s stands %d times in the file", want, strings.Count(string(text), want))
		}
	}
}

// TestFirstWriters: of many that write a file first one creates it, be it absent or blank, and the others add to it: each row
// whose write succeeded is there (SR-WRITE-01, SR-WRITE-04).
func TestFirstWriters(t *testing.T) {
	for name, blank := range map[string]*string{"absent": nil, "empty": new(""), "blank": new("\n \n")} {
		t.Run(name, func(t *testing.T) {
			for range 20 {
				firstWriters(t, blank)
			}
		})
	}
}

func firstWriters(t *testing.T, blank *string) {
	path := filepath.Join(t.TempDir(), "1_a.jsonl")
	if blank != nil {
		if err := os.WriteFile(path, []byte(*blank), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var group sync.WaitGroup
	var written [6]bool
	for i := range written {
		group.Go(func() {
			_, err := sessiondir.NewWriter(path).Append(batch(t, fmt.Sprint("own", i)))
			if written[i] = err == nil; err != nil && !errors.Is(err, sessiondir.ErrChanging) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(strings.TrimSpace(string(text)), `{"_meta"`) {
		t.Errorf("the file is %s, error %v", text, err)
	}
	for i, ok := range written {
		if want := fmt.Sprintf(`"own%d"`, i); ok && !strings.Contains(string(text), want) {
			t.Fatalf("%s was written and is not in the file", want)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("the directory holds %v, error %v", entries, err)
	}
}

// TestOtherWasFaster: what another writer does between the look at the file and the write is neither lost nor overlooked.
func TestOtherWasFaster(t *testing.T) {
	for name, there := range map[string]*string{"absent": nil, "empty": new(""), "blank": new("\n"), "with rows": new(meta("T") + user("q"))} {
		path := filepath.Join(t.TempDir(), "1_a.jsonl")
		if there != nil {
			if err := os.WriteFile(path, []byte(*there), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write, err := sessiondir.AppendAfter(sessiondir.NewWriter(path), batch(t, "q a"), func() {
			if _, err := sessiondir.NewWriter(path).Append(batch(t, "q other")); err != nil {
				t.Error(err)
			}
		})
		if err != nil || write.Mode != writer.Compact {
			t.Errorf("%s: %s, error %v", name, write.Mode, err)
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"other"`) || contextOf(t, path) != "q a" {
			t.Errorf("%s: the file is %s, error %v", name, text, err)
		}
	}
}

package targets

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
)

// TestSeeds: nothing is wrong with any of them, and each is a question.
func TestSeeds(t *testing.T) {
	for _, target := range List() {
		seeds := target.Seeds()
		if len(seeds) == 0 || target.Says == "" || (target.Case == nil) == (target.Property == nil) {
			t.Errorf("%s has %d seeds", target.Name, len(seeds))
		}
		if testing.Short() {
			seeds = seeds[:min(len(seeds), 10)]
		}
		for i, seed := range seeds {
			if target.Fuzz(seed) != 1 {
				t.Errorf("%s: seed %d is no question", target.Name, i)
			}
		}
	}
}

// TestChecksAreInTheModel: a check that the model does not have would judge nothing.
func TestChecksAreInTheModel(t *testing.T) {
	ids := strings.Join(modelOf(testcase.Case{Dialect: chatrecord}).IDs(), " ")
	for _, target := range List() {
		if target.Checks == nil {
			continue
		}
		for _, check := range target.Checks(nil) {
			if !strings.Contains(" "+ids+" ", " "+check+" ") {
				t.Errorf("%s: the model has no %q", target.Name, check)
			}
		}
	}
}

// TestFailureIsACapsule: what fails is made small, written down, and runs again.
func TestFailureIsACapsule(t *testing.T) {
	directory := t.TempDir()
	t.Setenv(DirectoryVariable, directory)
	broken := Target{Name: "FuzzBroken", Property: func(_ context.Context, data []byte) error {
		if bytes.Contains(data, []byte("needle")) {
			return errors.New("a needle")
		}
		return nil
	}}
	if err := broken.Run(t.Context(), []byte("hay")); err != nil {
		t.Fatal(err)
	}
	again := func(data []byte) (message string) {
		defer func() { message, _ = recover().(string) }()
		broken.Fuzz(data)
		return ""
	}
	first := again([]byte("{\"hay\":1}\nhay needle hay\n{}"))
	files, err := filepath.Glob(filepath.Join(directory, "*.txtar"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	if !strings.Contains(first, "fail: FuzzBroken: a needle") || !strings.Contains(first, files[0]) || !strings.Contains(first, " repro ") {
		t.Errorf("the message is %q", first)
	}
	c, err := capsule.Read(files[0])
	if err != nil || c.Outcome != capsule.Fail || c.Origin != "FuzzBroken" || c.Case.Input.Text() != "needle\n" {
		t.Errorf("%+v, %v", c, err)
	}
	if second := again([]byte("another needle")); second != first {
		t.Errorf("a second failure of the kind is reported anew: %q", second)
	}
}

func TestPanicIsACrash(t *testing.T) {
	t.Setenv(DirectoryVariable, t.TempDir())
	broken := Target{Name: "FuzzPanic", Property: func(context.Context, []byte) error { panic("no") }}
	var failure *Failure
	if err := broken.Run(t.Context(), []byte("x")); !errors.As(err, &failure) || failure.Finding.Outcome != capsule.Crash || !strings.Contains(failure.Error(), "targets_test.go") {
		t.Errorf("%v", failure)
	}
}

func TestNativeForm(t *testing.T) {
	for _, data := range []string{"", "a\n\"\\", "\x00\xff\u2028", strings.Repeat("x", 10_000)} {
		text := FormatNative([]byte(data))
		back, err := ParseNative(text)
		if err != nil || string(back) != data || !IsNative(text) {
			t.Errorf("%q: %q, %v", data, back, err)
		}
	}
	if back, err := ParseNative([]byte("go test fuzz v1\nstring(\"a\")\n")); err != nil || string(back) != "a" {
		t.Errorf("%q, %v", back, err)
	}
	for _, text := range []string{"", "x", "go test fuzz v1\n", "go test fuzz v1\nint(1)\n", "go test fuzz v1\n[]byte(\"a\n", "go test fuzz v1\n[]byte(\"a\"\n"} {
		if _, err := ParseNative([]byte(text)); !errors.Is(err, ErrNotNative) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestKeptInputs(t *testing.T) {
	directory := t.TempDir()
	t.Setenv(CorpusVariable, directory)
	if err := os.Mkdir(filepath.Join(directory, "FuzzReader"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(directory, "FuzzReader", "a"), FormatNative([]byte("kept")), 0o600); err != nil {
		t.Fatal(err)
	}
	if kept, err := reader.Kept(); err != nil || len(kept) != 1 || string(kept[0]) != "kept" {
		t.Errorf("%q, %v", kept, err)
	}
	if kept, err := project.Kept(); err != nil || len(kept) != 0 {
		t.Errorf("%q, %v", kept, err)
	}
}

// TestSlowOnceIsNoHang: a busy machine makes any input slow, once.
func TestSlowOnceIsNoHang(t *testing.T) {
	t.Setenv(DirectoryVariable, t.TempDir())
	block := make(chan struct{})
	defer close(block)
	slow := func(times int64) *Found {
		var calls atomic.Int64 // a goroutine that hangs outlives its limit
		target := Target{Name: "FuzzSlow", Property: func(context.Context, []byte) error {
			if calls.Add(1) <= times {
				<-block
			}
			return nil
		}}
		l, err := target.lookFor(t.Context(), []byte("x"), 50*time.Millisecond)
		if err != nil || l.found == nil || l.found.Finding.Outcome != capsule.Hang {
			t.Fatalf("%+v, %v", l.found, err)
		}
		return l.found
	}
	if slow(1).comesBack(t.Context()) {
		t.Error("an input that was slow once is a hang")
	}
}

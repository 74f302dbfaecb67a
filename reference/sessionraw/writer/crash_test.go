package writer_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/fuzz/crash"
	"github.com/transcriptspec/transcriptspec/fuzz/rapidsource"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
)

// TestCrash is the crash rule (SR-WRITE-10, SR-WRITE-09): after any writes, each of which may be cut at any byte, the context is the last
// complete one with the whole rows of the batch that was cut; after the next write that succeeds it is the one that was
// asked for; the file only grows; and what was ever wholly written is shown once (SR-WRITE-06). More sequences:
// -rapid.checks=100000.
func TestCrash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := crash.Check(rapidsource.New(t), sameState); err != nil {
			t.Fatal(err)
		}
	})
}

// sameState: a file that followed its writes knows what one knows that is opened again.
func sameState(file *writer.File, text string) error {
	again, err := writer.Open(text)
	if err != nil {
		return err
	}
	if got, want := file.State(), again.State(); got != want {
		return fmt.Errorf("the state is\n%s\nof a file that is opened again\n%s", got, want)
	}
	return nil
}

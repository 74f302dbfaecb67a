package shrink_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/shrink"
)

// TestReparents: a failure that needs an unbroken chain from its first to its last record comes down to these two, and a
// leaf that is dropped hands its part to its parent (CR-PREP-22).
func TestReparents(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, `{"uuid":"u%d","parentUuid":"u%d","sessionId":"s","type":"user","cwd":"c%d"}`+"\n", i, i-1, i)
	}
	options, err := jsvalue.Decode(`{"leafUuid":"u39"}`)
	if err != nil {
		t.Fatal(err)
	}
	// The chain from the leaf holds the record with c5 and that with c30.
	judge := func(_ context.Context, c testcase.Case) (string, error) {
		records := map[string]jsvalue.Value{}
		for line := range strings.Lines(c.Input.Text()) {
			if v, err := jsvalue.Decode(line); err == nil {
				records[v.Get("uuid").Text()] = v
			}
		}
		seen := map[string]bool{}
		for at := c.Options.Get("leafUuid").Text(); records[at].IsObject() && !seen[at]; at = records[at].Get("parentUuid").Text() {
			seen[at] = true
			seen["cwd "+records[at].Get("cwd").Text()] = true
		}
		if seen["cwd c5"] && seen["cwd c30"] {
			return "chain", nil
		}
		return "", nil
	}
	c := testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(text.String()), Options: options}
	result, err := shrink.Shrink(t.Context(), c, "chain", judge, shrink.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if result.Records != 2 || result.Evaluations > 200 {
		t.Errorf("%s after %d evaluations, want 2 records", result.Case.Input.Text(), result.Evaluations)
	}
}

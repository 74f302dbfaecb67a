package golden_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// published is the text of SPEC.md and the example of its section 4.1.
type published struct {
	text       string
	records    []jsvalue.Value
	projection jsvalue.Value
}

func readPublished(t *testing.T) published {
	t.Helper()
	text, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "\n```json\n")
	if len(blocks) < 3 {
		t.Fatal("SPEC.md has no example")
	}
	for i := range blocks {
		blocks[i], _, _ = strings.Cut(blocks[i], "\n```\n")
	}
	lines, damages := jsonl.Read(strings.ReplaceAll(blocks[1], "\n ", " "))
	if len(lines) != 4 || len(damages) > 0 {
		t.Fatalf("the example has %d records and the damages %v, want 4 records", len(lines), damages)
	}
	p := published{text: string(text), projection: decode(t, blocks[2])}
	for _, line := range lines {
		p.records = append(p.records, line.Value)
	}
	return p
}

// TestPublishedExample: the example of section 4.1 is what the reference gives, and so is what is said about its first
// three lines.
func TestPublishedExample(t *testing.T) {
	p := readPublished(t)
	if got := projected(t, p.records); !jsvalue.Equal(got, p.projection) {
		t.Errorf("the projection of the example is\n%s", jsvalue.AppendIndent(nil, got, "  "))
	}
	unanswered := projected(t, p.records[:3])
	diagnostics := unanswered.Get("diagnostics")
	if d := diagnostics.At(0); diagnostics.Len() != 1 || d.Get("code").Text() != "missing_tool_result" ||
		d.Get("recordId").Text() != "a1" || d.Get("path").Text() != "message.parts[1]" {
		t.Errorf("without its last line the example has other diagnostics:\n%s", jsvalue.Append(nil, diagnostics))
	}
	if unanswered.Get("blocks").At(2).Get("status").Text() != "failed" || unanswered.Get("complete").IsTrue() {
		t.Errorf("without its last line the example is\n%s", jsvalue.Append(nil, unanswered))
	}
}

func projected(t *testing.T, records []jsvalue.Value) jsvalue.Value {
	t.Helper()
	projection, err := chatrecord.Project(records, chatrecord.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := projection.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	return decode(t, text.String())
}

// TestPublishedDigests: the digests of CR-REPLAY-28 belong to the texts that stand there, and are those of the reference.
func TestPublishedDigests(t *testing.T) {
	const completed = `{"content":[{"content":{"text":"ok","type":"text"},"type":"content"}],` +
		`"sessionUpdate":"tool_call_update","status":"completed"}`
	const cancelled = `{"content":[{"content":{"text":"ok","type":"text"},"type":"content"}],` +
		`"sessionUpdate":"tool_call_update","status":"failed","toolStatus":"cancelled"}`
	p := readPublished(t)
	texts, digests := "", ""
	for i, text := range []string{completed, cancelled} {
		records := p.records
		if i == 1 {
			outcome := jsvalue.Member{Key: "toolCallResult", Value: decode(t, `{"callId":"c1","status":"cancelled"}`)}
			records = append(records[:3:3], records[3].With(outcome))
		}
		sum := sha256.Sum256([]byte(text))
		digest := hex.EncodeToString(sum[:])
		if got := digestOfOnlyCall(t, records); got != digest {
			t.Errorf("the reference gives %s to %s, want %s", got, text, digest)
		}
		texts += "    " + text + "\n"
		digests += "    " + digest + "\n"
	}
	for _, want := range []string{texts, digests} {
		if !strings.Contains(p.text, "\n\n"+want+"\n") {
			t.Errorf("SPEC.md lacks\n%s", want)
		}
	}
}

// digestOfOnlyCall replays records that make one call and returns the digest of its result.
func digestOfOnlyCall(t *testing.T, records []jsvalue.Value) string {
	t.Helper()
	prepared, err := prepare.Prepare(records, nil)
	if err != nil {
		t.Fatal(err)
	}
	machine := replay.New(replay.Options{})
	for _, record := range prepared.Records {
		for range machine.Project(record) {
		}
	}
	calls := machine.Snapshot().UsedCalls
	if len(calls) != 1 {
		t.Fatalf("%d calls, want 1", len(calls))
	}
	return calls[0].Settled
}

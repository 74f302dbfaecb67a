package event_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// TestReader: however a file is cut, its lines are those of the whole (ES-READ-01).
func TestReader(t *testing.T) {
	const line = `{"sessionId":"s","timestamp":"1","event":{"type":"text","text":"é😀"}}`
	texts := []string{
		"", "\n", line, line + "\n" + line, "\uFEFF" + line + "\n\uFEFF" + line + "\r\n\n  " + line + "\n", "{torn\n" + line + "\n\n{\"a\":1}\n{",
		line + "\n{\"sessionId\":\"s\",\"event\":{}}\n\xff\n" + line,
	}
	for _, text := range texts {
		envelopes, findings := event.Read(text, "now")
		want := shown(envelopes, findings)
		for seed := range uint64(50) {
			random := rand.New(rand.NewPCG(seed, 1))
			reader := event.NewReader("now")
			var gotEnvelopes []event.Envelope
			var gotFindings []diagnostic.Diagnostic
			take := func(envelopes []event.Envelope, findings []diagnostic.Diagnostic) {
				gotEnvelopes, gotFindings = append(gotEnvelopes, envelopes...), append(gotFindings, findings...)
			}
			for rest := text; rest != ""; {
				n := 1 + random.IntN(len(rest))
				take(reader.Next(rest[:n]))
				rest = rest[n:]
			}
			take(reader.End())
			if got := shown(gotEnvelopes, gotFindings); got != want {
				t.Fatalf("%q, seed %d:\n got %s\nwant %s", text, seed, got, want)
			}
		}
	}
}

func shown(envelopes []event.Envelope, findings []diagnostic.Diagnostic) (text string) {
	for _, envelope := range envelopes {
		text += fmt.Sprintln(envelope.Line, envelope.Offset, envelope.Timestamp, envelope.Event.Get("text").Text())
	}
	for _, finding := range findings {
		text += finding.String() + "\n"
	}
	return text
}

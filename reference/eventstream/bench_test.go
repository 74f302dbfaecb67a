package eventstream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
)

// busyChat is a file of n events of about 700 bytes each: turns with thoughts, tools, a list of tasks and an answer in pieces.
func busyChat(n int) string {
	var text strings.Builder
	output := strings.Repeat("a line of what the tool printed\\n", 60)
	events := 0
	add := func(turn int, format string, args ...any) {
		if events < n {
			fmt.Fprintf(&text, `{"sessionId":"s","timestamp":"2026-08-10T10:%02d:%02d.%03dZ","sequence":%d,"event":{"turnId":"t%d",`+format+"}}\n",
				append([]any{events / 60000 % 60, events / 1000 % 60, events % 1000, events, turn}, args...)...)
		}
		events++
	}
	for turn := 0; events < n; turn++ {
		add(turn, `"type":"user_message","text":"Please go on with it"`)
		for i := range 8 {
			add(turn, `"type":"reasoning","text":"let me look at it","itemId":"r%d-%d"`, turn, i/4)
			add(turn, `"type":"tool_call","tool":"Read","args":{"path":"src/file%d.go"},"itemId":"c%d-%d"`, i, turn, i)
			add(turn, `"type":"tool_result","tool":"Read","result":"%s","itemId":"c%d-%d"`, output, turn, i)
			add(turn, `"type":"text","text":"some words of an answer ","messageId":"m%d-%d"`, turn, i/4)
		}
		for i := range 4 {
			add(turn, `"type":"todo_update","items":[{"id":"1","description":"a","status":"s%d"}]`, i)
			add(turn, `"type":"command","command":"go test ./...","output":"%s","status":"completed","itemId":"k%d-%d"`, output[:i*500], turn, i)
		}
		add(turn, `"type":"done","status":"completed"`)
	}
	return text.String()
}

// BenchmarkShow measures files of 20 and of 200 MB, 30,000 and 300,000 events: reading them, their rows, their entries, and all
// that Show gives.
func BenchmarkShow(b *testing.B) {
	for _, n := range []int{30_000, 300_000} {
		text := busyChat(n)
		envelopes, _ := event.Read(text, "")
		for _, part := range []struct {
			name string
			run  func()
		}{
			{"read", func() { event.Read(text, "") }},
			{"rows", func() {
				m := rows.New("s")
				for _, envelope := range envelopes {
					m.Add(envelope)
				}
				m.Rows()
			}},
			{"entries", func() {
				m := entries.New("s")
				for _, envelope := range envelopes {
					m.Add(envelope)
				}
				m.Entries()
			}},
			{"show", func() { eventstream.Show(text, eventstream.Options{}) }},
		} {
			b.Run(fmt.Sprintf("%s/events=%d", part.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					part.run()
				}
			})
		}
	}
}

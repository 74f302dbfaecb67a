package shrink_test

import (
	"context"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/shrink"
)

// chatFaults are implementations that pass over the lines that have all of some words, how that shows, and the one form that
// every chat has to come down to.
var chatFaults = []struct{ op, passesOver, key, form string }{
	{
		"rows", `"transcript_retraction"`, "extra rows[text]",
		`{"event":{"messageId":"a","text":"a","type":"text"},"sessionId":"a"}` + "\n" +
			`{"event":{"messageIds":["a"],"type":"transcript_retraction"},"sessionId":"a"}`,
	},
	{"rows", `"reasoning"`, "missing rows[reasoning]", `{"event":{"text":"a","type":"reasoning"},"sessionId":"a"}`},
	{"groups", `"done"`, "missing rows[done]", `{"event":{"type":"done"},"sessionId":"a"}`},
}

// TestChats: chats with a planted fault come down to the events that it takes.
func TestChats(t *testing.T) {
	for _, test := range chatFaults {
		t.Run(test.key, func(t *testing.T) {
			judge := func(ctx context.Context, c testcase.Case) (string, error) {
				right, err := subject.New("").Call(ctx, c.Request(jsvalue.Value{}))
				if err != nil {
					return "", err
				}
				faulty := c
				faulty.Input = protocol.TextOf(without(c.Input.Text(), test.passesOver))
				wrong, err := subject.New("").Call(ctx, faulty.Request(jsvalue.Value{}))
				if err != nil {
					return "", err
				}
				differences, _ := compare.EventStream(c.Op, compare.Plain(right), compare.Plain(wrong), false)
				for _, d := range differences {
					if d.Path == test.key {
						return d.Path, nil
					}
				}
				return "", nil
			}
			shrunk := 0
			for seed := uint64(1); seed < 400 && shrunk < 5; seed++ {
				chat := generate.NewEventCase(generate.NewPCG(seed))
				c := testcase.Case{Dialect: "eventstream", Op: test.op, Input: protocol.TextOf(chat.Text), Options: chat.Options}
				if key, err := judge(t.Context(), c); err != nil || key == "" {
					continue
				}
				shrunk++
				result, err := shrink.Shrink(t.Context(), c, test.key, judge, shrink.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := result.Case.Input.Text(); got != test.form || !result.Case.Options.IsUndefined() || result.Ended != shrink.Minimal {
					t.Errorf("seed %d: %s\ngot  %s %s\nwant %s", seed, result.Ended, got, jsvalue.Append(nil, result.Case.Options), test.form)
				}
			}
			if shrunk < 5 {
				t.Errorf("only %d chats fail", shrunk)
			}
		})
	}
}

func without(text, words string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, words) {
			line = "\n" // the places of the others stay
		}
		kept.WriteString(line)
	}
	return kept.String()
}

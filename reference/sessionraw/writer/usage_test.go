package writer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestUsageNotWhole: what is no usage of a turn is refused (SR-WRITE-07, SR-LINE-08).
func TestUsageNotWhole(t *testing.T) {
	for _, c := range []struct {
		text string
		want error // nil: any
	}{
		{`{}`, writer.ErrUsageNotWhole},
		{`{"foo":1}`, writer.ErrUsageNotWhole},
		{strings.Replace(noUsage, `"ts":"t",`, "", 1), writer.ErrUsageNotWhole},
		{strings.Replace(noUsage, `"model":"m",`, "", 1), writer.ErrUsageNotWhole},
		{strings.Replace(noUsage, `"provider":"p"`, `"provider":null`, 1), writer.ErrUsageNotWhole},
		{strings.Replace(noUsage, `"usage":`, `"used":`, 1), writer.ErrUsageNotWhole},
		{strings.Replace(noUsage, `"input":0,`, "", 1), nil},
		{strings.Replace(noUsage, `"p"`, `5`, 1), nil},
	} {
		value, err := jsvalue.Decode(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := writer.ParseUsage(value); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: error %v", c.text, err)
		}
	}
	usage(t, `{"id":5,"interrupted":"x","content":5,`+noUsage[1:]) // other members are ignored
}

// TestUsageOverOwn: what a row has of its own stays, unless it is the whole usage of a turn (SR-WRITE-07, SR-WRITE-03).
func TestUsageOverOwn(t *testing.T) {
	numbered := strings.Replace(noUsage, `"p"`, `"p","iteration":7`, 1)
	whole := `,"extra_metadata":{"openhuman_turn_usage":` + strings.Replace(noUsage, `"ts":"t"`, `"ts":"own","iteration":2`, 1) + `}`
	for _, c := range []struct{ name, row, usage, want string }{
		{"nothing of its own", "", noUsage, "t 0"},
		{"nothing of its own, a number", "", numbered, "t 7"},
		{"a time", `,"ts":"own"`, numbered, "own 7"},
		{"a number", `,"iteration":2`, numbered, "t 2"},
		{"a number, and none in the usage", `,"iteration":2`, noUsage, "t 2"},
		{"a provider is no usage", `,"provider":"p","ts":"own","iteration":2`, numbered, "own 2"},
		{"a whole usage", whole, numbered, "t 7"},
		{"a whole usage, and no number in the other", whole, noUsage, "t 2"},
	} {
		f := &file{t: t}
		b := batch(t, "1", "")
		text := `{"role":"assistant","content":"a"` + c.row + `}`
		b.Rows, b.Usage = []*line.Row{row(t, text)}, usage(t, c.usage)
		if w := f.append(b); !w.UsageWritten {
			t.Errorf("%s: the usage was not written", c.name)
		}
		context, err := sessionraw.Context("", f.text)
		if err != nil {
			t.Fatal(err)
		}
		held := context.Rows[0]
		if got := fmt.Sprint(held.TS.Text(), " ", held.Iteration.NumberText()); got != c.want || held.Usage.Get("input").NumberText() != "0" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if strings.Contains(c.row, "openhuman_turn_usage") {
			continue
		}
		bundled := row(t, text[:len(text)-1]+`,"extra_metadata":{"openhuman_turn_usage":`+c.usage+`}}`)
		if got := fmt.Sprint(bundled.TS.Text(), " ", bundled.Iteration.NumberText()); got != c.want {
			t.Errorf("%s, in the metadata: %s, want %s", c.name, got, c.want)
		}
	}
}

package eventstream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
)

// TestShow: the session that is shown, findings in the order of the file, and what they affect (ES-VIEW-01).
func TestShow(t *testing.T) {
	const file = `{"sessionId":"a","timestamp":"1","event":{"type":"user_message","text":"Hi","turnId":"t"}}
{"sessionId":"b","timestamp":"2","event":{"type":"text","text":"other","messageId":"n"}}
{"sessionId":"a","timestamp":"3","sequence":1,"event":{"type":"text","text":"Hel","messageId":"m","turnId":"t"}}
{"sessionId":"a","timestamp":"3","sequence":1,"event":{"type":"text","text":"Hel","messageId":"m","turnId":"t"}}
{"sessionId":"a","timestamp":"4","event":{"type":"text","text":"lo","messageId":"m","turnId":"t"}}
{"sessionId":"a","event":{"type":"done","status":"completed","turnId":"t"}}
`
	show := func(text string, options eventstream.Options) string {
		chat := eventstream.Show(text, options)
		var parts []string
		for _, entry := range chat.Entries {
			parts = append(parts, entry.Text)
		}
		for _, d := range chat.Diagnostics {
			line, _, _ := d.Line()
			parts = append(parts, fmt.Sprintf("%s@%d", d.Code(), line))
		}
		return fmt.Sprintf("%s %d/%d %q %v %v", chat.Session, len(chat.Rows), len(chat.Groups), chat.Summary, chat.Complete, strings.Join(parts, " "))
	}
	for _, c := range []struct {
		text    string
		options eventstream.Options
		want    string
	}{
		{file, eventstream.Options{Now: "9"}, `a 3/3 "lo" true Hi Hello other_session@2 repeated_event@4 invalid_timestamp@6`},
		{file, eventstream.Options{Session: "b"}, `b 1/1 "other" true other other_session@1 other_session@3 other_session@4 other_session@5 invalid_timestamp@6 other_session@6`},
		{"{\n" + file[:strings.Index(file, "\n")], eventstream.Options{}, `a 1/1 "" false Hi invalid_json_line@1`},
		{"", eventstream.Options{}, ` 0/0 "" true `},
	} {
		if got := show(c.text, c.options); got != c.want {
			t.Errorf("\n got %s\nwant %s", got, c.want)
		}
	}
	if chat := eventstream.Show(file, eventstream.Options{Now: "9"}); len(chat.Turns) != 1 || chat.Turns[0].End != "9" {
		t.Error(chat.Turns)
	}
}

func ExampleShow() {
	chat := eventstream.Show(`{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":{"type":"text","text":"no new mod","messageId":"m"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:01.000Z","event":{"type":"tool_call","tool":"Read","itemId":"c"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:02.000Z","event":{"type":"text","text":"ifier chain needed","messageId":"m"}}`, eventstream.Options{})
	fmt.Println(chat.Entries[0].Text)
	for _, row := range chat.Groups {
		fmt.Println(row.Event.Get("type").Text())
	}
	// Output:
	// no new modifier chain needed
	// text
	// work_log_group
	// text
}

func ExampleShow_growing() {
	reader, machine := event.NewReader("2026-08-10T10:00:09.000Z"), rows.New("s")
	for _, piece := range []string{
		`{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":{"type":"text","text":"no new mod","messageId":"m"}}` + "\n" + `{"sessi`,
		`onId":"s","timestamp":"2026-08-10T10:00:01.000Z","event":{"type":"text","text":"ifier","messageId":"m"}}` + "\n",
	} {
		envelopes, _ := reader.Next(piece)
		for _, envelope := range envelopes {
			for _, row := range machine.Add(envelope).Rows() {
				fmt.Println(row.Key, row.Event.Get("text").Text())
			}
		}
	}
	// Output:
	// s:text:m:0 no new mod
	// s:text:m:0 no new modifier
}

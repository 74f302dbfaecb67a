package crash

import (
	"fmt"
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func (s *session) checkView() error {
	if s.text == "" {
		return nil
	}
	shown := map[string]int{}
	count(sessionraw.Items(map[string]string{"1_a.jsonl": s.text}, "T").Items, shown)
	for _, content := range slices.Sorted(maps.Keys(s.visible)) {
		if shown[content] != 1 {
			return fmt.Errorf("%q is shown %d times", content, shown[content])
		}
	}
	return nil
}

// count counts the words of items. Rows that only a compaction knows may be its scaffolding.
func count(items []*view.Item, shown map[string]int) {
	for _, item := range items {
		switch item.Kind {
		case view.UserMessage, view.AssistantMessage, view.InterruptedPartial:
			shown[item.Content]++
		case view.ToolCall:
			if item.Call.Result.IsString() {
				shown[item.Call.Result.Text()]++
			}
		case view.Compaction:
			for _, row := range item.Marker.Scaffolding {
				shown[row.Content]++
			}
		}
	}
}

// What batches have.
var (
	meta     = header()
	usage    = turnUsage()
	metadata = value(`{"n":1.10,"row":{"role":"user","content":"no"}}`)
)

func header() line.Meta {
	meta, err := line.ParseMeta(value(`{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"2026-07-21T10:00:00Z",` +
		`"turn_count":1,"input_tokens":18446744073709551615,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0.10,"thread_id":"T"}`))
	if err != nil {
		panic(err) // it is a constant
	}
	return meta
}

func turnUsage() *writer.Usage {
	usage, err := writer.ParseUsage(value(`{"provider":"p","model":"m","ts":"2026-07-21T09:59:59Z","iteration":3,` +
		`"usage":{"input":18446744073709551615,"output":2,"cached_input":0,"cost_usd":0.10,"context_window":7}}`))
	if err != nil {
		panic(err) // it is a constant
	}
	return usage
}

func value(text string) jsvalue.Value {
	v, err := jsvalue.Decode(text)
	if err != nil {
		panic(err) // it is a constant
	}
	return v
}

package sessionrpc

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The levels of a result: those around the arguments of an item of the page, and those that a sub-agent adds.
const (
	levelsOfPage     = 3 // {"items": [{"args": ...}]}
	levelsOfSubagent = 2 // "items": [{"args": ...}]
)

// encode writes a page as JSON of at most 10,000 levels, which is what readers of JSON take, the library's among them.
// Arguments that are deeper are given as their text (SR-RPC-01). The page is not changed.
func encode(shown page.Page) json.RawMessage {
	answer := json.RawMessage(jsvalue.AppendSource(nil, shown.Value()))
	if json.Valid(answer) {
		return answer
	}
	shown.Items = flatten(shown.Items, levelsOfPage)
	return jsvalue.AppendSource(nil, shown.Value())
}

// flatten gives the items with no arguments that are too deep below so many levels.
func flatten(items []*view.Item, levels int) []*view.Item {
	flat := slices.Clone(items)
	for i, item := range items {
		changed := *item
		switch item.Kind {
		case view.Subagent:
			sub := *item.Subagent
			sub.Items = flatten(sub.Items, levels+levelsOfSubagent)
			changed.Subagent = &sub
		case view.ToolCall:
			call := *item.Call
			if call.Args.IsUndefined() {
				continue
			}
			text := jsvalue.AppendSource(nil, call.Args)
			if json.Valid([]byte(strings.Repeat("[", levels) + string(text) + strings.Repeat("]", levels))) {
				continue
			}
			call.Args = jsvalue.StringValue(string(text))
			changed.Call = &call
		default:
			continue
		}
		flat[i] = &changed
	}
	return flat
}

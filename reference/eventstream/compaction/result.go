package compaction

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// resultMember is the one whose size is accounted for.
const resultMember = "result"

// storeResult makes the result of a tool small, and what its provider says besides (ES-STORE-04).
func storeResult(event jsvalue.Value, limit int) Form {
	form := Form{Event: event}
	if cut := cutValue(event.Get(resultMember), payload{resultMember, "tool result", limit}); cut.changed {
		form = accounted(event, resultMember, cut.value, cut.original, cut.omitted)
	}
	if cut := cutValue(event.Get("structured"), payload{"structured", "tool result detail", detailCap}); cut.changed {
		form.Event, form.Changed = form.Event.With(jsvalue.Member{Key: "structured", Value: cut.value}), true
	}
	return form
}

// cut is a value that was made small.
type cut struct {
	value             jsvalue.Value
	changed           bool
	original, omitted int // bytes
}

// cutValue leaves images out of a value, and shortens it if it is over its cap still (ES-STORE-04, ES-STORE-05).
func cutValue(value jsvalue.Value, of payload) cut {
	if isOurs(value, of.cap) {
		return cut{value: value}
	}
	rest, images := withoutImages(value, 0)
	made := cut{value: rest, changed: images.any, omitted: images.bytes}
	text := textOf(rest)
	if made.original = len(text); images.any {
		made.original = sizeOf(value)
	}
	if len(text) <= of.cap {
		return made
	}
	preview, omitted := shorten(text, of)
	made.changed, made.omitted = true, images.bytes+omitted
	if rest.IsString() {
		made.value = jsvalue.StringValue(preview)
		return made
	}
	made.value = jsvalue.ObjectValue(
		jsvalue.Member{Key: "summary", Value: jsvalue.StringValue(notice(of.label))},
		jsvalue.Member{Key: "originalBytes", Value: jsvalue.IntValue(int64(len(text)))},
		jsvalue.Member{Key: "omittedBytes", Value: jsvalue.IntValue(int64(omitted))},
		jsvalue.Member{Key: "preview", Value: jsvalue.StringValue(preview)},
	)
	return made
}

// textOf is a value that is not deep as a text: itself, or its JSON, indented (ES-STORE-04).
func textOf(value jsvalue.Value) string {
	if value.IsString() {
		return value.Text()
	}
	return string(jsvalue.AppendIndent(nil, value, indent))
}

// isOurs knows what cutValue made, today or in an older build: by its shape, and by a size that no other payload can exceed
// under cover of that shape (ES-STORE-07).
func isOurs(value jsvalue.Value, limit int) bool {
	return strings.HasPrefix(value.Get("summary").Text(), largeMark) && value.Get("preview").IsString() &&
		value.Get("originalBytes").IsFinite() && value.Get("omittedBytes").IsFinite() && sizeOf(value) <= 2*limit
}

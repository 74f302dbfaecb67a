package line

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// toolFailureKey is where a row of a context says that the call failed which it answers.
const toolFailureKey = "openhuman_tool_failure"

// ParseMeta takes the fields of a header, as a later header must have them (SR-LINE-04); agent may be called agent_name.
func ParseMeta(value jsvalue.Value) (Meta, error) {
	if value.Get("agent").IsNullish() {
		value = value.With(jsvalue.Member{Key: "agent", Value: value.Get("agent_name")})
	}
	meta, wrong := parseMeta(value)
	if len(wrong) > 0 {
		return Meta{}, fmt.Errorf("header: missing or wrong: %s", strings.Join(wrong, ", "))
	}
	return meta, nil
}

// ParseRow takes a row of a context, in the form of Row.Value (SR-CTX-05). The error names the field that is wrong. The bundle of a turn's usage and the mark of a
// failed call in its metadata become fields of the row (SR-WRITE-07); where they are not of that form they stay metadata.
func ParseRow(value jsvalue.Value) (*Row, error) {
	r := reader{}
	row := r.row(value, "")
	for _, d := range r.file.Diagnostics {
		if d.Code() != diagnostic.UnknownRole {
			return nil, fmt.Errorf("row: %s: %s", d.Code(), cmp.Or(d.Path(), d.Message()))
		}
	}
	if row.Role == Assistant {
		row = unbundle(value, row)
	}
	if row.Role == Tool {
		row.takeFailure()
	}
	return row, nil
}

// unbundle takes a whole bundle of usage out of the metadata. The row keeps what it has of its own (SR-WRITE-07).
func unbundle(value jsvalue.Value, row *Row) *Row {
	bundle := row.ExtraMetadata.Get(turnUsageKey)
	if !bundle.Get("ts").IsString() || row.HasTurnUsage() {
		return row
	}
	merged := object{}
	for key, member := range value.Members() {
		merged.add(key, member)
	}
	for _, key := range []string{"provider", "model", "usage"} {
		merged.add(key, bundle.Get(key))
	}
	if row.TS.IsUndefined() {
		merged.add("ts", bundle.Get("ts"))
	}
	if row.Reasoning.Text() == "" {
		merged.add("reasoning_content", bundle.Get("reasoning_content"))
	}
	if len(row.Calls) == 0 {
		merged.add("tool_calls", bundle.Get("tool_calls"))
	}
	switch {
	case !row.Iteration.IsUndefined():
	case bundle.Get("iteration").IsNullish():
		merged.add("iteration", jsvalue.IntValue(0)) // for which an absent one stands in a bundle
	default:
		merged.add("iteration", bundle.Get("iteration"))
	}
	merged.add("extra_metadata", without(row.ExtraMetadata, turnUsageKey))
	r := reader{}
	if full := r.row(merged.value(), ""); len(r.file.Diagnostics) == 0 && full.HasTurnUsage() {
		return full
	}
	return row
}

// takeFailure reads the mark of a failed call.
func (r *Row) takeFailure() {
	mark := r.ExtraMetadata.Get(toolFailureKey)
	if !mark.IsTrue() && !mark.Get("failure").IsTrue() {
		return
	}
	r.Failure = true
	if detail := strings.TrimSpace(mark.Get("detail").Text()); detail != "" {
		r.FailureDetail = jsvalue.StringValue(detail)
	}
	r.ExtraMetadata = without(r.ExtraMetadata, toolFailureKey)
}

// without is metadata without a key; absent if nothing else is in it.
func without(metadata jsvalue.Value, key string) jsvalue.Value {
	if metadata = metadata.Without(key); metadata.Len() == 0 {
		return jsvalue.Value{}
	}
	return metadata
}

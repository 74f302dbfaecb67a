package faults

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func set(v jsvalue.Value, key string, value jsvalue.Value) jsvalue.Value {
	return v.With(jsvalue.Member{Key: key, Value: value})
}

func str(s string) jsvalue.Value { return jsvalue.StringValue(s) }

func list(v jsvalue.Value) []jsvalue.Value {
	out := make([]jsvalue.Value, 0, v.Len())
	for _, element := range v.Elements() {
		out = append(out, element)
	}
	return out
}

// recordsOf are the records of an input, if all its lines are JSON.
func recordsOf(input protocol.Input) ([]jsvalue.Value, bool) {
	if input.Kind() == protocol.ValueInput {
		return list(input.Value()), input.Value().IsArray()
	}
	var records []jsvalue.Value
	for line := range strings.SplitSeq(input.Text(), "\n") {
		if protocol.IsBlank(line) {
			continue
		}
		value, err := jsvalue.Decode(jsvalue.FromUTF8String(line))
		if err != nil {
			return nil, false
		}
		records = append(records, value)
	}
	return records, true
}

func isKind(kinds ...string) func(jsvalue.Value) bool {
	return func(block jsvalue.Value) bool {
		for _, kind := range kinds {
			if block.Get("kind").Text() == kind {
				return true
			}
		}
		return false
	}
}

func has(key string) func(jsvalue.Value) bool {
	return func(v jsvalue.Value) bool { return v.Has(key) }
}

func hasCode(codes ...string) func(jsvalue.Value) bool {
	return func(d jsvalue.Value) bool {
		for _, code := range codes {
			if d.Get("code").Text() == code {
				return true
			}
		}
		return false
	}
}

// eachPart changes the parts of a record.
func eachPart(record jsvalue.Value, change func(part jsvalue.Value) jsvalue.Value) jsvalue.Value {
	message := record.Get("message")
	if !message.Get("parts").IsArray() {
		return record
	}
	parts := list(message.Get("parts"))
	for i, part := range parts {
		parts[i] = change(part)
	}
	return set(record, "message", set(message, "parts", jsvalue.ArrayValue(parts...)))
}

package crosscheck

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// crashWith accepts the error that a class of exception gives.
func crashWith(class string) func(*View, compare.Difference) bool {
	return func(_ *View, d compare.Difference) bool {
		return d.Want.IsUndefined() && d.Got.Text() == "internal_error: "+class
	}
}

const neverFails = "Nothing in a record makes the projection fail; the generic preview stands."

// withoutMember takes a member of the record away.
func withoutMember(key string) func(jsvalue.Value) jsvalue.Value {
	return func(record jsvalue.Value) jsvalue.Value { return record.Without(key) }
}

// withoutArguments takes the arguments of its calls away.
func withoutArguments(record jsvalue.Value) jsvalue.Value {
	message := record.Get("message")
	parts := elements(message.Get("parts"))
	for i, part := range parts {
		if call := part.Get("functionCall"); call.IsObject() {
			parts[i] = part.With(jsvalue.Member{Key: "functionCall", Value: call.Without("args")})
		}
	}
	if len(parts) == 0 {
		return record
	}
	return record.With(jsvalue.Member{Key: "message", Value: message.With(jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(parts...)})})
}

var crashExcuses = []Excuse{
	{
		Name: "null-row", Decision: "C1", Severity: Crash,
		Feature: "arguments with a table (data, records) that has a null row", Ours: neverFails, Theirs: "TypeError, no projection.",
		Find: func(v *View) Sites {
			return v.onceIf(func(r Record) bool { return r.inArguments(hasNullRow) })
		},
		Paths: []string{"error"}, Accept: crashWith("TypeError"),
		Without: withoutArguments,
		Lines:   []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f","args":{"data":[{"a":1},null]}}}]}}`, answer},
	},
	{
		Name: "result-without-text", Decision: "C1", Severity: Crash,
		Feature: "arguments with search results that hold an object with a toString of its own", Ours: neverFails, Theirs: "TypeError, no projection.",
		Find: func(v *View) Sites {
			return v.onceIf(func(r Record) bool {
				return r.inArguments(func(value jsvalue.Value) bool {
					return (value.Get("results").IsArray() || value.Get("matches").IsArray()) &&
						anywhere(value, func(inner jsvalue.Value) bool { return inner.Has("toString") })
				})
			})
		},
		Paths: []string{"error"}, Accept: crashWith("TypeError"),
		Without: withoutArguments,
		Lines:   []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f","args":{"q":"x","results":[[{"toString":1}]]}}}]}}`, answer},
	},
	{
		Name: "attachment-with-half-a-character", Decision: "C1", Severity: Crash,
		Feature: "a display text beside an attachment whose id holds a lone surrogate",
		Ours:    "The half is percent-encoded as U+FFFD.", Theirs: "URIError, no projection.",
		Find: func(v *View) Sites {
			return v.onceIf(func(r Record) bool {
				return r.Type == "user" && r.Payload.Get("displayText").IsString() &&
					anywhere(r.Payload.Get("attachmentReferences"), func(inner jsvalue.Value) bool {
						return hasLoneSurrogate(inner.Get("attachmentId").Text())
					})
			})
		},
		Paths: []string{"error"}, Accept: crashWith("URIError"),
		Without: withoutMember("systemPayload"),
		Lines:   []string{`{` + line1 + `"type":"user","subtype":"cron","systemPayload":{"displayText":"x","attachmentReferences":[{"type":"resource","attachmentId":"\ud800"}]}}`},
	},
	{
		Name: "links-that-do-not-merge", Decision: "C1", Severity: Crash,
		Feature: "two resource links with one uri, of which one has annotations or _meta that are no object",
		Ours:    "Values that are no objects are merged as wholes.", Theirs: "TypeError, no projection.",
		Find: func(v *View) Sites {
			return v.onceIf(func(r Record) bool {
				return anywhere(r.Payload.Get("resourceLinks"), func(link jsvalue.Value) bool {
					return link.Has("annotations") && !link.Get("annotations").IsObject() || link.Has("_meta") && !link.Get("_meta").IsObject()
				})
			})
		},
		Paths: []string{"error"}, Accept: crashWith("TypeError"),
		Without: withoutMember("systemPayload"),
		Lines: []string{`{` + line1 + `"type":"user","systemPayload":{"resourceLinks":[{"type":"resource_link","uri":"u","name":"n","annotations":{"k":null}},` +
			`{"type":"resource_link","uri":"u","name":"n","annotations":"x"}]}}`},
	},
	{
		Name: "deep-display-data", Decision: "C1", Severity: Crash,
		Feature: "a value that the projection copies, nested thousands of levels deep",
		Ours:    "Depth costs memory in proportion.", Theirs: "RangeError, or a projection that cannot be written as JSON.",
		Find: func(v *View) Sites {
			return v.onceIf(func(r Record) bool { return depth(r.Payload) > 1500 })
		},
		Paths: []string{"error"}, Accept: crashWith("RangeError"),
		Without: withoutMember("systemPayload"),
		Lines:   []string{`{` + line1 + `"type":"user","systemPayload":{"resourceLinks":[{"type":"resource_link","uri":"u","name":"n","x":` + nested(6000) + `}]}}`},
	},
	{
		Name: "null-options", Decision: "C25", Severity: Crash,
		Feature: "options that are null", Ours: "Null options are empty options.", Theirs: "TypeError, no projection.",
		Find: func(v *View) Sites {
			if v.Options.Kind() == jsvalue.Null {
				return Sites{"": true}
			}
			return nil
		},
		Paths: []string{"error"}, Accept: crashWith("TypeError"),
		Lines: []string{`{` + line1 + `"type":"user"}`}, Options: "null",
	},
}

// hasNullRow: a table whose first row is an object has a null among the rows that a preview shows.
func hasNullRow(value jsvalue.Value) bool {
	for _, key := range []string{"data", "records"} {
		rows := value.Get(key)
		for i, row := range rows.Elements() {
			if i < 50 && row.Kind() == jsvalue.Null && rows.At(0).IsObject() {
				return true
			}
		}
	}
	return false
}

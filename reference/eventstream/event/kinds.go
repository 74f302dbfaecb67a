package event

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// kinds say whether a value is of a kind. What is ours is made of rows, and never comes from an event.
var kinds = map[string]func(jsvalue.Value) bool{
	"string":  jsvalue.Value.IsString,
	"list":    jsvalue.Value.IsArray,
	"object":  jsvalue.Value.IsObject,
	"number":  jsvalue.Value.IsNumber,
	"boolean": jsvalue.Value.IsBool,
	"ours":    func(jsvalue.Value) bool { return false },
}

// kindsByType are the kinds of members by the name of the type.
var kindsByType = func() map[string]map[string]func(jsvalue.Value) bool {
	byType := map[string]map[string]func(jsvalue.Value) bool{}
	for _, t := range types {
		byType[t.Name] = map[string]func(jsvalue.Value) bool{}
		for _, field := range strings.Fields("turnId " + t.fields) {
			name, kind, _ := strings.Cut(field, ":")
			if kind == "" {
				kind = "string"
			}
			byType[t.Name][name] = kinds[kind]
		}
	}
	return byType
}()

// OfKinds is an event without the members that are of another kind than the rules of its type want; null stays
// (ES-ROW-04).
func OfKinds(event jsvalue.Value) jsvalue.Value {
	wanted := kindsByType[event.Get("type").Text()]
	var wrong []string
	for key, value := range event.Members() {
		if is := wanted[key]; is != nil && !value.IsNullish() && !is(value) {
			wrong = append(wrong, key)
		}
	}
	if wrong == nil {
		return event
	}
	return event.Without(wrong...)
}

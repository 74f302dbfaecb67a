package event

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Name is the text of a member of an event, trimmed; "" if it is no string.
func Name(event jsvalue.Value, key string) string { return jsvalue.Trim(event.Get(key).Text()) }

// TextMember is a member of an event, of this text.
func TextMember(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// body is what a row shows. What grows by small pieces is put together when it is asked for, so that a piece costs its own
// length and no more.
type body interface{ event() jsvalue.Value }

// fixed is an event that stands as it is, until another takes its place.
type fixed struct{ value jsvalue.Value }

func (f fixed) event() jsvalue.Value { return f.value }

// streamed is an event whose text grows.
type streamed struct {
	base jsvalue.Value
	text growing
}

func (s *streamed) event() jsvalue.Value { return s.base.With(member("text", s.text.value())) }

// growing is a text that grows at its end.
type growing struct{ bytes []byte }

// add puts a piece behind the text.
func (g *growing) add(piece string) { g.bytes = jsvalue.AppendText(g.bytes, piece) }

// take is the rule of snapshots: a piece that begins with the text so far takes its place, another goes behind it
// (ES-WORK-05).
func (g *growing) take(piece string) {
	if len(piece) >= len(g.bytes) && jsvalue.HasPrefix(piece, string(g.bytes)) {
		g.bytes = append(g.bytes[:0], piece...)
		return
	}
	g.add(piece)
}

func (g *growing) value() jsvalue.Value { return jsvalue.StringValue(string(g.bytes)) }

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

func text(key, value string) jsvalue.Member { return member(key, jsvalue.StringValue(value)) }

// textOrNull is null for an empty text.
func textOrNull(key, value string) jsvalue.Member {
	if value == "" {
		return member(key, jsvalue.NullValue())
	}
	return text(key, value)
}

// valueOrNull is null for a value that is absent.
func valueOrNull(key string, value jsvalue.Value) jsvalue.Member {
	if value.IsNullish() {
		value = jsvalue.NullValue()
	}
	return member(key, value)
}

// id is the text of a member, trimmed.
func id(event jsvalue.Value, key string) string { return jsvalue.Trim(event.Get(key).Text()) }

// members are those of an object.
func members(object jsvalue.Value) []jsvalue.Member {
	var list []jsvalue.Member
	for key, value := range object.Members() {
		list = append(list, member(key, value))
	}
	return list
}

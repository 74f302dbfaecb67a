package compare

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// ChatRecord compares what the reference answers to a question about chat records with what another one does, as Plain gives
// both. same says that nothing at all differs. An infinite number is null when it is written (CR-JS-03), so that both are
// compared as they are after that.
func ChatRecord(op string, want, got jsvalue.Value, strict bool) (differences []Difference, same bool) {
	if jsvalue.Equal(want, got) {
		return nil, true
	}
	options := Options{Strict: strict, Mask: MaskWording}
	want, got = written(want), written(got)
	switch op {
	case "read":
		return Reads(want, got, options), false
	case "prepare", "replay", "compact":
		return Stages(want, got, options), false
	}
	return Answers(want, got, options), false
}

// written is an answer as it is after it was written and read.
func written(value jsvalue.Value) jsvalue.Value {
	if again, err := jsvalue.Decode(string(jsvalue.Append(nil, value))); err == nil {
		return again
	}
	return value
}

// SessionRaw is ChatRecord for session files, whose numbers are what they are written as.
func SessionRaw(op string, want, got jsvalue.Value, strict bool) (differences []Difference, same bool) {
	if string(jsvalue.AppendSource(nil, want)) == string(jsvalue.AppendSource(nil, got)) {
		return nil, true
	}
	if op == "append" {
		return Writes(want, got, Options{Strict: strict}), false
	}
	return Views(want, got, Options{Strict: strict}), false
}

// EventStream is ChatRecord for chats.
func EventStream(_ string, want, got jsvalue.Value, strict bool) (differences []Difference, same bool) {
	if jsvalue.Equal(want, got) {
		return nil, true
	}
	return Chats(written(want), written(got), Options{Strict: strict}), false
}

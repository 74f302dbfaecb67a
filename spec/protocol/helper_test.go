package protocol_test

import (
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// same compares values as the value model does, and looks into the two unions.
var same = cmp.Options{
	cmp.Comparer(jsvalue.Equal),
	cmp.AllowUnexported(protocol.Input{}, protocol.Answer{}),
}

func decode(text string) jsvalue.Value {
	value, err := jsvalue.Decode(text)
	if err != nil {
		panic(err)
	}
	return value
}

// wtf8 is a text that may have lone surrogates, controls and line separators.
func wtf8() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "é", "\U0001F600", "\xed\xa0\x80", "\xed\xb0\x80", "\n", "\r", "\x00", "\x7f", "\"", "\\", "\u2028", "", "__proto__", "0",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return jsvalue.Concat(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces")...)
	})
}

func unicodeText() *rapid.Generator[string] { return rapid.Map(wtf8(), jsvalue.WellFormed) }

func value() *rapid.Generator[jsvalue.Value] {
	return rapid.Custom(func(t *rapid.T) jsvalue.Value { return drawValue(t, 3) })
}

func drawValue(t *rapid.T, depth int) jsvalue.Value {
	kinds := 4
	if depth > 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return jsvalue.NullValue()
	case 1:
		return jsvalue.BoolValue(rapid.Bool().Draw(t, "bool"))
	case 2:
		return jsvalue.NumberValue(rapid.SampledFrom([]float64{0, -1, 1.5, 1e21, 1e-7, 9007199254740993}).Draw(t, "number"))
	case 3:
		return jsvalue.StringValue(wtf8().Draw(t, "text"))
	case 4:
		var elements []jsvalue.Value
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			elements = append(elements, drawValue(t, depth-1))
		}
		return jsvalue.ArrayValue(elements...)
	}
	var members []jsvalue.Member
	for range rapid.IntRange(0, 3).Draw(t, "width") {
		members = append(members, jsvalue.Member{Key: wtf8().Draw(t, "key"), Value: drawValue(t, depth-1)})
	}
	return jsvalue.ObjectValue(members...)
}

func id() *rapid.Generator[jsvalue.Value] {
	return rapid.OneOf(
		rapid.Map(rapid.Int64Range(-1<<53+1, 1<<53-1), jsvalue.IntValue),
		rapid.Map(wtf8(), jsvalue.StringValue),
	)
}

func input() *rapid.Generator[protocol.Input] {
	return rapid.Custom(func(t *rapid.T) protocol.Input {
		switch rapid.IntRange(0, 4).Draw(t, "input") {
		case 0:
			return protocol.Input{}
		case 1:
			return protocol.TextOf(unicodeText().Draw(t, "text"))
		case 2:
			return protocol.TextOf(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		case 3:
			names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a.jsonl", "b/c", "", "é"}), 0, 3, rapid.ID[string]).Draw(t, "names")
			files := make([]protocol.File, len(names))
			for i, name := range names {
				files[i] = protocol.File{Name: name, Text: unicodeText().Draw(t, "text")}
			}
			return protocol.FilesOf(files...)
		}
		return protocol.ValueOf(value().Draw(t, "value"))
	})
}

func answer() *rapid.Generator[protocol.Answer] {
	return rapid.OneOf(
		rapid.Map(value(), protocol.Result),
		rapid.Map(wtf8(), func(message string) protocol.Answer { return protocol.Fail("some_code", message) }),
		rapid.Map(wtf8(), protocol.Unsupported),
	)
}

package protocol_test

import (
	"math"

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

// value is any value of the numbers.
func value(numbers []float64) *rapid.Generator[jsvalue.Value] {
	return rapid.Custom(func(t *rapid.T) jsvalue.Value { return drawValue(t, numbers, 3) })
}

// Numbers of answers, and of requests, which keep the infinite ones too (TP-PROTO-02).
var (
	finite  = []float64{0, -1, 1.5, 1e21, 1e-7, 9007199254740993}
	numbers = append([]float64{math.Inf(1), math.Inf(-1)}, finite...)
)

func drawValue(t *rapid.T, numbers []float64, depth int) jsvalue.Value {
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
		return jsvalue.NumberValue(rapid.SampledFrom(numbers).Draw(t, "number"))
	case 3:
		return jsvalue.StringValue(wtf8().Draw(t, "text"))
	case 4:
		var elements []jsvalue.Value
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			elements = append(elements, drawValue(t, numbers, depth-1))
		}
		return jsvalue.ArrayValue(elements...)
	}
	var members []jsvalue.Member
	for range rapid.IntRange(0, 3).Draw(t, "width") {
		members = append(members, jsvalue.Member{Key: wtf8().Draw(t, "key"), Value: drawValue(t, numbers, depth-1)})
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
				text := unicodeText().Draw(t, "text")
				if rapid.Bool().Draw(t, "asBytes") {
					text = string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
				}
				files[i] = protocol.File{Name: name, Text: text}
			}
			return protocol.FilesOf(files...)
		}
		return protocol.ValueOf(value(numbers).Draw(t, "value"))
	})
}

func answer() *rapid.Generator[protocol.Answer] {
	return rapid.OneOf(
		rapid.Map(value(finite), protocol.Result),
		rapid.Map(wtf8(), func(message string) protocol.Answer { return protocol.Fail("some_code", message) }),
		rapid.Map(wtf8(), protocol.Unsupported),
	)
}

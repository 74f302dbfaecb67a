package jsvalue_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// failer is what decode needs of a testing.TB, and what rapid's T has of it.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func decode(t failer, source string) jsvalue.Value {
	t.Helper()
	v, err := jsvalue.Decode(source)
	if err != nil {
		t.Fatalf("Decode(%.80q): %v", source, err)
	}
	return v
}

func encoded(v jsvalue.Value) string { return string(jsvalue.Append(nil, v)) }

// wtf8 is the WTF-8 text of UTF-16 units, each of which is encoded for itself: pairs are not joined.
func wtf8(units ...rune) string {
	var b []byte
	for _, u := range units {
		switch {
		case u < 0x80:
			b = append(b, byte(u))
		case u < 0x800:
			b = append(b, 0xC0|byte(u>>6), 0x80|byte(u&0x3F))
		default:
			b = append(b, 0xE0|byte(u>>12), 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
		}
	}
	return string(b)
}

var (
	high = wtf8(0xD83D)
	low  = wtf8(0xDE00)
)

// texts generates well-formed WTF-8 with everything that some function of the package treats in its own way.
func texts() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.StringN(0, 8, -1),
		rapid.SampledFrom([]string{
			"", "a", "\"", "\\", "/", "\n", "\x00", "\x1f", "\x7f", "\u0085", "é", "İ", "Σ", "\u2028", "中文", "\uFEFF", "\U0001F600",
			"\U0010FFFF", high, low, wtf8(0xD800), wtf8(0xDFFF), "\uD7FF", "\uE000", "plain text, longer than a word", "한",
		}),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 6), func(parts []string) string { return jsvalue.Concat(parts...) })
}

func keys() *rapid.Generator[string] {
	return rapid.OneOf(texts(), rapid.SampledFrom([]string{
		"", "0", "1", "2", "10", "01", "-1", "1.5", "4294967294", "4294967295", "__proto__", "constructor", "a", "b", "c",
	}))
}

func scalars() *rapid.Generator[jsvalue.Value] {
	return rapid.OneOf(
		rapid.Map(texts(), jsvalue.StringValue),
		rapid.Map(rapid.Float64(), jsvalue.NumberValue),
		rapid.Map(rapid.Int64(), jsvalue.IntValue),
		rapid.Map(rapid.Int64Range(-20, 20), jsvalue.IntValue),
		rapid.Map(rapid.Bool(), jsvalue.BoolValue),
		rapid.Just(jsvalue.NullValue()),
	)
}

// values generates any value up to that depth.
func values(depth int) *rapid.Generator[jsvalue.Value] {
	if depth == 0 {
		return scalars()
	}
	parts := values(depth - 1)
	member := rapid.Custom(func(t *rapid.T) jsvalue.Member {
		return jsvalue.Member{Key: keys().Draw(t, "key"), Value: parts.Draw(t, "value")}
	})
	return rapid.OneOf(
		scalars(),
		rapid.Map(rapid.SliceOfN(parts, 0, 5), func(e []jsvalue.Value) jsvalue.Value { return jsvalue.ArrayValue(e...) }),
		rapid.Map(rapid.SliceOfN(member, 0, 30), func(m []jsvalue.Member) jsvalue.Value { return jsvalue.ObjectValue(m...) }),
	)
}

// nodeCase is a question to node: an operation of the program below and the text it gets.
type nodeCase struct {
	op, text string
}

const nodeProgram = `
const ops = {
  parse: t => JSON.stringify(JSON.parse(t)),
  pretty: t => JSON.stringify(JSON.parse(t), null, 2),
  string: t => String(JSON.parse(t)),
  truthy: t => String(Boolean(JSON.parse(t))),
  length: t => String(t.length),
  trim: t => t.trim(),
  lower: t => t.toLowerCase(),
  wellFormed: t => t.toWellFormed(),
  utf8: t => new TextDecoder('utf-8', {ignoreBOM: true}).decode(Buffer.from(t, 'hex')),
  unicode: () => process.versions.unicode,
};
const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(cases.map(([op, text]) => {
  try { return ops[op](text) } catch (e) { return null }
})));
`

// askNode answers all cases in one child process; a nil answer means that the operation threw. Both ways the texts travel
// as JSON in ASCII, written and read here by the package under test.
func askNode(t *testing.T, cases []nodeCase) []*string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on PATH to compare with")
	}
	questions := make([]jsvalue.Value, len(cases))
	for i, c := range cases {
		questions[i] = jsvalue.ArrayValue(jsvalue.StringValue(c.op), jsvalue.StringValue(c.text))
	}
	input := jsvalue.AppendASCII(nil, jsvalue.ArrayValue(questions...))
	if !json.Valid(input) {
		t.Fatal("the questions are no JSON")
	}
	command := exec.Command(path, "-e", nodeProgram)
	command.Stdin = strings.NewReader(string(input))
	output, err := command.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	answers := decode(t, string(output))
	if answers.Len() != len(cases) {
		t.Fatalf("%d answers to %d questions", answers.Len(), len(cases))
	}
	results := make([]*string, len(cases))
	for i, answer := range answers.Elements() {
		if answer.IsString() {
			text := answer.Text()
			results[i] = &text
		}
	}
	return results
}

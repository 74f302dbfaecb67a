package jsvalue_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// jsonMaker makes random JSON texts with white space, escapes and odd numbers, and damages texts.
type jsonMaker struct{ random *rand.Rand }

func newJSONMaker() jsonMaker { return jsonMaker{rand.New(rand.NewPCG(3, 4))} }

func (m jsonMaker) pick(of ...string) string { return of[m.random.IntN(len(of))] }

func (m jsonMaker) value(depth int) string {
	kind := m.random.IntN(8)
	if depth == 0 {
		kind %= 6
	}
	var parts []string
	switch kind {
	case 0, 1:
		return m.str()
	case 2, 3, 4:
		return m.num()
	case 5:
		return m.pick("null", "true", "false", "[]", "{}", "[ ]")
	case 6:
		for range m.random.IntN(5) {
			parts = append(parts, m.value(depth-1))
		}
		return m.space("[") + strings.Join(parts, m.space(",")) + m.space("]")
	default:
		for range m.random.IntN(m.pickInt(4, 4, 24)) {
			parts = append(parts, m.str()+m.space(":")+m.value(depth-1))
		}
		return m.space("{") + strings.Join(parts, m.space(",")) + m.space("}")
	}
}

func (m jsonMaker) pickInt(of ...int) int { return of[m.random.IntN(len(of))] }

func (m jsonMaker) space(s string) string {
	return m.pick("", "", " ", "\n\t") + s + m.pick("", "", " ", "\r\n")
}

func (m jsonMaker) str() string {
	var parts []string
	for range m.random.IntN(m.pickInt(3, 12)) {
		parts = append(parts, m.pick("a", "b", "0", "1", "10", "é", "中", "😀", "한", `\n`, `\"`, `\\`, `\/`, `\u0000`, `\u00e9`, `\u00E9`, `\ud83d`, `\ude00`,
			`\uD83D\uDE00`, high, low, "\u2028", "\x7f", "__proto__", "some plain text", `\u0130`, "Σ", " "))
	}
	return `"` + jsvalue.Concat(parts...) + `"`
}

func (m jsonMaker) num() string {
	switch m.random.IntN(4) {
	case 0:
		return strconv.Itoa(m.random.IntN(2000) - 1000)
	case 1:
		return strconv.FormatFloat(m.random.NormFloat64()*float64(m.random.IntN(1e6)), 'e', m.random.IntN(20), 64)
	case 2:
		return strconv.FormatUint(m.random.Uint64(), 10) + m.pick("", "", ".0", "e5", "E-9", ".25e+3")
	}
	return m.pick("0", "-0", "0.0", "1e400", "-1e400", "1e-400", "1e21", "1e-7", "123456789012345", "1234567890123456", "0.1e1", "999999999999999999999",
		"5e-324", "2.2250738585072011e-308", "1.7976931348623159e308", "0.000001", "0.0000001", "100000000000000000000000")
}

// damaged is text with a few bytes removed, doubled, swapped or replaced.
func (m jsonMaker) damaged(text string) string {
	b := []byte(text)
	for range 1 + m.random.IntN(2) {
		if len(b) == 0 {
			break
		}
		i := m.random.IntN(len(b))
		switch m.random.IntN(4) {
		case 0:
			b = append(b[:i], b[i+1:]...)
		case 1:
			b = append(b[:i+1], b[i:]...)
		case 2:
			b[i] = m.pick(`"`, `\`, "{", "}", "[", "]", ",", ":", "0", "-", "e", ".", "\x00", "\x1f", "\xff", "\xed", "u", " ", "n", "\v")[0]
		default:
			b = b[:i]
		}
	}
	return string(b)
}

// CR-JS-01: for encoding/json the same texts are valid.
func TestValidityAsEncodingJSON(t *testing.T) {
	m := newJSONMaker()
	valid := 0
	check := func(text string) {
		_, err := jsvalue.Decode(text)
		if want := json.Valid([]byte(text)); (err == nil) != want {
			t.Errorf("Decode(%q): %v, want valid = %v", text, err, want)
		}
		if err == nil {
			valid++
		}
	}
	total := size(50_000)
	for range total {
		text := m.value(3)
		check(text)
		check(m.damaged(text))
	}
	for _, tt := range validTexts {
		check(tt.source)
	}
	for _, tt := range invalidTexts {
		check(tt.source)
	}
	if valid < total || valid > total*19/10 {
		t.Errorf("%d of %d texts are valid: the generator is no good", valid, 2*total)
	}
}

// CR-JS-01: jsontext finds the same tokens: strings of the same text, numbers of the same text and value.
func TestTokensAsJSONText(t *testing.T) {
	m := newJSONMaker()
	for range size(20_000) {
		source := jsvalue.WellFormed(m.value(3))
		source = strings.NewReplacer(`\ud83d`, "x", `\ude00`, "y", `\uD83D\uDE00`, "z").Replace(source) // jsontext knows no lone surrogates
		if hasDuplicates(source) {
			continue
		}
		decoder := jsvalue.Decoder{KeepKeyOrder: true}
		v, err := decoder.Decode(source)
		if err != nil {
			t.Fatalf("Decode(%q): %v", source, err)
		}
		want, got := jsontextTokens(t, source), valueTokens(nil, v)
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("tokens of %q:\n got %q\nwant %q", source, got, want)
		}
	}
}

func hasDuplicates(source string) bool {
	decoder := jsontext.NewDecoder(strings.NewReader(source))
	return decoder.SkipValue() != nil
}

func jsontextTokens(t *testing.T, source string) (tokens []string) {
	decoder := jsontext.NewDecoder(strings.NewReader(source))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			if len(tokens) == 0 {
				t.Fatalf("jsontext, %q: %v", source, err)
			}
			return tokens
		}
		switch token.Kind() {
		case '0':
			tokens = append(tokens, token.String(), fmt.Sprint(floatOf(token.String())))
		default:
			tokens = append(tokens, string(token.Kind())+token.String())
		}
	}
}

func floatOf(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

// valueTokens walks v; it may recurse, its values are shallow.
func valueTokens(tokens []string, v jsvalue.Value) []string {
	switch v.Kind() {
	case jsvalue.Number:
		return append(tokens, v.NumberText(), fmt.Sprint(v.Float()))
	case jsvalue.String:
		return append(tokens, `"`+v.Text())
	case jsvalue.Array:
		tokens = append(tokens, "[[")
		for _, elem := range v.Elements() {
			tokens = valueTokens(tokens, elem)
		}
		return append(tokens, "]]")
	case jsvalue.Object:
		tokens = append(tokens, "{{")
		for key, value := range v.Members() {
			tokens = valueTokens(append(tokens, `"`+key), value)
		}
		return append(tokens, "}}")
	default:
		text := encoded(v)
		return append(tokens, text[:1]+text)
	}
}

// CR-JS-01 to CR-JS-08: node says the same.
func TestAsNode(t *testing.T) {
	m := newJSONMaker()
	var cases []nodeCase
	var want []*string
	expect := func(op, text, answer string) {
		cases, want = append(cases, nodeCase{op, text}), append(want, &answer)
	}
	parse := func(source string) {
		v, err := jsvalue.Decode(source)
		if err != nil {
			cases, want = append(cases, nodeCase{"parse", source}), append(want, nil)
			return
		}
		expect("parse", source, encoded(v))
		expect("pretty", source, string(jsvalue.AppendIndent(nil, v, "  ")))
		expect("string", source, jsvalue.ToString(v))
		expect("truthy", source, strconv.FormatBool(v.Truthy()))
	}
	for _, tt := range validTexts {
		parse(tt.source)
	}
	for _, tt := range invalidTexts {
		parse(tt.source)
	}
	for range size(20_000) {
		source := m.value(3)
		parse(source)
		parse(jsvalue.FromUTF8String(m.damaged(jsvalue.WellFormed(source))))
		text := decode(t, m.str()).Text()
		expect("length", text, strconv.Itoa(jsvalue.Length(text)))
		expect("wellFormed", text, jsvalue.WellFormed(text))
		spaced := m.pick("\uFEFF", "\u0085", " \n", "\u200B", "\u3000") + text + m.pick("\u00A0", "\u180E", "\v\u2029", "")
		expect("trim", spaced, jsvalue.Trim(spaced))
		bytes := make([]byte, m.random.IntN(12))
		for i := range bytes {
			bytes[i] = m.pick("a", "\x80", "\x9f", "\xa0", "\xbf", "\xc0", "\xc2", "\xe0", "\xe2", "\xed", "\xef", "\xf0", "\xf4", "\xf5", "\xff")[0]
		}
		expect("utf8", hex.EncodeToString(bytes), jsvalue.FromUTF8(bytes))
	}
	report(t, cases, want, askNode(t, cases))
}

// toLowerCase is compared on all characters with case or near to it that Go's version of Unicode has; node's may be later.
func TestToLowerAsNode(t *testing.T) {
	var cases []nodeCase
	var want []*string
	expect := func(text string) {
		answer := jsvalue.ToLower(text)
		cases, want = append(cases, nodeCase{"lower", text}), append(want, &answer)
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		if r < 0x3000 || r >= 0xA640 && r < 0xAC00 || r >= 0xFB00 && r < 0x1F000 {
			if unicode.Is(unicode.Cn, r) || r == 0x295 || r == 0x1171E {
				continue // not assigned in Go's version, or of another category in a later one
			}
			expect(string(r))
			expect("AΣ" + string(r))
			expect(string(r) + "Σ")
			expect("A" + string(r) + "Σ")
			expect("AΣ" + string(r) + "A")
		}
	}
	report(t, cases, want, askNode(t, cases))
}

// report says where the answers differ, for the first few cases.
func report(t *testing.T, cases []nodeCase, want, answers []*string) {
	t.Helper()
	differ := 0
	for i, c := range cases {
		if got := answers[i]; (got == nil) != (want[i] == nil) || got != nil && *got != *want[i] {
			if differ++; differ <= 10 {
				t.Errorf("%s of %q: node says %s, here it is %s", c.op, c.text, show(got), show(want[i]))
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d cases differ", differ, len(cases))
	}
}

func show(s *string) string {
	if s == nil {
		return "an error"
	}
	return strconv.Quote(*s)
}

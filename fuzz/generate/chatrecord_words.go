package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// hostileWords are texts that programs get wrong as ids, keys or content.
var hostileWords = []string{
	"__proto__", "constructor", "hasOwnProperty", "prototype", "a,b", "a\nb", "x\x00y", "\xed\xa0\x80", "\xed\xb0\x80", "\ufeffbom", "🚀",
	"qwen-replay-tool:r1:0", "qwen-replay-tool:r2:result", "x:2", "x:3", "1", "10", "01", "-1", "1.5", "4294967294", "4294967295", "\u2028", "\u0085",
	"\u200b", "[truncated]", "[redacted]", "... [truncated]", "Tool", "user-1", "tool-2", "null", "undefined", "NaN", "true", "0",
	"\x1b[31mred\x1b[0m", "<script>", "\\u0000", "\"quoted\"", "İ", "ſ", "Σ", "é", "e\u0301", " lead", "trail ", "\tend\n", "\n", "line\n",
}

// word is a short text; sometimes a hostile one, and then it can be blank.
func (c *chat) word() string {
	if c.hostile && oneIn(c, 3) {
		return pick(c.Source, hostileWords)
	}
	return pick(c.Source, words)
}

// words is a text of a few words.
func (c *chat) words() string {
	text := c.word()
	for range c.Below(6) {
		text = jsvalue.Concat(text, pick(c.Source, []string{" ", " ", "\n", ""}), c.word())
	}
	return text
}

// said is a text that is shown; now and then long enough to meet a cap.
func (c *chat) said() string {
	switch c.Below(160) {
	case 159:
		return strings.Repeat(pick(c.Source, []string{"lorem ", "0123456789", "ab\n"}), 9_998/c.size()) + c.word()
	case 158:
		return strings.Repeat("x", 4_090+c.Below(12))
	case 157:
		return strings.Repeat("y", pick(c.Source, []int{100_000, 99_980 + c.Below(24)}))
	case 148, 149, 150:
		return "\n" + c.words()
	case 151, 152, 153:
		return c.words() + "\n"
	}
	if text := c.words(); text != "" {
		return text
	}
	return "said"
}

func (c *chat) size() int { return 1 + c.Below(9) }

// chance is true so many times in a hundred.
func (c *chat) chance(percent int) bool { return c.Below(100) >= 100-percent }

// Raw JSON in a value: a text between the two marks is written without quotes, with quoteMark for a quotation mark and
// escapeMark for a backslash.
const (
	rawBegin  = "\U000F0001"
	rawEnd    = "\U000F0002"
	quoteMark = "\U000F0003"

	escapeMark = "\U000F0004"
)

// raw is a value that is spelled in a way that no writer would choose.
func raw(text string) jsvalue.Value {
	return jsvalue.StringValue(rawBegin + strings.NewReplacer(`"`, quoteMark, `\`, escapeMark).Replace(text) + rawEnd)
}

var rawMarks = strings.NewReplacer(
	`"\udb80\udc01`, "", `\udb80\udc02"`, "", `\udb80\udc03`, `"`, `\udb80\udc04`, `\`,
)

// chatLine writes a record in ASCII.
func chatLine(record jsvalue.Value) string {
	return rawMarks.Replace(string(jsvalue.AppendASCII(nil, record)))
}

// rawNumbers are numbers in spellings that a writer of JavaScript would not use.
var rawNumbers = []string{
	"-0", "1e400", "-1E400", "1.0", "1E2", "0.1e-6", "12345678901234567890", "1e21", "123e-20", "5e-324", "0.30000000000000004", "9007199254740993",
}

// scalar is a value that is no container.
func (c *chat) scalar() jsvalue.Value {
	switch c.Below(8) {
	case 0, 1, 2:
		return jsvalue.StringValue(c.word())
	case 3, 4:
		return jsvalue.IntValue(int64(c.Below(1000)))
	case 5:
		return jsvalue.BoolValue(oneIn(c, 2))
	case 6:
		if oneIn(c, 3) {
			return jsvalue.NullValue()
		}
		return jsvalue.NumberValue(float64(c.Below(1000)) / 8)
	}
	return raw(pick(c.Source, rawNumbers))
}

// wild is any value, not deep.
func (c *chat) wild(depth int) jsvalue.Value {
	choice := c.Below(10)
	if depth <= 0 || choice < 6 {
		return c.scalar()
	}
	if choice < 8 {
		list := make([]jsvalue.Value, c.Below(4))
		for i := range list {
			list[i] = c.wild(depth - 1)
		}
		return jsvalue.ArrayValue(list...)
	}
	var members []jsvalue.Member
	for range c.Below(4) {
		members = append(members, jsvalue.Member{Key: c.key(), Value: c.wild(depth - 1)})
	}
	return jsvalue.ObjectValue(members...)
}

// key is the name of a member, never secret and never one that every object inherits.
func (c *chat) key() string {
	if c.hostile && oneIn(c, 3) {
		return pick(c.Source, []string{
			"__proto__", "1", "0", "01", "-1", "4294967294", "4294967295", "a b", "\x00", "🚀", "\u2028", "type", "", "tokens", "api_keys", "K\u212Aey",
		})
	}
	return pick(c.Source, []string{"name", "value", "items", "kind", "title", "text", "id", "status", "note", "n", "list", "map"})
}

// secret is the name of a member whose value is redacted.
func (c *chat) secret() string {
	return pick(c.Source, []string{"password", "api_key", "Authorization", "access-token-2", "X-Auth-Key", "cooKie", "refresh_token", "SetCookie", "user.secret"})
}

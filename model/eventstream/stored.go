package eventstream

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// payload is a member that may be large, with its cap in bytes (ES-STORE-01).
type payload struct {
	member, label string
	cap           int
	accounted     bool // beside it stands what was left out
}

// payloadsOf are those of an event.
func payloadsOf(event jsvalue.Value) []payload {
	status := event.Get("status").Text()
	switch kind := event.Get("type").Text(); {
	case kind == "command" && status == "running":
		return []payload{{"output", "command output", 4096, true}}
	case kind == "command" && status == "failed":
		return []payload{{"output", "command output", 65536, true}}
	case kind == "command":
		return []payload{{"output", "command output", 16384, true}}
	case kind == "file_change":
		return []payload{{"diff", "file diff", 32768, true}}
	case kind == "reasoning":
		return []payload{{"text", "reasoning", 8192, true}}
	case kind == "tool_result" && (status == "failed" || status == "interrupted"):
		return []payload{{"result", "tool result", 65536, true}, {"structured", "tool result detail", 8192, false}}
	case kind == "tool_result":
		return []payload{{"result", "tool result", 16384, true}, {"structured", "tool result detail", 8192, false}}
	}
	return nil
}

// pictures are the members of events of images that can be data: one that is accounted for, and one that is not (ES-STORE-06).
var pictures = map[string][2]string{"codex_image_generation": {"result", "savedPath"}, "codex_image_view": {"url", "path"}}

// mostImage is the size of an image that stays.
const mostImage = 65536

// stored is an event as it is kept, and the members that vanish without an account (ES-STORE-01 to ES-STORE-08). It is not certain of
// values that are nested so deeply that their size cannot be read off their text.
func stored(event jsvalue.Value) (form jsvalue.Value, vanished []string, certain bool) {
	form, certain = event, true
	for _, p := range payloadsOf(event) {
		value := event.Get(p.member)
		if p.label != "tool result" && p.label != "tool result detail" && !value.IsString() || value.IsUndefined() {
			continue
		}
		made := keep(value, p)
		certain = certain && made.certain
		if made.changed {
			form = form.With(member(p.member, made.value))
			if p.accounted {
				form = form.With(member(p.member+"OriginalBytes", number(made.had)), member(p.member+"OmittedBytes", number(made.lacks)))
			}
		}
	}
	if members, ok := pictures[event.Get("type").Text()]; ok {
		if data := event.Get(members[0]).Text(); beginsAsImage(data) && len(data) > mostImage {
			form = form.With(member(members[0], jsvalue.NullValue()), member(members[0]+"OriginalBytes", number(len(data))), member(members[0]+"OmittedBytes", number(len(data))))
		}
		if beginsAsImage(event.Get(members[1]).Text()) {
			form, vanished = form.With(member(members[1], jsvalue.NullValue())), []string{members[1]}
		}
	}
	return form, vanished, certain
}

func number(n int) jsvalue.Value { return jsvalue.IntValue(int64(n)) }

func beginsAsImage(text string) bool {
	return strings.HasPrefix(strings.ToLower(trim(text)), "data:image/")
}

// shrunk is what became of a payload. had and lacks are bytes.
type shrunk struct {
	value            jsvalue.Value
	changed, certain bool
	had, lacks       int
}

// keep makes a payload small, if it is not in the form of a small one (ES-STORE-02, ES-STORE-04, ES-STORE-05, ES-STORE-07).
func keep(value jsvalue.Value, p payload) shrunk {
	if looksKept(value) && sizeOf(value) <= 2*p.cap {
		return shrunk{value: value, certain: true}
	}
	plain, changed, images := value, false, 0
	if p.label != "command output" && p.label != "file diff" && p.label != "reasoning" {
		plain, changed, images = withoutPictures(value, 0)
	}
	if changed && nesting(value) > deepest {
		return shrunk{}
	}
	size := sizeOf(plain)
	switch {
	case size <= p.cap && !changed:
		return shrunk{value: value, certain: true}
	case size <= p.cap:
		return shrunk{plain, true, true, sizeOf(value), images}
	case plain.IsString():
		text, lacks := previews(plain.Text(), p)
		return shrunk{jsvalue.StringValue(text), true, true, size, lacks}
	}
	text, lacks := previews(string(jsvalue.AppendIndent(nil, plain, "  ")), p)
	wrapped := jsvalue.ObjectValue(textOf("summary", firstLine(p)), member("originalBytes", number(size)), member("omittedBytes", number(lacks)), textOf("preview", text))
	had := size
	if changed {
		had = sizeOf(value)
	}
	return shrunk{wrapped, true, true, had, images + lacks}
}

// looksKept: it has the shape of what stands for a value.
func looksKept(value jsvalue.Value) bool {
	return value.IsObject() && strings.HasPrefix(value.Get("summary").Text(), "[ADE] Large ") && value.Get("preview").IsString() &&
		value.Get("originalBytes").IsFinite() && value.Get("omittedBytes").IsFinite()
}

// deepest is the nesting up to which the size of a value is that of its text.
const deepest = 500

// sizeOf is how many bytes a value has.
func sizeOf(value jsvalue.Value) int {
	if value.IsString() {
		return len(value.Text())
	}
	return len(jsvalue.AppendIndent(nil, value, "  "))
}

// nesting is how many lists and objects are in one another, up to a few more than counts.
func nesting(value jsvalue.Value) int {
	most := 0
	level := []jsvalue.Value{value}
	for len(level) > 0 && most <= deepest {
		var next []jsvalue.Value
		for _, one := range level {
			for _, element := range one.Elements() {
				next = append(next, element)
			}
			for _, element := range one.Members() {
				next = append(next, element)
			}
		}
		level, most = next, most+1
	}
	return most
}

// withoutPictures names what is large and an image, and what is nested too deeply, inside around others (ES-STORE-05).
func withoutPictures(value jsvalue.Value, around int) (plain jsvalue.Value, changed bool, bytes int) {
	switch {
	case value.IsString() && beginsAsImage(value.Text()) && len(value.Text()) > mostImage:
		return jsvalue.StringValue(fmt.Sprintf("[ADE] Inline image was left out (%d bytes).", len(value.Text()))), true, len(value.Text())
	case (value.IsArray() || value.IsObject()) && around == 32:
		return jsvalue.StringValue("[ADE] Deeply nested content was left out."), true, 0
	case value.IsArray():
		var list []jsvalue.Value
		for _, element := range value.Elements() {
			one, other, size := withoutPictures(element, around+1)
			list, changed, bytes = append(list, one), changed || other, bytes+size
		}
		return jsvalue.ArrayValue(list...), changed, bytes
	case value.IsObject():
		var members []jsvalue.Member
		for key, element := range value.Members() {
			one, other, size := withoutPictures(element, around+1)
			members, changed, bytes = append(members, member(key, one)), changed || other, bytes+size
		}
		return jsvalue.ObjectValue(members...), changed, bytes
	}
	return value, false, 0
}

func firstLine(p payload) string {
	return "[ADE] Large " + p.label + " was shortened to keep this chat fast."
}

// previews is the form of a text over its cap, character by character, and the bytes that it lacks (ES-STORE-02).
func previews(text string, p payload) (form string, lacks int) {
	top := fmt.Sprintf("%s\nOriginal size: %d bytes.\n\n----- BEGIN FIRST PREVIEW -----\n", firstLine(p), len(text))
	bottom := "\n----- END LAST PREVIEW -----"
	budget := p.cap - len(top) - len(bottom) - 512
	characters := charactersOf(text)
	head := 0
	for _, character := range characters {
		if head+len(character) > budget/2 {
			break
		}
		head += len(character)
	}
	tail := len(text)
	for i := len(characters) - 1; i >= 0 && len(text)-tail+len(characters[i]) <= budget-head; i-- {
		tail -= len(characters[i])
	}
	lacks = tail - head
	middle := fmt.Sprintf("\n----- END FIRST PREVIEW -----\n\n[ADE] %d bytes were left out.\n\n----- BEGIN LAST PREVIEW -----\n", lacks)
	return top + text[:head] + middle + text[tail:] + bottom, lacks
}

// charactersOf are the characters of a text; half of one that stands alone is one.
func charactersOf(text string) (list []string) {
	start := 0
	for i := 1; i <= len(text); i++ {
		if i == len(text) || text[i]&0xc0 != 0x80 {
			list = append(list, text[start:i])
			start = i
		}
	}
	return list
}

package golden_test

import (
	"crypto/sha256"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The bounds of what a golden file shows in full.
const (
	longText  = 600 // UTF-16 units
	longList  = 200 // elements
	deepLevel = 30
)

// abridge keeps a golden file readable: a long text, a long list and a deep value are shown at their ends, with their
// size and a digest, so that no difference can hide in what is left out.
func abridge(v jsvalue.Value) jsvalue.Value { return abridged(v, 0) }

func abridged(v jsvalue.Value, depth int) jsvalue.Value {
	switch {
	case depth > deepLevel && v.Len() > 0:
		return jsvalue.StringValue("<deep value, " + digest(v) + ">")
	case v.IsString() && jsvalue.LongerThan(v.Text(), longText):
		text := v.Text()
		head := jsvalue.Prefix(text, longText/4)
		return jsvalue.StringValue(head + "<text of " + fmt.Sprint(jsvalue.Length(text)) + " units, " + digest(v) + ">" + tail(text))
	case v.IsArray():
		var out []jsvalue.Value
		for i, element := range v.Elements() {
			if v.Len() > longList && i >= longList/20 && i < v.Len()-longList/20 {
				if i == longList/20 {
					out = append(out, jsvalue.StringValue(fmt.Sprintf("<%d elements in all, %s>", v.Len(), digest(v))))
				}
				continue
			}
			out = append(out, abridged(element, depth+1))
		}
		return jsvalue.ArrayValue(out...)
	case v.IsObject():
		members := make([]jsvalue.Member, 0, v.Len())
		for key, value := range v.Members() {
			members = append(members, jsvalue.Member{Key: abridged(jsvalue.StringValue(key), 0).Text(), Value: abridged(value, depth+1)})
		}
		return jsvalue.ObjectValue(members...)
	}
	return v
}

func tail(text string) string { return jsvalue.FromUTF8String(text[len(text)-longText/8:]) }

func digest(v jsvalue.Value) string {
	return fmt.Sprintf("sha256 %x", sha256.Sum256(jsvalue.Append(nil, v)))[:len("sha256 ")+16]
}

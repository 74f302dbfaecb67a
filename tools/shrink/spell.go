package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// spell writes a value as compact JSON in ASCII. Unlike jsvalue.AppendASCII it keeps the spelling of numbers, because
// -0, 1.0 and 1e400 can be what a case is about. It does not recurse.
func spell(dst []byte, v jsvalue.Value) []byte {
	type container struct {
		value jsvalue.Value
		next  int
	}
	var open []container
	for {
		if v.IsObject() || v.IsArray() {
			open = append(open, container{value: v})
			dst = append(dst, opening(v))
		} else {
			dst = spellScalar(dst, v)
		}
		for len(open) > 0 && open[len(open)-1].next == open[len(open)-1].value.Len() {
			dst = append(dst, opening(open[len(open)-1].value)+2) // ] and } stand two places behind [ and {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return dst
		}
		top := &open[len(open)-1]
		if top.next > 0 {
			dst = append(dst, ',')
		}
		if top.value.IsArray() {
			v = top.value.At(top.next)
		} else {
			member := top.value.Member(top.next)
			dst = append(jsvalue.AppendASCII(dst, jsvalue.StringValue(member.Key)), ':')
			v = member.Value
		}
		top.next++
	}
}

func opening(v jsvalue.Value) byte {
	if v.IsArray() {
		return '['
	}
	return '{'
}

func spellScalar(dst []byte, v jsvalue.Value) []byte {
	switch {
	case v.IsUndefined():
		return append(dst, "null"...)
	case v.IsNumber():
		return append(dst, v.NumberText()...)
	}
	return jsvalue.AppendASCII(dst, v)
}

package chatrecord

import (
	"regexp"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// valueFeatures are about the values in a record, wherever they stand.
var valueFeatures = []feature{
	{
		name: "prototype-name", rules: []string{"CR-DEC-25"}, says: "A key or a text is a name that every object of JavaScript has.",
		find: inValues(anyText(func(text string) bool { return slices.Contains(prototypeNames, text) })),
	},
	{
		name: "lone-surrogate", rules: []string{"CR-JS-07"}, says: "A key or a text holds half a character.",
		find: inValues(anyText(func(text string) bool { return jsvalue.WellFormed(text) != text })),
	},
	{
		name: "control-character", rules: []string{"CR-JS-03", "CR-BLOCK-24"}, says: "A key or a text holds a NUL, an escape or another control character.",
		find: inValues(anyText(func(text string) bool { return strings.ContainsFunc(text, isControl) })),
	},
	{
		name: "number-like-key", rules: []string{"CR-JS-02"}, says: "A key looks like the index of an array.",
		find: inValues(anyKey(numberLike.MatchString)),
	},
	{
		name: "odd-number", rules: []string{"CR-JS-03"}, says: "A number is negative zero, infinite, or more than a float64 holds.",
		find: inValues(func(v jsvalue.Value) bool { return v.IsNumber() && isOddNumber(v) }),
	},
	{
		name: "secret", rules: []string{"CR-BLOCK-19", "CR-BLOCK-20"}, says: "A key says that its value is secret.",
		find: inValues(anyKey(SecretKey)),
	},
	{
		name: "synthetic-look", rules: []string{"CR-DEC-10"}, says: "A text looks like an id that a replay invents.",
		find: inValues(anyText(looksSynthetic)),
	},
	{
		name: "long-text", rules: []string{"CR-CAP-01", "CR-BLOCK-22"}, says: "A text has over 4,096 units.",
		find: inValues(func(v jsvalue.Value) bool { return jsvalue.LongerThan(v.Text(), 4096) }),
	},
	{
		name: "deep-value", rules: []string{"CR-DEC-20", "CR-JS-09"}, says: "Over 10 arrays or objects lie in one another.",
		find: anywhere(func(r Record) bool { return deeperThan(r.Value, 10) }),
	},
}

var prototypeNames = []string{"__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "valueOf"}

var numberLike = regexp.MustCompile(`^-?[0-9]{1,10}(\.[0-9]+)?$`)

func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }

func isOddNumber(v jsvalue.Value) bool {
	f := v.Float()
	return !v.IsFinite() || f == 0 && strings.HasPrefix(v.NumberText(), "-") || f >= 1<<53 || f <= -1<<53
}

// inValues are the records in which the predicate holds for some value.
func inValues(holds func(jsvalue.Value) bool) func(*reading) []int {
	return anywhere(func(r Record) bool { return anyValue(r.Value, holds) })
}

func anyText(holds func(string) bool) func(jsvalue.Value) bool {
	keys := anyKey(holds)
	return func(v jsvalue.Value) bool { return v.IsString() && holds(v.Text()) || keys(v) }
}

func anyKey(holds func(string) bool) func(jsvalue.Value) bool {
	return func(v jsvalue.Value) bool {
		for i := range v.Len() {
			if v.IsObject() && holds(v.Member(i).Key) {
				return true
			}
		}
		return false
	}
}

// anyValue reports whether the predicate holds for a value or for one inside it.
func anyValue(v jsvalue.Value, holds func(jsvalue.Value) bool) bool {
	var room [32]jsvalue.Value
	stack := append(room[:0], v)
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if holds(top) {
			return true
		}
		for i := range top.Len() {
			if top.IsArray() {
				stack = append(stack, top.At(i))
			} else {
				stack = append(stack, top.Member(i).Value)
			}
		}
	}
	return false
}

func innerValues(v jsvalue.Value) []jsvalue.Value {
	list := elements(v)
	for _, member := range v.Members() {
		list = append(list, member)
	}
	return list
}

func deeperThan(v jsvalue.Value, levels int) bool {
	layer := []jsvalue.Value{v}
	for depth := 0; len(layer) > 0; depth++ {
		if depth > levels {
			return true
		}
		var next []jsvalue.Value
		for _, value := range layer {
			next = append(next, innerValues(value)...)
		}
		layer = slices.DeleteFunc(next, func(v jsvalue.Value) bool { return !v.IsArray() && !v.IsObject() })
	}
	return false
}

// reaches: some value lies so many arrays and objects deep in the value.
func reaches(v jsvalue.Value, depth int) bool {
	layer := []jsvalue.Value{v}
	for range depth {
		var next []jsvalue.Value
		for _, value := range layer {
			next = append(next, innerValues(value)...)
		}
		layer = next
	}
	return len(layer) > 0
}

package chatrecord

import (
	"regexp"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// valueFeatures are about the values in a record, wherever they stand.
var valueFeatures = []feature{
	{
		name: "prototype-name", rules: []string{"CR-DEC-25"}, says: "A key or a text is a name that every object of JavaScript has.",
		find: withFact(prototypeName),
	},
	{
		name: "lone-surrogate", rules: []string{"CR-JS-07"}, says: "A key or a text holds half a character.",
		find: withFact(loneSurrogate),
	},
	{
		name: "control-character", rules: []string{"CR-JS-03", "CR-BLOCK-24"}, says: "A key or a text holds a NUL, an escape or another control character.",
		find: withFact(controlCharacter),
	},
	{
		name: "number-like-key", rules: []string{"CR-JS-02"}, says: "A key looks like the index of an array.",
		find: withFact(numberLikeKey),
	},
	{
		name: "odd-number", rules: []string{"CR-JS-03"}, says: "A number is negative zero, infinite, or more than a float64 holds.",
		find: withFact(oddNumber),
	},
	{
		name: "secret", rules: []string{"CR-BLOCK-19", "CR-BLOCK-20"}, says: "A key says that its value is secret.",
		find: withFact(secretKey),
	},
	{
		name: "synthetic-look", rules: []string{"CR-DEC-10"}, says: "A text looks like an id that a replay invents.",
		find: withFact(syntheticLook),
	},
	{
		name: "long-text", rules: []string{"CR-CAP-01", "CR-BLOCK-22"}, says: "A text has over 4,096 units.",
		find: withFact(longText),
	},
	{
		name: "deep-value", rules: []string{"CR-DEC-20", "CR-JS-09"}, says: "Over 10 arrays or objects lie in one another.",
		find: anywhere(func(r Record) bool { return deeperThan(r.Value, 10) }),
	},
}

// FeaturesOfUpdates lists the names of those features that are about values and that the question has in its updates or its
// options, in the order of Features. It is for questions that hand on no records but what was made of them: reduce and compact
// take updates, replay takes a state.
func FeaturesOfUpdates(c testcase.Case) []string {
	var in reading
	add := func(v jsvalue.Value) { in.Records = append(in.Records, Record{Index: len(in.Records), Value: v}) }
	for _, update := range c.Input.Value().Get("updates").Elements() {
		add(update)
	}
	for _, option := range c.Options.Members() {
		add(option)
	}
	var names []string
	for _, f := range valueFeatures {
		if f.has(&in) {
			names = append(names, f.name)
		}
	}
	return names
}

// facts are what the texts, keys and numbers of a record are, of which each value feature is one.
type facts uint

const (
	prototypeName facts = 1 << iota
	loneSurrogate
	controlCharacter
	syntheticLook
	numberLikeKey
	secretKey
	oddNumber
	longText
)

// withFact are the records of which the fact holds.
func withFact(fact facts) func(*reading) []int {
	return func(in *reading) []int {
		var places []int
		for i, holds := range in.valueFacts() {
			if holds&fact != 0 {
				places = append(places, in.Records[i].Index)
			}
		}
		return places
	}
}

// valueFacts are the facts of each record, found in one walk over all values.
func (in *reading) valueFacts() []facts {
	if in.facts == nil {
		in.facts = make([]facts, len(in.Records))
		ofKeys := make(map[string]facts)
		for i, record := range in.Records {
			anyValue(record.Value, func(v jsvalue.Value) bool {
				in.facts[i] |= factsOf(v, ofKeys)
				return false
			})
		}
	}
	return in.facts
}

// factsOf are the facts of a value and of its keys, without the values inside it. Keys come again and again.
func factsOf(v jsvalue.Value, ofKeys map[string]facts) facts {
	switch {
	case v.IsNumber() && isOddNumber(v):
		return oddNumber
	case v.IsString():
		return factsOfText(v.Text())
	case !v.IsObject():
		return 0
	}
	var all facts
	for i := range v.Len() {
		key := v.Member(i).Key
		found, seen := ofKeys[key]
		if !seen {
			found = factsOfKey(key)
			ofKeys[key] = found
		}
		all |= found
	}
	return all
}

func factsOfKey(key string) facts {
	found := factsOfText(key) &^ longText
	if numberLike.MatchString(key) {
		found |= numberLikeKey
	}
	if SecretKey(key) {
		found |= secretKey
	}
	return found
}

func factsOfText(text string) facts {
	var found facts
	if slices.Contains(prototypeNames, text) {
		found |= prototypeName
	}
	if jsvalue.WellFormed(text) != text {
		found |= loneSurrogate
	}
	if strings.ContainsFunc(text, isControl) {
		found |= controlCharacter
	}
	if looksSynthetic(text) {
		found |= syntheticLook
	}
	if jsvalue.LongerThan(text, 4096) {
		found |= longText
	}
	return found
}

var prototypeNames = []string{"__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "valueOf"}

var numberLike = regexp.MustCompile(`^-?[0-9]{1,10}(\.[0-9]+)?$`)

func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }

func isOddNumber(v jsvalue.Value) bool {
	f := v.Float()
	return !v.IsFinite() || f == 0 && strings.HasPrefix(v.NumberText(), "-") || f >= 1<<53 || f <= -1<<53
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

package crosscheck

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func itoa(i int) string { return strconv.Itoa(i) }

// empty: an optional value that stands for nothing.
func empty(v jsvalue.Value) bool {
	return v.IsNullish() || v.IsString() && v.Text() == "" || (v.IsArray() || v.IsObject()) && v.Len() == 0
}

// anywhere reports whether the predicate holds for a value or for one inside it. It does not recurse.
func anywhere(v jsvalue.Value, holds func(jsvalue.Value) bool) bool {
	stack := []jsvalue.Value{v}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if holds(top) {
			return true
		}
		for _, element := range top.Elements() {
			stack = append(stack, element)
		}
		for _, member := range top.Members() {
			stack = append(stack, member)
		}
	}
	return false
}

// depth is how many containers lie inside one another.
func depth(v jsvalue.Value) int {
	deepest := 0
	type level struct {
		value jsvalue.Value
		depth int
	}
	stack := []level{{v, 0}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		deepest = max(deepest, top.depth)
		for _, element := range top.value.Elements() {
			stack = append(stack, level{element, top.depth + 1})
		}
		for _, member := range top.value.Members() {
			stack = append(stack, level{member, top.depth + 1})
		}
	}
	return deepest
}

// hasLoneSurrogate: a text holds a half of a pair.
func hasLoneSurrogate(text string) bool { return jsvalue.WellFormed(text) != text }

// hasPair: a text holds a character of two units.
func hasPair(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > 0xFFFF }) >= 0
}

var secretKey = regexp.MustCompile(`^(authorization|auth|cookie|setcookie|credentials?|passphrase|xauthkey)$` +
	`|(password|token|secret|secretkey|accesskey|apikey|privatekey)$|accesstoken|refreshtoken|bearertoken|personalaccesstoken`)

var noKeyCharacter = regexp.MustCompile(`[^a-z0-9]`)

// hasSecret: somewhere in the value a key says that its value is secret.
func hasSecret(v jsvalue.Value) bool {
	return anywhere(v, func(inner jsvalue.Value) bool {
		for key := range inner.Members() {
			if secretKey.MatchString(noKeyCharacter.ReplaceAllString(jsvalue.ToLower(key), "")) {
				return true
			}
		}
		return false
	})
}

// arguments are the args of all calls of a record.
func (r Record) arguments() []jsvalue.Value {
	var list []jsvalue.Value
	for _, part := range r.Parts {
		if call := part.Get("functionCall"); call.IsObject() {
			list = append(list, call.Get("args"))
		}
	}
	return list
}

// inArguments: the predicate holds for a value inside the arguments of a call.
func (r Record) inArguments(holds func(jsvalue.Value) bool) bool {
	return slices.ContainsFunc(r.arguments(), func(arguments jsvalue.Value) bool { return anywhere(arguments, holds) })
}

// hasCall: the record starts a call.
func (r Record) hasCall() bool { return len(r.arguments()) > 0 }

// carriesResult: the record answers a call.
func (r Record) carriesResult() bool { return r.Type == "tool_result" || len(r.responses()) > 0 }

// everywhere are sites for the whole projection, "" included.
func (v *View) everywhere() Sites {
	var sites Sites
	sites.add("")
	for _, record := range v.Chain {
		sites.add(record.UUID)
	}
	return sites
}

// onceIf are the sites of a difference that names no record.
func (v *View) onceIf(holds func(Record) bool) Sites {
	var sites Sites
	if slices.ContainsFunc(v.Chain, holds) {
		sites.add("")
	}
	return sites
}

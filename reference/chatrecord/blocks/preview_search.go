package blocks

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// searchPreview is for a call that looks for something and may already say what it found.
//
// CR-PREVIEW-06.
func searchPreview(in *previewInput) jsvalue.Value {
	v := in.value
	results, matches := v.Get("results"), v.Get("matches")
	query := firstText(v, "query", "pattern", "search", "q")
	searches := containsAny(in.tool, "grep", "search", "find", "rg", "glob", "lookup") ||
		v.Get("resultCount").IsNumber() || results.IsArray() || matches.IsArray()
	if query == "" || !searches {
		return jsvalue.Value{}
	}
	top, readable := topResults(coalesce(results, matches))
	if !readable {
		return in.generic() // CR-DEC-01
	}
	return previewObject("search",
		textMember("query", query),
		jsvalue.Member{Key: "resultCount", Value: resultCount(v)},
		jsvalue.Member{Key: "top", Value: top},
	)
}

// resultCount is the number that the input states, else the length of its list, else Undefined.
func resultCount(v jsvalue.Value) jsvalue.Value {
	for _, key := range [...]string{"resultCount", "total"} {
		if count := v.Get(key); count.IsNumber() {
			return count
		}
	}
	for _, key := range [...]string{"results", "matches"} {
		if list := v.Get(key); list.IsArray() {
			return jsvalue.IntValue(int64(list.Len()))
		}
	}
	return jsvalue.Value{}
}

const (
	maxTopResults = 5
	maxResultText = 120
)

// topResults is the first few results as texts, without the empty ones; Undefined when there is none.
func topResults(list jsvalue.Value) (top jsvalue.Value, readable bool) {
	var texts []jsvalue.Value
	for i := range min(list.Len(), maxTopResults) {
		if !hasStringForm(list.At(i)) {
			return jsvalue.Value{}, false
		}
		if text := resultText(list.At(i)); text != "" {
			texts = append(texts, jsvalue.StringValue(text))
		}
	}
	if len(texts) == 0 {
		return jsvalue.Value{}, true
	}
	return jsvalue.ArrayValue(texts...), true
}

// resultText is one result on one line. CR-DEC-24: a long one is cut between characters.
func resultText(result jsvalue.Value) string {
	if !result.IsObject() {
		return jsvalue.ToString(result)
	}
	if text := firstText(result, "path", "file", "name", "title", "text"); text != "" {
		return text
	}
	return jsvalue.Prefix(prettyText(result), maxResultText)
}

// hasStringForm reports whether JavaScript's String(v) gives a text. It does not for an array that holds, itself or in
// an array inside, an object whose own toString is no function, and data never is one (CR-DEC-01).
func hasStringForm(v jsvalue.Value) bool {
	open := []jsvalue.Value{v}
	if !v.IsArray() {
		return true
	}
	for len(open) > 0 {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for _, element := range last.Elements() {
			if element.Has("toString") {
				return false
			}
			if element.IsArray() {
				open = append(open, element)
			}
		}
	}
	return true
}

package crosscheck

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var textExcuses = []Excuse{
	{
		Name: "cut-inside-a-character", Decision: "C24", Severity: Cosmetic,
		Feature: "arguments with characters of two units, where a preview cuts or takes a text apart",
		Ours:    "A cut never separates a surrogate pair.", Theirs: "Half a character stays.",
		Find:  func(v *View) Sites { return v.where(cutsInsideCharacter) },
		Paths: []string{"blocks[tool].preview.argsSummary", "blocks[tool].preview.top[]", "blocks[tool].preview.rows[][]", "blocks[tool].details"},
		Lines: []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"mcp__s__t","args":{"a":"` + strings.Repeat("x", 59) + `🚀"}}}]}}`, answer},
	},
	{
		Name: "mark-in-a-todo-list", Decision: "C24", Severity: Cosmetic,
		Feature: "an item of a todo list that begins with a byte order mark",
		Ours:    "The mark is text.", Theirs: "It is dropped, and the preview is called truncated.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return anywhere(jsvalue.ArrayValue(append(r.arguments(), r.Outcome)...), func(value jsvalue.Value) bool {
					marked := beginsWithMark(value.Get("content").Text()) || beginsWithMark(value.Get("text").Text()) || beginsWithMark(value.Get("title").Text())
					return marked && value.Has("status") || strings.Contains(value.Text(), `:"`+"\ufeff")
				})
			})
		},
		Paths: []string{
			"blocks[tool].resultPreview.entries[].content", "blocks[tool].resultPreview.truncated",
			"blocks[tool].preview.entries[].content", "blocks[tool].preview.truncated",
		},
		Lines: []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"TodoWrite","args":{"todos":[{"content":"\ufeffx","status":"pending"}]}}}]}}`, answer},
	},
	{
		Name: "cut-of-a-message", Decision: "C24", Severity: Cosmetic,
		Feature: "a message over the cap that begins with a byte order mark, or has a character of two units at the cut",
		Ours:    "The mark is text; the pair stays whole or goes whole.", Theirs: "The mark is dropped, half a character becomes U+FFFD.",
		Find:  func(v *View) Sites { return v.where(fragileMessage) },
		Paths: []string{"blocks[assistant].text", "blocks[thought].text", "blocks[user].text", "blocks[status].text"},
		Lines: []string{`{` + line1 + `"type":"user","message":{"parts":[{"text":"` + `\ufeff` + strings.Repeat("x", 100_000) + `"}]}}`},
	},
	{
		Name: "long-record-id", Decision: "C32", Severity: WrongCorrelation,
		Feature: "a record id of more than 509 units, and several parts",
		Ours:    "Segments are compared in full.", Theirs: "A segment over 512 units is forgotten, so texts run together.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return jsvalue.LongerThan(r.UUID, 509) && len(r.Parts) > 1 })
		},
		Paths: []string{"blocks[assistant].text", "missing blocks[assistant]", "blocks[user].text", "missing blocks[user]", "missing blocks[thought]", "blocks[thought].text"},
		Lines: []string{`{"uuid":"` + strings.Repeat("u", 512) + `","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"x"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}},{"text":"y"}]}}`},
	},
}

// fragileMessage: the texts of a record reach the cap, and one of them holds what the sides cut differently.
func fragileMessage(r Record) bool {
	units, fragile := 0, false
	anywhere(jsvalue.ArrayValue(append(slices.Clone(r.Parts), r.Payload)...), func(value jsvalue.Value) bool {
		text := value.Text()
		units += jsvalue.Length(text)
		fragile = fragile || beginsWithMark(text) || hasPair(text) || hasLoneSurrogate(text)
		return false
	})
	return fragile && units > 99_000
}

// cutsInsideCharacter: somewhere in the arguments, or in what a result showed, a summary is cut where a pair stands, or
// what is cut holds half a pair.
func cutsInsideCharacter(r Record) bool {
	values := append(r.arguments(), r.Outcome.Get("resultDisplay"))
	return slices.ContainsFunc(values, func(value jsvalue.Value) bool {
		if depth(value) > 40 {
			return false // such a value is shown with its depth cut
		}
		return cutsBadly(pretty(value), 4096) || anywhere(value, func(inner jsvalue.Value) bool {
			for _, member := range inner.Members() {
				if cutsBadly(compact(member), 60) || cutsBadly(member.Text(), 4096) {
					return true
				}
			}
			return rowOfPairs(inner) || cutsBadly(pretty(inner), 80) || cutsBadly(pretty(inner), 120)
		})
	})
}

// rowOfPairs: a row of a table is a text, and a column may name half a character of it.
func rowOfPairs(value jsvalue.Value) bool {
	for _, key := range []string{"data", "records"} {
		for _, row := range value.Get(key).Elements() {
			if hasPair(row.Text()) || hasLoneSurrogate(row.Text()) {
				return true
			}
		}
	}
	return false
}

// cutsBadly: the text is cut at so many units, and that shows.
func cutsBadly(text string, units int) bool {
	if !jsvalue.LongerThan(text, units) {
		return false
	}
	kept := jsvalue.Prefix(text, units)
	return jsvalue.Length(kept) < units || hasLoneSurrogate(kept)
}

func compact(v jsvalue.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return string(jsvalue.Append(nil, v))
}

func pretty(v jsvalue.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return string(jsvalue.AppendIndent(nil, v, "  "))
}

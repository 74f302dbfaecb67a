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
		Feature: "a record id of about 510 units or more, and an image between two texts",
		Ours:    "Segments are compared in full.", Theirs: "A segment over 512 units is forgotten, so texts run together.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return jsvalue.LongerThan(r.UUID+":"+itoa(len(r.Parts)-1), 512) && imageBetween(r.Parts) // so long is the last segment
			})
		},
		Paths: []string{"blocks[assistant].text", "missing blocks[assistant]", "blocks[user].text", "missing blocks[user]", "missing blocks[thought]", "blocks[thought].text"},
		Lines: []string{`{"uuid":"` + strings.Repeat("u", 512) + `","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"x"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}},{"text":"y"}]}}`},
	},
}

// imageBetween: an image stands between two texts, which ends a segment.
func imageBetween(parts []jsvalue.Value) bool {
	text, image := false, false
	for _, part := range parts {
		switch {
		case part.Get("inlineData").IsObject():
			image = text
		case part.Get("text").Text() != "" && image:
			return true
		case part.Get("text").Text() != "":
			text = true
		}
	}
	return false
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

// cutsInsideCharacter: a summary of the arguments, or of what a result showed, is cut where a pair stands, or what is cut
// holds half a pair.
func cutsInsideCharacter(r Record) bool {
	if value := r.Outcome.Get("resultDisplay"); depth(value) <= 40 && cutsBadly(pretty(value), 4096) {
		return true
	}
	for _, part := range r.Parts {
		arguments := part.Get("functionCall").Get("args")
		if depth(arguments) > 40 {
			continue // such a value is shown with its depth cut
		}
		mcp := anywhere(part, func(inner jsvalue.Value) bool { return strings.HasPrefix(inner.Text(), "mcp__") })
		if cutsBadly(pretty(arguments), 4096) || anywhere(arguments, func(inner jsvalue.Value) bool { return cutsMember(inner, mcp) }) {
			return true
		}
	}
	return false
}

// cutsMember looks at what previews cut of an object: its members, the results of a search, the cells of a table.
func cutsMember(value jsvalue.Value, mcp bool) bool {
	for key, member := range value.Members() {
		if mcp && cutsBadly(compact(member), 60) || cutsBadly(member.Text(), 4096) {
			return true
		}
		for _, element := range member.Elements() {
			if slices.Contains([]string{"results", "matches"}, key) && cutsBadly(pretty(element), 120) {
				return true
			}
			if slices.Contains([]string{"data", "records", "rows"}, key) && cutsCell(element) {
				return true
			}
		}
	}
	return rowOfPairs(value)
}

func cutsCell(row jsvalue.Value) bool {
	for _, cell := range row.Elements() {
		if !cell.IsString() && cutsBadly(pretty(cell), 80) {
			return true
		}
	}
	for _, cell := range row.Members() {
		if !cell.IsString() && cutsBadly(pretty(cell), 80) {
			return true
		}
	}
	return false
}

// rowOfPairs: a row of a table is a text, and a column names half a character of it.
func rowOfPairs(value jsvalue.Value) bool {
	for _, key := range []string{"data", "records"} {
		if first := value.Get(key).At(0); !first.Has("0") && !first.Has("1") {
			continue
		}
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

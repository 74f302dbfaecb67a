package shrink

import (
	"maps"
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// simplerTypes gives records shorter types and subtypes: all that have one at once, then each by itself.
func simplerTypes(s *search) {
	simplerWords(s, "type", chatTypes)
	simplerWords(s, "subtype", chatSubtypes)
	for _, words := range chatWords {
		for _, word := range words[1:] {
			s.try(func() document { return s.best.withTexts(map[string]string{word: words[0]}) })
		}
	}
}

// chatWords are sets of words that can stand for each other, the shortest first: states of entries of a plan
// (CR-REPLAY-37), kinds of a background turn (CR-REPLAY-04) and of a goal (CR-REPLAY-40).
var chatWords = [][]string{
	{"pending", "completed", "in_progress"},
	{"peer", "agent", "shell", "monitor", "workflow"},
	{"set", "paused", "failed", "aborted", "cleared", "achieved", "checking"},
}

// simplerWords puts shorter words in the place of a member of records: in all that have a word at once, then in each.
func simplerWords(s *search, key string, words []string) {
	for i := len(words) - 1; i > 0; i-- {
		for _, shorter := range words[:i] {
			if s.over() {
				return
			}
			base := s.best
			var having []int // indexes of records
			for k, r := range base.records {
				if text(r.value, key) == words[i] {
					having = append(having, k)
				}
			}
			s.shed(len(having), func(gone []bool) document {
				changed := chosen(having, gone)
				return base.mapRecords(func(k int, v jsvalue.Value) jsvalue.Value {
					if !changed[k] {
						return jsvalue.Value{}
					}
					return v.With(textMember(key, shorter))
				})
			})
		}
	}
}

// simplerParts puts a short text in the place of each part, and a record with nothing but a text in the place of a record.
func simplerParts(s *search) {
	simplest := func(_ int, v jsvalue.Value) jsvalue.Value {
		if !v.IsObject() {
			return v
		}
		return simplerRecords(v)[0]
	}
	s.try(func() document { return s.best.mapRecords(simplest) })
	for i := 0; i < len(s.best.records) && !s.over(); i++ {
		v := s.best.records[i].value
		if !v.IsObject() || !s.best.records[i].plain {
			continue
		}
		for _, simple := range simplerRecords(v) {
			s.try(func() document { return s.best.withRecord(i, simple) })
		}
		s.try(func() document { return s.best.withRecord(i, withJoinedTexts(s.best.records[i].value)) })
		for k := 0; k < partsOf(s.best.records[i].value).Len() && !s.over(); k++ {
			for _, part := range simpleParts {
				if s.try(func() document { return withPart(s.best, i, k, part) }) {
					break
				}
			}
		}
	}
}

// withPart is the document with another part k of record i.
func withPart(d document, i, k int, part jsvalue.Value) document {
	parts := elements(partsOf(d.records[i].value))
	parts[k] = part
	return d.withRecord(i, withParts(d.records[i].value, parts))
}

// withJoinedTexts is a record in which parts that are texts and nothing else join those before them.
func withJoinedTexts(v jsvalue.Value) jsvalue.Value {
	var parts []jsvalue.Value
	isText := func(part jsvalue.Value) bool { return part.Len() == 1 && part.Get("text").IsString() }
	for _, part := range partsOf(v).Elements() {
		if last := len(parts) - 1; last >= 0 && isText(part) && isText(parts[last]) {
			parts[last] = textPart(jsvalue.Concat(text(parts[last], "text"), text(part, "text")))
		} else {
			parts = append(parts, part)
		}
	}
	if len(parts) == partsOf(v).Len() {
		return v
	}
	return withParts(v, parts)
}

// simpleParts say something, are a result, or a call: each in the shortest way.
var simpleParts = []jsvalue.Value{
	textPart("a"),
	jsvalue.ObjectValue(member("functionResponse", jsvalue.ObjectValue())),
	jsvalue.ObjectValue(member("functionCall", jsvalue.ObjectValue(textMember("name", "a")))),
}

func textPart(text string) jsvalue.Value { return jsvalue.ObjectValue(textMember("text", text)) }

// simplerRecords are records of the user that have one of the simple parts, or the texts of the record. Under a parent that
// is not there a record shows one thing more (CR-REPLAY-06), and so something without any part.
func simplerRecords(v jsvalue.Value) []jsvalue.Value {
	with := func(parent jsvalue.Value, parts ...jsvalue.Value) jsvalue.Value {
		record := jsvalue.ObjectValue(
			member("uuid", v.Get("uuid")), member("parentUuid", parent), member("sessionId", v.Get("sessionId")), textMember("type", "user"),
			member("timestamp", v.Get("timestamp")),
		)
		if len(parts) == 0 {
			return record
		}
		return withParts(record, parts)
	}
	parent, nowhere := v.Get("parentUuid"), jsvalue.StringValue("a")
	if text(v, "uuid") == "a" {
		nowhere = jsvalue.StringValue("b")
	}
	list := []jsvalue.Value{with(parent, simpleParts[0]), with(nowhere), with(nowhere, simpleParts[0]), with(parent, simpleParts[2])}
	var said []jsvalue.Value
	walk(v, func(p path, inner jsvalue.Value) {
		if len(inner.Text()) > 1 && !isEnvelope(p) && !isChatWord(p, inner.Text()) {
			said = append(said, textPart(inner.Text()))
		}
	})
	if len(said) > 0 {
		list = append(list, with(parent, said...))
	}
	return list
}

// simplerTimes writes the times as years: 2000 for the earliest text, and so on.
func simplerTimes(s *search) {
	base := s.best
	year := map[string]int{} // from 0, by the text of a time
	for _, r := range base.records {
		if time := r.value.Get("timestamp"); time.IsString() {
			year[time.Text()] = 0
		}
	}
	for i, time := range slices.Sorted(maps.Keys(year)) {
		year[time] = i
	}
	s.shed(len(year), func(gone []bool) document {
		return base.mapRecords(func(_ int, v jsvalue.Value) jsvalue.Value {
			i, ok := year[text(v, "timestamp")]
			if !ok || !gone[i] || i > 99 {
				return jsvalue.Value{}
			}
			return v.With(textMember("timestamp", strconv.Itoa(2000+i)))
		})
	})
}

// isPlainTime: a year alone is a time (CR-DEC-13).
func isPlainTime(text string) bool { return len(text) == 4 && text[:2] == "20" }

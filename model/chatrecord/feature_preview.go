package chatrecord

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// previewFeatures are about values that the previews of tools read, cut and copy.
var previewFeatures = []feature{
	{
		name: "null-row", rules: []string{"CR-DEC-01", "CR-PREVIEW-12"}, says: "A table in the arguments of a call has a row that is null.",
		when: ofType("user", "assistant"), takes: inArguments(inside(ofTables(withoutNullRows))),
	},
	{
		name: "inherited-column", rules: []string{"CR-DEC-25", "CR-PREVIEW-12"}, says: "A column of a table is named like what every value inherits.",
		when: ofType("user", "assistant"), takes: inArguments(inside(ofTables(withoutInherited))),
	},
	{
		name: "result-without-text", rules: []string{"CR-DEC-01"}, rare: true, says: "The results of a search hold an object with a toString of its own.",
		when: ofType("user", "assistant"), takes: inArguments(inside(all(
			at(inside(withoutKeys(is("toString"))), "results"), at(inside(withoutKeys(is("toString"))), "matches"),
		))),
	},
	{
		name: "mark-in-a-todo-list", rules: []string{"CR-DEC-24"}, says: "An item of a list of things to do begins with a byte order mark.",
		when: shown, takes: all(inArguments(inside(withoutMark)), at(inside(withoutMark), "toolCallResult")),
	},
	{
		name: "cut-inside-a-character", rules: []string{"CR-DEC-24"}, rare: true, says: "A preview would cut a text inside of a character.",
		when: shown, takes: all(inParts(at(withoutCutArguments, "functionCall")), at(dropped(cutsDisplay), "toolCallResult", "resultDisplay")),
	},
	{
		name: "value-too-deep", rules: []string{"CR-DEC-20"}, rare: true, says: "A value lies deeper in the arguments or the display of a call than a block shows.",
		when: shown, takes: all(inArguments(dropped(isTooDeep)), at(dropped(isTooDeep), "toolCallResult", "resultDisplay")),
	},
	{
		name: "cut-of-a-message", rules: []string{"CR-DEC-24", "CR-CAP-01"},
		says: "Texts near the cap begin with a byte order mark, or hold characters of two units.",
		when: isFragile, takes: whole,
	},
	{
		name: "long-record-id", rules: []string{"CR-DEC-32"}, rare: true, says: "A record with an id of hundreds of units has images between its texts.",
		when: func(n *Node) bool { return jsvalue.LongerThan(n.UUID, 500) }, takes: inParts(dropped(has("inlineData"))),
	},
}

// inArguments applies the edit to the arguments of calls.
func inArguments(e edit) edit { return inParts(at(e, "functionCall", "args")) }

// ofTables applies the edit to the rows of the tables of an object, if the first of them is an object.
func ofTables(e edit) edit {
	rows := only(func(rows jsvalue.Value) bool { return rows.At(0).IsObject() }, e)
	return all(at(rows, "data"), at(rows, "records"))
}

// shownRows is how many rows of a table a preview shows.
const shownRows = 50

func withoutNullRows(rows jsvalue.Value) (jsvalue.Value, bool) {
	place := -1
	return each(func(row jsvalue.Value) (jsvalue.Value, bool) {
		place++
		return dropped(func(v jsvalue.Value) bool { return v.Kind() == jsvalue.Null && place < shownRows })(row)
	})(rows)
}

// withoutInherited takes the columns, which are the members of the first row.
func withoutInherited(rows jsvalue.Value) (jsvalue.Value, bool) {
	first := true
	return each(func(row jsvalue.Value) (jsvalue.Value, bool) {
		if !first {
			return row, false
		}
		first = false
		return withoutKeys(is(inherited...))(row)
	})(rows)
}

// inherited are members of the prototypes of JavaScript's objects, arrays, texts and numbers.
var inherited = []string{
	"toString", "toLocaleString", "constructor", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "__proto__",
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "slice", "map", "at", "concat", "indexOf", "includes", "link", "big", "sub", "sup",
	"bold", "trim", "split", "match", "search", "replace", "repeat", "anchor", "fixed", "blink", "small", "strike", "normalize", "filter", "find", "fill", "flat",
	"join", "keys", "values", "entries", "pop", "push", "shift", "some", "sort", "splice", "every", "reduce", "reverse", "toFixed", "toPrecision",
}

const byteOrderMark = "\ufeff"

// withoutMark takes the mark from what an item says; an item may also stand in a text that is JSON.
func withoutMark(v jsvalue.Value) (jsvalue.Value, bool) {
	if text := v.Text(); strings.Contains(text, `:"`+byteOrderMark) {
		return jsvalue.StringValue(strings.ReplaceAll(text, `:"`+byteOrderMark, `:"`)), true
	}
	trim := func(text jsvalue.Value) (jsvalue.Value, bool) {
		bare := strings.TrimLeft(text.Text(), byteOrderMark)
		return jsvalue.StringValue(bare), bare != text.Text()
	}
	return only(func(v jsvalue.Value) bool { return v.Has("status") }, all(at(trim, "content"), at(trim, "text"), at(trim, "title")))(v)
}

func isTooDeep(v jsvalue.Value) bool { return reaches(v, depthCap) }

// capUnits is the cap of the text of a message, and a little less: texts of one block are joined.
const capUnits = 99_000

// isFragile: the texts of a node reach the cap of a message, and one of them holds what can be cut in two ways.
func isFragile(n *Node) bool {
	units, fragile := 0, false
	look := func(v jsvalue.Value) bool {
		text := v.Text()
		units += jsvalue.Length(text)
		fragile = fragile || strings.HasPrefix(text, byteOrderMark) || hasWide(text)
		return false
	}
	anyValue(n.SystemPayload(), look)
	for _, part := range n.Parts() {
		anyValue(part, look)
	}
	return fragile && units > capUnits
}

// hasWide: the text holds a character of two units, or half of one.
func hasWide(text string) bool {
	return jsvalue.WellFormed(text) != text || strings.IndexFunc(text, func(r rune) bool { return r > 0xFFFF }) >= 0
}

// The caps of previews, in units.
const (
	summaryCap = 60
	cellCap    = 80
	resultCap  = 120
	shownCap   = 4096
)

// maxIndented bounds the depth of what is written with indentation: deeper values are shown cut.
const maxIndented = 40

func cutsDisplay(display jsvalue.Value) bool {
	return !deeperThan(display, maxIndented) && cutsBadly(indented(display), shownCap)
}

// withoutCutArguments looks at what previews cut of the arguments of a call: all of it, the members of objects, the results of
// a search, the cells of a table.
func withoutCutArguments(call jsvalue.Value) (jsvalue.Value, bool) {
	// The preview of a tool of a server has a summary of each argument; a tool of that name may also be called by another.
	summary := anyValue(call, func(v jsvalue.Value) bool { return strings.HasPrefix(v.Text(), "mcp__") })
	cuts := func(value jsvalue.Value) bool { return cutsMember(value, summary) }
	return at(dropped(func(arguments jsvalue.Value) bool {
		return !deeperThan(arguments, maxIndented) && (cutsBadly(indented(arguments), shownCap) || anyValue(arguments, cuts))
	}), "args")(call)
}

func cutsMember(value jsvalue.Value, summary bool) bool {
	for key, member := range value.Members() {
		if summary && cutsBadly(compact(member), summaryCap) || cutsBadly(member.Text(), shownCap) {
			return true
		}
		for _, element := range member.Elements() {
			if is("results", "matches")(key) && cutsBadly(indented(element), resultCap) {
				return true
			}
			if is("data", "records", "rows")(key) && slices.ContainsFunc(innerValues(element), cutsCell) {
				return true
			}
		}
		if is("data", "records")(key) && cutsRows(member) {
			return true
		}
	}
	return false
}

// cutsRows: a row of a table is a text, and a column names half a character of it.
func cutsRows(rows jsvalue.Value) bool {
	if first := rows.At(0); !first.Has("0") && !first.Has("1") {
		return false
	}
	return slices.ContainsFunc(elements(rows), func(row jsvalue.Value) bool { return hasWide(row.Text()) })
}

func cutsCell(cell jsvalue.Value) bool { return !cell.IsString() && cutsBadly(indented(cell), cellCap) }

// cutsBadly: the text is cut at so many units, and that shows.
func cutsBadly(text string, units int) bool {
	if !jsvalue.LongerThan(text, units) {
		return false
	}
	kept := jsvalue.Prefix(text, units)
	return jsvalue.Length(kept) < units || jsvalue.WellFormed(kept) != kept
}

func compact(v jsvalue.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return string(jsvalue.Append(nil, v))
}

func indented(v jsvalue.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return string(jsvalue.AppendIndent(nil, v, "  "))
}

package blocks

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	maxTableColumns = 30
	maxTableRows    = 50
	maxTableCell    = 80
)

// tablePreview is for a call that carries a table: columns and rows, or a list of objects.
//
// CR-PREVIEW-12.
func tablePreview(in *previewInput) jsvalue.Value {
	columns, rows := in.value.Get("columns"), in.value.Get("rows")
	if columns.IsArray() && rows.IsArray() {
		return namedColumnsTable(columns, rows)
	}
	data := coalesce(in.value.Get("data"), in.value.Get("records"))
	if first := data.At(0); !first.IsObject() || first.Len() == 0 {
		return jsvalue.Value{}
	}
	if hasNullRow(data) {
		return in.generic() // CR-DEC-01
	}
	return objectsTable(data)
}

// hasNullRow reports whether a row that would be shown is null, which has no cells to read.
func hasNullRow(data jsvalue.Value) bool {
	for i := range min(data.Len(), maxTableRows) {
		if data.At(i).IsNullish() {
			return true
		}
	}
	return false
}

func namedColumnsTable(columns, rows jsvalue.Value) jsvalue.Value {
	var names []jsvalue.Value
	for _, column := range columns.Elements() {
		if column.IsString() && len(names) < maxTableColumns {
			names = append(names, column)
		}
	}
	if len(names) == 0 {
		return jsvalue.Value{}
	}
	var shown []jsvalue.Value
	for i := range min(rows.Len(), maxTableRows) {
		var cells []jsvalue.Value
		for _, cell := range rows.At(i).Elements() {
			cells = append(cells, cellText(cell))
		}
		shown = append(shown, jsvalue.ArrayValue(cells...))
	}
	return tableObject(names, shown, rows.Len())
}

// objectsTable takes its columns from the first object.
func objectsTable(data jsvalue.Value) jsvalue.Value {
	first := data.At(0)
	var names []jsvalue.Value
	for i := range min(first.Len(), maxTableColumns) {
		names = append(names, jsvalue.StringValue(first.Member(i).Key))
	}
	var shown []jsvalue.Value
	for i := range min(data.Len(), maxTableRows) {
		var cells []jsvalue.Value
		for _, name := range names {
			cells = append(cells, cellText(ownProperty(data.At(i), name.Text())))
		}
		shown = append(shown, jsvalue.ArrayValue(cells...))
	}
	return tableObject(names, shown, data.Len())
}

func tableObject(columns, rows []jsvalue.Value, total int) jsvalue.Value {
	var totalRows jsvalue.Value
	if total > maxTableRows {
		totalRows = jsvalue.IntValue(int64(total))
	}
	return previewObject("tabular",
		jsvalue.Member{Key: "columns", Value: jsvalue.ArrayValue(columns...)},
		jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(rows...)},
		jsvalue.Member{Key: "totalRows", Value: totalRows},
	)
}

// cellText is a string in full, anything else as JSON that is cut short, between characters (CR-DEC-24).
func cellText(cell jsvalue.Value) jsvalue.Value {
	if cell.IsString() {
		return cell
	}
	return jsvalue.StringValue(jsvalue.Prefix(prettyText(cell), maxTableCell))
}

// ownProperty is what JavaScript finds in row itself under key, inherited members left out (CR-DEC-25): besides the
// members of an object these are the elements of an array, the characters of a string, and the length of both.
func ownProperty(row jsvalue.Value, key string) jsvalue.Value {
	if row.IsObject() {
		return row.Get(key)
	}
	index, err := strconv.ParseUint(key, 10, 32)
	isIndex := err == nil && strconv.FormatUint(index, 10) == key
	switch {
	case isIndex && row.IsArray():
		return row.At(int(index))
	case isIndex:
		return characterAt(row.Text(), int(index))
	case key == "length" && row.IsArray():
		return jsvalue.IntValue(int64(row.Len()))
	case key == "length" && row.IsString():
		return jsvalue.IntValue(int64(jsvalue.Length(row.Text())))
	}
	return jsvalue.Value{}
}

// characterAt is the character at a UTF-16 index; Undefined behind the end and for one half of a surrogate pair, which
// is never shown alone (CR-DEC-24).
func characterAt(s string, index int) jsvalue.Value {
	unit := jsvalue.Prefix(s, index+1)[len(jsvalue.Prefix(s, index)):]
	if jsvalue.Length(unit) != 1 {
		return jsvalue.Value{}
	}
	return jsvalue.StringValue(unit)
}

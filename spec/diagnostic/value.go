package diagnostic

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Value is the diagnostic as the JSON object that AppendJSON writes (CR-PREP-28).
func (d Diagnostic) Value() jsvalue.Value {
	members := []jsvalue.Member{
		{Key: "code", Value: jsvalue.StringValue(string(d.code))},
		{Key: "severity", Value: jsvalue.StringValue(string(d.Severity()))},
		{Key: "message", Value: jsvalue.StringValue(d.message)},
		{Key: "affectsCompleteness", Value: jsvalue.BoolValue(d.AffectsCompleteness())},
	}
	add := func(key string, value jsvalue.Value) {
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	if i, ok := d.RecordIndex(); ok {
		add("recordIndex", jsvalue.IntValue(int64(i)))
	}
	if id, ok := d.RecordID(); ok {
		add("recordId", jsvalue.StringValue(id))
	}
	if d.path != "" {
		add("path", jsvalue.StringValue(d.path))
	}
	if d.file != "" {
		add("file", jsvalue.StringValue(d.file))
	}
	if line, _, ok := d.Line(); ok {
		add("line", jsvalue.IntValue(int64(line)))
	}
	if offset, ok := d.Offset(); ok {
		add("byteOffset", jsvalue.IntValue(int64(offset)))
	}
	return jsvalue.ObjectValue(members...)
}

// ListValue is a list of diagnostics as a JSON array.
func ListValue(list []Diagnostic) jsvalue.Value {
	values := make([]jsvalue.Value, len(list))
	for i, d := range list {
		values[i] = d.Value()
	}
	return jsvalue.ArrayValue(values...)
}

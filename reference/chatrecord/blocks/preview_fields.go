package blocks

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// namedFieldsPreview shows the members that most tools name alike, in full.
//
// CR-PREVIEW-14, first form.
func namedFieldsPreview(in *previewInput) jsvalue.Value {
	v := in.value
	var rows []jsvalue.Value
	for _, row := range [...]jsvalue.Value{
		fieldRow("Path", pathOf(v)),
		fieldRow("Cwd", directoryOf(v)),
		fieldRow("Query", firstText(v, "query", "pattern", "search")),
		fieldRow("Note", firstText(v, "description", "reason")),
	} {
		if row.Has("value") {
			rows = append(rows, row)
		}
	}
	return keyValuePreview(rows)
}

const maxAnyFields = 4

// anyFieldsPreview shows the first few members, whatever they are called. One that is null or has parts takes its place
// and is not shown.
//
// CR-PREVIEW-14, second form.
func anyFieldsPreview(in *previewInput) jsvalue.Value {
	if !in.value.IsObject() {
		return jsvalue.Value{}
	}
	var rows []jsvalue.Value
	for i := range min(in.value.Len(), maxAnyFields) {
		member := in.value.Member(i)
		if member.Value.IsNullish() || member.Value.IsArray() || member.Value.IsObject() {
			continue
		}
		text := redact.Mask
		if !redact.IsSecretKey(member.Key) {
			text = capSummary(compactText(member.Value))
		}
		rows = append(rows, jsvalue.ObjectValue(textMember("label", member.Key), textMember("value", text)))
	}
	return keyValuePreview(rows)
}

func fieldRow(label, text string) jsvalue.Value {
	return jsvalue.ObjectValue(textMember("label", label), optionalMember("value", text))
}

func keyValuePreview(rows []jsvalue.Value) jsvalue.Value {
	if len(rows) == 0 {
		return jsvalue.Value{}
	}
	return previewObject("key_value", jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(rows...)})
}

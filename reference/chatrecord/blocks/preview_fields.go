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
	for _, field := range [...]struct{ label, text string }{
		{"Path", pathOf(v)},
		{"Cwd", directoryOf(v)},
		{"Query", firstText(v, "query", "pattern", "search")},
		{"Note", firstText(v, "description", "reason")},
	} {
		if field.text != "" {
			rows = append(rows, fieldRow(field.label, field.text))
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
		rows = append(rows, fieldRow(member.Key, text))
	}
	return keyValuePreview(rows)
}

func fieldRow(label, text string) jsvalue.Value {
	return jsvalue.ObjectValue(textMember("label", label), textMember("value", text))
}

func keyValuePreview(rows []jsvalue.Value) jsvalue.Value {
	if len(rows) == 0 {
		return jsvalue.Value{}
	}
	return previewObject("key_value", jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(rows...)})
}

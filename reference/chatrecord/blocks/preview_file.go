package blocks

import (
	"cmp"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func pathOf(v jsvalue.Value) string {
	return firstText(v, "path", "filePath", "file_path", "absolutePath")
}

func directoryOf(v jsvalue.Value) string { return firstText(v, "cwd", "directory", "workingDirectory") }

// fileDiffPreview is for a call that changes a file.
//
// CR-PREVIEW-08.
func fileDiffPreview(in *previewInput) jsvalue.Value {
	v := in.value
	path := pathOf(v)
	if path == "" {
		return jsvalue.Value{}
	}
	oldText := firstText(v, "oldText", "old_text", "old_string", "old_str", "oldString")
	newText := firstText(v, "newText", "new_text", "new_string", "new_str", "newString")
	if newText == "" && (oldText != "" || writesFile(in.tool)) {
		newText = firstText(v, "content")
	}
	patch := firstText(v, "patch", "diff", "unified_diff")
	if oldText == "" && newText == "" && patch == "" {
		return jsvalue.Value{}
	}
	return previewObject("file_diff",
		textMember("path", path),
		optionalMember("oldText", oldText),
		optionalMember("newText", newText),
		optionalMember("patch", patch),
	)
}

func writesFile(tool string) bool {
	return hasWord(tool,
		"write", "create", "edit", "replace", "save", "update", "overwrite", "modify", "patch", "generate")
}

// fileReadPreview is for a call that reads a file, which its name or a range of lines tells.
//
// CR-PREVIEW-09.
func fileReadPreview(in *previewInput) jsvalue.Value {
	path := pathOf(in.value)
	if path == "" {
		return jsvalue.Value{}
	}
	name := cmp.Or(in.tool, lowerASCII(firstText(in.value, "toolName", "name")))
	lines := lineRange(in.value)
	if lines.IsUndefined() && !containsAny(name, "read", "view", "cat") {
		return jsvalue.Value{}
	}
	return previewObject("file_read", textMember("path", path), jsvalue.Member{Key: "range", Value: lines})
}

// lineRange is [first, last], as the input gives it or from offset and limit; Undefined when neither is usable.
func lineRange(v jsvalue.Value) jsvalue.Value {
	given := coalesce(v.Get("lineRange"), v.Get("line_range"), v.Get("range"))
	if given.Len() == 2 && given.At(0).IsNumber() && given.At(1).IsNumber() {
		return given
	}
	offset, limit := v.Get("offset"), v.Get("limit")
	if !offset.IsNumber() || !limit.IsNumber() || limit.Float() <= 0 {
		return jsvalue.Value{}
	}
	return jsvalue.ArrayValue(
		jsvalue.NumberValue(offset.Float()+1),
		jsvalue.NumberValue(offset.Float()+limit.Float()),
	)
}

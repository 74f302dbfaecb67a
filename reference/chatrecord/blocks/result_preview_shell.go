package blocks

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	maxShellList  = 32
	maxShellPaths = 8192 // directory and output files together, in UTF-16 units
)

// shellPreview is for a shell result of version 1: its own fields, the long texts cut to a fair share each. A result of
// another shape is not decided here.
//
// CR-PREVIEW-21.
func shellPreview(in *resultInput) (preview jsvalue.Value, decided bool) {
	v := in.output
	if v.Get("type").Text() != "shell_result" || !isShellResult(v) {
		return jsvalue.Value{}, false
	}
	texts := 2 + v.Get("notices").Len()
	if v.Get("error").IsString() {
		texts++
	}
	cut := shellCut{limit: (maxResultPreview - shellPathUnits(v)) / texts}
	shown := []jsvalue.Member{textMember("type", "shell_result")}
	for _, key := range [...]string{
		"version", "directory", "exitCode", "signal", "pid", "outcome", "outputFiles", "output", "text", "error", "notices",
	} {
		value := v.Get(key)
		if key == "output" || key == "text" || key == "error" || key == "notices" {
			value = cut.value(value)
		}
		shown = append(shown, jsvalue.Member{Key: key, Value: value})
	}
	truncated := jsvalue.BoolValue(cut.happened || v.Get("truncated").IsTrue())
	shown = append(shown, jsvalue.Member{Key: "truncated", Value: truncated})
	return previewObject("shell_result", jsvalue.Member{Key: "result", Value: jsvalue.ObjectValue(shown...)}), true
}

func isShellResult(v jsvalue.Value) bool {
	return v.Get("version").Float() == 1 &&
		v.Get("text").IsString() && v.Get("output").IsString() && v.Get("directory").IsString() &&
		isNullOrInteger(v.Get("exitCode")) && isNullOrInteger(v.Get("signal")) && isNullOrInteger(v.Get("pid")) &&
		(v.Get("error").Kind() == jsvalue.Null || v.Get("error").IsString()) &&
		isShellOutcome(v.Get("outcome").Text()) && v.Get("truncated").IsBool() &&
		isShortTextList(v.Get("notices")) && isShortTextList(v.Get("outputFiles")) &&
		shellPathUnits(v) <= maxShellPaths
}

func isNullOrInteger(v jsvalue.Value) bool {
	_, ok := v.SafeInteger()
	return ok || v.Kind() == jsvalue.Null
}

func isShellOutcome(outcome string) bool {
	switch outcome {
	case "completed", "failed", "cancelled", "timed_out":
		return true
	}
	return false
}

func isShortTextList(v jsvalue.Value) bool {
	for _, element := range v.Elements() {
		if !element.IsString() {
			return false
		}
	}
	return v.IsArray() && v.Len() <= maxShellList
}

// shellPathUnits is the length of what is never cut.
func shellPathUnits(v jsvalue.Value) int {
	units := jsvalue.Length(v.Get("directory").Text())
	for _, file := range v.Get("outputFiles").Elements() {
		units += jsvalue.Length(file.Text())
	}
	return units
}

// shellCut shortens the texts of one result to limit units and remembers whether it had to.
type shellCut struct {
	limit    int
	happened bool
}

// value cuts a string, or each string of a list. CR-DEC-24: the cut falls between characters; half characters that
// remain are replaced, as in every cut text (CR-BLOCK-23).
func (c *shellCut) value(v jsvalue.Value) jsvalue.Value {
	switch {
	case v.IsArray():
		texts := make([]jsvalue.Value, v.Len())
		for i, element := range v.Elements() {
			texts[i] = c.value(element)
		}
		return jsvalue.ArrayValue(texts...)
	case jsvalue.LongerThan(v.Text(), c.limit):
		c.happened = true
		return jsvalue.StringValue(jsvalue.WellFormed(jsvalue.Prefix(v.Text(), c.limit)))
	}
	return v
}

package blocks

import (
	"cmp"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// A preview is one line or card that says what a tool call is about: an object {kind, ...} made from the call's redacted
// input. It is a summary, so a cut in it is no loss (CR-DEC-20). previewOf tries the rules of previewRules in order, and
// the first that applies answers.

// previewNames are what an update says of its tool. An empty one is absent.
type previewNames struct{ title, toolName, toolKind string }

// previewInput is what a rule looks at.
type previewInput struct {
	value jsvalue.Value // redacted and capped in depth; rules find nothing in a value that is no object
	names previewNames
	tool  string // names.toolName in ASCII lower case
}

// previewRule makes a preview, or Undefined when it does not apply.
type previewRule func(*previewInput) jsvalue.Value

var previewRules = [...]previewRule{
	questionsPreview,   // CR-PREVIEW-02
	todoPreview,        // CR-PREVIEW-03
	mcpPreview,         // CR-PREVIEW-04
	delegationPreview,  // CR-PREVIEW-05
	searchPreview,      // CR-PREVIEW-06
	imagePreview,       // CR-PREVIEW-07
	fileDiffPreview,    // CR-PREVIEW-08
	fileReadPreview,    // CR-PREVIEW-09
	webFetchPreview,    // CR-PREVIEW-10
	codePreview,        // CR-PREVIEW-11
	tablePreview,       // CR-PREVIEW-12
	commandPreview,     // CR-PREVIEW-13
	namedFieldsPreview, // CR-PREVIEW-14
	anyFieldsPreview,   // CR-PREVIEW-14
}

// previewOf is the preview of a tool call. rawInput comes from redact.Capped; it is Undefined for a call known only by
// its result.
func previewOf(rawInput jsvalue.Value, names previewNames) jsvalue.Value {
	return previewAt(rawInput, names, 0)
}

// maxPreviewNesting is how many wrappers {input: {...}} are looked through (CR-PREVIEW-00).
const maxPreviewNesting = 8

func previewAt(value jsvalue.Value, names previewNames, level int) jsvalue.Value {
	in := &previewInput{value: value, names: names, tool: lowerASCII(names.toolName)}
	if level > maxPreviewNesting {
		return in.generic() // CR-PREVIEW-00
	}
	if inner := in.wrapped(level); !inner.IsUndefined() {
		return inner
	}
	for _, rule := range previewRules {
		if found := rule(in); !found.IsUndefined() {
			return found
		}
	}
	return in.generic() // CR-PREVIEW-15
}

// wrapped is the preview of an input inside the input. One that says no more than the tool's name is not used, and the
// wrapper itself is looked at.
//
// CR-PREVIEW-01.
func (in *previewInput) wrapped(level int) jsvalue.Value {
	v := in.value
	inner := coalesce(v.Get("rawInput"), v.Get("input"), v.Get("args"))
	if inner.IsUndefined() {
		return inner
	}
	names := previewNames{
		title:    cmp.Or(in.names.title, firstText(v, "title")),
		toolName: cmp.Or(in.names.toolName, firstText(v, "toolName", "name"), v.Get("_meta").Get("toolName").Text()),
		toolKind: cmp.Or(in.names.toolKind, firstText(v, "kind")),
	}
	found := previewAt(inner, names, level+1)
	if found.Get("kind").Text() == "generic" && found.Has("summary") {
		return jsvalue.Value{}
	}
	return found
}

// generic says only what the tool is called. It is also the answer for input that a rule recognises but cannot read
// (CR-DEC-01).
func (in *previewInput) generic() jsvalue.Value {
	return previewObject("generic", optionalMember("summary", in.names.summary()))
}

// summary is the best short name of the tool; it may be empty.
func (n previewNames) summary() string { return cmp.Or(n.title, n.toolName, n.toolKind) }

// previewObject makes {kind, members...}; Undefined members are left out.
func previewObject(kind string, members ...jsvalue.Member) jsvalue.Value {
	all := make([]jsvalue.Member, 0, len(members)+1)
	all = append(all, textMember("kind", kind))
	return jsvalue.ObjectValue(append(all, members...)...)
}

func textMember(key, text string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(text)}
}

// optionalMember is absent when text is empty.
func optionalMember(key, text string) jsvalue.Member {
	if text == "" {
		return jsvalue.Member{Key: key}
	}
	return textMember(key, text)
}

// firstText is the first member, in the order of keys, that is a string with something to see in it, untrimmed; "" when
// there is none. Only own members of an object count (CR-DEC-25).
func firstText(v jsvalue.Value, keys ...string) string {
	for _, key := range keys {
		if text := v.Get(key).Text(); !jsvalue.IsBlank(text) {
			return text
		}
	}
	return ""
}

// coalesce is JavaScript's a ?? b ?? c: the first value that is neither null nor absent, else the last one as it is. A
// value of a wrong type stops the search all the same.
func coalesce(values ...jsvalue.Value) (v jsvalue.Value) {
	for _, v = range values {
		if !v.IsNullish() {
			return v
		}
	}
	return v
}

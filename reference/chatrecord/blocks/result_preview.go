package blocks

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxResultPreview is how long the texts of a result preview may be together, in UTF-16 units.
const maxResultPreview = 100_000

// resultInput is what a rule for results looks at.
type resultInput struct {
	output  jsvalue.Value // redacted and capped in depth
	content []update.ToolContent
	tool    string // tool name in ASCII lower case
}

// resultRule makes a preview of a result. decided ends the search, also without a preview.
type resultRule func(*resultInput) (preview jsvalue.Value, decided bool)

var resultRules = [...]resultRule{
	shellPreview,    // CR-PREVIEW-21
	answersPreview,  // CR-PREVIEW-22
	todoDonePreview, // CR-PREVIEW-23
	contentPreview,  // CR-PREVIEW-24
}

// resultPreviewOf is the preview of what a tool gave; Undefined when there is nothing to say in few words. previewText is
// what the producer states as the preview; it wins when it is usable. rawOutput comes from redact.Capped.
func resultPreviewOf(
	previewText string, rawOutput jsvalue.Value, content []update.ToolContent, toolName string,
) jsvalue.Value {
	if stated := textPreview(previewText); !stated.IsUndefined() {
		return stated
	}
	in := &resultInput{output: rawOutput, content: content, tool: lowerASCII(toolName)}
	for _, rule := range resultRules {
		if preview, decided := rule(in); decided {
			return preview
		}
	}
	return jsvalue.Value{}
}

// textPreview is {kind text}; Undefined for a text that is empty or too long.
func textPreview(text string) jsvalue.Value {
	if text == "" || jsvalue.LongerThan(text, maxResultPreview) {
		return jsvalue.Value{}
	}
	return previewObject("text", textMember("text", text))
}

// answersPreview is for the answers of the user to questions. With answers that are no usable list it shows their text.
//
// CR-PREVIEW-22.
func answersPreview(in *resultInput) (preview jsvalue.Value, decided bool) {
	text := in.output.Get("text")
	if in.output.Get("type").Text() != "ask_user_question_answers" || !text.IsString() {
		return jsvalue.Value{}, false
	}
	answers, ok := answerList(in.output.Get("answers"), maxResultPreview-jsvalue.Length(text.Text()))
	if !ok {
		return textPreview(text.Text()), true
	}
	return previewObject("question_answers",
		jsvalue.Member{Key: "text", Value: text},
		jsvalue.Member{Key: "answers", Value: answers},
	), true
}

const maxAnswers = 1000

// answerList is list reduced to pairs of question and answer; ok is false when something else is in it or the texts
// exceed budget.
func answerList(list jsvalue.Value, budget int) (answers jsvalue.Value, ok bool) {
	if !list.IsArray() || list.Len() > maxAnswers {
		return jsvalue.Value{}, false
	}
	var pairs []jsvalue.Value
	for _, element := range list.Elements() {
		question, answer := element.Get("question"), element.Get("answer")
		if !question.IsString() || !answer.IsString() {
			return jsvalue.Value{}, false
		}
		budget -= jsvalue.Length(question.Text()) + jsvalue.Length(answer.Text())
		pairs = append(pairs, jsvalue.ObjectValue(
			jsvalue.Member{Key: "question", Value: question},
			jsvalue.Member{Key: "answer", Value: answer},
		))
	}
	return jsvalue.ArrayValue(pairs...), budget >= 0
}

// todoDonePreview is for the list that a todo tool gives back.
//
// CR-PREVIEW-23.
func todoDonePreview(in *resultInput) (preview jsvalue.Value, decided bool) {
	preview = todoListPreview(in.tool, in.output, "")
	return preview, !preview.IsUndefined()
}

// contentPreview is the text of the result, all of it or none.
//
// CR-PREVIEW-24.
func contentPreview(in *resultInput) (preview jsvalue.Value, decided bool) {
	var texts []string
	units := 0
	for _, item := range in.content {
		if !item.Diff.IsUndefined() || item.Text == "" {
			continue
		}
		if units += jsvalue.Length(item.Text); units > maxResultPreview {
			return jsvalue.Value{}, true
		}
		texts = append(texts, item.Text)
	}
	return textPreview(strings.Join(texts, "\n")), true
}

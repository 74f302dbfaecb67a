package chatrecord

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// resultUnits is how long the texts of a result preview may be together.
const resultUnits = 100_000

// resultPreview is the preview of what a tool gave, Undefined for none (CR-PREVIEW-21 to CR-PREVIEW-24).
func resultPreview(stated string, output, content jsvalue.Value, toolName string) jsvalue.Value {
	if card := textCard(stated); !card.IsUndefined() {
		return card
	}
	text := output.Get("text")
	switch kind := output.Get("type").Text(); {
	case kind == "shell_result" && isShellResult(output):
		return shellCard(output)
	case kind == "ask_user_question_answers" && text.IsString():
		return answersCard(text, output.Get("answers"))
	case isTodoTool(toolName):
		if list := todoList(output, ""); !list.IsUndefined() {
			return list
		}
	}
	var texts []string
	for _, item := range content.Elements() {
		if said := item.Get("content").Get("text").Text(); item.Get("type").Text() == "content" && said != "" {
			texts = append(texts, said)
		}
	}
	if units := 0; slices.ContainsFunc(texts, func(said string) bool { units += jsvalue.Length(said); return units > resultUnits }) {
		return jsvalue.Value{}
	}
	return textCard(strings.Join(texts, "\n"))
}

func textCard(text string) jsvalue.Value {
	if text == "" || jsvalue.LongerThan(text, resultUnits) {
		return jsvalue.Value{}
	}
	return card("text", said("text", text))
}

// answersCard is CR-PREVIEW-22.
func answersCard(text, answers jsvalue.Value) jsvalue.Value {
	const most = 1000
	units := jsvalue.Length(text.Text())
	good := answers.IsArray() && answers.Len() <= most
	var pairs []jsvalue.Value
	for _, one := range answers.Elements() {
		question, answer := one.Get("question"), one.Get("answer")
		good = good && question.IsString() && answer.IsString()
		units += jsvalue.Length(question.Text()) + jsvalue.Length(answer.Text())
		pairs = append(pairs, objectOf(jsvalue.Member{Key: "question", Value: question}, jsvalue.Member{Key: "answer", Value: answer}))
	}
	if !good || units > resultUnits {
		return textCard(text.Text())
	}
	return card("question_answers", jsvalue.Member{Key: "text", Value: text}, jsvalue.Member{Key: "answers", Value: jsvalue.ArrayValue(pairs...)})
}

func isShellResult(v jsvalue.Value) bool {
	texts := func(v jsvalue.Value) bool {
		const most = 32
		return v.IsArray() && v.Len() <= most && !slices.ContainsFunc(elements(v), func(e jsvalue.Value) bool { return !e.IsString() })
	}
	for _, key := range []string{"text", "output", "directory"} {
		if !v.Get(key).IsString() {
			return false
		}
	}
	for _, key := range []string{"exitCode", "signal", "pid"} {
		if _, ok := v.Get(key).SafeInteger(); !ok && v.Get(key).Kind() != jsvalue.Null {
			return false
		}
	}
	const paths = 8192
	problem := v.Get("error")
	return v.Get("version").IsNumber() && v.Get("version").Float() == 1 && (problem.Kind() == jsvalue.Null || problem.IsString()) &&
		slices.Contains([]string{"completed", "failed", "cancelled", "timed_out"}, v.Get("outcome").Text()) && v.Get("truncated").IsBool() &&
		texts(v.Get("notices")) && texts(v.Get("outputFiles")) && pathUnits(v) <= paths
}

func pathUnits(v jsvalue.Value) int {
	units := jsvalue.Length(v.Get("directory").Text())
	for _, file := range v.Get("outputFiles").Elements() {
		units += jsvalue.Length(file.Text())
	}
	return units
}

// shellCard is CR-PREVIEW-21.
func shellCard(v jsvalue.Value) jsvalue.Value {
	shares := 2 + v.Get("notices").Len()
	if v.Get("error").IsString() {
		shares++
	}
	share, truncated := (resultUnits-pathUnits(v))/shares, v.Get("truncated").IsTrue()
	cut := func(v jsvalue.Value) jsvalue.Value {
		if !jsvalue.LongerThan(v.Text(), share) {
			return v
		}
		truncated = true
		return jsvalue.StringValue(jsvalue.WellFormed(jsvalue.Prefix(v.Text(), share)))
	}
	notices := elements(v.Get("notices"))
	for i := range notices {
		notices[i] = cut(notices[i])
	}
	shown := []jsvalue.Member{
		{Key: "output", Value: cut(v.Get("output"))},
		{Key: "text", Value: cut(v.Get("text"))},
		{Key: "error", Value: cut(v.Get("error"))},
		{Key: "notices", Value: jsvalue.ArrayValue(notices...)},
	}
	for _, key := range []string{"type", "version", "directory", "exitCode", "signal", "pid", "outcome", "outputFiles"} {
		shown = append(shown, jsvalue.Member{Key: key, Value: v.Get(key)})
	}
	return card("shell_result", jsvalue.Member{Key: "result", Value: objectOf(append(shown, jsvalue.Member{Key: "truncated", Value: jsvalue.BoolValue(truncated)})...)})
}

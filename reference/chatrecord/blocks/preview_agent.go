package blocks

import (
	"cmp"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// questionsPreview is for a call that asks the user.
//
// CR-PREVIEW-02.
func questionsPreview(in *previewInput) jsvalue.Value {
	var shown []jsvalue.Value
	for _, question := range in.value.Get("questions").Elements() {
		if !question.IsObject() {
			continue
		}
		shown = append(shown, jsvalue.ObjectValue(
			optionalMember("header", firstText(question, "header", "title", "label")),
			textMember("question", cmp.Or(firstText(question, "question", "prompt", "text"), "Question")),
			jsvalue.Member{Key: "options", Value: questionOptions(question)},
			jsvalue.Member{Key: "raw", Value: question},
		))
	}
	if len(shown) == 0 {
		return jsvalue.Value{}
	}
	return previewObject("ask_user_question", jsvalue.Member{Key: "questions", Value: jsvalue.ArrayValue(shown...)})
}

func questionOptions(question jsvalue.Value) jsvalue.Value {
	var options []jsvalue.Value
	for _, option := range question.Get("options").Elements() {
		if !option.IsObject() {
			continue
		}
		options = append(options, jsvalue.ObjectValue(
			textMember("label", cmp.Or(firstText(option, "label", "title", "value"), "Option")),
			optionalMember("description", firstText(option, "description", "detail", "text")),
			jsvalue.Member{Key: "raw", Value: option},
		))
	}
	return jsvalue.ArrayValue(options...)
}

// todoPreview is for a call that writes a task list.
//
// CR-PREVIEW-03.
func todoPreview(in *previewInput) jsvalue.Value {
	return todoListPreview(in.tool, in.value, in.names.summary())
}

// mcpPreview is for a tool of an MCP server, which its name tells: mcp__<server>__<tool>.
//
// CR-PREVIEW-04.
func mcpPreview(in *previewInput) jsvalue.Value {
	name := cmp.Or(in.names.toolName, firstText(in.value, "toolName", "name"))
	rest, found := strings.CutPrefix(name, "mcp__")
	if !found {
		return jsvalue.Value{}
	}
	server, tool, found := strings.Cut(rest, "__")
	if !found || server == "" {
		return jsvalue.Value{}
	}
	return previewObject("mcp_invocation",
		textMember("serverId", server),
		textMember("toolName", tool),
		optionalMember("argsSummary", argumentSummary(in.value)),
	)
}

const maxArgument = 60

// argumentSummary is the first argument as key=value; "" when there is none. CR-DEC-24: a long value is cut between
// characters.
func argumentSummary(v jsvalue.Value) string {
	for key, value := range coalesce(v.Get("arguments"), v.Get("args"), v).Members() {
		if key == "name" || key == "toolName" {
			continue
		}
		if redact.IsSecretKey(key) {
			return key + "=" + redact.Mask
		}
		text := compactText(value)
		if jsvalue.LongerThan(text, maxArgument) {
			text = jsvalue.Prefix(text, maxArgument) + "…"
		}
		return key + "=" + text
	}
	return ""
}

// delegationPreview is for a call that hands a task to another agent.
//
// CR-PREVIEW-05.
func delegationPreview(in *previewInput) jsvalue.Value {
	delegates := in.tool == "task" ||
		endsWithWord(in.tool, "delegate", "subagent", "spawntask", "spawn-task", "spawn_task") ||
		strings.Contains(lowerASCII(in.names.toolKind), "agent")
	if !delegates {
		return jsvalue.Value{}
	}
	v := in.value
	agent := firstText(v, "subagent_type", "agent", "agentName", "agent_name", "subagent")
	task := firstText(v, "prompt", "task", "description", "instruction", "query")
	if agent == "" && task == "" {
		return jsvalue.Value{}
	}
	return previewObject("subagent_delegation",
		textMember("agentName", cmp.Or(agent, "subagent")),
		textMember("task", cmp.Or(task, "(no task description)")),
		optionalMember("parentDelegationId", firstText(v, "parentDelegationId", "parent_delegation_id", "parent_id")),
	)
}

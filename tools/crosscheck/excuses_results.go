package crosscheck

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var resultExcuses = []Excuse{
	{
		Name: "result-without-a-name", Decision: "C12", Severity: Cosmetic,
		Feature: "a result without a tool name, whose id is that of a call",
		Ours:    "It takes the name of the call.", Theirs: "malformed_part, although the name is known; a todo list is not shown.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, result := range v.Results {
				if result.Name == "" && result.Call != nil {
					sites.add(result.Record.UUID)
				}
			}
			return sites
		},
		Paths: []string{"extra diagnostics[malformed_part](message.parts)"},
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x"}}]}}`,
		},
	},
	{
		Name: "todo-list-without-a-name", Decision: "C12", Severity: SilentLoss,
		Feature: "a todo list whose result has no tool name",
		Ours:    "A plan, since the call is known.", Theirs: "A block named Tool, with the list as raw output.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, result := range v.Results {
				if result.Name == "" && result.Call != nil && result.Call.Name == "todo_write" {
					sites.add(result.Record.UUID)
				}
			}
			return sites
		},
		Paths: slices.Concat(outcomePaths, startPaths), With: []string{"result-without-a-name"},
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"todo_write"}}]}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x"}}]},"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[]}}}`,
		},
	},
	{
		Name: "several-responses", Decision: "C5", Severity: WrongCorrelation,
		Feature: "several functionResponses in one tool_result",
		Ours:    "Each is a result of its own.", Theirs: "All content goes to the first call; the others are said to be unanswered.",
		Find: func(v *View) Sites {
			sites := v.where(func(r Record) bool { return r.Type == "tool_result" && len(r.responses()) > 1 })
			ids := map[string]bool{}
			for _, record := range v.Chain {
				for _, response := range record.responses() {
					if id := response.Get("id").Text(); sites[record.UUID] && id != "" {
						ids[id] = true
					} else if sites[record.UUID] {
						v.addNamed(sites, response.Get("name").Text())
					}
				}
			}
			for uuid := range v.sitesOfID(ids) {
				sites.add(uuid)
			}
			return v.withNamesakes(sites)
		},
		Paths: append(slices.Clone(wholeTool), "blocks[tool].title", "blocks[tool].preview.summary", "missing diagnostics[malformed_part](message.parts)"),
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}},{"functionCall":{"id":"y","name":"f"}}]}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}},` +
				`{"functionResponse":{"id":"y","name":"f","response":{"output":"2"}}}]}}`,
		},
	},
	{
		Name: "text-beside-a-diff-or-an-error", Decision: "C6", Severity: SilentLoss,
		Feature: "a text part in a tool_result whose outcome is a diff or an error",
		Ours:    "The text is shown behind the diff or the error.", Theirs: "Dropped in silence.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return r.Type == "tool_result" && slices.ContainsFunc(r.Parts, func(part jsvalue.Value) bool { return part.Get("text").Text() != "" }) &&
					(r.Outcome.Get("resultDisplay").Has("newContent") || r.Outcome.Get("error").Truthy())
			})
		},
		Paths: []string{"blocks[tool].content[]", "blocks[tool].resultPreview**"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}},{"text":"x"}]},"toolCallResult":{"error":{"message":"e"}}}`},
	},
	{
		Name: "other-parts-of-a-result", Decision: "C2", Severity: SilentLoss,
		Feature: "parts of a tool_result that are neither text nor response",
		Ours:    saySilent, Theirs: "Dropped in silence; complete is true.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return r.Type == "tool_result" && slices.ContainsFunc(r.Parts, strangerInResult) })
		},
		Due: true,
		Paths: []string{
			malformed("message.parts[]"), unknown("message.parts[]"), malformed("message.parts[].inlineData"), malformed("message.parts[].functionCall"),
			malformed("message.parts[].text"), malformed("message.parts[].functionResponse"),
		},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}},5]}}`},
	},
	{
		Name: "response-that-is-no-object", Decision: "C2", Severity: SilentLoss,
		Feature: "a functionResponse whose response is no object",
		Ours:    "A text is shown, and every other value reported.", Theirs: "Dropped in silence.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return slices.ContainsFunc(r.responses(), func(response jsvalue.Value) bool { return notAnObject(response.Get("response")) })
			})
		},
		Due:   true,
		Paths: []string{malformed("message.parts[].functionResponse.response"), "blocks[tool].content[]", "blocks[tool].resultPreview"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":"plain"}}]}}`},
	},
	{
		Name: "media-in-a-response", Decision: "C30", Severity: SilentLoss,
		Feature: "functionResponse.parts", Ours: "Inline data is one text item that names type and size; everything else is reported.", Theirs: "Dropped in silence.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return slices.ContainsFunc(r.responses(), func(response jsvalue.Value) bool { return !empty(response.Get("parts")) })
			})
		},
		Paths: []string{
			malformed("message.parts[].functionResponse.parts"), malformed("message.parts[].functionResponse.parts[]"),
			unknown("message.parts[].functionResponse.parts[]"), malformed("message.parts[].functionResponse.parts[].inlineData"),
			"blocks[tool].content[]", "blocks[tool].resultPreview**",
		},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}}]}}`},
	},
	{
		Name: "deep-response", Decision: "C1", Severity: SilentLoss,
		Feature: "a response nested more than about 4,100 levels deep", Ours: "Depth costs memory in proportion; the text is whole.", Theirs: "Dropped in silence.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return slices.ContainsFunc(r.responses(), func(response jsvalue.Value) bool { return depth(response.Get("response")) > 3000 })
			})
		},
		Paths: []string{"blocks[tool].content[]", "blocks[tool].resultPreview"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"k":` + nested(6000) + `}}}]}}`},
	},
	{
		Name: "todo-write-without-a-list", Decision: "C4", Severity: SilentLoss,
		Feature: "a todo_write that is unanswered, failed, or answered without a usable list",
		Ours:    "An ordinary tool block.", Theirs: "Nothing is shown, or a plan although it failed; complete is true.",
		Find:  findUnusableTodo,
		Paths: slices.Concat(wholeTool, startPaths, []string{"blocks[tool].toolCallId", "missing diagnostics[transcript_text_truncated]"}),
		Lines: []string{
			`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"todo_write","response":{"output":"o"}}}]}}`,
		},
	},
	{
		Name: "todo-write-without-an-id", Decision: "C4", Severity: WrongCorrelation,
		Feature: "a todo list whose call and result have no id",
		Ours:    "It belongs to the one call that waits.", Theirs: "Always said to be ambiguous.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, result := range v.Results {
				if result.ID == "" && result.Name == "todo_write" {
					sites.add(result.Record.UUID)
				}
			}
			return sites
		},
		Paths: []string{"blocks[tool].toolCallId", "blocks[tool].rawOutput.plan.sourceCallId", "extra diagnostics[ambiguous_tool_call_correlation]"},
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"name":"todo_write"}}]}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"name":"todo_write"}}]},"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[]}}}`,
		},
	},
	{
		Name: "cancelled-or-null-status", Decision: "C22", Severity: WrongCorrelation,
		Feature: "an outcome with status null or cancelled",
		Ours:    "Null is absent; cancelled is shown as cancelled.", Theirs: "Both are shown as failed.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				status := r.Outcome.Get("status")
				return r.Outcome.Has("status") && (status.Kind() == jsvalue.Null || status.Text() == "cancelled")
			})
		},
		Paths: []string{"blocks[tool].status"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]},"toolCallResult":{"status":null}}`},
	},
	{
		Name: "error-that-is-a-text", Decision: "C22", Severity: SilentLoss,
		Feature: "an outcome whose error is a string", Ours: "The error is shown.", Theirs: "The response is shown instead.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return r.carriesResult() && r.Outcome.Get("error").Text() != "" })
		},
		Paths: []string{"blocks[tool].content[]", "blocks[tool].content[].content.text", "blocks[tool].resultPreview", "blocks[tool].resultPreview.text"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"o"}}}]},"toolCallResult":{"error":"e"}}`},
	},
	dropped("error-without-a-message", "an outcome whose error is neither a text nor has a message", []string{malformed("toolCallResult.error")},
		func(r Record) bool {
			failure := r.Outcome.Get("error")
			return r.carriesResult() && !empty(failure) && !failure.IsBool() && !failure.IsString() && failure.Get("message").Text() == ""
		},
		`{`+line1+`"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]},"toolCallResult":{"error":{"code":5}}}`),
	{
		Name: "error-beside-an-empty-output", Decision: "C2", Severity: SilentLoss,
		Feature: "a response with an empty output and an error", Ours: "The error is shown.", Theirs: "The empty output is shown.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return slices.ContainsFunc(r.responses(), func(response jsvalue.Value) bool {
					body := response.Get("response")
					return body.Get("output").IsString() && body.Get("output").Text() == "" && body.Get("error").Text() != ""
				})
			})
		},
		Paths: []string{"blocks[tool].content[].content.text", "blocks[tool].resultPreview", "blocks[tool].resultPreview.text"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"","error":"e"}}}]}}`},
	},
	{
		Name: "secret-in-a-response", Decision: "C23", Severity: Leak,
		Feature: "a structured response with a member whose key is secret",
		Ours:    "Redacted before it becomes text.", Theirs: "The secret is shown.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool {
				return slices.ContainsFunc(r.responses(), func(response jsvalue.Value) bool { return hasSecret(response.Get("response")) })
			})
		},
		Paths: []string{"blocks[tool].content[].content.text", "blocks[tool].resultPreview.text"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"token":"t"}}}]}}`},
	},
}

func strangerInResult(part jsvalue.Value) bool {
	if part.Get("text").IsString() && !part.Has("inlineData") && !part.Has("functionCall") {
		return false
	}
	return !part.Get("functionResponse").IsObject() || part.Has("inlineData") || part.Has("functionCall")
}

func findUnusableTodo(v *View) Sites {
	var sites Sites
	for _, call := range v.Calls {
		if call.Name == "todo_write" && !call.Answered {
			sites.add(call.Record.UUID)
		}
	}
	for _, result := range v.Results {
		isTodo := result.Name == "todo_write" || result.Name == "" && result.Call != nil && result.Call.Name == "todo_write"
		if isTodo && !usableTodo(result.Record.Outcome) {
			sites.add(result.Record.UUID)
		}
	}
	return sites
}

// usableTodo: the outcome is a success and shows a list.
func usableTodo(outcome jsvalue.Value) bool {
	status, display := outcome.Get("status"), outcome.Get("resultDisplay")
	if outcome.Get("error").Truthy() || !status.IsNullish() && status.Text() != "success" {
		return false
	}
	if display.IsString() {
		display, _ = jsvalue.Decode(display.Text()) // no JSON is no list
	}
	return display.Get("type").Text() == "todo_list" && display.Get("todos").IsArray()
}

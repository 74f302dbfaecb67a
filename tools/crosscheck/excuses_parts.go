package crosscheck

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var partExcuses = []Excuse{
	{
		Name: "part-with-nothing-to-show", Decision: "C15", Severity: Cosmetic,
		Feature: "parts with an empty text, or with a thoughtSignature only",
		Ours:    "A known part with nothing to show is silent.",
		Theirs:  "Reported as unknown; complete is false.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return isMessage(r) && slices.ContainsFunc(r.Parts, showsNothing) })
		},
		Paths: []string{"extra diagnostics[unknown_record_or_part](message.parts[])"},
		Lines: []string{`{` + line1 + `"type":"user","message":{"parts":[{"text":""}]}}`},
	},
	{
		Name: "member-of-the-wrong-type", Decision: "C2", Severity: SilentLoss,
		Feature: "parts whose text, inlineData, functionCall or functionResponse is of another type",
		Ours:    "malformed_part with the path of the member, also beside others that are shown.",
		Theirs:  "The whole part is called unknown, or nothing is said.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return isMessage(r) && slices.ContainsFunc(r.Parts, hasWrongMember) })
		},
		Paths: []string{
			malformed("message.parts[].text"), malformed("message.parts[].inlineData"), malformed("message.parts[].functionCall"),
			malformed("message.parts[].functionResponse"), "extra diagnostics[unknown_record_or_part](message.parts[])",
		},
		Lines: []string{`{` + line1 + `"type":"user","message":{"parts":[{"text":5}]}}`},
	},
	dropped("content-of-another-kind", "fileData, executableCode or codeExecutionResult in one part with what is shown",
		[]string{unknown("message.parts[].fileData"), unknown("message.parts[].executableCode"), unknown("message.parts[].codeExecutionResult")},
		func(r Record) bool {
			return slices.ContainsFunc(r.Parts, func(part jsvalue.Value) bool {
				other := !empty(part.Get("fileData")) || !empty(part.Get("executableCode")) || !empty(part.Get("codeExecutionResult"))
				return other && part.Len() > 1
			})
		},
		`{`+line1+`"type":"user","message":{"parts":[{"text":"x","fileData":{"fileUri":"y"}}]}}`),
	{
		Name: "token-counts-of-a-response-elsewhere", Decision: "C6", Severity: SilentLoss,
		Feature: "a functionResponse in a user or assistant record, with the token counts of a sub-agent, before a todo list",
		Ours:    "They count in the totals that a plan shows.", Theirs: "They do not.",
		Find: func(v *View) Sites {
			var sites Sites
			counted := false
			for _, record := range v.Chain {
				counted = counted || isMessage(record) && len(record.responses()) > 0 && record.Outcome.Get("resultDisplay").Get("executionSummary").IsObject()
				if counted && record.carriesResult() && usableTodo(record.Outcome) {
					sites.add(record.UUID)
				}
			}
			return sites
		},
		Paths: []string{"blocks[tool].rawOutput.stats**"}, With: []string{"response-in-another-record"},
		Lines: []string{
			`{` + line1 + `"type":"user","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]},"toolCallResult":{"resultDisplay":{"type":"task_execution","executionSummary":{"inputTokens":1}}}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"y","name":"todo_write"}}]},"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[]}}}`,
		},
	},
	{
		Name: "response-in-another-record", Decision: "C6", Severity: WrongCorrelation,
		Feature: "a functionResponse in a user or assistant record",
		Ours:    "It answers its call, as in a tool_result.",
		Theirs:  "Dropped; the call is said to be unanswered.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, record := range v.Chain {
				if isMessage(record) && len(record.responses()) > 0 {
					sites.add(record.UUID)
				}
			}
			for _, result := range v.Results {
				if sites[result.Record.UUID] && result.Call != nil {
					sites.add(result.Call.Record.UUID)
				}
			}
			return v.withNamesakes(sites)
		},
		// The response takes an ordinal and ends what is open, so that texts of its record stand in other blocks.
		Paths: slices.Concat(wholeTool, []string{
			"blocks[assistant].segmentId", "blocks[user].segmentId", "blocks[assistant].text", "blocks[user].text",
			"missing blocks[assistant]", "missing blocks[thought]", "missing blocks[user]", "extra blocks[user]",
			"blocks[assistant].usage", "blocks[user].images", "blocks[user].files", "blocks[user].resourceLinks",
			malformed("message.parts"),
		}),
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`,
			`{` + line2 + `"type":"user","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}}]}}`,
		},
	},
}

// isMessage: the parts of the record are shown one by one.
func isMessage(r Record) bool { return r.Type == "user" || r.Type == "assistant" }

// showsNothing: the part has only known members that stand for nothing.
func showsNothing(part jsvalue.Value) bool {
	if !part.IsObject() || part.Len() == 0 {
		return false
	}
	for key, value := range part.Members() {
		switch key {
		case "thought", "thoughtSignature":
		case "text":
			if value.Text() != "" || !value.IsString() && !value.IsNullish() {
				return false
			}
		case "inlineData", "functionCall", "functionResponse":
			if !value.IsNullish() {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func hasWrongMember(part jsvalue.Value) bool {
	text := part.Get("text")
	if !text.IsNullish() && !text.IsString() {
		return true
	}
	return slices.ContainsFunc([]string{"inlineData", "functionCall", "functionResponse"}, func(key string) bool {
		return !part.Get(key).IsNullish() && !part.Get(key).IsObject()
	})
}

// beginsWithMark: the text starts with a byte order mark.
func beginsWithMark(text string) bool { return strings.HasPrefix(text, "\ufeff") }

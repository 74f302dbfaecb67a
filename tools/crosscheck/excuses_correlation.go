package crosscheck

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// wholeTool is everything that can differ in the blocks of a call whose results the sides give to different calls: all that a
// result brings, but nothing that the start of a call does. Of our own side, the input says most of that again
// (shownDifferences).
var wholeTool = append(slices.Clone(outcomePaths),
	"missing blocks[tool]", "extra blocks[tool]",
	"missing diagnostics[missing_tool_result](message.parts[])", "extra diagnostics[missing_tool_result]", "diagnostics[missing_tool_result].path",
	"missing diagnostics[ambiguous_tool_call_correlation]", "extra diagnostics[ambiguous_tool_call_correlation]",
)

// outcomePaths are the members of a tool that a result brings.
var outcomePaths = []string{
	"blocks[tool].status", "blocks[tool].content**", "blocks[tool].details", "blocks[tool].rawOutput**", "blocks[tool].resultPreview**",
	"blocks[tool].background", "blocks[tool].subagentSessionReady", "blocks[tool].toolName", "blocks[tool].sourceRecordIds[]",
}

// startPaths are those that the start of a call brings.
var startPaths = []string{
	"blocks[tool].title", "blocks[tool].toolKind", "blocks[tool].locations**", "blocks[tool].rawInput**", "blocks[tool].preview**",
	"blocks[tool].serverTimestamp",
}

var correlationExcuses = []Excuse{
	{
		Name: "dangling-call", Decision: "C3", Severity: SilentLoss,
		Feature: "calls that are never answered",
		Ours:    "One missing_tool_result for each call; its path names the part.",
		Theirs:  "One for all calls of a record, without a path.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, call := range v.Calls {
				if !call.Answered && !call.InUser {
					sites.add(call.Record.UUID)
				}
			}
			return sites
		},
		Paths: []string{"diagnostics[missing_tool_result].path", "missing diagnostics[missing_tool_result](message.parts[])"},
		Accept: func(v *View, d compare.Difference) bool {
			path := d.Want.Text()
			if d.Want.IsObject() {
				path = d.Want.Get("path").Text()
			}
			return slices.ContainsFunc(v.Calls, func(call *Call) bool {
				return !call.Answered && path == partPath(call.Part) && slices.Contains(d.Records, call.Record.UUID)
			})
		},
		Lines: []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}},{"functionCall":{"id":"y","name":"f"}}]}}`},
	},
	{
		Name: "reused-call-id", Decision: "C7", Severity: WrongCorrelation,
		Feature: "two calls with one id",
		Ours:    "Each call is a block, and a result goes to the call that waits for it.",
		Theirs:  "The second call gets another id, so its result makes a third block and the call is said to be unanswered.",
		Find:    func(v *View) Sites { return v.withReady(func(call *Call) bool { return call.Reused }) },
		Paths: slices.Concat(wholeTool, []string{ // their block may be one that a result alone has made
			"blocks[tool].locations", "blocks[tool].rawInput", "blocks[tool].toolKind",
		}),
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}},{"functionCall":{"id":"x","name":"g"}}]}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}}]}}`,
			`{` + line3 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"g","response":{"output":"2"}}}]}}`,
		},
	},
	{
		Name: "second-result", Decision: "C8", Severity: WrongCorrelation,
		Feature: "a further result for an answered call",
		Ours:    "The block is updated, and a diagnostic says whether anything changed.",
		Theirs:  "A second block of an invented call, without a diagnostic.",
		Find: func(v *View) Sites {
			ids := map[string]bool{}
			for _, result := range v.Results {
				if result.Second || result.Call == nil && result.ID != "" && v.namedBefore(result) {
					ids[result.ID] = true
				}
			}
			delete(ids, "")
			return v.withNamesakes(v.sitesOfID(ids))
		},
		Paths: append(slices.Clone(outcomePaths), "extra blocks[tool]"),
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`,
			`{` + line2 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}}]}}`,
			`{` + line3 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}}]}}`,
		},
	},
	{
		Name: "token-counts-of-a-repeated-result", Decision: "C8", Severity: WrongCorrelation,
		Feature: "a repeated result with the token counts of a sub-agent, before a todo list",
		Ours:    "Counted once in the totals that a plan shows.", Theirs: "Counted again.",
		Find: func(v *View) Sites {
			var sites Sites
			counted := false
			for _, result := range v.Results {
				if counted && usableTodo(result.Record.Outcome) {
					sites.add(result.Record.UUID)
				}
				counted = counted || result.Second && result.Record.Outcome.Get("resultDisplay").Get("executionSummary").IsObject()
			}
			return sites
		},
		Paths: []string{"blocks[tool].rawOutput.stats**"}, With: []string{"second-result"},
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`, countedResult(line2), countedResult(line3),
			`{` + line4 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"y","name":"todo_write"}}]},"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[]}}}`,
		},
	},
	{
		Name: "result-before-its-call", Decision: "C9", Severity: WrongCorrelation,
		Feature: "a result that stands before its call",
		Ours:    "The call joins the result in one block.",
		Theirs:  "Two blocks, and the call is said to be unanswered.",
		Find:    func(v *View) Sites { return v.sitesOfCalls(func(call *Call) bool { return call.Early }) },
		Paths:   slices.Concat(wholeTool, startPaths),
		Lines: []string{
			`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}}]}}`,
			`{` + line2 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`,
		},
	},
	{
		Name: "id-of-an-invented-one", Decision: "C10", Severity: WrongCorrelation,
		Feature: "an explicit call id equal to the invented id of an earlier call",
		Ours:    "The explicit one is renamed; results that name it find it.",
		Theirs:  "Its result completes the other tool.",
		Find: func(v *View) Sites {
			sites := v.sitesOfCalls(func(call *Call) bool { return call.Collides })
			for _, call := range v.Calls {
				for _, other := range v.Calls {
					if call.Collides && other.ID == "" && other.synthetic() == call.ID {
						sites.add(other.Record.UUID)
						v.addNamed(sites, other.Name)
					}
				}
			}
			return sites
		},
		Paths: wholeTool,
		Lines: []string{
			`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"name":"f"}}]}}`,
			`{` + line2 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"qwen-replay-tool:a:0","name":"g"}}]}}`,
			`{` + line3 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"qwen-replay-tool:a:0","name":"g","response":{"output":"1"}}}]}}`,
			`{` + line4 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"name":"f","response":{"output":"2"}}}]}}`,
		},
	},
	{
		Name: "call-of-the-user", Decision: "C11", Severity: SilentLoss,
		Feature: "a call in a user record",
		Ours:    "A call like any other: answered, or reported.",
		Theirs:  "It stays in progress for ever; its result makes another block; complete is true.",
		Find:    func(v *View) Sites { return v.withReady(func(call *Call) bool { return call.InUser }) },
		Paths:   append(slices.Clone(wholeTool), "extra diagnostics[orphan_agent_session_ready](systemPayload.callId)"),
		Lines:   []string{`{` + line1 + `"type":"user","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`},
	},
}

// countedResult is a result of the call x with token counts.
func countedResult(line string) string {
	return `{` + line + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]},` +
		`"toolCallResult":{"resultDisplay":{"type":"task_execution","executionSummary":{"inputTokens":1}}}}`
}

func partPath(i int) string { return "message.parts[" + itoa(i) + "]" }

// withReady is sitesOfCalls with the records that say that a sub-agent of such a call is ready.
func (v *View) withReady(holds func(*Call) bool) Sites {
	sites := v.sitesOfCalls(holds)
	for _, record := range v.Chain {
		id := record.Payload.Get("callId").Text()
		named := slices.ContainsFunc(v.Calls, func(call *Call) bool { return holds(call) && call.ID == id })
		if record.Subtype == "agent_session_ready" && named {
			sites.add(record.UUID)
		}
	}
	return sites
}

// sitesOfCalls are the records of the calls for which the predicate holds, and of whatever shares their id.
func (v *View) sitesOfCalls(holds func(*Call) bool) Sites {
	ids := map[string]bool{}
	var sites Sites
	for _, call := range v.Calls {
		if holds(call) {
			ids[call.ID] = call.ID != ""
			sites.add(call.Record.UUID)
			for _, result := range v.Results {
				if result.Call == call {
					sites.add(result.Record.UUID)
				}
			}
		}
	}
	for uuid := range v.sitesOfID(ids) {
		sites.add(uuid)
	}
	return v.withNamesakes(sites)
}

// withNamesakes adds the results without an id whose tool is that of a call at the sites, and the calls they may mean:
// a call that one side holds for unanswered leaves them without a clear choice.
func (v *View) withNamesakes(sites Sites) Sites {
	names := map[string]bool{}
	for _, call := range v.Calls {
		if sites[call.Record.UUID] {
			names[call.Name] = true
		}
	}
	for _, result := range v.Results {
		if result.ID == "" && names[result.Name] {
			v.addNamed(sites, result.Name)
		}
	}
	return sites
}

// addNamed adds the records of all calls and results of that tool.
func (v *View) addNamed(sites Sites, name string) {
	for _, call := range v.Calls {
		if call.Name == name {
			sites.add(call.Record.UUID)
		}
	}
	for _, result := range v.Results {
		if result.Name == name {
			sites.add(result.Record.UUID)
		}
	}
}

// namedBefore: an earlier result names the same id.
func (v *View) namedBefore(result *Result) bool {
	for _, other := range v.Results {
		if other == result {
			return false
		}
		if other.ID == result.ID {
			return true
		}
	}
	return false
}

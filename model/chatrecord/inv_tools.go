package chatrecord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var toolInvariants = []model.Invariant{
	{
		ID: "one-block-per-call", Rules: []string{"CR-BLOCK-15", "CR-BLOCK-16", "CR-DEC-07", "CR-REPLAY-23"},
		Says:  "No two tool blocks have one call id.",
		Check: onProjections(oneBlockPerCall),
	},
	{
		ID: "calls-are-answered", Rules: []string{
			"CR-REPLAY-23", "CR-REPLAY-24", "CR-REPLAY-25", "CR-REPLAY-26", "CR-REPLAY-27", "CR-REPLAY-29", "CR-DEC-04", "CR-DEC-05", "CR-DEC-06", "CR-DEC-07",
			"CR-DEC-08", "CR-DEC-09", "CR-DEC-10", "CR-DEC-11", "CR-DEC-12", "CR-DEC-22",
		},
		Says:  "Tool blocks are the calls of the chain with the results that belong to them: id, status, and the union of the records of start and results.",
		Check: onProjections(callsAreAnswered),
	},
	{
		ID: "dangling-calls", Rules: []string{"CR-REPLAY-46", "CR-DEC-03"},
		Says:  "Each call that nothing answers is named once, with its record and part, in the order of the calls, and no other is.",
		Check: onProjections(danglingCalls),
	},
	{
		ID: "ambiguous-results", Rules: []string{"CR-REPLAY-24", "CR-REPLAY-27", "CR-DEC-07"},
		Says:  "A result that had a choice between calls, or names none, is named, and no other is.",
		Check: onProjections(ambiguousResults),
	},
	{
		ID: "further-results", Rules: []string{"CR-DEC-08"},
		Says:  "A second result for a settled call is named as repeated or as replaced, and no other is.",
		Check: onProjections(furtherResults),
	},
	{
		ID: "inputs-of-calls", Rules: []string{"CR-REPLAY-18", "CR-REPLAY-19", "CR-BLOCK-14", "CR-BLOCK-19"},
		Says:  "The inputs of tool blocks are the redacted arguments of the calls, each once.",
		Check: onProjections(inputsOfCalls),
	},
	{
		ID: "usage-adds-up", Rules: []string{"CR-REPLAY-13", "CR-REPLAY-14", "CR-BLOCK-10", "CR-BLOCK-11", "CR-BLOCK-12", "CR-BLOCK-13", "CR-DEC-21"},
		Says:  "The usage of all blocks is that of the assistant records, less what usage_without_block names.",
		Check: onProjections(usageAddsUp),
	},
}

func (v *View) toolBlocks() []Block {
	return slices.DeleteFunc(slices.Clone(v.Blocks), func(b Block) bool { return b.Kind != "tool" })
}

func oneBlockPerCall(v *View, p *problems) bool {
	seen := make(map[string]int)
	for _, b := range v.toolBlocks() {
		id := b.Value.Get("toolCallId").Text()
		if other, ok := seen[id]; ok || id == "" {
			p.add(b.path("toolCallId"), "%q is empty or that of blocks[%d]", id, other)
		}
		seen[id] = b.Index
	}
	return len(seen) > 0
}

func callsAreAnswered(v *View, p *problems) bool {
	owed := make(map[string]*Tool)
	tools := v.Input.Chain().Tools()
	for _, tool := range tools.List {
		owed[tool.ID] = tool
	}
	for _, b := range v.toolBlocks() {
		id := b.Value.Get("toolCallId").Text()
		tool := owed[id]
		if tool == nil {
			p.add(b.path("toolCallId"), "%q is no call of the chain", id)
			continue
		}
		delete(owed, id)
		if tool.Vague {
			continue
		}
		if status := b.Value.Get("status").Text(); status != tool.Status {
			p.add(b.path("status"), "of %q is %q, want %q", id, status, tool.Status)
		}
		if got := v.withoutReady(b.Sources); !slices.Equal(got, tool.Sources) {
			p.add(b.path("sourceRecordIds"), "of %q are %q, want %q", id, got, tool.Sources)
		}
	}
	for _, tool := range tools.List {
		if owed[tool.ID] != nil && v.Whole() {
			p.add("blocks", "the call %q has no block", tool.ID)
		}
	}
	return len(tools.List) > 0 || len(v.toolBlocks()) > 0
}

// withoutReady leaves out records that only say that the session of a sub-agent is ready.
func (v *View) withoutReady(sources []string) []string {
	return slices.DeleteFunc(slices.Clone(sources), v.isReady)
}

func (v *View) isReady(uuid string) bool {
	node := v.Input.Chain().Node(uuid)
	return node != nil && node.Type() == "system" && node.Subtype() == "agent_session_ready"
}

func danglingCalls(v *View, p *problems) bool {
	var want, got []Finding
	for _, tool := range v.Input.Chain().Tools().List {
		if tool.Dangling() {
			want = append(want, Finding{"missing_tool_result", -1, tool.Start, fmt.Sprintf("message.parts[%d]", tool.Part)})
		}
	}
	for _, d := range v.Diagnostics {
		if d.Code == "missing_tool_result" {
			got = append(got, d.finding())
		}
	}
	sameFindings(p, want, got)
	return len(want)+len(got) > 0
}

// sameRecords compares the records that diagnostics of some codes name, each record once.
func (v *View) sameRecords(p *problems, want []string, codes ...string) bool {
	owed := make(map[string]bool)
	for _, id := range want {
		owed[id] = true
	}
	got := make(map[string]bool)
	for _, d := range v.Diagnostics {
		if !slices.Contains(codes, d.Code) || v.isReady(d.RecordID) {
			continue
		}
		if got[d.RecordID] = true; !owed[d.RecordID] || d.RecordIndex >= 0 || d.Path != "" {
			p.add(d.path(), "%s names record %q, path %q, without a reason", d.Code, d.RecordID, d.Path)
		}
	}
	for _, id := range want {
		if !got[id] {
			p.add("diagnostics", "%s does not name %q", strings.Join(codes, " or "), id)
		}
	}
	return len(owed)+len(got) > 0
}

func ambiguousResults(v *View, p *problems) bool {
	return v.sameRecords(p, v.Input.Chain().Tools().Ambiguous, "ambiguous_tool_call_correlation")
}

func furtherResults(v *View, p *problems) bool {
	return v.sameRecords(p, v.Input.Chain().Tools().Further, "repeated_result", "result_replaced")
}

// callsWithInput are the calls of the chain whose arguments a block shows: those of a todo_write are not.
func (c *Chain) callsWithInput() []jsvalue.Value {
	var inputs []jsvalue.Value
	for place := range c.Nodes {
		for _, step := range c.Steps(place) {
			if step.Kind != Call || step.Value.Get("name").Text() == "todo_write" {
				continue
			}
			args := step.Value.Get("args")
			if !args.IsObject() {
				args = jsvalue.ObjectValue()
			}
			inputs = append(inputs, args)
		}
	}
	return inputs
}

func inputsOfCalls(v *View, p *problems) bool {
	owed := make(map[string]int)
	inputs := v.Input.Chain().callsWithInput()
	for _, args := range inputs {
		owed[canonical(Redacted(args))]++
	}
	for _, b := range v.toolBlocks() {
		input := b.Value.Get("rawInput")
		if input.IsUndefined() {
			continue
		}
		key := canonical(input)
		if owed[key]--; owed[key] < 0 {
			p.add(b.path("rawInput"), "is the input of no call, or of one that another block shows")
		}
	}
	for _, args := range inputs {
		if owed[canonical(Redacted(args))] > 0 && v.Whole() {
			p.add("blocks", "an input of a call is shown nowhere")
			break
		}
	}
	return len(inputs) > 0
}

var usageMembers = [...][2]string{
	{"promptTokenCount", "inputTokens"}, {"candidatesTokenCount", "outputTokens"}, {"cachedContentTokenCount", "cachedTokens"},
}

func usageAddsUp(v *View, p *problems) bool {
	unfolded := make(map[string]bool)
	for _, d := range v.Diagnostics {
		if d.Code == "usage_without_block" {
			unfolded[d.RecordID] = true
		}
	}
	var want, got [len(usageMembers)]int64
	exact, judged := true, false
	add := func(sum *int64, count jsvalue.Value) {
		n, ok := count.SafeInteger()
		exact = exact && (ok || !count.IsFinite())
		*sum += n
		exact = exact && -1<<52 < *sum && *sum < 1<<52
	}
	for _, node := range v.Input.Chain().Nodes {
		usage := node.UsageMetadata()
		if node.Type() != "assistant" || !usage.IsObject() {
			continue
		}
		judged = true
		for i, member := range usageMembers {
			if !unfolded[node.UUID] {
				add(&want[i], usage.Get(member[0]))
			}
		}
	}
	for _, b := range v.Blocks {
		for i, member := range usageMembers {
			add(&got[i], b.Value.Get("usage").Get(member[1]))
		}
	}
	if want != got && exact {
		p.add("blocks", "input, output and cached tokens are %d, the records have %d", got, want)
	}
	return judged && exact && v.Whole()
}

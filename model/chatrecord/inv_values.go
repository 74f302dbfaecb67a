package chatrecord

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var valueInvariants = []model.Invariant{
	{
		ID: "secrets-are-redacted", Rules: []string{"CR-BLOCK-19", "CR-BLOCK-20"},
		Says:  "In input, output, content and locations of a tool block, nothing stands under a secret key, and nothing below the depth cap.",
		Check: onProjections(secretsAreRedacted),
	},
	{
		ID: "cut-values-are-named", Rules: []string{"CR-DEC-20", "CR-BLOCK-19"},
		Says:  "Where a value was cut at the depth cap, a diagnostic names the block, the member and the record.",
		Check: onProjections(cutValuesAreNamed),
	},
	{
		ID: "details-are-a-summary", Rules: []string{"CR-BLOCK-14", "CR-BLOCK-22", "CR-BLOCK-24", "CR-DEC-20"},
		Says:  "The details of a tool are the pretty text of its input or output, which stands in the block in full, and are there if it is.",
		Check: onProjections(detailsAreASummary),
	},
}

var redactedMembers = []string{"rawInput", "rawOutput", "content", "locations"}

// mayBePlan: the output of a plan is not redacted (CR-BLOCK-18, CR-BLOCK-21).
func (b Block) mayBePlan() bool {
	return b.Value.Get("toolName").Text() == "todo_write" || b.Value.Get("toolKind").Text() == "updated_plan"
}

func secretsAreRedacted(v *View, p *problems) bool {
	tools := v.toolBlocks()
	for _, b := range tools {
		for _, member := range redactedMembers {
			value := b.Value.Get(member)
			if value.IsUndefined() || b.mayBePlan() && member == "rawOutput" {
				continue
			}
			if !isRedacted(value, 0) {
				p.add(b.path(member), "shows a secret, or a value below the depth cap")
			}
		}
	}
	return len(tools) > 0
}

// isRedacted recurses no deeper than the cap.
func isRedacted(v jsvalue.Value, depth int) bool {
	if depth == depthCap {
		return v.Text() == truncatedText
	}
	for _, element := range v.Elements() {
		if !isRedacted(element, depth+1) {
			return false
		}
	}
	for key, value := range v.Members() {
		if SecretKey(key) && value.Text() != redactedText || !SecretKey(key) && !isRedacted(value, depth+1) {
			return false
		}
	}
	return true
}

// cutValuesAreNamed is not judged when the input itself says [truncated].
func cutValuesAreNamed(v *View, p *problems) bool {
	judged := false
	for _, b := range v.toolBlocks() {
		for _, member := range redactedMembers {
			if b.mayBePlan() || !isCut(b.Value.Get(member), 0) {
				continue
			}
			if !judged && strings.Contains(canonical(v.Input.Argument), truncatedText) {
				return false
			}
			judged = true
			if path := "blocks." + b.ID + "." + member; len(b.Sources) > 0 && !v.names("transcript_value_truncated", b.Sources[0], path) {
				p.add(b.path(member), "was cut, and no diagnostic of %q says so", b.Sources[0])
			}
		}
	}
	return judged
}

func isCut(v jsvalue.Value, depth int) bool {
	if depth == depthCap {
		return v.Text() == truncatedText
	}
	for _, element := range v.Elements() {
		if isCut(element, depth+1) {
			return true
		}
	}
	for _, value := range v.Members() {
		if isCut(value, depth+1) {
			return true
		}
	}
	return false
}

func (v *View) names(code, recordID, path string) bool {
	return v.named()[Finding{code, -1, recordID, path}]
}

const summaryLimit = 4096

// detailsAreASummary: those of the last event that had any. An empty output leaves the details of one before it, and a start
// that joins a result leaves those of the result, of which there may be none (CR-BLOCK-16).
func detailsAreASummary(v *View, p *problems) bool {
	joined := make(map[string]bool)
	for _, tool := range v.Input.Chain().Tools().List {
		joined[tool.ID] = tool.Joined
	}
	judged := false
	for _, b := range v.toolBlocks() {
		details, input, output := b.Value.Get("details"), b.Value.Get("rawInput"), b.Value.Get("rawOutput")
		if b.mayBePlan() || output.IsString() && output.Text() == "" {
			continue
		}
		owed := !output.IsUndefined() || !input.IsUndefined() && !joined[b.Value.Get("toolCallId").Text()]
		judged = judged || owed || !details.IsUndefined()
		switch got := details.Text(); {
		case owed && got == "":
			p.add(b.path("details"), "are missing")
		case got != "" && got != summary(input) && got != summary(output):
			p.add(b.path("details"), "are made of neither input nor output")
		}
	}
	return judged
}

// summary: CR-BLOCK-24. Its argument is cut at the depth cap, so that the text stays small.
func summary(v jsvalue.Value) string { return capped(pretty(v)) }

// capped is CR-BLOCK-22.
func capped(text string) string {
	if !jsvalue.LongerThan(text, summaryLimit) {
		return text
	}
	return jsvalue.WellFormed(jsvalue.Prefix(text, summaryLimit)) + "... [truncated]"
}

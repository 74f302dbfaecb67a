package chatrecord

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var diagnosticInvariants = []model.Invariant{
	{
		ID: "diagnostic-table", Rules: []string{"CR-PREP-28"},
		Says:  "Severity and effect of a diagnostic are those of its code; a code that the table does not have warns exactly if it affects completeness.",
		Check: onProjections(diagnosticTable),
	},
	{
		ID: "diagnostic-members", Rules: []string{"CR-PREP-28", "CR-PREP-14"},
		Says:  "A diagnostic has the members of the rule and no other, of the right types; index and id name one record.",
		Check: onProjections(diagnosticMembers),
	},
	{
		ID: "diagnostic-order", Rules: []string{"CR-PREP-26"},
		Says:  "Diagnostics come in the order of the stages.",
		Check: onProjections(diagnosticOrder),
	},
	{
		ID: "diagnostics-once", Rules: []string{"CR-PREP-27"},
		Says:  "No diagnostic of replay, reduction or end repeats an earlier one.",
		Check: onProjections(diagnosticsOnce),
	},
	{
		ID: "validation", Rules: []string{"CR-PREP-06", "CR-PREP-07", "CR-PREP-08", "CR-PREP-09", "CR-PREP-10", "CR-PREP-11", "CR-PREP-12", "CR-PREP-14", "CR-PREP-15", "CR-DEC-13", "CR-DEC-26", "CR-TIME-01"},
		Says:  "Each record is reported exactly as its own validation demands, on the chain or off it.",
		Check: onProjections(validation),
	},
}

func diagnosticTable(v *View, p *problems) bool {
	for _, d := range v.Diagnostics {
		severity := d.Value.Get("severity").Text()
		known, ok := spec.DiagnosticCodeByName(d.Code)
		if ok && d.Affects != known.AffectsCompleteness {
			p.add(d.path(), "%s affectsCompleteness %v", d.Code, d.Affects)
		}
		if (severity == "warning") != d.Affects || severity != "warning" && severity != "info" {
			p.add(d.path(), "%s has the severity %q", d.Code, severity)
		}
	}
	return len(v.Diagnostics) > 0
}

var diagnosticKeys = []string{"code", "severity", "message", "affectsCompleteness", "recordIndex", "recordId", "path"}

func diagnosticMembers(v *View, p *problems) bool {
	for _, d := range v.Diagnostics {
		if problem := unknownMember(d.Value, diagnosticKeys); problem != "" {
			p.add(d.path(), "%s", problem)
		}
		if d.Code == "" || d.Value.Get("message").Text() == "" || d.Value.Get("affectsCompleteness").Kind() != jsvalue.Bool {
			p.add(d.path(), "code, message or affectsCompleteness is missing")
		}
		if d.Value.Has("recordId") && !d.Value.Get("recordId").IsString() || d.Value.Has("path") && d.Path == "" {
			p.add(d.path(), "recordId or path is no text")
		}
		switch {
		case d.Value.Has("recordIndex") && (d.RecordIndex < 0 || d.RecordIndex >= len(v.Input.Records)):
			p.add(d.path(), "recordIndex names no record")
		case d.RecordIndex >= 0 && d.Value.Has("recordId") && v.Input.Records[d.RecordIndex].UUID != d.RecordID:
			p.add(d.path(), "recordIndex %d and recordId %q name two records", d.RecordIndex, d.RecordID)
		}
	}
	return len(v.Diagnostics) > 0
}

// unknownMember says which member of a value is none of the keys, "" if all are. Their order is no fault: two objects that
// differ in order only are equal.
func unknownMember(v jsvalue.Value, keys []string) string {
	for key := range v.Members() {
		if !slices.Contains(keys, key) {
			return fmt.Sprintf("has the member %q", key)
		}
	}
	return ""
}

// The stages of CR-PREP-26. A code that the list does not place has none.
const (
	stageValidation = iota
	stageArtifacts
	stageConflicts
	stageStart
	stageLeaf
	stageBeside
	stageRewind
	stageCopies
	stageReplay
	stageEnd
	stageLimit
	noStage
)

func stageOf(d Diagnostic) int {
	switch d.Code {
	case "invalid_record", "unknown_record_or_part", "invalid_timestamp", "malformed_part":
		if d.RecordIndex >= 0 {
			return stageValidation
		}
		return stageReplay
	case "artifact_only":
		return stageArtifacts
	case "conflicting_parent_uuid":
		return stageConflicts
	case "history_gap", "parent_cycle":
		return stageStart
	case "leaf_before_newer_records":
		return stageLeaf
	case "content_beside_chain":
		return stageBeside
	case "rewind_without_parent":
		return stageRewind
	case "repeated_record":
		return stageCopies
	case "missing_tool_result":
		return stageEnd
	case "transcript_blocks_truncated":
		return stageLimit
	case "conflicting_fragment":
		return noStage
	}
	if _, ok := spec.DiagnosticCodeByName(d.Code); !ok {
		return noStage
	}
	return stageReplay
}

func diagnosticOrder(v *View, p *problems) bool {
	stage, index := 0, -1
	for _, d := range v.Diagnostics {
		at := stageOf(d)
		if at == noStage {
			continue
		}
		if at < stage {
			p.add(d.path(), "%s stands behind a later stage", d.Code)
		}
		if at > stage {
			stage, index = at, -1
		}
		byIndex := at == stageValidation || at == stageConflicts || at == stageBeside
		if byIndex && d.RecordIndex < index {
			p.add(d.path(), "%s of record %d stands behind one of record %d", d.Code, d.RecordIndex, index)
		}
		index = d.RecordIndex
	}
	return len(v.Diagnostics) > 1
}

func diagnosticsOnce(v *View, p *problems) bool {
	seen := make(map[string]int)
	for _, d := range v.Diagnostics {
		key := canonical(d.Value.Without("severity", "message", "affectsCompleteness"))
		if first, ok := seen[key]; ok && stageOf(d) >= stageReplay && stageOf(d) != noStage {
			p.add(d.path(), "%s repeats diagnostics[%d]", d.Code, first)
		} else if !ok {
			seen[key] = d.Index
		}
	}
	return len(v.Diagnostics) > 1
}

func validation(v *View, p *problems) bool {
	var want, got []Finding
	for _, r := range v.Input.Records {
		want = append(want, r.Findings...)
	}
	for _, d := range v.Diagnostics {
		if stageOf(d) == stageValidation {
			got = append(got, d.finding())
		}
	}
	sameFindings(p, want, got)
	return true
}

func (d Diagnostic) finding() Finding { return Finding{d.Code, d.RecordIndex, d.RecordID, d.Path} }

// sameFindings compares in order. An id that a rule does not demand beside the index may be absent.
func sameFindings(p *problems, want, got []Finding) {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			p.add("diagnostics", "%s is missing", want[i])
		case i >= len(want):
			p.add("diagnostics", "%s is too many", got[i])
		case !want[i].met(got[i]):
			p.add("diagnostics", "got %s, want %s", got[i], want[i])
		default:
			continue
		}
		return
	}
}

func (f Finding) met(got Finding) bool {
	if f.Index >= 0 && f.Path != "" && got.ID == "" {
		got.ID = f.ID
	}
	return f == got
}

// String is the finding for people.
func (f Finding) String() string {
	text := f.Code
	if f.Index >= 0 {
		text += fmt.Sprintf(" of record %d", f.Index)
	}
	if f.ID != "" {
		text += fmt.Sprintf(" of %q", f.ID)
	}
	if f.Path != "" {
		text += " at " + f.Path
	}
	return text
}

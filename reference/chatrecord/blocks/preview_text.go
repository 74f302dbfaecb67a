package blocks

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxSummary is the length of a summary text in UTF-16 units, without the mark of the cut.
const maxSummary = 4096

// capSummary cuts a text that is too long for a summary. A text that fits is returned as it is; in a cut one, half
// characters are replaced, since it is no longer the persisted text anyway.
//
// CR-BLOCK-22, CR-BLOCK-23. CR-DEC-24: the cut falls between characters, and a byte order mark at the start stays.
func capSummary(s string) string {
	if !jsvalue.LongerThan(s, maxSummary) {
		return s
	}
	return jsvalue.WellFormed(jsvalue.Prefix(s, maxSummary)) + "... [truncated]"
}

// prettyText shows a value to a reader: a string as it is, nothing for an absent value, else indented JSON.
//
// CR-BLOCK-24.
func prettyText(v jsvalue.Value) string {
	if v.IsString() || v.IsUndefined() {
		return v.Text()
	}
	return string(jsvalue.AppendIndent(nil, v, "  "))
}

// compactText is prettyText on one line.
func compactText(v jsvalue.Value) string {
	if v.IsString() || v.IsUndefined() {
		return v.Text()
	}
	return string(jsvalue.Append(nil, v))
}

// planText is a plan as a check list, one line for each entry that has content.
//
// CR-BLOCK-18.
func planText(entries []update.PlanEntry) string {
	var lines strings.Builder
	for _, entry := range entries {
		if entry.Content == "" {
			continue
		}
		if lines.Len() > 0 {
			lines.WriteByte('\n')
		}
		lines.WriteString(checkBox(entry.Status))
		lines.WriteString(entry.Content)
	}
	return capSummary(lines.String())
}

func checkBox(status string) string {
	switch status {
	case "completed":
		return "- [x] "
	case "in_progress":
		return "- [-] "
	}
	return "- [ ] "
}

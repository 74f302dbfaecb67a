package compare

import (
	"regexp"
	"strings"
)

// attachmentGone stands where an attachment was; it joins other texts, so that it can be cut with them.
const attachmentGone = "[attachment no longer available]"

// wordings are the presentation texts of our reference (appendix A of SPEC.md).
var wordings = regexp.MustCompile(`Earlier messages are missing from this transcript\.` +
	`|No result of this tool call was saved\.` +
	`|` + regexp.QuoteMeta(attachmentGone) +
	`|Only a preview of the change to (?s:.*) was saved\.` +
	`|The change to (?s:.*) was too long to save(?: \([-+.0-9a-z]+ characters\))?\.`)

// MaskWording marks the presentation texts of the reference in a text; it is for Options.Mask where the reference is the
// wanted side.
func MaskWording(text string) string {
	const cut = "\n[truncated]\n"
	if body, ok := strings.CutSuffix(text, cut); ok {
		line := body[strings.LastIndexByte(body, '\n')+1:]
		if line != "" && strings.HasPrefix(attachmentGone, line) {
			text = strings.TrimSuffix(body, line) + Presentation + cut
		}
	}
	return wordings.ReplaceAllLiteralString(text, Presentation)
}

package compaction

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The wording of what was shortened, of today and of older files (ES-STORE-02, ES-STORE-07).
const (
	largeMark  = "[ADE] Large "
	wasCut     = " was shortened"
	toBeFast   = wasCut + " to keep this chat fast."
	leftOut    = " bytes were left out."
	oldLeftOut = " bytes omitted from stored chat history."
	diffLabel  = "file diff"
)

const (
	beginHead = "\n\n----- BEGIN FIRST PREVIEW -----\n"
	endHead   = "\n----- END FIRST PREVIEW -----\n\n[ADE] "
	beginTail = leftOut + "\n\n----- BEGIN LAST PREVIEW -----\n"
	endTail   = "\n----- END LAST PREVIEW -----"
)

const (
	// roomForMarks is kept free for what stands between the previews, which is less: so a form is smaller than its cap (ES-STORE-09).
	roomForMarks = 512
	leastBudget  = 512
	leastPreview = 256
)

// notice says of what a preview is.
func notice(label string) string { return largeMark + label + toBeFast }

// shorten is the preview of a text that is over its cap, and how many bytes it lacks (ES-STORE-02).
func shorten(text string, of payload) (short string, omitted int) {
	before := notice(of.label) + "\nOriginal size: " + strconv.Itoa(len(text)) + " bytes." + beginHead
	budget := max(leastBudget, of.cap-len(before)-len(endTail)-roomForMarks)
	head := beginning(text, max(leastPreview, budget/2))
	tail := ending(text, max(leastPreview, budget-len(head)))
	omitted = len(text) - len(head) - len(tail)
	return strings.Join([]string{before, head, endHead, strconv.Itoa(omitted), beginTail, tail, endTail}, ""), omitted
}

// beginning is the longest one of whole characters with at most that many bytes. A half that stands alone is a character.
func beginning(text string, bytes int) string {
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}

// ending is the longest one of whole characters with at most that many bytes.
func ending(text string, bytes int) string {
	at := len(text) - bytes
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return text[at:]
}

// IsShortenedDiff knows a diff of which only previews are left, in the wording of today and in that of older files (ES-DIFF-01).
func IsShortenedDiff(diff string) bool {
	return strings.HasPrefix(diff, largeMark+diffLabel+wasCut) &&
		(strings.Contains(diff, leftOut[1:]) || strings.Contains(diff, oldLeftOut[1:]))
}

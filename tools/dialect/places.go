package dialect

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// place says which rules stand behind a part of an answer. A difference from the reference cites them, since what it
// breaks is not known further; a fixture adds its own.
type place struct {
	part  string // of a path
	rules []string
}

// chatRecordPlaces are looked through in order; the first whose part is in the path counts.
var chatRecordPlaces = []place{
	{"diagnostics", []string{"CR-PREP-26", "CR-PREP-27", "CR-PREP-28"}},
	{"missing blocks", []string{"CR-BLOCK-08", "CR-REPLAY-01"}},
	{"extra blocks", []string{"CR-BLOCK-08", "CR-REPLAY-01"}},
	{".sourceRecordIds", []string{"CR-BLOCK-03"}},
	{".serverTimestamp", []string{"CR-BLOCK-03"}},
	{".meta", []string{"CR-BLOCK-03"}},
	{".usage", []string{"CR-BLOCK-13"}},
	{".preview", []string{"CR-BLOCK-14", "CR-PREVIEW-00"}},
	{".resultPreview", []string{"CR-BLOCK-14", "CR-PREVIEW-00"}},
	{".rawInput", []string{"CR-BLOCK-19"}},
	{".rawOutput", []string{"CR-BLOCK-19"}},
	{".images", []string{"CR-BLOCK-25"}},
	{"blocks(tool)", []string{"CR-BLOCK-16"}},
	{"blocks(", []string{"CR-BLOCK-05", "CR-BLOCK-07"}},
	{"complete", []string{"CR-PREP-29"}},
	{"truncated", []string{"CR-CAP-03", "CR-CAP-06"}},
	{"error", []string{"CR-PREP-01", "CR-PREP-02", "CR-PREP-03", "CR-PREP-04"}},
	{"records[]", []string{"JL-READ-01", "JL-READ-05"}},
	{"lines[]", []string{"JL-READ-01", "JL-READ-02"}},
}

func chatRecordRulesAt(_ testcase.Case, path string) []string {
	return rulesAt(chatRecordPlaces, path, []string{"CR-CAP-09", "TP-PROTO-15"})
}

// sessionRawPlaces are those of session files.
var sessionRawPlaces = []place{
	{"shown.", []string{"SR-WRITE-05", "SR-WRITE-06", "SR-WRITE-08"}},
	{"context.rows", []string{"SR-WRITE-03", "SR-WRITE-05", "SR-WRITE-06", "SR-WRITE-07"}},
	{"context.meta", []string{"SR-WRITE-02"}},
	{"file", []string{"SR-WRITE-01", "SR-WRITE-04"}},
	{"diagnostics", []string{"SR-LINE-12"}},
	{"(subagent)", []string{"SR-SUB-01", "SR-SUB-03", "SR-SUB-05"}},
	{"(turnBoundary)", []string{"SR-VIEW-03"}},
	{"(compaction)", []string{"SR-VIEW-13"}},
	{"(interruptedPartial)", []string{"SR-VIEW-04"}},
	{".args", []string{"SR-VIEW-08", "SR-LINE-10"}},
	{"(toolCall)", []string{"SR-VIEW-09", "SR-VIEW-10"}},
	{".displayContent", []string{"SR-SAN-01"}},
	{".lookalike", []string{"SR-SAN-04"}},
	{"items", []string{"SR-VIEW-02", "SR-VIEW-07"}},
	{"rows", []string{"SR-CTX-01", "SR-CTX-02", "SR-CTX-05"}},
	{"meta", []string{"SR-CTX-05"}},
	{"complete", []string{"SR-LINE-12"}},
	{"hasTranscript", []string{"SR-VIEW-02"}},
	{"threadId", []string{"SR-VIEW-02"}},
	{"total", []string{"SR-PAGE-01"}},
	{"hasMore", []string{"SR-PAGE-01"}},
	{"nextCursor", []string{"SR-PAGE-01"}},
	{"openTurn", []string{"SR-PAGE-05"}},
	{"error", []string{"SR-CTX-06", "SR-PAGE-03", "TP-PROTO-18"}},
}

func sessionRawRulesAt(_ testcase.Case, path string) []string {
	return rulesAt(sessionRawPlaces, path, []string{"SR-VIEW-01", "TP-PROTO-18"})
}

// rulesAt are the rules behind a path of an answer, with the kinds of items in parentheses.
func rulesAt(places []place, path string, otherwise []string) []string {
	for _, p := range places {
		if strings.Contains(path, p.part) {
			return p.rules
		}
	}
	return otherwise
}

package certify

import "strings"

// place says which rules stand behind a part of an answer. A difference from the reference cites them, since what it
// breaks is not known further; a fixture adds its own.
type place struct {
	part  string // of a path
	rules []string
}

// places are looked through in order; the first whose part is in the path counts.
var places = []place{
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

// rulesAt are the rules behind a path of an answer.
func rulesAt(path string) []string {
	for _, p := range places {
		if strings.Contains(path, p.part) {
			return p.rules
		}
	}
	return []string{"CR-CAP-09", "TP-PROTO-15"}
}

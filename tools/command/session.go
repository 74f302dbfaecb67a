package command

import (
	"iter"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// accepted are the headers of the lines that are session records.
func accepted(lines []jsonl.Line) iter.Seq[prepare.Header] {
	return func(yield func(prepare.Header) bool) {
		for i, line := range lines {
			record, ok := prepare.Validate(line.Value, i, func(diagnostic.Diagnostic) {})
			if ok && !yield(record.Header) {
				return
			}
		}
	}
}

// checkSession refuses a file that is something else. A session that has lost its only record is still a session, so
// that the loss is named: it has no record either, but a line with the beginnings of one.
func checkSession(name, text string, lines []jsonl.Line) error {
	for range accepted(lines) {
		return nil
	}
	if slices.ContainsFunc(lines, resemblesEvent) {
		return failure("not_a_session", "no line of %s is a record of chatrecord; for the events of a chat say --dialect eventstream", name)
	}
	if isBlank(text) || slices.ContainsFunc(lines, resemblesRecord) {
		return nil
	}
	for line := range strings.Lines(text) {
		if isTornRecord(line) {
			return nil
		}
	}
	if err := checkText(text); err != nil {
		return err
	}
	if strings.Contains(text, `"_meta"`) {
		return failure("not_a_session", "no line of %s is a record of chatrecord; for a session_raw file say --dialect sessionraw", name)
	}
	return failure("not_a_session", "no line of %s is a session record; a session file has one JSON object a line, with uuid and sessionId", name)
}

func isBlank(text string) bool {
	return strings.TrimSpace(strings.TrimPrefix(text, byteOrderMark)) == ""
}

const byteOrderMark = "\uFEFF"

// resemblesRecord: an object that tells which record it is, or of which session.
func resemblesRecord(line jsonl.Line) bool {
	return line.Value.Has("uuid") || line.Value.Has("sessionId")
}

// resemblesEvent: an envelope of eventstream.
func resemblesEvent(line jsonl.Line) bool {
	return line.Value.Get("sessionId").IsString() && line.Value.Get("event").IsObject()
}

// isTornRecord: the line begins as an object, perhaps behind a block of NUL that a crash left, and the same members stand
// in what is left of it. An object that is spread over many lines has its members on lines that begin otherwise.
func isTornRecord(line string) bool {
	line = strings.TrimLeft(line, byteOrderMark+" \t\r\x00")
	return strings.HasPrefix(line, "{") && (strings.Contains(line, `"uuid"`) || strings.Contains(line, `"sessionId"`))
}

// branchOf says which records stand on the branch of a leaf, and where the other branches end: at conversation records
// that are off the branch and that no conversation record follows.
func branchOf(lines []jsonl.Line, leaf *string) textview.Branch {
	var uuids []string             // in file order
	parents := map[string]string{} // of the first fragment, as CR-PREP-21 says
	fragments, followed := map[string]int{}, map[string]bool{}
	for h := range accepted(lines) {
		if !prepare.IsConversation(h) {
			continue
		}
		if fragments[h.UUID]++; fragments[h.UUID] == 1 {
			uuids = append(uuids, h.UUID)
			parents[h.UUID] = h.ParentUUID
			followed[h.ParentUUID] = true
		}
	}
	end, found := prepare.SelectLeaf(accepted(lines), leaf)
	if !found {
		return textview.Branch{}
	}
	chain := prepare.WalkChain(end, func(uuid string) (parent string, known bool) {
		parent, known = parents[uuid]
		return parent, known
	})
	var branch textview.Branch
	onBranch := map[string]bool{}
	for _, uuid := range chain.UUIDs {
		onBranch[uuid] = true
		branch.Records += fragments[uuid]
	}
	for _, uuid := range slices.Backward(uuids) {
		if !onBranch[uuid] && !followed[uuid] {
			branch.OtherLeaves = append(branch.OtherLeaves, uuid)
		}
	}
	return branch
}

// withLines adds the line to each diagnostic that names a record by its index.
func withLines(list []diagnostic.Diagnostic, lines []jsonl.Line) []diagnostic.Diagnostic {
	placed := slices.Clone(list)
	for i, d := range placed {
		at, ok := d.RecordIndex()
		if _, _, known := d.Line(); ok && !known && at < len(lines) {
			placed[i] = d.AtLine(lines[at].Number, lines[at].Offset)
		}
	}
	return placed
}

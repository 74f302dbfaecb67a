package chatrecord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
)

var blockInvariants = []model.Invariant{
	{
		ID: "block-members", Rules: []string{"CR-BLOCK-04", "CR-BLOCK-17"},
		Says:  "A block is of a known kind and has the members of its kind and no other, required ones included.",
		Check: onProjections(blockMembers),
	},
	{
		ID: "block-ids", Rules: []string{"CR-BLOCK-02", "CR-CAP-05"},
		Says:  "Block ids are the kind and a number that counts all blocks from 1, without a hole, also when the first ones were left out.",
		Check: onProjections(blockIDs),
	},
	{
		ID: "fixed-clock", Rules: []string{"CR-BLOCK-01"},
		Says:  "The clocks of a block are 0.",
		Check: onProjections(fixedClock),
	},
	{
		ID: "nothing-open", Rules: []string{"CR-BLOCK-08", "CR-BLOCK-16", "CR-REPLAY-46", "CR-DEC-11"},
		Says:  "At the end no tool is pending or in progress and no text streams.",
		Check: onProjections(nothingOpen),
	},
	{
		ID: "max-blocks", Rules: []string{"CR-CAP-05", "CR-CAP-06", "CR-DEC-19"},
		Says:  "With maxBlocks there are at most so many blocks, exactly so many if some were left out, and that is said once, without id and path.",
		Check: onProjections(maxBlocks),
	},
}

const textKeys = "id kind text clientReceivedAt createdAt updatedAt serverTimestamp? sourceRecordIds segmentId? promptId? meta? "

// blockKeys are the members of each kind; a question mark marks what may be absent.
var blockKeys = map[string][]string{
	"user":      strings.Fields(textKeys + "images? files? resourceLinks?"),
	"assistant": strings.Fields(textKeys + "streaming usage?"),
	"thought":   strings.Fields(textKeys + "streaming collapsed"),
	"tool": strings.Fields("id kind toolCallId title status preview resultPreview? background? subagentSessionReady? clientReceivedAt createdAt " +
		"updatedAt backgroundTurn? promptId? serverTimestamp? sourceRecordIds details? content? locations? rawInput? rawOutput? toolName? toolKind?"),
	"status": strings.Fields("id kind text clientReceivedAt createdAt updatedAt serverTimestamp? sourceRecordIds segmentId? source data?"),
	"prompt_cancelled": strings.Fields("id kind clientReceivedAt createdAt updatedAt promptId elapsedMs sourceRecordIds " +
		"backgroundTurn? serverTimestamp"),
}

func blockMembers(v *View, p *problems) bool {
	for _, b := range v.Blocks {
		keys := blockKeys[b.Kind]
		if keys == nil {
			p.add(b.path("kind"), "is %q", b.Kind)
			continue
		}
		var names []string
		for _, key := range keys {
			name, optional := strings.CutSuffix(key, "?")
			names = append(names, name)
			if !optional && !b.Value.Has(name) {
				p.add(b.path(name), "is missing")
			}
		}
		if problem := unknownMember(b.Value, names); problem != "" {
			p.add(b.path(""), "%s", problem)
		}
	}
	return len(v.Blocks) > 0
}

func blockIDs(v *View, p *problems) bool {
	left := 0
	for _, b := range v.Blocks {
		n := left + b.Index + 1
		if b.Index == 0 && !v.Whole() {
			if _, err := fmt.Sscanf(strings.TrimPrefix(b.ID, b.Kind+"-"), "%d", &n); err != nil || n < 2 {
				p.add(b.path("id"), "is %q, the first of the blocks that were kept", b.ID)
			}
			left = n - 1
		}
		if want := fmt.Sprintf("%s-%d", b.Kind, n); b.ID != want {
			p.add(b.path("id"), "is %q, want %q", b.ID, want)
		}
	}
	return len(v.Blocks) > 0
}

func fixedClock(v *View, p *problems) bool {
	for _, b := range v.Blocks {
		for _, clock := range []string{"clientReceivedAt", "createdAt", "updatedAt"} {
			if value := b.Value.Get(clock); !value.IsNumber() || value.Float() != 0 {
				p.add(b.path(clock), "is not 0")
			}
		}
	}
	return len(v.Blocks) > 0
}

func nothingOpen(v *View, p *problems) bool {
	for _, b := range v.Blocks {
		status := b.Value.Get("status").Text()
		if b.Kind == "tool" && !slices.Contains([]string{"completed", "failed", "cancelled"}, status) {
			p.add(b.path("status"), "is %q at the end", status)
		}
		if b.Value.Get("streaming").IsTrue() {
			p.add(b.path("streaming"), "is true at the end")
		}
	}
	return len(v.Blocks) > 0
}

func maxBlocks(v *View, p *problems) bool {
	limit := v.Input.MaxBlocks()
	said := 0
	for _, d := range v.Diagnostics {
		if d.Code != "transcript_blocks_truncated" {
			continue
		}
		said++
		if d.RecordIndex >= 0 || d.Value.Has("recordId") || d.Value.Has("path") {
			p.add(d.path(), "%s names a place", d.Code)
		}
	}
	n := int64(len(v.Blocks))
	switch {
	case said > 1:
		p.add("diagnostics", "transcript_blocks_truncated is there %d times", said)
	case said == 1 && (limit == 0 || n != limit):
		p.add("blocks", "some were left out, %d of at most %d are there", n, limit)
	case said == 0 && limit > 0 && n > limit:
		p.add("blocks", "%d are there, maxBlocks is %d", n, limit)
	}
	return limit > 0 || said > 0
}

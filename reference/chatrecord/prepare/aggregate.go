package prepare

import (
	"crypto/sha256"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Aggregate joins the fragments of one uuid, given in file order, into one record (CR-PREP-25). A copy of an earlier
// fragment adds nothing and is reported as repeated_record (CR-DEC-18). Conflicting parents are reported by Prepare;
// here the first one stands (CR-DEC-31). fragments must not be empty.
func Aggregate(fragments []Record, report Report) Record {
	joined := fragments[0]
	if len(fragments) == 1 {
		return joined
	}
	joined.Parts = slices.Clone(joined.Parts)
	copies := newCopies(fragments)
	copies.has(&fragments[0])
	for i := range fragments[1:] {
		fragment := &fragments[1+i]
		if copies.has(fragment) {
			report(diagnostic.New(diagnostic.RepeatedRecord, "a copy of an earlier record").
				AtRecord(fragment.Index).OfRecord(fragment.UUID))
			continue
		}
		reportDropped(&joined, fragment, report)
		merge(&joined, fragment)
	}
	joined.HasContent = len(joined.Parts) > 0
	return joined
}

// reportDropped names a result or a payload of a later fragment that another one stands before (CR-DEC-02).
func reportDropped(joined, fragment *Record, report Report) {
	dropped := func(first, next jsvalue.Value, path string) {
		if !next.IsEmpty() && !jsvalue.Equal(first, next) {
			report(diagnostic.New(diagnostic.ConflictingFragment, "a later fragment says something else; the first one stands").
				AtRecord(fragment.Index).OfRecord(fragment.UUID).AtPath(path))
		}
	}
	if joined.Type == ToolResult && joined.ToolCallResult.Truthy() {
		dropped(joined.ToolCallResult, fragment.ToolCallResult, "toolCallResult")
	}
	if joined.Type == User || joined.Type == System {
		dropped(joined.SystemPayload, fragment.SystemPayload, "systemPayload")
	}
}

// merge adds a later fragment: parts follow, the last usage and the first result and model that say something stand.
func merge(joined, fragment *Record) {
	if fragment.HasMessage && !joined.HasMessage {
		joined.HasMessage, joined.Role = true, fragment.Role
	}
	joined.Parts = append(joined.Parts, fragment.Parts...)
	joined.HasParts = joined.HasParts || fragment.HasParts
	if fragment.UsageMetadata.Truthy() { // CR-JS-08
		joined.UsageMetadata = fragment.UsageMetadata
	}
	if !joined.ToolCallResult.Truthy() && !fragment.ToolCallResult.IsUndefined() {
		joined.ToolCallResult = fragment.ToolCallResult
	}
	if !joined.Model.Truthy() {
		joined.Model = fragment.Model
	}
	// CR-DEC-14: the latest instant, whatever its spelling.
	if fragment.Timestamp.Valid && (!joined.Timestamp.Valid || fragment.Timestamp.Ms > joined.Timestamp.Ms) {
		joined.Timestamp, joined.TimestampText = fragment.Timestamp, fragment.TimestampText
	}
}

// copies recognises the fragments that are equal to an earlier one in every member that a copy must share (CR-DEC-18).
type copies struct {
	times map[string]int // how many fragments have this timestamp: most are alone with it and need no digest
	seen  map[[sha256.Size]byte]bool
}

func newCopies(fragments []Record) copies {
	c := copies{times: make(map[string]int, len(fragments)), seen: map[[sha256.Size]byte]bool{}}
	for i := range fragments {
		c.times[fragments[i].source.Get("timestamp").Text()]++
	}
	return c
}

// has reports whether a fragment was there before, and remembers it.
func (c *copies) has(r *Record) bool {
	timestamp := r.source.Get("timestamp")
	if timestamp.IsNullish() || c.times[timestamp.Text()] == 1 {
		return false
	}
	key := copyKey(r)
	known := c.seen[key]
	c.seen[key] = true
	return known
}

// copyKey is a digest, so that many fragments of one uuid cost linear time even if their author wants otherwise.
func copyKey(r *Record) [sha256.Size]byte {
	return sha256.Sum256(jsvalue.AppendCanonical(nil, r.source.Without("parentUuid", "cwd", "version", "gitBranch")))
}

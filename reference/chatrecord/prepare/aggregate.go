package prepare

import (
	"crypto/sha256"

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
	joined.Parts = append([]jsvalue.Value(nil), joined.Parts...)
	seen := map[[sha256.Size]byte]bool{copyKey(fragments[0]): true}
	for _, fragment := range fragments[1:] {
		key := copyKey(fragment)
		if seen[key] && !fragment.source.Get("timestamp").IsNullish() {
			report(diagnostic.New(diagnostic.RepeatedRecord, "a copy of an earlier record").
				AtRecord(fragment.Index).OfRecord(fragment.UUID))
			continue
		}
		seen[key] = true
		merge(&joined, fragment)
	}
	joined.HasContent = joined.Type != System && len(joined.Parts) > 0
	return joined
}

// merge adds a later fragment: parts follow, the last usage and the first result and model that say something stand.
func merge(joined *Record, fragment Record) {
	if fragment.HasMessage && !joined.HasMessage {
		joined.HasMessage, joined.Role = true, fragment.Role
	}
	joined.Parts = append(joined.Parts, fragment.Parts...)
	joined.HasParts = joined.HasParts || fragment.HasParts
	if fragment.UsageMetadata.Truthy() { // CR-JS-08
		joined.UsageMetadata = fragment.UsageMetadata
	}
	if !joined.ToolCallResult.Truthy() {
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

// copyKey is equal for two fragments exactly if they are equal in every member that a copy must share (CR-DEC-18). A
// digest, so that many fragments of one uuid cost linear time even if their author wants otherwise.
func copyKey(r Record) [sha256.Size]byte {
	return sha256.Sum256(jsvalue.AppendCanonical(nil, r.source.Without("parentUuid", "cwd", "version", "gitBranch")))
}

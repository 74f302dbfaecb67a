package chatrecord

import (
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var leafRelations = []model.Relation{
	{
		ID: "leaf-by-name", Rules: []string{"CR-PREP-19", "CR-DEC-17"},
		Says:  "To name the leaf that stands anyway changes nothing but leaf_before_newer_records.",
		Check: relate(leafByName),
	},
	{
		ID: "records-off-chain", Rules: []string{"CR-PREP-22", "CR-DEC-26", "CR-PREP-16"},
		Says:  "Records off the chain change nothing but diagnostics about records, and complete.",
		Check: relate(recordsOffChain),
	},
	{
		ID: "sibling-branch", Rules: []string{"CR-PREP-19", "CR-PREP-22"},
		Says:  "A branch that is appended elsewhere does not change what the old leaf shows.",
		Check: relate(siblingBranch),
	},
	{
		ID: "limit-is-the-tail", Rules: []string{"CR-CAP-05", "CR-CAP-06", "CR-DEC-19"},
		Says:  "maxBlocks gives the last blocks of the projection without it, unchanged.",
		Check: relate(limitIsTheTail),
	},
	{
		ID: "copies-add-nothing", Rules: []string{"CR-DEC-18"},
		Says:  "A copy behind each record of the chain changes nothing but diagnostics.",
		Check: relate(copiesAddNothing),
	},
	{
		ID: "split-records", Rules: []string{"CR-PREP-25", "CR-PREP-21"},
		Says:  "A record that is written as two fragments shows what it shows as one.",
		Check: relate(splitRecords),
	},
}

func leafByName(t *trial) error {
	chain := t.Input.Chain()
	if chain.Given || !chain.Found {
		return nil
	}
	other, err := t.project(t.Case.Input, t.withLeaf())
	if other != nil {
		t.sameBlocks(t.Blocks, other.Blocks)
		t.sameDiagnostics(t.Diagnostics, other.Diagnostics, true, "leaf_before_newer_records")
		t.sameFlag("truncated", t.View, other)
	}
	return err
}

// withLeaf names the leaf: where copies are left out, another record can be the last.
func (t *trial) withLeaf() jsvalue.Value {
	if !t.Input.Chain().Found {
		return t.Case.Options
	}
	return t.Case.Options.With(jsvalue.Member{Key: "leafUuid", Value: jsvalue.StringValue(t.Input.Chain().Leaf)})
}

func (v *View) onChain(r Record) bool { return r.Conversation() && v.Input.Chain().Place(r.UUID) >= 0 }

func recordsOffChain(t *trial) error {
	var kept []jsvalue.Value
	for _, r := range t.Input.Records {
		if t.onChain(r) {
			kept = append(kept, r.Value)
		}
	}
	if len(kept) == 0 || len(kept) == len(t.Input.Records) || !t.portable() {
		return nil
	}
	other, err := t.project(withRecords(t.Case.Input, kept), t.Case.Options)
	if other != nil {
		t.sameBlocks(t.Blocks, other.Blocks)
		t.sameFlag("truncated", t.View, other)
		t.sameDiagnostics(laterThan(t.Diagnostics, stageStart), laterThan(other.Diagnostics, stageStart), false,
			"leaf_before_newer_records", "content_beside_chain", "rewind_without_parent")
	}
	return err
}

func siblingBranch(t *trial) error {
	chain := t.Input.Chain()
	if !chain.Found || !t.portable() {
		return nil
	}
	fork := chain.Nodes[len(chain.Nodes)/2]
	id := t.strangers("sibling")
	grown := append(t.values(), newRecord(id, fork.UUID, fork.First().SessionID, "user"), newRecord(id+" reply", id, fork.First().SessionID, "assistant"))
	other, err := t.project(withRecords(t.Case.Input, grown), t.withLeaf())
	if other != nil {
		t.sameBlocks(t.Blocks, other.Blocks)
		t.sameFlag("truncated", t.View, other)
		t.sameDiagnostics(t.Diagnostics, other.Diagnostics, true, "leaf_before_newer_records", "content_beside_chain")
	}
	return err
}

// strangers is a text that, with and without a reply behind it, is no uuid and no parent of the input: a parent that is
// missing would be found.
func (t *trial) strangers(id string) string {
	taken := make(map[string]bool)
	for _, value := range t.values() {
		taken[value.Get("uuid").Text()], taken[value.Get("parentUuid").Text()] = true, true
	}
	for taken[id] || taken[id+" reply"] {
		id += "'"
	}
	return id
}

func newRecord(uuid, parent, session, kind string) jsvalue.Value {
	str := jsvalue.StringValue
	parts := jsvalue.ArrayValue(jsvalue.ObjectValue(jsvalue.Member{Key: "text", Value: str("another branch")}))
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "uuid", Value: str(uuid)}, jsvalue.Member{Key: "parentUuid", Value: str(parent)},
		jsvalue.Member{Key: "sessionId", Value: str(session)}, jsvalue.Member{Key: "type", Value: str(kind)},
		jsvalue.Member{Key: "timestamp", Value: str("2026-07-14T00:00:00Z")},
		jsvalue.Member{Key: "message", Value: jsvalue.ObjectValue(jsvalue.Member{Key: "parts", Value: parts})},
	)
}

func limitIsTheTail(t *trial) error {
	whole, err := t.project(t.Case.Input, t.Case.Options.Without("maxBlocks"))
	if whole == nil {
		return err
	}
	n := len(whole.Blocks)
	asked := map[int]bool{}
	for _, limit := range []int{1, n / 2, n - 1, n, n + 1} {
		if limit < 1 || asked[limit] {
			continue
		}
		asked[limit] = true
		options := t.Case.Options.With(jsvalue.Member{Key: "maxBlocks", Value: jsvalue.IntValue(int64(limit))})
		part, err := t.project(t.Case.Input, options)
		if err != nil {
			return err
		}
		if part != nil {
			t.isTail(whole, part, limit)
		}
	}
	return nil
}

func (t *trial) isTail(whole, part *View, limit int) {
	t.judged = true
	left := max(len(whole.Blocks)-limit, 0)
	if len(part.Blocks) != len(whole.Blocks)-left {
		t.add("blocks", "with maxBlocks %d there are %d of %d", limit, len(part.Blocks), len(whole.Blocks))
		return
	}
	t.sameBlocks(whole.Blocks[left:], part.Blocks)
	t.sameDiagnostics(whole.Diagnostics, part.Diagnostics, true, "transcript_blocks_truncated")
	if got := !part.Whole(); got != (left > 0) {
		t.add("diagnostics", "with maxBlocks %d of %d blocks, transcript_blocks_truncated is there: %v", limit, len(whole.Blocks), got)
	}
}

func copiesAddNothing(t *trial) error {
	var doubled []jsvalue.Value
	copies := 0
	for _, r := range t.Input.Records {
		doubled = append(doubled, r.Value)
		if t.onChain(r) && !r.Value.Get("timestamp").IsNullish() {
			doubled = append(doubled, r.Value.With(jsvalue.Member{Key: "cwd", Value: jsvalue.StringValue("/elsewhere")}))
			copies++
		}
	}
	if copies == 0 || !t.portable() {
		return nil
	}
	other, err := t.project(withRecords(t.Case.Input, doubled), t.Case.Options)
	if other == nil {
		return err
	}
	t.sameBlocks(t.Blocks, other.Blocks)
	t.sameFlag("truncated", t.View, other)
	t.sameDiagnostics(laterThan(t.Diagnostics, stageStart), laterThan(other.Diagnostics, stageStart), false,
		"leaf_before_newer_records", "repeated_record")
	was, is := t.count("repeated_record"), other.count("repeated_record")
	if is-was != copies {
		t.add("diagnostics", "%d copies were added, %d more are named", copies, is-was)
	}
	return nil
}

func (v *View) count(code string) int {
	n := 0
	for _, d := range v.Diagnostics {
		if d.Code == code {
			n++
		}
	}
	return n
}

func splitRecords(t *trial) error {
	var records []jsvalue.Value
	for _, r := range t.Input.Records {
		parts := r.Parts()
		if !t.onChain(r) || len(parts) < 2 || len(t.Input.Chain().Node(r.UUID).Fragments) > 1 {
			records = append(records, r.Value)
			continue
		}
		half := len(parts) / 2
		records = append(records, withPartList(r.Value, parts[:half]), fragment(r, parts[half:]))
	}
	if len(records) == len(t.Input.Records) || !t.portable() {
		return nil
	}
	other, err := t.project(withRecords(t.Case.Input, records), t.Case.Options)
	if other != nil {
		t.sameBlocks(t.Blocks, other.Blocks)
		t.sameFlag("truncated", t.View, other)
		t.sameDiagnostics(t.Diagnostics, other.Diagnostics, false, "leaf_before_newer_records")
	}
	return err
}

func withPartList(record jsvalue.Value, parts []jsvalue.Value) jsvalue.Value {
	message := record.Get("message").With(jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(parts...)})
	return record.With(jsvalue.Member{Key: "message", Value: message})
}

// fragment is a later fragment of a record, with nothing but parts.
func fragment(r Record, parts []jsvalue.Value) jsvalue.Value {
	message := jsvalue.ObjectValue(jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(parts...)})
	bare := jsvalue.ObjectValue(jsvalue.Member{Key: "message", Value: message})
	for _, key := range []string{"uuid", "parentUuid", "sessionId", "type"} {
		bare = bare.With(jsvalue.Member{Key: key, Value: r.Value.Get(key)})
	}
	return bare
}

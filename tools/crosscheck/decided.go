package crosscheck

import (
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// decided is a diagnostic code of this project: the other side has nothing to hold it against, so the input has to.
type decided struct {
	code string
	find func(*View) Sites // the records that it may name
	due  dueness
}

// dueness says where the code has to be, if there are such records.
type dueness int

const (
	perhaps  dueness = iota // that takes more than a naive look
	once                    // at one of them at least
	everyone                // at each
)

var decidedCodes = []decided{
	{"leaf_before_newer_records", findLateFragment, everyone},
	{"content_beside_chain", findContentBeside, once},
	{"rewind_without_parent", findBareRewind, everyone},
	{"conflicting_fragment", findConflict, everyone},
	{"repeated_record", findCopies, everyone},
	{"result_replaced", findFurther, perhaps}, // or repeated_result: that needs the digests
	{"repeated_result", findFurther, perhaps},
	{"usage_without_block", findUsage, perhaps},
	{"transcript_value_truncated", findDeep, perhaps},
}

// decidedDifferences are the diagnostics of our own codes that the input gives no reason for, and those that it gives a
// reason for and that are not there. No excuse names their paths.
func decidedDifferences(view *View, answer jsvalue.Value) []compare.Difference {
	var differences []compare.Difference
	said := map[string]Sites{}
	for _, d := range answer.Get("diagnostics").Elements() {
		code, uuid := d.Get("code").Text(), d.Get("recordId").Text()
		if known, ok := spec.DiagnosticCodeByName(code); !ok || known.Origin != spec.OriginDecision {
			continue
		}
		sites := said[code]
		sites.add(uuid)
		said[code] = sites
		i := slices.IndexFunc(decidedCodes, func(other decided) bool { return other.code == code })
		if i < 0 || !decidedCodes[i].find(view)[uuid] {
			differences = append(differences, compare.Difference{Path: "unfounded diagnostics[" + code + "]", Got: d, Records: []string{uuid}})
		}
	}
	for _, code := range decidedCodes {
		for _, uuid := range code.missing(code.find(view), said[code.code]) {
			differences = append(differences, compare.Difference{Path: "no diagnostics[" + code.code + "]", Records: []string{uuid}})
		}
	}
	return differences
}

// missing are the sites that have to be named and are not.
func (d decided) missing(sites, said Sites) []string {
	var missing []string
	for _, uuid := range slices.Sorted(maps.Keys(sites)) {
		if !said[uuid] {
			missing = append(missing, uuid)
		}
	}
	if d.due == perhaps || d.due == once && len(missing) < len(sites) {
		return nil
	}
	return missing
}

// findLateFragment finds the leaf, if a record off the chain hangs on it: that stands before its last fragment, or it would
// be the leaf.
func findLateFragment(v *View) Sites {
	if len(v.Chain) == 0 || v.Options.Has("leafUuid") {
		return nil
	}
	onChain, parents := v.onChain(), v.parents()
	leaf := v.Chain[len(v.Chain)-1].UUID
	for uuid, parent := range parents {
		if parent == leaf && !onChain[uuid] {
			return Sites{leaf: true}
		}
	}
	return nil
}

func (v *View) onChain() map[string]bool {
	on := map[string]bool{}
	for _, record := range v.Chain {
		on[record.UUID] = true
	}
	return on
}

// parents are the parents of all conversation records, "" for a root: those of the first fragments.
func (v *View) parents() map[string]string {
	parents := map[string]string{}
	for _, record := range v.Records {
		uuid := record.Get("uuid").Text()
		if _, there := parents[uuid]; conversation(record) && !there {
			parents[uuid] = record.Get("parentUuid").Text()
		}
	}
	return parents
}

// ancestors are the records from the parent of one to the root, or until they repeat.
func ancestors(parents map[string]string, uuid string) []string {
	var line []string
	seen := map[string]bool{uuid: true}
	for {
		parent, there := parents[uuid]
		if _, known := parents[parent]; !there || !known || seen[parent] {
			return line
		}
		seen[parent] = true
		line, uuid = append(line, parent), parent
	}
}

// findContentBeside finds the records off the chain with content in a branch that begins at the parent of a system record of
// the chain. A rewind leaves its siblings behind on purpose.
func findContentBeside(v *View) Sites {
	onChain, parents := v.onChain(), v.parents()
	besideSystem := map[string]bool{}
	for _, record := range v.Chain {
		if record.Type == "system" && record.Subtype != "rewind" {
			besideSystem[parents[record.UUID]] = true
		}
	}
	var sites Sites
	for _, record := range v.Records {
		uuid := record.Get("uuid").Text()
		content := record.Get("type").Text() != "system" && record.Get("message").Get("parts").Len() > 0
		if !content || !conversation(record) || onChain[uuid] {
			continue
		}
		top := uuid // where the branch leaves the chain
		for _, ancestor := range ancestors(parents, uuid) {
			if onChain[ancestor] {
				break
			}
			top = ancestor
		}
		if besideSystem[parents[top]] {
			sites.add(uuid)
		}
	}
	return sites
}

func findBareRewind(v *View) Sites {
	if len(v.Chain) == 0 || v.Chain[0].Subtype != "rewind" || v.afterGap() {
		return nil
	}
	root := v.Chain[0].UUID
	first := slices.IndexFunc(v.Records, conversation)
	if v.Records[first].Get("uuid").Text() == root {
		return nil
	}
	return Sites{root: true}
}

// findFurther finds the results of an id that more results than calls have named: for the first one no call is needed.
func findFurther(v *View) Sites {
	var sites Sites
	results := map[string]int{}
	for _, record := range v.Chain {
		for _, id := range record.resultIDs() {
			if results[id]++; results[id] > max(1, v.startsBefore(record.UUID, id)) {
				sites.add(record.UUID)
			}
		}
	}
	return sites
}

// resultIDs are the ids that the results of a record name, each as often as it is named.
func (r Record) resultIDs() []string {
	var ids []string
	outcome := r.Outcome.Get("callId").Text()
	for k, response := range r.responses() {
		if id := response.Get("id").Text(); k == 0 && outcome != "" {
			ids = append(ids, outcome)
		} else if id != "" {
			ids = append(ids, id)
		}
	}
	if ids == nil && r.Type == "tool_result" && outcome != "" {
		ids = append(ids, outcome)
	}
	return ids
}

// findReplaced finds the further results that an earlier one of the id is not equal to.
func findReplaced(v *View) Sites {
	sites := findFurther(v)
	for _, result := range v.Results {
		differs := func(other *Result) bool {
			a, b := other.Record, result.Record
			return other.ID == result.ID &&
				(!jsvalue.Equal(jsvalue.ArrayValue(a.Parts...), jsvalue.ArrayValue(b.Parts...)) || !jsvalue.Equal(a.Outcome, b.Outcome))
		}
		if !slices.ContainsFunc(v.Results, differs) {
			delete(sites, result.Record.UUID)
		}
	}
	return sites
}

// startsBefore counts the calls with an id in the records before one.
func (v *View) startsBefore(uuid, id string) int {
	starts := 0
	for _, record := range v.Chain {
		if record.UUID == uuid {
			break
		}
		for _, call := range v.Calls {
			if call.Record.UUID == record.UUID && call.ID == id {
				starts++
			}
		}
	}
	return starts
}

// findUsage finds the records that carry token counts.
func findUsage(v *View) Sites {
	return v.where(func(r Record) bool { return r.Type == "assistant" && r.Usage.IsObject() })
}

// findDeep finds the records with values that are nested too deep, and the calls that such records answer.
func findDeep(v *View) Sites {
	sites := v.where(hasDeepValue)
	for _, result := range v.Results {
		if sites[result.Record.UUID] && result.Call != nil {
			sites.add(result.Call.Record.UUID)
		}
	}
	return sites
}

func hasDeepValue(r Record) bool {
	return depth(r.Outcome) > 16 || slices.ContainsFunc(r.arguments(), func(arguments jsvalue.Value) bool { return depth(arguments) > 16 })
}

// findConflict finds the records whose fragments disagree.
func findConflict(v *View) Sites { return v.where(hasConflict) }

// hasConflict: a later fragment carries another result, or another payload, than the one that stands.
func hasConflict(r Record) bool {
	member, standing := "systemPayload", r.Payload
	switch r.Type {
	case "tool_result":
		member, standing = "toolCallResult", r.Outcome
	case "assistant":
		return false
	}
	return slices.ContainsFunc(r.Fragments, func(fragment jsvalue.Value) bool {
		other := fragment.Get(member)
		return !empty(other) && !jsvalue.Equal(other, standing)
	})
}

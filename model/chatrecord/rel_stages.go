package chatrecord

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var stageRelations = []model.Relation{
	{
		ID: "prepared-chain", Rules: []string{"CR-PREP-13", "CR-PREP-19", "CR-PREP-21", "CR-PREP-22", "CR-PREP-25", "CR-DEC-14", "CR-DEC-18", "TP-PROTO-16"},
		Says:  "prepare gives the records of the chain, joined, and the gap before them.",
		Check: relate(preparedChain),
	},
	{
		ID: "stages-make-the-projection", Rules: []string{"TP-PROTO-16", "TP-PROTO-17"},
		Says:  "prepare, replay and reduce give the blocks of project, and together its diagnostics.",
		Check: relate(stagesMakeTheProjection),
	},
	{
		ID: "emissions-of-records", Rules: []string{"CR-REPLAY-01", "CR-REPLAY-02", "CR-REPLAY-46", "CR-REPLAY-47"},
		Says:  "Emissions come record by record along the chain, numbered from 0, with the id and time of their record; those of the end come last.",
		Check: relate(emissionsOfRecords),
	},
	{
		ID: "pages-are-one-pass", Rules: []string{"CR-STATE-01", "CR-STATE-06", "CR-REPLAY-48"},
		Says:  "A chain that is cut into pages anywhere, each replayed from the state of the one before, gives what one pass gives.",
		Check: relate(pagesAreOnePass),
	},
	{
		ID: "compacted-is-the-same", Rules: []string{"CR-COMPACT-01", "CR-COMPACT-02", "CR-COMPACT-03", "CR-COMPACT-04"},
		Says:  "Reducing the compacted updates gives what reducing all of them gives; compacting again changes nothing, and never makes more.",
		Check: relate(compactedIsTheSame),
	},
}

func objectOf(members ...jsvalue.Member) jsvalue.Value { return jsvalue.ObjectValue(members...) }

// prepared is the answer of prepare, Undefined if there is none, or if it may not survive being handed on.
func (t *trial) prepared() (jsvalue.Value, error) {
	if !t.portable() {
		return jsvalue.Value{}, nil
	}
	return t.result("prepare", t.Case.Input, t.Case.Options.Without("maxBlocks"))
}

// replay replays records from a state, which may be Undefined.
func (t *trial) replay(prepared jsvalue.Value, records []jsvalue.Value, state jsvalue.Value, finalize bool) (jsvalue.Value, error) {
	options := objectOf(
		jsvalue.Member{Key: "gaps", Value: prepared.Get("gaps")}, jsvalue.Member{Key: "initialState", Value: state},
		jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(finalize)},
	)
	return t.result("replay", protocol.ValueOf(jsvalue.ArrayValue(records...)), options)
}

// whole is one pass over the prepared chain, Undefined if a stage has no answer.
func (t *trial) whole() (prepared, replayed jsvalue.Value, err error) {
	if prepared, err = t.prepared(); err != nil || prepared.IsUndefined() {
		return prepared, replayed, err
	}
	replayed, err = t.replay(prepared, elements(prepared.Get("records")), jsvalue.Value{}, true)
	return prepared, replayed, err
}

func updatesOf(replayed jsvalue.Value) jsvalue.Value {
	var updates []jsvalue.Value
	for _, emission := range replayed.Get("emissions").Elements() {
		updates = append(updates, emission.Get("update"))
	}
	return jsvalue.ArrayValue(updates...)
}

func withUpdates(updates jsvalue.Value) protocol.Input {
	return protocol.ValueOf(objectOf(jsvalue.Member{Key: "updates", Value: updates}))
}

func preparedChain(t *trial) error {
	prepared, err := t.prepared()
	if prepared.IsUndefined() {
		return err
	}
	t.judged = true
	chain := t.Input.Chain()
	records := prepared.Get("records")
	if records.Len() != len(chain.Nodes) {
		t.add("records", "there are %d, the chain has %d", records.Len(), len(chain.Nodes))
		return nil
	}
	for i, record := range records.Elements() {
		if member := chain.Nodes[i].differsFrom(record); member != "" {
			t.add(fmt.Sprintf("records[%d].%s", i, member), "is not that of the fragments of %q", chain.Nodes[i].UUID)
		}
	}
	var gaps []jsvalue.Value
	if chain.Gap {
		child := chain.Nodes[0]
		gaps = append(gaps, objectOf(
			jsvalue.Member{Key: "childUuid", Value: jsvalue.StringValue(child.UUID)},
			jsvalue.Member{Key: "missingParentUuid", Value: jsvalue.StringValue(child.First().Parent)},
		))
	}
	if !jsvalue.Equal(jsvalue.ArrayValue(gaps...), prepared.Get("gaps")) {
		t.add("gaps", "are %s, want %s", text(prepared.Get("gaps")), text(jsvalue.ArrayValue(gaps...)))
	}
	return nil
}

// differsFrom names the first member of a prepared record that is not what the fragments give, "" if none. A null is as
// good as an absent value, and no parts as an empty list. Where a truthy value is wanted, all others are alike.
func (n *Node) differsFrom(record jsvalue.Value) string {
	first := n.First().Value
	_, spelling, _ := n.Time()
	texts := map[string]string{
		"uuid": n.UUID, "sessionId": n.First().SessionID, "timestamp": spelling, "type": n.Type(), "subtype": n.Subtype(),
	}
	for _, key := range []string{"uuid", "sessionId", "timestamp", "type", "subtype"} {
		if record.Get(key).Text() != texts[key] {
			return key
		}
	}
	prompt := jsvalue.Value{}
	if id := n.DaemonPromptID(); id != "" {
		prompt = jsvalue.StringValue(id)
	}
	members := []jsvalue.Member{
		{Key: "parentUuid", Value: first.Get("parentUuid")},
		{Key: "usageMetadata", Value: n.UsageMetadata()},
		{Key: "toolCallResult", Value: n.ToolCallResult()},
		{Key: "systemPayload", Value: n.SystemPayload()},
		{Key: "model", Value: n.Model()},
		{Key: "daemonPromptId", Value: prompt},
		{Key: "backgroundTurn", Value: first.Get("backgroundTurn")},
	}
	for _, member := range members {
		got := record.Get(member.Key)
		if member.Key == "model" && !member.Value.IsString() {
			continue // nothing reads it, and nothing says what another value becomes
		}
		truthy := member.Key == "usageMetadata" || member.Key == "toolCallResult"
		alike := got.IsNullish() && member.Value.IsNullish() || truthy && !got.Truthy() && !member.Value.Truthy()
		if !alike && !sameWritten(got, member.Value) {
			return member.Key
		}
	}
	message := record.Get("message")
	switch {
	case message.Get("role").Text() != n.Role():
		return "message.role"
	case !sameWritten(jsvalue.ArrayValue(elements(message.Get("parts"))...), jsvalue.ArrayValue(n.Parts()...)):
		return "message.parts"
	}
	return ""
}

// sameWritten compares two values as answers carry them: written, an infinite number is null (CR-JS-03, TP-PROTO-02), but
// an implementation in this process may still have the number.
func sameWritten(a, b jsvalue.Value) bool {
	return jsvalue.Equal(a, b) || jsvalue.Equal(asWritten(a), asWritten(b))
}

// asWritten is a value after it went over a pipe.
func asWritten(v jsvalue.Value) jsvalue.Value {
	if v.IsUndefined() {
		return v
	}
	written, err := jsvalue.Decode(string(jsvalue.Append(nil, v)))
	if err != nil {
		panic(err) // what Append writes is JSON
	}
	return written
}

func stagesMakeTheProjection(t *trial) error {
	prepared, replayed, err := t.whole()
	if replayed.IsUndefined() {
		return err
	}
	options := objectOf(jsvalue.Member{Key: "maxBlocks", Value: t.Case.Options.Get("maxBlocks")})
	reduced, err := t.result("reduce", withUpdates(updatesOf(replayed)), options)
	if reduced.IsUndefined() {
		return err
	}
	t.sameBlocks(t.Blocks, readBlocks(reduced.Get("blocks")))
	if !jsvalue.Equal(t.Result.Get("truncated"), reduced.Get("truncated")) {
		t.add("truncated", "of reduce is %s", text(reduced.Get("truncated")))
	}
	all := joinDiagnostics(readDiagnostics(prepared.Get("diagnostics")), replayed, reduced)
	want, got := sortedFindings(t.Diagnostics), sortedFindings(all)
	sameFindings(&t.problems, want, got)
	return nil
}

// joinDiagnostics adds those of further answers that say something new (CR-PREP-27).
func joinDiagnostics(list []Diagnostic, answers ...jsvalue.Value) []Diagnostic {
	seen := make(map[Finding]bool)
	for _, d := range list {
		seen[d.finding()] = true
	}
	for _, answer := range answers {
		for _, d := range readDiagnostics(answer.Get("diagnostics")) {
			if !seen[d.finding()] {
				seen[d.finding()] = true
				list = append(list, d)
			}
		}
	}
	return list
}

func sortedFindings(list []Diagnostic) []Finding {
	var findings []Finding
	for _, d := range list {
		findings = append(findings, d.finding())
	}
	slices.SortFunc(findings, func(a, b Finding) int {
		if a.String() < b.String() {
			return -1
		}
		return 1
	})
	return findings
}

func emissionsOfRecords(t *trial) error {
	_, replayed, err := t.whole()
	if replayed.IsUndefined() {
		return err
	}
	t.judged = true
	chain := t.Input.Chain()
	emissions := elements(replayed.Get("emissions"))
	dangling := len(where(chain.Tools().List, (*Tool).Dangling))
	if dangling > len(emissions) {
		t.add("emissions", "there are %d, and %d calls are not answered", len(emissions), dangling)
		return nil
	}
	place, ordinal := 0, 0
	for i, emission := range emissions {
		path := fmt.Sprintf("emissions[%d]", i)
		end := i - (len(emissions) - dangling)
		at := chain.Place(emission.Get("sourceRecordId").Text())
		if at < 0 {
			t.add(path, "names no record of the chain")
			return nil
		}
		switch {
		case end >= 0:
			ordinal = end
		case at < place:
			t.add(path, "stands behind one of a later record")
		case at > place:
			place, ordinal = at, 0
		}
		got := emission.Get("emissionOrdinal")
		// Goal items of a command take an ordinal and are not emitted (CR-REPLAY-40).
		if n, ok := got.SafeInteger(); ok && chain.Nodes[at].Subtype() == "slash_command" {
			ordinal = max(ordinal, int(n))
		}
		if !got.IsNumber() || got.Float() != float64(ordinal) {
			t.add(path+".emissionOrdinal", "is %s, want %d", text(got), ordinal)
		}
		ordinal++
		t.emissionOf(chain.Nodes[at], emission, path)
	}
	return nil
}

func (t *trial) emissionOf(node *Node, emission jsvalue.Value, path string) {
	ms, spelling, ok := node.Time()
	meta := emission.Get("update").Get("_meta")
	want := jsvalue.Value{}
	if ok {
		want = jsvalue.NumberValue(float64(ms))
	}
	if emission.Get("sourceTimestamp").Text() != spelling || !jsvalue.Equal(meta.Get("timestamp"), want) {
		t.add(path, "has another time than %q", node.UUID)
	}
	if ids := meta.Get("qwenTranscript").Get("sourceRecordIds"); ids.Len() != 1 || ids.At(0).Text() != node.UUID {
		t.add(path+".update._meta", "does not name %q alone", node.UUID)
	}
}

// cuts are the ways in which a chain of n records is cut into pages, each as the ends of the pages.
func cuts(n int) [][]int {
	single := []int{1, n / 3, n / 2, n - 1}
	var ways [][]int
	for i, at := range single {
		if 0 < at && at < n && !slices.Contains(single[:i], at) {
			ways = append(ways, []int{at, n})
		}
	}
	if n > 2 && n <= 100 {
		var each []int
		for i := range n {
			each = append(each, i+1)
		}
		ways = append(ways, each)
	}
	return ways
}

func pagesAreOnePass(t *trial) error {
	prepared, whole, err := t.whole()
	if whole.IsUndefined() {
		return err
	}
	records := elements(prepared.Get("records"))
	for _, ends := range cuts(len(records)) {
		if err := t.samePages(prepared, whole, records, ends); err != nil {
			return err
		}
	}
	return nil
}

func (t *trial) samePages(prepared, whole jsvalue.Value, records []jsvalue.Value, ends []int) error {
	var emissions, state jsvalue.Value
	var diagnostics []Diagnostic
	var all []jsvalue.Value
	start := 0
	for _, end := range ends {
		page, err := t.replay(prepared, records[start:end], state, end == len(records))
		if page.IsUndefined() {
			return err
		}
		all = append(all, elements(page.Get("emissions"))...)
		state = page.Get("state")
		diagnostics = joinDiagnostics(diagnostics, page)
		start = end
	}
	t.judged = true
	emissions = jsvalue.ArrayValue(all...)
	if !jsvalue.Equal(emissions, whole.Get("emissions")) {
		t.add("emissions", "of pages that end at %v are not those of one pass: %s", ends, firstOther(whole.Get("emissions"), emissions))
	}
	if !jsvalue.Equal(state, whole.Get("state")) {
		t.add("state", "behind pages that end at %v is not that of one pass", ends)
	}
	t.sameDiagnostics(readDiagnostics(whole.Get("diagnostics")), diagnostics, false)
	return nil
}

func firstOther(want, got jsvalue.Value) string {
	for i := range max(want.Len(), got.Len()) {
		if !jsvalue.Equal(want.At(i), got.At(i)) {
			return fmt.Sprintf("emission %d of %d is another", i, want.Len())
		}
	}
	return ""
}

func compactedIsTheSame(t *trial) error {
	_, replayed, err := t.whole()
	if replayed.IsUndefined() {
		return err
	}
	updates := updatesOf(replayed)
	compacted, err := t.result("compact", withUpdates(updates), jsvalue.Value{})
	if compacted.IsUndefined() {
		return err
	}
	t.judged = true
	shorter := compacted.Get("updates")
	if shorter.Len() > updates.Len() {
		t.add("updates", "%d became %d", updates.Len(), shorter.Len())
	}
	again, err := t.result("compact", withUpdates(shorter), jsvalue.Value{})
	if err != nil {
		return err
	}
	if !again.IsUndefined() && !jsvalue.Equal(again.Get("updates"), shorter) {
		t.add("updates", "compacting again gives something else")
	}
	return t.reduceSame(updates, shorter)
}

func (t *trial) reduceSame(updates, shorter jsvalue.Value) error {
	want, err := t.result("reduce", withUpdates(updates), jsvalue.Value{})
	if want.IsUndefined() {
		return err
	}
	got, err := t.result("reduce", withUpdates(shorter), jsvalue.Value{})
	if got.IsUndefined() {
		return err
	}
	t.sameBlocks(readBlocks(want.Get("blocks")), readBlocks(got.Get("blocks")))
	t.sameDiagnostics(readDiagnostics(want.Get("diagnostics")), readDiagnostics(got.Get("diagnostics")), true)
	if !jsvalue.Equal(want.Get("truncated"), got.Get("truncated")) {
		t.add("truncated", "differs")
	}
	return nil
}

package crosscheck

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// View is what the predicates of excuses look at: the raw records, and a naive walk to what both sides will show. It never
// asks the kernel, so that a fault of the kernel cannot move its own excuses.
type View struct {
	Records []jsvalue.Value
	Options jsvalue.Value
	Chain   []Record // the fragments joined, from root to leaf
	Calls   []*Call  // of the chain, in order
	Results []*Result
}

// Record is one record of the chain.
type Record struct {
	UUID, Type, Subtype string
	Fragments           []jsvalue.Value // in file order; the first is the one whose members count
	Parts               []jsvalue.Value
	Outcome, Usage      jsvalue.Value // toolCallResult and usageMetadata
	Payload             jsvalue.Value // systemPayload
}

// NewView looks at a case.
func NewView(records []jsvalue.Value, options jsvalue.Value) *View {
	v := &View{Records: records, Options: options}
	v.walk()
	v.correlate()
	return v
}

var types = []string{"user", "assistant", "tool_result", "system"}

// accepted: the record is one that both sides read.
func accepted(record jsvalue.Value) bool {
	parent := record.Get("parentUuid")
	return record.Get("uuid").Text() != "" && record.Get("sessionId").Text() != "" &&
		(parent.IsString() || parent.Kind() == jsvalue.Null) && slices.Contains(types, record.Get("type").Text())
}

var asideSubtypes = []string{
	"session_artifact_event", "session_artifact_snapshot", "session_sources_snapshot",
	"managed_session_header_v1", "managed_session_event_v1", "managed_session_commit_v1",
}

// conversation: the record is part of the tree.
func conversation(record jsvalue.Value) bool {
	return accepted(record) && !(record.Get("type").Text() == "system" && slices.Contains(asideSubtypes, record.Get("subtype").Text()))
}

func (v *View) walk() {
	fragments := map[string][]jsvalue.Value{}
	leaf := ""
	for _, record := range v.Records {
		if conversation(record) {
			leaf = record.Get("uuid").Text()
			fragments[leaf] = append(fragments[leaf], record)
		}
	}
	if named := v.Options.Get("leafUuid"); !named.IsUndefined() {
		leaf = named.Text()
	}
	seen := map[string]bool{}
	for leaf != "" && !seen[leaf] && len(fragments[leaf]) > 0 {
		seen[leaf] = true
		v.Chain = append(v.Chain, join(fragments[leaf]))
		leaf = fragments[leaf][0].Get("parentUuid").Text()
	}
	slices.Reverse(v.Chain)
}

// afterGap: the chain begins with a record whose parent is missing, or with one of a circle.
func (v *View) afterGap() bool {
	return len(v.Chain) > 0 && v.Chain[0].Fragments[0].Get("parentUuid").Text() != ""
}

// join merges fragments.
func join(fragments []jsvalue.Value) Record {
	first := fragments[0]
	r := Record{
		UUID: first.Get("uuid").Text(), Type: first.Get("type").Text(), Subtype: first.Get("subtype").Text(), Fragments: fragments,
		Payload: first.Get("systemPayload"),
	}
	for _, fragment := range fragments {
		for _, part := range fragment.Get("message").Get("parts").Elements() {
			r.Parts = append(r.Parts, part)
		}
		if usage := fragment.Get("usageMetadata"); usage.Truthy() || r.Usage.IsUndefined() {
			r.Usage = usage
		}
		if !r.Outcome.Truthy() {
			r.Outcome = fragment.Get("toolCallResult")
		}
	}
	return r
}

// responses are the functionResponse objects of a record.
func (r Record) responses() []jsvalue.Value {
	var list []jsvalue.Value
	for _, part := range r.Parts {
		if response := part.Get("functionResponse"); response.IsObject() {
			list = append(list, response)
		}
	}
	return list
}

// Sites are the uuids of the records to which an excuse applies; "" stands for differences that name no record.
type Sites map[string]bool

func (s *Sites) add(uuids ...string) {
	if *s == nil {
		*s = Sites{}
	}
	for _, uuid := range uuids {
		(*s)[uuid] = true
	}
}

// where collects the records of the chain for which the predicate holds.
func (v *View) where(holds func(Record) bool) Sites {
	var sites Sites
	for _, record := range v.Chain {
		if holds(record) {
			sites.add(record.UUID)
		}
	}
	return sites
}

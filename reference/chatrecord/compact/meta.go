package compact

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// extraMembers are open members of a meta object under change. The list it starts from is never changed, and looking up
// is fast in a long one.
type extraMembers struct {
	members []jsvalue.Member
	isOwn   bool
	at      map[string]int // nil while there are few
}

const fewMembers = 8

func newExtra(members []jsvalue.Member) extraMembers { return extraMembers{members: members} }

// find is the place of the last member of a key, or -1.
func (x *extraMembers) find(key string) int {
	if x.at == nil && len(x.members) > fewMembers {
		x.at = make(map[string]int, 2*len(x.members))
		for i, m := range x.members {
			x.at[m.Key] = i
		}
	}
	if x.at != nil {
		if i, has := x.at[key]; has {
			return i
		}
		return -1
	}
	for i := len(x.members) - 1; i >= 0; i-- {
		if x.members[i].Key == key {
			return i
		}
	}
	return -1
}

func (x *extraMembers) get(key string) (v jsvalue.Value, has bool) {
	i := x.find(key)
	if i < 0 {
		return jsvalue.Value{}, false
	}
	return x.members[i].Value, true
}

// set changes a member at its place, or adds it at the end. An Undefined one is as good as none.
func (x *extraMembers) set(m jsvalue.Member) {
	i := x.find(m.Key)
	if !x.isOwn {
		x.members, x.isOwn = append(make([]jsvalue.Member, 0, len(x.members)+1), x.members...), true
	}
	if i >= 0 {
		x.members[i].Value = m.Value
		return
	}
	x.members = append(x.members, m)
	if x.at != nil {
		x.at[m.Key] = len(x.members) - 1
	}
}

// isTyped tells the members of a meta object that have fields of their own in update.Meta.
func isTyped(key string) bool {
	return key == "timestamp" || key == "qwenTranscript" || key == "backgroundTurn"
}

func isContainer(v jsvalue.Value) bool { return v.IsObject() || v.IsArray() }

const discrete = "qwenDiscreteMessage"

func recordIDs(meta update.Meta) []string {
	if meta.Provenance == nil {
		return nil
	}
	return meta.Provenance.SourceRecordIDs
}

func segmentID(meta update.Meta) string {
	if meta.Provenance == nil {
		return ""
	}
	return meta.Provenance.SegmentID
}

// promptID is the prompt that an update belongs to (CR-BLOCK-03).
func promptID(meta update.Meta) string {
	if id := meta.Get("promptId").Text(); id != "" {
		return id
	}
	return meta.BackgroundTurn.Get("turnId").Text()
}

func planCallID(u *update.Update) string {
	if u.Meta.Provenance == nil {
		return ""
	}
	return u.Meta.Provenance.PlanToolCallID
}

package chatrecord

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var idRelations = []model.Relation{
	{
		ID: "renamed-ids", Rules: []string{"CR-CAP-09", "CR-BLOCK-06", "CR-DEC-25", "CR-PREP-21"},
		Says:  "Other ids, one for one, also __proto__ or with commas, line feeds and NULs, only rename the output.",
		Check: relate(renamedIDs),
	},
}

// naming is an injective map of ids.
type naming struct {
	to    map[string]string
	order []string
	kind  string
}

func newNaming(kind string) *naming { return &naming{to: make(map[string]string), kind: kind} }

var hostileIDs = []string{"__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "a,b", "a", "b", "a\nb", "a\x00b", "valueOf", "\u2028", "1", "01"}

// name gives an id its new name at first sight. The empty text keeps meaning: no id.
func (n *naming) name(id string) string {
	if id == "" {
		return ""
	}
	if _, ok := n.to[id]; !ok {
		i := len(n.order)
		name := hostileIDs[i%len(hostileIDs)]
		if i >= len(hostileIDs) {
			name = fmt.Sprintf("%s,%s\n%d", name, n.kind, i)
		}
		n.to[id] = name
		n.order = append(n.order, id)
	}
	return n.to[id]
}

// member is v with the new name of the id in a member, if there is one.
func (n *naming) member(v jsvalue.Value, key string) jsvalue.Value {
	if id := v.Get(key); id.Text() != "" {
		return v.With(jsvalue.Member{Key: key, Value: jsvalue.StringValue(n.name(id.Text()))})
	}
	return v
}

const synthetic = "qwen-replay-tool:"

var endsInSuffix = regexp.MustCompile(`^(?s:(.*)):(\d+)$`)

// renaming maps record ids and call ids.
type renaming struct{ records, calls *naming }

func renamedIDs(t *trial) error {
	if !t.portable() {
		return nil
	}
	r := renaming{newNaming("record"), newNaming("call")}
	values := t.values()
	for i, value := range values {
		values[i] = r.record(value)
	}
	options := r.records.member(t.Case.Options, "leafUuid")
	if !r.applies() {
		return nil
	}
	answer, ok, err := t.ask("project", withRecords(t.Case.Input, values), options)
	if !ok {
		return err
	}
	t.sameRenamed(r, answer)
	return nil
}

func (t *trial) sameRenamed(r renaming, answer protocol.Answer) {
	got := seeResult(answer.Result())
	want := &View{Result: t.Result}
	for _, b := range t.Blocks {
		b.Value = r.block(b)
		want.Blocks = append(want.Blocks, b)
	}
	for _, d := range t.Diagnostics {
		d.RecordID = r.known(d.RecordID)
		want.Diagnostics = append(want.Diagnostics, d)
	}
	t.sameProjection(want, got)
}

// applies is false where ids mean something beyond being different: a call id that looks like one that is made, and an
// id so long that the segment is not shown.
func (r renaming) applies() bool {
	for _, id := range r.calls.order {
		if strings.HasPrefix(id, synthetic) {
			return false
		}
	}
	for _, id := range r.records.order {
		if jsvalue.LongerThan(id, 400) {
			return false
		}
	}
	return !r.calls.hasSuffixed() && !r.records.hasSuffixed()
}

// hasSuffixed: an id is another one with a number behind it.
func (n *naming) hasSuffixed() bool {
	for _, id := range n.order {
		if m := endsInSuffix.FindStringSubmatch(id); m != nil && n.to[m[1]] != "" {
			return true
		}
	}
	return false
}

func (r renaming) record(v jsvalue.Value) jsvalue.Value {
	if !v.IsObject() {
		return v
	}
	v = r.records.member(r.records.member(v, "uuid"), "parentUuid")
	if outcome := v.Get("toolCallResult"); outcome.IsObject() {
		v = v.With(jsvalue.Member{Key: "toolCallResult", Value: r.calls.member(outcome, "callId")})
	}
	if payload := v.Get("systemPayload"); payload.IsObject() && v.Get("subtype").Text() == "agent_session_ready" {
		v = v.With(jsvalue.Member{Key: "systemPayload", Value: r.calls.member(payload, "callId")})
	}
	if parts := v.Get("message").Get("parts"); parts.IsArray() {
		list := elements(parts)
		for i, part := range list {
			for _, key := range []string{"functionCall", "functionResponse"} {
				if inner := part.Get(key); inner.IsObject() {
					part = part.With(jsvalue.Member{Key: key, Value: r.calls.member(inner, "id")})
				}
			}
			list[i] = part
		}
		v = withPartList(v, list)
	}
	return v
}

// known is the new name of a record id, or the text itself.
func (r renaming) known(id string) string {
	if name, ok := r.records.to[id]; ok {
		return name
	}
	return id
}

func (r renaming) block(b Block) jsvalue.Value {
	v := b.Value
	sources := elements(v.Get("sourceRecordIds"))
	for i, id := range sources {
		sources[i] = jsvalue.StringValue(r.known(id.Text()))
	}
	set := func(key string, value string) {
		if v.Has(key) {
			v = v.With(jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)})
		}
	}
	if v.Has("sourceRecordIds") {
		v = v.With(jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(sources...)})
	}
	if len(b.Sources) == 1 {
		if ordinal, ok := strings.CutPrefix(v.Get("segmentId").Text(), b.Sources[0]+":"); ok {
			set("segmentId", r.known(b.Sources[0])+":"+ordinal)
		}
	}
	set("toolCallId", r.call(v.Get("toolCallId").Text()))
	if meta := v.Get("meta"); meta.Has("qwen.session.recordId") {
		id := jsvalue.StringValue(r.known(meta.Get("qwen.session.recordId").Text()))
		v = v.With(jsvalue.Member{Key: "meta", Value: meta.With(jsvalue.Member{Key: "qwen.session.recordId", Value: id})})
	}
	if plan := v.Get("rawOutput").Get("plan"); b.mayBePlan() && plan.Has("sourceCallId") {
		plan = plan.With(jsvalue.Member{Key: "sourceCallId", Value: jsvalue.StringValue(r.call(plan.Get("sourceCallId").Text()))})
		v = v.With(jsvalue.Member{Key: "rawOutput", Value: v.Get("rawOutput").With(jsvalue.Member{Key: "plan", Value: plan})})
	}
	return v
}

var madeID = regexp.MustCompile(`^(?:\d+|result)(?::\d+)?$`)

// call is the new name of a call id as a block has it: perhaps made from a record id, perhaps with a suffix.
func (r renaming) call(id string) string {
	if name, ok := r.calls.to[id]; ok {
		return name
	}
	if rest, ok := strings.CutPrefix(id, synthetic); ok {
		for _, uuid := range r.records.order {
			if end, ok := strings.CutPrefix(rest, uuid+":"); ok && madeID.MatchString(end) {
				return synthetic + r.records.to[uuid] + ":" + end
			}
		}
	}
	if m := endsInSuffix.FindStringSubmatch(id); m != nil && r.calls.to[m[1]] != "" {
		return r.calls.to[m[1]] + ":" + m[2]
	}
	return id
}

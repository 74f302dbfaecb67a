package update

import (
	"math"
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ParseError says that a value is not an update. It quotes nothing of the value.
type ParseError struct {
	Path   string // of the member, for example _meta.qwenTranscript.segmentId; "" for the update itself
	Reason string
}

func (e *ParseError) Error() string {
	if e.Path == "" {
		return e.Reason
	}
	return e.Path + ": " + e.Reason
}

// Parse reads an untrusted update of the shape that Value writes (CR-REPLAY-01, CR-REPLAY-02, TP-PROTO-17):
// Parse(u.Value()) is u. Members may be absent where Value leaves them out, and an empty string there is the same as none. Everything else that
// is not as said, unknown members of an update included, is a *ParseError, so that nothing is lost in silence: _meta is
// the place for members of one's own.
func Parse(v jsvalue.Value) (Update, error) {
	p := &parser{}
	u := p.update(v)
	if p.fault != nil {
		return Update{}, p.fault
	}
	return u, nil
}

// parser keeps the first fault; its methods go on and give what they can.
type parser struct{ fault *ParseError }

func (p *parser) fail(path, reason string) {
	if p.fault == nil {
		p.fault = &ParseError{path, reason}
	}
}

// The members that each kind of update may have, beside sessionUpdate and _meta. A tool update of a live stream may carry
// what a start has, and a compacted start what a result has.
var (
	chunkMembers = []string{"content"}
	toolMembers  = []string{
		"toolCallId", "status", "title", "content", "locations", "kind", "rawInput", "rawOutput", "subagentSessionReady",
	}
	membersOf = map[Kind][]string{
		UserMessageChunk: chunkMembers, AgentMessageChunk: chunkMembers, AgentThoughtChunk: chunkMembers,
		ToolCall: toolMembers, ToolCallUpdate: toolMembers, Plan: {"entries"},
		Status: {"content", "source", "data"}, PromptCancelled: {"promptId", "elapsedMs", "cancelledAt"},
	}
)

func (p *parser) update(v jsvalue.Value) Update {
	if !v.IsObject() {
		p.fail("", "an update is an object")
		return Update{}
	}
	u := Update{Kind: Kind(v.Get("sessionUpdate").Text())}
	members, known := membersOf[u.Kind]
	if !known {
		p.fail("sessionUpdate", "this is no known kind")
		return u
	}
	p.only(v, "", append([]string{"sessionUpdate", "_meta"}, members...)...)
	switch u.Kind {
	case ToolCall, ToolCallUpdate:
		p.tool(v, &u)
	case Plan:
		for i, entry := range p.list(v, "", "entries") {
			u.Entries = append(u.Entries, p.planEntry(entry, "entries["+strconv.Itoa(i)+"]"))
		}
	case Status:
		u.Content = p.textContent(v.Get("content"), "content")
		u.Source, u.Data = p.text(v, "", "source"), v.Get("data")
	case PromptCancelled:
		u.PromptID = p.id(v, "promptId")
		u.ElapsedMs, u.CancelledAt = p.duration(v, "elapsedMs"), p.number(v, "cancelledAt")
	case UserMessageChunk:
		u.Content = p.content(v.Get("content"), "content")
	default:
		u.Content = p.textContent(v.Get("content"), "content")
	}
	if v.Has("_meta") {
		u.Meta = p.meta(v.Get("_meta"))
	}
	return u
}

// only demands an object without members that have no place in the typed form.
func (p *parser) only(v jsvalue.Value, path string, keys ...string) {
	if !v.IsObject() {
		p.fail(path, "this is not an object")
	}
	for key := range v.Members() {
		if !slices.Contains(keys, key) {
			p.fail(path, "a member has no place here")
		}
	}
}

// text reads a required string.
func (p *parser) text(v jsvalue.Value, path, key string) string {
	if !v.Get(key).IsString() {
		p.fail(join(path, key), "this is not a string")
	}
	return v.Get(key).Text()
}

// optional reads a string that may be absent; the empty string is the same as none.
func (p *parser) optional(v jsvalue.Value, path, key string) string {
	if v.Has(key) {
		return p.text(v, path, key)
	}
	return ""
}

// id reads a required string that is not empty.
func (p *parser) id(v jsvalue.Value, key string) string {
	id := p.text(v, "", key)
	if id == "" {
		p.fail(key, "this is empty")
	}
	return id
}

func (p *parser) number(v jsvalue.Value, key string) float64 {
	if !v.Get(key).IsFinite() {
		p.fail(key, "this is not a finite number")
		return 0
	}
	return v.Get(key).Float()
}

// duration reads a number of milliseconds, at least 0. JSON has null for one that is too large (CR-JS-03).
func (p *parser) duration(v jsvalue.Value, key string) float64 {
	member := v.Get(key)
	if member.Kind() == jsvalue.Null {
		return math.Inf(1)
	}
	if !member.IsNumber() || member.Float() < 0 {
		p.fail(key, "this is not a number from 0 up")
	}
	return member.Float()
}

// list reads a required list.
func (p *parser) list(v jsvalue.Value, path, key string) []jsvalue.Value {
	if !v.Get(key).IsArray() {
		p.fail(join(path, key), "this is not a list")
	}
	elements := make([]jsvalue.Value, 0, v.Get(key).Len())
	for _, element := range v.Get(key).Elements() {
		elements = append(elements, element)
	}
	return elements
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

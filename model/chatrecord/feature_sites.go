package chatrecord

import (
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// callSite is a functionCall of the chain, and answerSite one outcome of it, matched in the simplest way: by id with the latest
// call of that id, without one by name. It is for features, which ask whether something happens at all; which of several
// calls a result belongs to is judged elsewhere.
type callSite struct {
	Node     *Node
	Place    int    // index of the fragment that holds it
	At       int    // index in its parts
	Part     int    // index in Node.Parts
	ID, Name string // ID is "" when the call has none
	Answers  []*answerSite
	Reused   bool // its id was started before
	Early    bool // a result with its id came before it
	Collides bool // its id is the synthetic one of an earlier call
}

// answerSite is a functionResponse, or a tool_result record without one.
type answerSite struct {
	Node     *Node
	Place    int // index of the fragment that holds it
	At       int // index in its parts; -1 when the record has no functionResponse
	ID, Name string
	Call     *callSite // nil when none fits, or several do
	Again    bool      // an answer before it names its id, or its call has one
	Collides bool      // its id is the synthetic one of an earlier call
	Further  bool      // it is not the first of its record
	Response jsvalue.Value
	Outcome  jsvalue.Value // toolCallResult, if this answer is the first of its record
}

// correlation reads the chain from the root to the leaf.
func (c *Chain) correlation() (calls []*callSite, answers []*answerSite) {
	m := matcher{byID: map[string]*callSite{}, named: map[string]bool{}, synthetic: map[string]bool{}}
	for _, node := range c.Nodes {
		m.node(node)
	}
	return m.calls, m.answers
}

type matcher struct {
	calls     []*callSite
	answers   []*answerSite
	byID      map[string]*callSite // the latest
	named     map[string]bool      // ids that an answer has named
	synthetic map[string]bool      // ids that calls without one get
}

func (m *matcher) node(node *Node) {
	if node.Type() == "system" {
		return
	}
	part, answered := 0, false
	for _, fragment := range node.originals() {
		for at, value := range fragment.Parts() {
			if call := value.Get("functionCall"); call.IsObject() && call.Get("name").Text() != "" && node.Type() != "tool_result" {
				m.start(&callSite{Node: node, Place: fragment.Index, At: at, Part: part, ID: call.Get("id").Text(), Name: call.Get("name").Text()})
			}
			if response := value.Get("functionResponse"); response.IsObject() {
				m.answer(&answerSite{
					Node: node, Place: fragment.Index, At: at, ID: response.Get("id").Text(), Name: response.Get("name").Text(), Response: response,
				}, answered)
				answered = true
			}
			part++
		}
	}
	if node.Type() == "tool_result" && !answered {
		m.answer(&answerSite{Node: node, Place: node.First().Index, At: -1}, false)
	}
}

func (m *matcher) start(call *callSite) {
	if call.ID == "" {
		m.synthetic[syntheticPrefix+call.Node.UUID+":"+strconv.Itoa(call.Part)] = true
	} else {
		call.Reused = m.byID[call.ID] != nil
		call.Early = m.named[call.ID] && !call.Reused
		call.Collides = m.synthetic[call.ID]
		m.byID[call.ID] = call
	}
	m.calls = append(m.calls, call)
}

func (m *matcher) answer(a *answerSite, further bool) {
	if a.Further = further; !further {
		a.Outcome = a.Node.ToolCallResult()
		if id := a.Outcome.Get("callId").Text(); id != "" && (a.ID == "" || len(responsesOf(a.Node)) < 2) {
			a.ID = id
		}
	}
	m.answers = append(m.answers, a)
	if a.ID != "" {
		a.Again = m.named[a.ID] && m.byID[a.ID] == nil
		a.Collides = m.synthetic[a.ID]
		m.named[a.ID] = true
		a.Call = m.byID[a.ID]
	} else if waiting := m.waiting(a.Name); len(waiting) == 1 {
		a.Call = waiting[0]
	}
	if a.Call != nil {
		a.Again = len(a.Call.Answers) > 0
		a.Call.Answers = append(a.Call.Answers, a)
	}
}

// maxWaiting bounds the look back for a call without id, so that a long chain of them costs no square.
const maxWaiting = 1000

func (m *matcher) waiting(name string) []*callSite {
	var waiting []*callSite
	for _, call := range slices.Backward(m.calls[max(0, len(m.calls)-maxWaiting):]) {
		if call.Name == name && len(call.Answers) == 0 {
			waiting = append(waiting, call)
		}
	}
	return waiting
}

func responsesOf(node *Node) []jsvalue.Value {
	return slices.DeleteFunc(node.Parts(), func(part jsvalue.Value) bool { return !part.Get("functionResponse").IsObject() })
}

// site is a part of a fragment that calls or answers; At is -1 for a tool_result record without a functionResponse.
type site struct{ Place, At int }

func (c *callSite) site() site   { return site{c.Place, c.At} }
func (a *answerSite) site() site { return site{a.Place, a.At} }

// tool is the name of the tool that the answer is of, as far as it or its call says.
func (a *answerSite) tool() string {
	if a.Name == "" && a.Call != nil {
		return a.Call.Name
	}
	return a.Name
}

func placesOf(sites []site) []int {
	var places []int
	for _, s := range sites {
		places = append(places, s.Place)
	}
	return places
}

// withoutSites drops the parts, and a tool_result record that answers nothing then: it would still be a result.
func withoutSites(sites []site) func(Record) jsvalue.Value {
	parts := make(map[site]bool)
	for _, s := range sites {
		parts[s] = true
	}
	return func(record Record) jsvalue.Value {
		at := -1
		value, _ := inParts(func(part jsvalue.Value) (jsvalue.Value, bool) {
			if at++; parts[site{record.Index, at}] {
				return jsvalue.Value{}, true
			}
			return part, false
		})(record.Value)
		answers := slices.ContainsFunc(elements(value.Get("message").Get("parts")), isAnswer)
		if record.Type == "tool_result" && !answers {
			return jsvalue.Value{}
		}
		return value
	}
}

func isAnswer(part jsvalue.Value) bool { return part.Get("functionResponse").IsObject() }

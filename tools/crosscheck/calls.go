package crosscheck

import (
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Call is a functionCall of the chain, and what a naive reading finds about it.
type Call struct {
	Record   *Record
	Part     int
	ID, Name string // ID is empty when the call has none
	InUser   bool
	Answered bool // by a later result
	Reused   bool // its id was started before
	Early    bool // a result with its id came before
	Collides bool // its id is the synthetic one of an earlier call
}

// Result is one outcome of the chain: a tool_result record, or a functionResponse elsewhere.
type Result struct {
	Record   *Record
	ID, Name string // as far as the record says
	Call     *Call  // nil when no call is found
	Second   bool   // its call has a result already
	Guess    bool   // it has no id, and its name fits no call or several
}

// synthetic is the id that a call without one gets.
func (c *Call) synthetic() string {
	return "qwen-replay-tool:" + c.Record.UUID + ":" + strconv.Itoa(c.Part)
}

// correlate matches results with calls in the simplest way: by id, the latest first; without id by name.
func (v *View) correlate() {
	named := map[string]bool{} // ids that a result named
	for i := range v.Chain {
		record := &v.Chain[i]
		if record.Type == "system" {
			continue
		}
		for k, part := range record.Parts {
			if call := part.Get("functionCall"); call.IsObject() && call.Get("name").Text() != "" && record.Type != "tool_result" {
				v.start(record, k, call, named)
			}
		}
		if record.Type == "tool_result" {
			v.result(record, resultID(record), firstName(record), named)
			continue
		}
		for k, response := range record.responses() {
			id := response.Get("id").Text()
			if callID := record.Outcome.Get("callId").Text(); k == 0 && callID != "" {
				id = callID
			}
			v.result(record, id, response.Get("name").Text(), named)
		}
	}
}

func (v *View) start(record *Record, part int, functionCall jsvalue.Value, named map[string]bool) {
	call := &Call{
		Record: record, Part: part, ID: functionCall.Get("id").Text(), Name: functionCall.Get("name").Text(), InUser: record.Type == "user",
	}
	call.Early = call.ID != "" && named[call.ID] && v.latest(call.ID) == nil
	for _, other := range v.Calls {
		call.Reused = call.Reused || call.ID != "" && other.ID == call.ID
		call.Collides = call.Collides || call.ID != "" && other.ID == "" && other.synthetic() == call.ID
	}
	v.Calls = append(v.Calls, call)
}

func (v *View) result(record *Record, id, name string, named map[string]bool) {
	result := &Result{Record: record, ID: id, Name: name}
	v.Results = append(v.Results, result)
	if id != "" {
		named[id] = true
		result.Call = v.latest(id)
	} else if waiting := v.waiting(name); len(waiting) == 1 {
		result.Call = waiting[0]
	} else {
		result.Guess = true
	}
	if result.Call != nil {
		result.Second = result.Call.Answered
		result.Call.Answered = true
	}
}

// allAt reports whether all records are sites: themselves, or as one of those that start or answer a call together with a
// record that is.
func (v *View) allAt(sites Sites, uuids []string) bool {
	for _, uuid := range uuids {
		beside := func(other string) bool { return sites[other] && v.ofOneCall(uuid, other) }
		if !sites[uuid] && !slices.ContainsFunc(uuids, beside) {
			return false
		}
	}
	return true
}

// ofOneCall reports whether the two records start or answer the same call.
func (v *View) ofOneCall(a, b string) bool {
	return slices.ContainsFunc(v.Results, func(result *Result) bool {
		call := result.Call
		if call == nil {
			return false
		}
		part := func(uuid string) bool {
			return call.Record.UUID == uuid || slices.ContainsFunc(v.Results, func(r *Result) bool { return r.Call == call && r.Record.UUID == uuid })
		}
		return part(a) && part(b)
	})
}

// latest is the last call with that id.
func (v *View) latest(id string) *Call {
	for _, call := range slices.Backward(v.Calls) {
		if call.ID == id {
			return call
		}
	}
	return nil
}

// waiting are the calls of that name without a result.
func (v *View) waiting(name string) []*Call {
	var list []*Call
	for _, call := range v.Calls {
		if call.Name == name && !call.Answered {
			list = append(list, call)
		}
	}
	return list
}

// resultID is the id that a tool_result record names.
func resultID(record *Record) string {
	if id := record.Outcome.Get("callId").Text(); id != "" {
		return id
	}
	for _, response := range record.responses() {
		if id := response.Get("id").Text(); id != "" {
			return id
		}
	}
	return ""
}

// firstName is the tool name of a tool_result record: the first that is a string.
func firstName(record *Record) string {
	for _, response := range record.responses() {
		if response.Get("name").IsString() {
			return response.Get("name").Text()
		}
	}
	return ""
}

// sitesOfID are all records that start or answer a call with one of the ids.
func (v *View) sitesOfID(ids map[string]bool) Sites {
	var sites Sites
	for _, call := range v.Calls {
		if ids[call.ID] {
			sites.add(call.Record.UUID)
		}
	}
	for _, result := range v.Results {
		if ids[result.ID] || result.Call != nil && ids[result.Call.ID] {
			sites.add(result.Record.UUID)
		}
	}
	return sites
}

package shrink

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// dropCalls takes calls away together with their results (CR-REPLAY-26).
func dropCalls(s *search) {
	base := s.best
	ids := base.callIDs()
	s.shed(len(ids), func(gone []bool) document {
		dropped := map[string]bool{}
		for i, id := range ids {
			dropped[id] = gone[i]
		}
		return withoutCalls(base, dropped)
	})
}

// callIDs are the ids that calls and results name, each once.
func (d document) callIDs() []string {
	var ids []string
	seen := map[string]bool{"": true}
	for _, r := range d.records {
		for _, part := range partsOf(r.value).Elements() {
			if id := callIDOf(part); !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// callIDOf is the id of the call or result that a part is.
func callIDOf(part jsvalue.Value) string {
	if call := part.Get("functionCall"); call.IsObject() {
		return text(call, "id")
	}
	return text(part.Get("functionResponse"), "id")
}

// withoutCalls is the document without the parts of those calls, and without the records of which nothing is left.
func withoutCalls(d document, dropped map[string]bool) document {
	gone := make([]bool, len(d.records))
	d = d.mapRecords(func(i int, v jsvalue.Value) jsvalue.Value {
		var kept []jsvalue.Value
		parts := partsOf(v)
		for _, part := range parts.Elements() {
			if !dropped[callIDOf(part)] {
				kept = append(kept, part)
			}
		}
		if len(kept) == parts.Len() {
			return jsvalue.Value{}
		}
		gone[i] = len(kept) == 0
		return withParts(v, kept)
	})
	return dropChatRecords(d, gone)
}

// simplerCorrelation lets results find their calls in shorter ways: by an id in the response instead of the outcome
// (CR-REPLAY-26), by the name instead of an id (CR-REPLAY-27), by one id for all calls.
func simplerCorrelation(s *search) {
	s.try(func() document { return s.best.mapRecords(idInResponse) })
	for _, id := range s.best.callIDs() {
		if s.over() {
			return
		}
		s.try(func() document { return withoutCallID(s.best, id) })
	}
	oneID := func(_ int, v jsvalue.Value) jsvalue.Value {
		return mapParts(v, "functionCall", func(call jsvalue.Value) jsvalue.Value { return call.With(textMember("id", "a")) })
	}
	s.try(func() document { return s.best.mapRecords(oneID) })
}

func idInResponse(_ int, v jsvalue.Value) jsvalue.Value {
	outcome := v.Get("toolCallResult")
	id := outcome.Get("callId")
	if !id.IsString() {
		return jsvalue.Value{}
	}
	v = mapParts(v, "functionResponse", func(response jsvalue.Value) jsvalue.Value { return response.With(member("id", id)) })
	if outcome = outcome.Without("callId"); outcome.Len() == 0 {
		return v.Without("toolCallResult")
	}
	return v.With(member("toolCallResult", outcome))
}

// withoutCallID takes an id away from the call and its results, which get the name of the call.
func withoutCallID(d document, id string) document {
	name := jsvalue.StringValue("a")
	nameless := func(v jsvalue.Value) jsvalue.Value {
		if text(v, "id") != id {
			return v
		}
		return v.Without("id").With(member("name", name))
	}
	for _, r := range d.records {
		for _, part := range partsOf(r.value).Elements() {
			if call := part.Get("functionCall"); text(call, "id") == id && call.Get("name").IsString() {
				name = call.Get("name")
			}
		}
	}
	return d.mapRecords(func(_ int, v jsvalue.Value) jsvalue.Value {
		v = mapParts(mapParts(v, "functionCall", nameless), "functionResponse", nameless)
		if outcome := v.Get("toolCallResult"); text(outcome, "callId") == id {
			return v.With(member("toolCallResult", outcome.Without("callId")))
		}
		return v
	})
}

// mapParts changes the objects of one kind that parts of a record have.
func mapParts(v jsvalue.Value, kind string, change func(jsvalue.Value) jsvalue.Value) jsvalue.Value {
	parts := elements(partsOf(v))
	found := false
	for i, part := range parts {
		if inner := part.Get(kind); inner.IsObject() {
			parts[i] = part.With(member(kind, change(inner)))
			found = true
		}
	}
	if !found {
		return v
	}
	return withParts(v, parts)
}

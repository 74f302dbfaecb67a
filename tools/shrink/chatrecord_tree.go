package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// dropChatRecords takes records away and gives their children to their parents (CR-PREP-21, CR-PREP-22). A record of which
// a fragment stays is still there.
func dropChatRecords(d document, gone []bool) document {
	kept, parents := map[string]bool{}, map[string]jsvalue.Value{}
	for i, r := range d.records {
		uuid := text(r.value, "uuid")
		if !gone[i] {
			kept[uuid] = true
		} else if _, known := parents[uuid]; !known {
			parents[uuid] = r.value.Get("parentUuid")
		}
	}
	for uuid := range kept {
		delete(parents, uuid)
	}
	delete(parents, "") // an empty parent is no parent
	return reparented(d.without(gone), parents)
}

// reparented lets what points at a key of parents point where that leads; an Undefined parent leads nowhere.
func reparented(d document, parents map[string]jsvalue.Value) document {
	leadsTo := func(v jsvalue.Value) jsvalue.Value {
		for range len(parents) { // a cycle ends as well
			parent, moved := parents[v.Text()]
			if !moved || !v.IsString() {
				break
			}
			v = parent
		}
		return v
	}
	if leaf := d.options.Get("leafUuid"); leaf.IsString() {
		to := leadsTo(leaf)
		if !to.IsString() || to.Text() == "" {
			to = jsvalue.Value{}
		}
		if !jsvalue.Equal(leaf, to) {
			d.options = d.options.With(member("leafUuid", to))
		}
	}
	return d.mapRecords(func(_ int, v jsvalue.Value) jsvalue.Value {
		parent := v.Get("parentUuid")
		if to := leadsTo(parent); !jsvalue.Equal(to, parent) {
			return v.With(member("parentUuid", to))
		}
		return jsvalue.Value{}
	})
}

// cutLoose makes roots of records; an empty parent is the shortest root (CR-PREP-22). Where null is not the same, an id is
// shorter.
func cutLoose(s *search) {
	base := s.best
	s.shed(len(base.records), func(gone []bool) document {
		return base.mapRecords(func(i int, v jsvalue.Value) jsvalue.Value {
			if !gone[i] || !v.Has("parentUuid") || text(v, "parentUuid") == "" && v.Get("parentUuid").IsString() {
				return jsvalue.Value{}
			}
			return v.With(textMember("parentUuid", ""))
		})
	})
	for i, r := range s.best.records {
		if s.over() {
			return
		}
		if r.value.Has("parentUuid") && r.value.Get("parentUuid").Kind() == jsvalue.Null {
			s.try(func() document { return s.best.withRecord(i, r.value.With(textMember("parentUuid", "a"))) })
		}
	}
}

// joinChatRecords puts what the second of two neighbours holds into the first.
func joinChatRecords(s *search) {
	for i := 0; i+1 < len(s.best.records) && !s.over(); {
		if !s.try(func() document { return joined(s.best, i) }) {
			i++
		}
	}
}

func joined(d document, i int) document {
	first, second := d.records[i].value, d.records[i+1].value
	if !first.IsObject() || !second.IsObject() || d.records[i].file != d.records[i+1].file {
		return d
	}
	parts := slices.Concat(elements(partsOf(first)), elements(partsOf(second)))
	into := first
	for key, value := range second.Members() {
		if !into.Has(key) {
			into = into.With(member(key, value))
		}
	}
	if len(parts) > 0 {
		into = withParts(into, parts)
	}
	gone := make([]bool, len(d.records))
	gone[i+1] = true
	d = d.withRecord(i, into).without(gone)
	if uuid := text(second, "uuid"); uuid != text(first, "uuid") {
		d = reparented(d, map[string]jsvalue.Value{uuid: first.Get("uuid")})
	}
	return d
}

func partsOf(v jsvalue.Value) jsvalue.Value { return v.Get("message").Get("parts") }

func withParts(v jsvalue.Value, parts []jsvalue.Value) jsvalue.Value {
	return v.With(member("message", v.Get("message").With(member("parts", jsvalue.ArrayValue(parts...)))))
}

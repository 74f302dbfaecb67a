package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// dropMembers takes away members and elements, level by level from the outside, those that records need last.
func dropMembers(s *search) {
	for parents := s.best.containers(s.best.slots()); len(parents) > 0 && !s.over(); {
		dropChildren(s, parents, false)
		dropChildren(s, parents, true)
		parents = s.best.containers(s.best.children(parents))
	}
}

// dropChildren takes away members and elements of the parents: the required ones, or all others.
func dropChildren(s *search, parents []place, required bool) {
	base := s.best
	all := base.children(parents)
	var chosen []int
	for i, p := range all {
		if (p.slot >= 0 && base.frame.dialect.isRequired(p.path)) == required {
			chosen = append(chosen, i)
		}
	}
	try := func(gone []bool) bool {
		return s.try(func() document {
			marks := make([]bool, len(all))
			for k, i := range chosen {
				marks[i] = gone[k]
			}
			return base.cut(parents, marks)
		})
	}
	if required || s.round > 1 {
		each(len(chosen), s.over, try)
	} else {
		shed(len(chosen), s.over, try)
	}
}

// unwrapDeep puts values in the place of what is wrapped around them, many levels at once. Without it depth would be taken
// away level by level.
func unwrapDeep(s *search) {
	eachLevel(s, func(p place) bool {
		for _, inner := range wrapped(s.best.at(p)) {
			if s.try(func() document { return s.best.set(p, inner) }) {
				return true
			}
		}
		return false
	})
}

// hoist puts a value in the place of what holds it, where the names of members mean nothing: each container, and whatever
// is the only thing.
func hoist(s *search) {
	eachLevel(s, func(p place) bool {
		if !s.best.isFree(p.slot, p.path) {
			return false
		}
		v := s.best.at(p)
		for _, step := range steps(v) {
			inner := child(v, step)
			if (inner.Len() > 0 || v.Len() == 1) && s.try(func() document { return s.best.set(p, inner) }) {
				return true
			}
			if s.over() {
				break
			}
		}
		return false
	})
}

// eachLevel visits all places from the outside, each as long as something changes there.
func eachLevel(s *search, visit func(p place) (changed bool)) {
	for open := s.best.slots(); len(open) > 0 && !s.over(); open = s.best.children(s.best.containers(open)) {
		for _, p := range open {
			for !s.over() && visit(p) {
			}
		}
	}
}

// wrapped are values that v wraps as the only thing, at half of the depth, a quarter and so on.
func wrapped(v jsvalue.Value) []jsvalue.Value {
	var chain []jsvalue.Value
	for inner := v; inner.Len() == 1; {
		inner = child(inner, steps(inner)[0])
		chain = append(chain, inner)
	}
	const worthIt = 4 // shorter chains are left to the steps of one
	var list []jsvalue.Value
	for distance := len(chain) / 2; distance >= worthIt; distance /= 2 {
		list = append(list, chain[distance-1])
	}
	return list
}

// dropEverywhere takes a member away in all places at once, because what is the same in two places may have to stay so.
func dropEverywhere(s *search) {
	for _, key := range s.best.repeatedKeys() {
		if s.over() {
			return
		}
		without := func(slot int) rewriter {
			return rewriter{drop: func(p path, name string) bool {
				return name == key && !(slot >= 0 && s.best.frame.dialect.isRequired(p.down(step{key: name})))
			}}
		}
		s.try(func() document { return s.best.rewrite(without) })
	}
}

// repeatedKeys are the names that members have in more than one place, in the order of their first.
func (d document) repeatedKeys() []string {
	var keys []string
	count := map[string]int{}
	for _, slot := range d.slots() {
		walk(d.slot(slot.slot), func(p path, v jsvalue.Value) {
			for key := range v.Members() {
				if slot.slot >= 0 && d.frame.dialect.isRequired(p.down(step{key: key})) {
					continue
				}
				if count[key]++; count[key] == 2 {
					keys = append(keys, key)
				}
			}
		})
	}
	return keys
}

// listsForObjects puts the list of its values in the place of an object whose names mean nothing: all at once, else one by
// one.
func listsForObjects(s *search) {
	isFree := func(slot int) func(path) bool {
		return func(p path) bool { return len(p) > 0 && s.best.isFree(slot, p) }
	}
	lists := func(slot int) rewriter { return rewriter{list: isFree(slot)} }
	if s.try(func() document { return s.best.rewrite(lists) }) {
		return
	}
	eachLevel(s, func(p place) bool {
		if v := s.best.at(p); v.IsObject() && isFree(p.slot)(p.path) {
			var values []jsvalue.Value
			for _, value := range v.Members() {
				values = append(values, value)
			}
			s.try(func() document { return s.best.set(p, jsvalue.ArrayValue(values...)) })
		}
		return false
	})
}

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
		marks := make([]bool, len(all))
		for k, i := range chosen {
			marks[i] = gone[k]
		}
		return s.try(base.cut(parents, marks))
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
			if s.try(s.best.set(p, inner)) {
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
			if inner := child(v, step); (inner.Len() > 0 || v.Len() == 1) && s.try(s.best.set(p, inner)) {
				return true
			}
		}
		return false
	})
}

// eachLevel visits all places from the outside, each as long as something changes there.
func eachLevel(s *search, visit func(p place) (changed bool)) {
	for open := s.best.slots(); len(open) > 0 && !s.over(); open = s.best.children(s.best.containers(open)) {
		for _, p := range open {
			for visit(p) {
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

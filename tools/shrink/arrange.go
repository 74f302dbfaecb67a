package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// order puts members, records and elements into the smallest order.
func order(s *search) {
	sortMembers(s)
	for i := 1; i < len(s.best.records) && !s.over(); i++ {
		if s.best.records[i-1].file != s.best.records[i].file {
			continue
		}
		s.try(func() document {
			d := s.best
			d.records = slices.Clone(d.records)
			d.records[i-1], d.records[i] = d.records[i], d.records[i-1]
			return d
		})
	}
	for _, slot := range s.best.slots() {
		if s.over() {
			return
		}
		var lists []place
		walk(s.best.slot(slot.slot), func(p path, v jsvalue.Value) {
			if v.IsArray() && v.Len() > 1 {
				lists = append(lists, place{slot.slot, append(path{}, p...)})
			}
		})
		for _, list := range lists {
			sortElements(s, list)
		}
	}
}

func sortMembers(s *search) {
	sorted := func(members []jsvalue.Member) {
		slices.SortStableFunc(members, func(a, b jsvalue.Member) int {
			switch {
			case lessText(a.Key, b.Key):
				return -1
			case lessText(b.Key, a.Key):
				return 1
			}
			return 0
		})
	}
	s.try(func() document { return s.best.rewrite(func(int) rewriter { return rewriter{object: sorted} }) })
}

// sortElements exchanges neighbours.
func sortElements(s *search, p place) {
	for i := 1; i < s.best.at(p).Len() && !s.over(); i++ {
		s.try(func() document {
			list := elements(s.best.at(p))
			list[i-1], list[i] = list[i], list[i-1]
			return s.best.set(p, jsvalue.ArrayValue(list...))
		})
	}
}

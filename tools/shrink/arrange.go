package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// order puts members, records and elements into the smallest order.
func order(s *search) {
	sortMembers(s)
	for i := 1; i < len(s.best.records) && !s.over(); i++ {
		d := s.best
		d.records = slices.Clone(d.records)
		d.records[i-1], d.records[i] = d.records[i], d.records[i-1]
		if d.records[i-1].file == d.records[i].file {
			s.try(d)
		}
	}
	for _, slot := range s.best.slots() {
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
	s.try(s.best.rewrite(func(int) rewriter {
		return rewriter{object: func(members []jsvalue.Member) {
			slices.SortStableFunc(members, func(a, b jsvalue.Member) int {
				switch {
				case lessText(a.Key, b.Key):
					return -1
				case lessText(b.Key, a.Key):
					return 1
				}
				return 0
			})
		}}
	}))
}

// sortElements exchanges neighbours.
func sortElements(s *search, p place) {
	for i := 1; i < s.best.at(p).Len() && !s.over(); i++ {
		list := elements(s.best.at(p))
		list[i-1], list[i] = list[i], list[i-1]
		s.try(s.best.set(p, jsvalue.ArrayValue(list...)))
	}
}

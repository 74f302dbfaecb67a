package shrink

import (
	"slices"
	"strings"
)

// shorterText makes one text as short and plain as it can be. set is the document with another text in its place.
func shorterText(s *search, text string, literals []string, set func(from, to string) document) {
	t := &textSearch{search: s, text: text, set: set}
	if t.try("") || t.try("a") || t.over() {
		return
	}
	t.units = unitsOf(text, literals)
	if len(t.units) > longText {
		t.shorten()
	}
	if len(t.units) <= longText {
		if !t.one() {
			t.dropUnits()
		}
		t.plainUnits()
	}
}

// longText is a number of units above which a text is not reduced unit by unit.
const longText = 100

// textSearch is a text of the smallest document so far.
type textSearch struct {
	*search
	text  string
	units []string
	set   func(from, to string) document
}

func (t *textSearch) try(text string) bool {
	if text == t.text || !t.search.try(func() document { return t.set(t.text, text) }) {
		return false
	}
	t.text = text
	return true
}

func (t *textSearch) tryUnits(units []string) bool {
	if !t.try(strings.Join(units, "")) {
		return false
	}
	t.units = units
	return true
}

// shorten looks for the shortest beginning or, if only the length counts, the shortest row of one letter; then for the
// shortest end of that.
func (t *textSearch) shorten() {
	t.tryUnits(slices.Repeat([]string{"a"}, len(t.units)))
	t.bisect(func(n int) []string { return t.units[:n:n] })
	t.bisect(func(n int) []string { return t.units[len(t.units)-n:] })
}

// bisect looks for the least number of units for which a part of the text fails.
func (t *textSearch) bisect(part func(n int) []string) {
	for low := 0; low < len(t.units) && !t.over(); {
		middle := (low + len(t.units)) / 2
		if !t.tryUnits(part(middle)) {
			low = middle + 1
		}
	}
}

// one tries single units that are not letters or digits: often it is one of them that counts.
func (t *textSearch) one() bool {
	const few = 6
	var seen []string
	for _, unit := range t.units {
		if t.over() {
			break
		}
		if isOrdinary(unit) || slices.Contains(seen, unit) || len(seen) == few || len(t.units) == 1 {
			continue
		}
		seen = append(seen, unit)
		if t.tryUnits([]string{unit}) {
			return true
		}
	}
	return false
}

func isOrdinary(unit string) bool {
	b := unit[0]
	return len(unit) == 1 && (b == ' ' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z')
}

func (t *textSearch) dropUnits() {
	base := t.units
	shed(len(base), t.over, func(gone []bool) bool {
		var kept []string
		for i, unit := range base {
			if !gone[i] {
				kept = append(kept, unit)
			}
		}
		return t.tryUnits(kept)
	})
}

// plainUnits puts plainer units in the place of those that are left: the plainest for as many as it can, then, if few are
// left, what comes near them.
func (t *textSearch) plainUnits() {
	base := t.units
	shed(len(base), t.over, func(gone []bool) bool {
		return t.tryUnits(withUnits(base, gone, "a"))
	})
	const few = 8
	base = t.units
	if len(base) > few {
		return
	}
	for i, unit := range base {
		mark := make([]bool, len(base))
		mark[i] = true
		for _, plain := range plainer(unit) {
			if t.tryUnits(withUnits(t.units, mark, plain)) {
				break
			}
		}
	}
}

// withUnits is a copy with one unit in the marked places.
func withUnits(units []string, marks []bool, unit string) []string {
	units = slices.Clone(units)
	for i, marked := range marks {
		if marked {
			units[i] = unit
		}
	}
	return units
}

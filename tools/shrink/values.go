package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// simplerValues puts the simplest value in the place of each that holds no others: 0, else the empty text, else a number
// that is short.
func simplerValues(s *search) {
	zero, empty := jsvalue.IntValue(0), jsvalue.StringValue("")
	replaceLeaves(s, zero, func(v jsvalue.Value) bool { return v.NumberText() != "0" })
	replaceLeaves(s, empty, func(v jsvalue.Value) bool { return v.IsString() && v.Text() != "" })
	replaceLeaves(s, jsvalue.BoolValue(true), func(v jsvalue.Value) bool { return v.IsBool() && !v.IsTrue() }) // one byte shorter
	for _, simple := range []int64{1, 2, 3} {
		value := jsvalue.IntValue(simple)
		replaceLeaves(s, value, func(v jsvalue.Value) bool {
			return v.IsNumber() && (len(v.NumberText()) > 1 || v.NumberText() > value.NumberText())
		})
	}
	shorterNumbers(s)
}

// replaceLeaves puts one value in the place of as many as it can.
func replaceLeaves(s *search, value jsvalue.Value, wanted func(jsvalue.Value) bool) {
	if s.over() {
		return
	}
	base := s.best
	var places []place
	for _, p := range base.leaves() {
		if v := base.at(p); len(p.path) > 0 && wanted(v) && !base.frame.dialect.isFixed(p.path, v) {
			places = append(places, p)
		}
	}
	s.shed(len(places), func(gone []bool) document {
		var values []jsvalue.Value
		var changed []place
		for i, p := range places {
			if gone[i] {
				values, changed = append(values, value), append(changed, p)
			}
		}
		return base.with(values, changed)
	})
}

// shorterNumbers takes digits away from numbers that must be large or are spelled oddly.
func shorterNumbers(s *search) {
	for _, p := range s.best.leaves() {
		if s.over() {
			return
		}
		if v := s.best.at(p); v.IsNumber() && len(v.NumberText()) > 1 {
			shorterText(s, v.NumberText(), nil, func(_, text string) document {
				number, err := jsvalue.Decode(text)
				if err != nil || !number.IsNumber() {
					return s.best // nothing smaller
				}
				return s.best.set(p, number)
			})
		}
	}
}

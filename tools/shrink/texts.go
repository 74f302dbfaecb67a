package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// shorterTexts makes the texts of values short. A text that stands in several places stays the same in all of them, so
// that what belongs together is not torn apart.
func shorterTexts(s *search) {
	base := s.best
	var free []string
	for _, text := range base.texts() {
		if !isPlain(text) && !slices.Contains(base.frame.dialect.literals, text) {
			free = append(free, text)
		}
	}
	s.shed(len(free), func(gone []bool) document {
		to := map[string]string{}
		for i, text := range free {
			if gone[i] {
				to[text] = "a"
			}
		}
		return base.withTexts(to)
	})
	for _, text := range s.best.texts() {
		if s.over() {
			return
		}
		if !isPlain(text) {
			shorterText(s, text, base.frame.dialect.literals, func(from, to string) document {
				return s.best.withTexts(map[string]string{from: to})
			})
		}
	}
	exchangeTexts(s)
}

// isPlain reports whether a text is as plain as one can be.
func isPlain(text string) bool { return text == "" || text == "a" }

// exchangeTexts gives the smaller of two texts to the place that comes first.
func exchangeTexts(s *search) {
	texts := s.best.texts()
	const few = 6
	if len(texts) > few {
		return
	}
	for i, first := range texts {
		for _, second := range texts[i+1:] {
			s.try(func() document { return s.best.withTexts(map[string]string{first: second, second: first}) })
		}
	}
}

// texts are the texts of values, each once, in the order of their places.
func (d document) texts() []string {
	var texts []string
	seen := map[string]bool{}
	for _, p := range d.leaves() {
		v := d.at(p)
		if text := v.Text(); v.IsString() && !seen[text] && !d.frame.dialect.isFixed(p.path, v) {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

// withTexts is the document with other texts, wherever they stand as values.
func (d document) withTexts(to map[string]string) document {
	return d.rewrite(func(int) rewriter {
		return rewriter{leaf: func(p path, v jsvalue.Value) jsvalue.Value {
			if text, ok := to[v.Text()]; ok && v.IsString() && !d.frame.dialect.isFixed(p, v) {
				return jsvalue.StringValue(text)
			}
			return v
		}}
	})
}

// shorterKeys gives short names to members whose names mean nothing to the dialect.
func shorterKeys(s *search) {
	for _, key := range s.best.freeKeys() {
		if s.over() {
			return
		}
		current := key
		if slices.ContainsFunc(s.best.frame.dialect.keys, func(known string) bool {
			if known == current || !s.try(func() document { return s.best.withKey(current, known) }) {
				return known == current
			}
			current = known
			return true
		}) {
			continue
		}
		shorterText(s, current, s.best.frame.dialect.literals, func(from, to string) document {
			return s.best.withKey(from, to)
		})
	}
}

// freeKeys are the names of members that mean nothing to the dialect, each once.
func (d document) freeKeys() []string {
	var keys []string
	seen := map[string]bool{}
	for _, slot := range d.slots() {
		walk(d.slot(slot.slot), func(p path, v jsvalue.Value) {
			if !v.IsObject() || !d.isFree(slot.slot, p) {
				return
			}
			for key := range v.Members() {
				if !seen[key] && !isPlain(key) {
					seen[key] = true
					keys = append(keys, key)
				}
			}
		})
	}
	return keys
}

// withKey is the document with another name for a member, wherever that name means nothing.
func (d document) withKey(from, to string) document {
	return d.rewrite(func(slot int) rewriter {
		return rewriter{key: func(p path, key string) string {
			if key == from && d.isFree(slot, p) {
				return to
			}
			return key
		}}
	})
}

// unwrapTexts puts the value in the place of a text that is itself the JSON of an object or array.
func unwrapTexts(s *search) {
	for _, p := range s.best.leaves() {
		if s.over() {
			return
		}
		if v := s.best.at(p); v.IsString() {
			if inner, err := jsvalue.Decode(v.Text()); err == nil && (inner.IsObject() || inner.IsArray()) {
				s.try(func() document { return s.best.set(p, inner) })
			}
		}
	}
}

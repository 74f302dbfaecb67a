package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// pass is one kind of move. It tries all it can on the smallest document so far.
type pass struct {
	name string
	run  func(*search)
}

// passes are all of them, from large steps to small ones.
func passes(d dialect) []pass {
	list := []pass{
		{"spelling", spelling},
		{"options", dropOptions},
		{"files", dropFiles},
		{"records", dropRecords},
		{"depth", unwrapDeep},
		{"embedded", unwrapTexts},
	}
	list = append(list, d.passes...)
	return append(
		list,
		pass{"members", dropMembers},
		pass{"everywhere", dropEverywhere},
		pass{"hoist", hoist},
		pass{"lists", listsForObjects},
		pass{"values", simplerValues},
		pass{"keys", shorterKeys},
		pass{"texts", shorterTexts},
		pass{"lines", shorterLines},
		pass{"order", order},
	)
}

// spelling writes lines as spell does: without white space, repeated keys and needless escapes.
func spelling(s *search) {
	base := s.best
	var odd []int
	for i, r := range base.records {
		if !r.plain && !r.value.IsUndefined() {
			odd = append(odd, i)
		}
	}
	s.shed(len(odd), func(gone []bool) document {
		d := base
		for k, i := range odd {
			if gone[k] {
				d = d.withRecord(i, base.records[i].value)
			}
		}
		return d
	})
}

// dropOptions takes the options away, or makes the numbers in them small.
func dropOptions(s *search) {
	d := s.best
	d.options = jsvalue.Value{}
	if s.try(d) {
		return
	}
	d = s.best
	for key, value := range d.options.Members() {
		if value.IsNumber() {
			d.options = d.options.With(jsvalue.Member{Key: key, Value: jsvalue.IntValue(1)})
		}
	}
	s.try(d)
}

// dropFiles takes away whole files.
func dropFiles(s *search) {
	base := s.best
	s.shed(len(base.files), func(gone []bool) document {
		d := base
		d.files, d.records = nil, nil
		for i, name := range base.files {
			if gone[i] {
				continue
			}
			for _, r := range base.records {
				if r.file == i {
					r.file = len(d.files)
					d.records = append(d.records, r)
				}
			}
			d.files = append(d.files, name)
		}
		return d
	})
}

// dropRecords takes away records; the dialect mends what pointed at them.
func dropRecords(s *search) {
	base := s.best
	s.shed(len(base.records), func(gone []bool) document {
		return base.frame.dialect.dropped(base, gone)
	})
}

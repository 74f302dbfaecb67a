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
		spelled := chosen(odd, gone)
		return base.mapRecords(func(i int, value jsvalue.Value) jsvalue.Value {
			if !spelled[i] {
				return jsvalue.Value{}
			}
			return value
		})
	})
}

// dropOptions takes the options away, or makes the numbers in them small.
func dropOptions(s *search) {
	with := func(options jsvalue.Value) bool {
		return s.try(func() document {
			d := s.best
			d.options = options
			return d
		})
	}
	options := s.best.options
	if with(jsvalue.Value{}) {
		return
	}
	var members []jsvalue.Member
	for key, value := range options.Members() {
		if value.IsNumber() {
			value = jsvalue.IntValue(1)
		}
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	with(jsvalue.ObjectValue(members...))
}

// dropFiles takes away whole files.
func dropFiles(s *search) {
	base := s.best
	s.shed(len(base.files), func(gone []bool) document {
		d := base
		d.files, d.records = nil, nil
		moved := make([]int, len(base.files))
		for i, name := range base.files {
			moved[i] = len(d.files)
			if !gone[i] {
				d.files = append(d.files, name)
			}
		}
		for _, r := range base.records {
			if !gone[r.file] {
				r.file = moved[r.file]
				d.records = append(d.records, r)
			}
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

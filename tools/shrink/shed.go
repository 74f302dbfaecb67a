package shrink

// shed takes away as many of n things as it can. try is told which are to be gone and says whether that was taken: first all
// of them, then halves, from the last to the first, so that what is needed is found in steps that grow with its number and
// with the logarithm of n.
func shed(n int, over func() bool, try func(gone []bool) bool) {
	gone := make([]bool, n)
	mark := func(from, to int, value bool) {
		for i := from; i < to; i++ {
			gone[i] = value
		}
	}
	type span struct{ from, to int }
	for open := []span{{0, n}}; len(open) > 0 && !over(); {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		if last.from == last.to {
			continue
		}
		mark(last.from, last.to, true)
		if try(gone) {
			continue
		}
		mark(last.from, last.to, false)
		if middle := (last.from + last.to) / 2; last.to-last.from > 1 {
			open = append(open, span{last.from, middle}, span{middle, last.to})
		}
	}
}

// each is shed without the halves: every thing by itself. It is cheaper where most things are needed.
func each(n int, over func() bool, try func(gone []bool) bool) {
	gone := make([]bool, n)
	for i := n - 1; i >= 0 && !over(); i-- {
		gone[i] = true
		gone[i] = try(gone)
	}
}

// shed tries candidates that are documents. After the first round little is left that can go.
func (s *search) shed(n int, candidate func(gone []bool) document) {
	const few = 64
	how := shed
	if s.round > 1 && n <= few {
		how = each
	}
	how(n, s.over, func(gone []bool) bool { return s.try(func() document { return candidate(gone) }) })
}

// chosen are those of the indexes that are marked.
func chosen(indexes []int, marks []bool) map[int]bool {
	set := make(map[int]bool, len(indexes))
	for k, i := range indexes {
		if marks[k] {
			set[i] = true
		}
	}
	return set
}

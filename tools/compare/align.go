package compare

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// pair is two indexes that belong together; -1 where the other side has nothing.
type pair struct{ want, got int }

// tableLimit bounds the work of align; longer lists are aligned by their full keys alone.
const tableLimit = 4_000_000

// align pairs two lists in order, each element at most once, so that the sum of the weights is the greatest; weight 0
// means that two do not belong together. The result lists all elements of both, in order.
func align(wants, gots int, weight func(want, got int) int) []pair {
	first := 0
	for first < wants && first < gots && weight(first, first) >= fullWeight {
		first++
	}
	last := 0
	for last < wants-first && last < gots-first && weight(wants-1-last, gots-1-last) >= fullWeight {
		last++
	}
	var pairs []pair
	for i := range first {
		pairs = append(pairs, pair{i, i})
	}
	middle := func(want, got int) int { return weight(first+want, first+got) }
	for _, p := range alignMiddle(wants-first-last, gots-first-last, middle) {
		if p.want >= 0 {
			p.want += first
		}
		if p.got >= 0 {
			p.got += first
		}
		pairs = append(pairs, p)
	}
	for i := last; i > 0; i-- {
		pairs = append(pairs, pair{wants - i, gots - i})
	}
	return pairs
}

// fullWeight is the least weight of two elements with equal keys.
const fullWeight = 8

// alignMiddle is the dynamic program over all pairs, from the ends to the front.
func alignMiddle(wants, gots int, weight func(want, got int) int) []pair {
	if wants*gots > tableLimit {
		return alignLong(wants, gots, weight)
	}
	best := make([]int32, (wants+1)*(gots+1))
	at := func(i, j int) *int32 { return &best[i*(gots+1)+j] }
	for i := wants - 1; i >= 0; i-- {
		for j := gots - 1; j >= 0; j-- {
			value := max(*at(i+1, j), *at(i, j+1))
			if w := weight(i, j); w > 0 {
				value = max(value, *at(i+1, j+1)+int32(w))
			}
			*at(i, j) = value
		}
	}
	var pairs []pair
	i, j := 0, 0
	for i < wants && j < gots {
		switch w := weight(i, j); {
		case w > 0 && *at(i, j) == *at(i+1, j+1)+int32(w):
			pairs = append(pairs, pair{i, j})
			i, j = i+1, j+1
		case *at(i, j) == *at(i+1, j):
			pairs = append(pairs, pair{i, -1})
			i++
		default:
			pairs = append(pairs, pair{-1, j})
			j++
		}
	}
	return appendRest(pairs, i, wants, j, gots)
}

// alignLong takes, for each wanted element, the next other one with an equal key not too far ahead.
func alignLong(wants, gots int, weight func(want, got int) int) []pair {
	const window = 200
	var pairs []pair
	j := 0
	for i := range wants {
		found := -1
		for k := j; k < gots && k < j+window && found < 0; k++ {
			if weight(i, k) >= fullWeight {
				found = k
			}
		}
		if found < 0 {
			pairs = append(pairs, pair{i, -1})
			continue
		}
		for ; j < found; j++ {
			pairs = append(pairs, pair{-1, j})
		}
		pairs = append(pairs, pair{i, j})
		j++
	}
	return appendRest(pairs, wants, wants, j, gots)
}

func appendRest(pairs []pair, i, wants, j, gots int) []pair {
	for ; i < wants; i++ {
		pairs = append(pairs, pair{i, -1})
	}
	for ; j < gots; j++ {
		pairs = append(pairs, pair{-1, j})
	}
	return pairs
}

// listed compares two lists by their pairs: each by both, and tells of the elements that one side lacks, and of those that moved.
func (c *comparison) listed(want, got []jsvalue.Value, pairs []pair, place func(element jsvalue.Value) string, both func(want, got jsvalue.Value)) {
	var moves map[int]int
	if c.moves {
		moves = moved(want, got, pairs)
	}
	came := make(map[int]bool, len(moves))
	for _, to := range moves {
		came[to] = true
	}
	for _, p := range pairs {
		to, is := moves[p.want]
		switch {
		case p.got < 0 && is:
			c.differences = append(c.differences, Difference{Path: "moved " + place(want[p.want]), Want: want[p.want], Got: got[to], Moved: &Move{p.want, to}})
		case p.got < 0:
			c.add("missing "+place(want[p.want]), want[p.want], jsvalue.Value{})
		case p.want >= 0:
			both(want[p.want], got[p.got])
		case !came[p.got]:
			c.add("extra "+place(got[p.got]), jsvalue.Value{}, got[p.got])
		}
	}
}

// moved are the elements without a pair that are the same, by their indexes on the wanted side; the words of messages do not count.
func moved(want, got []jsvalue.Value, pairs []pair) map[int]int {
	gots := map[string][]int{}
	for _, p := range pairs {
		if p.want < 0 {
			id := identityOf(got[p.got])
			gots[id] = append(gots[id], p.got)
		}
	}
	moves := map[int]int{}
	for _, p := range pairs {
		if p.got >= 0 || len(gots) == 0 {
			continue
		}
		if id := identityOf(want[p.want]); len(gots[id]) > 0 {
			moves[p.want], gots[id] = gots[id][0], gots[id][1:]
		}
	}
	return moves
}

func identityOf(element jsvalue.Value) string {
	if element.Has("code") {
		element = present(element)
	}
	return string(jsvalue.AppendCanonical(nil, element))
}

package compare

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

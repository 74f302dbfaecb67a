package jsvalue

import (
	"cmp"
	"slices"
)

// settle gives the members of an object their final form, in place: of several with one key the last value stands at
// the first place (CR-JS-01), members without a value go, and array-index keys come first, ascending, unless keepOrder
// (CR-JS-02). It costs O(n), or O(n log n) with index keys, whatever the keys are (CR-JS-09).
func settle(members []Member, keepOrder bool) ([]Member, *keyIndex) {
	var index *keyIndex
	var special bool
	if len(members) > indexAbove {
		index = newKeyIndex(len(members))
		members, special = mergeWide(members, index)
	} else {
		members, special = mergeFew(members)
	}
	moved := special && arrange(&members, keepOrder)
	switch {
	case index == nil || len(members) <= indexAbove:
		return members, nil
	case moved || len(index.slots) > 8*len(members):
		return members, indexOf(members)
	}
	return members, index
}

// isSpecial reports whether arrange has to look at m: its key may be an array index, or it has no value.
func isSpecial(m *Member) bool {
	return m.Value.kind == Undefined || m.Key != "" && m.Key[0]-'0' <= 9
}

// arrange removes members without a value and, unless keepOrder, moves array-index keys to the front. It reports whether
// any member got another place.
func arrange(members *[]Member, keepOrder bool) (moved bool) {
	lacksValue := func(m Member) bool { return m.Value.kind == Undefined }
	if slices.ContainsFunc(*members, lacksValue) {
		*members = slices.DeleteFunc(*members, lacksValue)
		moved = true
	}
	return !keepOrder && orderIndexKeys(*members) || moved
}

// mergeFew merges duplicate keys by a search, which it enters only when a key's fingerprint was met before. It reports
// whether a member is special.
func mergeFew(members []Member) (merged []Member, special bool) {
	var seen uint64
	kept := 0
	for i := range members {
		m := &members[i]
		bit := fingerprint(m.Key)
		special = special || isSpecial(m)
		if seen&bit != 0 {
			if at := findLinear(members[:kept], m.Key); at >= 0 {
				members[at].Value = m.Value
				continue
			}
		}
		seen |= bit
		if kept != i {
			members[kept] = *m
		}
		kept++
	}
	return members[:kept], special
}

// fingerprint is a set of one of 64 bits that equal keys share.
func fingerprint(key string) uint64 {
	n := len(key)
	if n == 0 {
		return 1
	}
	return 1 << ((uint(key[0])*7 + uint(key[n-1])*3 + uint(key[n/2]) + uint(n)) & 63)
}

// mergeWide is mergeFew by means of the index, which it fills with the keys that remain.
func mergeWide(members []Member, index *keyIndex) (merged []Member, special bool) {
	kept := 0
	for i := range members {
		m := &members[i]
		special = special || isSpecial(m)
		at, position := index.slot(members, m.Key)
		if position >= 0 {
			members[position].Value = m.Value
			continue
		}
		index.slots[at] = uint32(kept) + 1
		if kept != i {
			members[kept] = *m
		}
		kept++
	}
	return members[:kept], special
}

// orderIndexKeys moves the members whose keys are array indexes to the front, ascending, and reports whether it moved any.
func orderIndexKeys(members []Member) bool {
	first := slices.IndexFunc(members, hasIndexKey)
	if first < 0 || slices.IsSortedFunc(members, compareKeyOrder) {
		return false
	}
	ordered := make([]Member, 0, len(members))
	for _, member := range members {
		if hasIndexKey(member) {
			ordered = append(ordered, member)
		}
	}
	slices.SortFunc(ordered, compareKeyOrder)
	for _, member := range members {
		if !hasIndexKey(member) {
			ordered = append(ordered, member)
		}
	}
	copy(members, ordered)
	return true
}

// compareKeyOrder orders index keys by number and before all others, which are alike. Index keys have no leading zeros,
// so the shorter one is the smaller.
func compareKeyOrder(a, b Member) int {
	x, y := hasIndexKey(a), hasIndexKey(b)
	switch {
	case x && y:
		return cmp.Or(cmp.Compare(len(a.Key), len(b.Key)), cmp.Compare(a.Key, b.Key))
	case x:
		return -1
	case y:
		return 1
	}
	return 0
}

func hasIndexKey(m Member) bool { return isArrayIndex(m.Key) }

// isArrayIndex reports whether key is the decimal text of an integer from 0 to 2^32-2 (CR-JS-02).
func isArrayIndex(key string) bool {
	const largest = "4294967294"
	n := len(key)
	if n == 0 || n > len(largest) || key[0] == '0' && n > 1 {
		return false
	}
	for i := range n {
		if key[i]-'0' > 9 {
			return false
		}
	}
	return n < len(largest) || key <= largest
}

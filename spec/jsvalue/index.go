package jsvalue

import (
	"hash/maphash"
	"math/bits"
)

// indexAbove is the number of members up to which a linear search is used: faster there, and without memory of its own.
const indexAbove = 16

// keyIndex finds the members of a wide object by name: an open-addressed table of member positions. The hash is keyed
// per process, so that no input can be made to collide (CR-JS-09); no result depends on it.
type keyIndex struct {
	slots []uint32 // 0 = free, else position + 1
}

var keySeed = maphash.MakeSeed()

// newKeyIndex makes room for n keys, at most half of the table being used.
func newKeyIndex(n int) *keyIndex {
	return &keyIndex{slots: make([]uint32, 1<<bits.Len(uint(2*n-1)))}
}

// indexOf builds the index of members, whose keys differ; nil when they are few.
func indexOf(members []Member) *keyIndex {
	if len(members) <= indexAbove {
		return nil
	}
	x := newKeyIndex(len(members))
	for i := range members {
		at, _ := x.slot(members, members[i].Key)
		x.slots[at] = uint32(i) + 1
	}
	return x
}

// slot is where key is or belongs in the table, and its position among members, or -1.
func (x *keyIndex) slot(members []Member, key string) (at, position int) {
	mask := len(x.slots) - 1
	at = int(maphash.String(keySeed, key)) & mask
	for x.slots[at] != 0 {
		position = int(x.slots[at] - 1)
		if members[position].Key == key {
			return at, position
		}
		at = (at + 1) & mask
	}
	return at, -1
}

func (x *keyIndex) find(members []Member, key string) int {
	_, position := x.slot(members, key)
	return position
}

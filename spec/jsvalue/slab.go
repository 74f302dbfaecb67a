package jsvalue

import (
	"slices"
	"strings"
)

// What decoded values consist of is cut from chunks, because one allocation per container would cost more than decoding.
// A value that is kept keeps its whole batch: the chunks, and the sources that they alias. A batch ends before its sources
// exceed batchBytes; a larger source is a batch of its own. So a value keeps at most batchBytes of other text, or its own.
// No chunk is reused, and none serves two batches: chunks with parts of overlapping groups of records would chain them all.
const (
	batchBytes   = 64 << 10
	chunkMembers = 512 // 24 KiB
	chunkElems   = 512 // 16 KiB
	chunkNodes   = 256 // 14 KiB
	chunkText    = 16 << 10
)

// slab allocates for one batch.
type slab struct {
	room    int // bytes of source that may still join the batch
	joined  int // bytes of source that have joined any batch, as far as that matters
	ahead   int // bytes of source that new chunks are sized for
	nodes   []node
	members []Member
	elems   []Value
	text    strings.Builder // never grown beyond its capacity, so that its strings stay where they are
}

// begin prepares for a source of n bytes, and for others after it as long as all have at most total bytes.
func (s *slab) begin(n, total int) {
	s.nodes, s.members, s.elems = nil, nil, nil
	s.text.Reset()
	s.room, s.ahead = total-n, max(n, total)
}

// join prepares for a source of n bytes, in the present batch if it fits. New chunks are for as much as came before, so that
// who decodes little does not pay for a whole batch.
func (s *slab) join(n int) {
	s.joined = min(s.joined+n, batchBytes)
	if n > s.room {
		s.begin(n, batchBytes)
	} else {
		s.room -= n
	}
	s.ahead = max(n, min(s.room+n, s.joined))
}

// leave forgets a batch that no other source can join, so that the slab does not keep a large one alive.
func (s *slab) leave() {
	if s.room < 0 {
		s.begin(0, 0)
	}
}

// newNode is an empty node.
func (s *slab) newNode() *node {
	if len(s.nodes) == cap(s.nodes) {
		s.nodes = make([]node, 0, min(s.ahead/192+2, chunkNodes))
	}
	s.nodes = s.nodes[:len(s.nodes)+1]
	return &s.nodes[len(s.nodes)-1]
}

// keepMembers is a copy of members that lasts.
func (s *slab) keepMembers(members []Member) []Member {
	if len(members) > cap(s.members)-len(s.members) {
		if len(members) > chunkMembers/4 {
			return slices.Clip(slices.Clone(members))
		}
		s.members = make([]Member, 0, max(min(s.ahead/48, chunkMembers), len(members)))
	}
	start := len(s.members)
	s.members = append(s.members, members...)
	return s.members[start:len(s.members):len(s.members)]
}

// keepElems is a copy of elems that lasts.
func (s *slab) keepElems(elems []Value) []Value {
	if len(elems) > cap(s.elems)-len(s.elems) {
		if len(elems) > chunkElems/4 {
			return slices.Clip(slices.Clone(elems))
		}
		s.elems = make([]Value, 0, max(min(s.ahead/128, chunkElems), len(elems)))
	}
	start := len(s.elems)
	s.elems = append(s.elems, elems...)
	return s.elems[start:len(s.elems):len(s.elems)]
}

// keepText is a string of the bytes of text that lasts.
func (s *slab) keepText(text []byte) string {
	if !s.roomFor(len(text)) {
		return string(text)
	}
	start := s.text.Len()
	s.text.Write(text)
	return s.text.String()[start:]
}

// keepString is a copy of text that lasts.
func (s *slab) keepString(text string) string {
	if !s.roomFor(len(text)) {
		return strings.Clone(text)
	}
	start := s.text.Len()
	s.text.WriteString(text)
	return s.text.String()[start:]
}

// roomFor makes room for n bytes of text; false says that so much is better off alone.
func (s *slab) roomFor(n int) bool {
	if n <= s.text.Cap()-s.text.Len() {
		return true
	}
	if n > chunkText/4 {
		return false
	}
	s.text.Reset()
	s.text.Grow(max(min(s.ahead, chunkText), n))
	return true
}

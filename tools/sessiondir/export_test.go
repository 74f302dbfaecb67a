package sessiondir

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// CountReads gives a function that says how many bytes of files the store read since.
func CountReads(s *Store) func() int64 {
	before := s.BytesRead()
	return func() int64 { return s.BytesRead() - before }
}

// Remembered is the number of views that the store holds.
func Remembered(s *Store) int { return s.views.slots.Len() }

// RememberedOf is how many views are held of those that were put one after the other: of threads, by the lengths of their
// files in MiB.
func RememberedOf(threads []string, lengths []int64) int {
	v := newViews()
	for i, length := range lengths {
		v.put(slot{threadID: threads[i]}, []stamp{{size: length << 20}}, view.View{})
	}
	return v.slots.Len()
}

package sessiondir

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// CountReads gives a function that says how many bytes of files the store read since.
func CountReads(s *Store) func() int64 {
	before := s.BytesRead()
	return func() int64 { return s.BytesRead() - before }
}

// Remembered is the number of views that the store holds.
func Remembered(s *Store) int { return s.views.slots.Len() }

// RememberedOf is how many of views of files of these lengths, in MiB, are held.
func RememberedOf(lengths []int64) int {
	v := newViews()
	for i, length := range lengths {
		v.put(slot{threadID: fmt.Sprint(i)}, []stamp{{used: length << 20}}, view.View{})
	}
	return v.slots.Len()
}

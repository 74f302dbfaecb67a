package sessiondir

import (
	"sync"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
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

// AppendAfter is Append of a writer that has looked at the file when something happens to it, once.
func AppendAfter(w *Writer, b writer.Batch, happens func()) (writer.Write, error) {
	var once sync.Once
	return w.write(func(f *writer.File) (writer.Write, error) {
		once.Do(happens)
		return f.Append(b)
	})
}

// SettleAfter makes directories trusted after this time. With 0 a test must give them another time of change with each
// change.
func SettleAfter(t testing.TB, after time.Duration) {
	was := settled
	settled = after
	t.Cleanup(func() { settled = was })
}

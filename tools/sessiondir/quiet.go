package sessiondir

import (
	"os"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// settled is how long a directory must have been seen with the same time of change before that time tells that nothing has
// come or gone: it has the grain of a clock, which is 2 s on some file systems.
var settled = 3 * time.Second

// quiet keeps lookups of threads that hold as long as nothing changes that could change them, so that the files of other
// threads need not be looked at again: a file only grows (SR-WRITE-04), and so keeps the thread that its header names; one
// that takes the place of another changes the directory (SR-CACHE-01).
type quiet struct {
	mu      sync.Mutex
	dirs    []directory // as they were last
	since   time.Time   // a time at which they had been seen so
	lookups *simplelru.LRU[string, quietLookup]
}

// directory is a directory as it was.
type directory struct {
	path    string
	modTime time.Time
	names   []string // in the order of the directory
}

// quietLookup is the files of a thread, and what it depends on.
type quietLookup struct {
	lookup  Lookup
	dirs    []directory
	watched []File // the files of the thread, and those that can still come to name it
}

func newQuiet() *quiet {
	return &quiet{lookups: newLRU[string, quietLookup](maxViews, nil)}
}

// find gives the lookup of a thread, if it still holds.
func (q *quiet) find(threadID string) (Lookup, bool) {
	q.mu.Lock()
	known, ok := q.lookups.Get(threadID)
	q.mu.Unlock()
	holds := ok && !slices.ContainsFunc(known.dirs, directory.changed) && !slices.ContainsFunc(known.watched, File.changed)
	return known.lookup, holds
}

// put takes a lookup from a look that began at a time, if the directories had not changed for long enough then.
func (q *quiet) put(began time.Time, found quietLookup) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !slices.EqualFunc(q.dirs, found.dirs, directory.equal) {
		q.dirs, q.since = found.dirs, time.Now()
	}
	if began.Sub(q.since) >= settled {
		q.lookups.Add(found.lookup.Thread.ID, found)
	}
}

func (d directory) equal(other directory) bool {
	return d.path == other.path && d.modTime.Equal(other.modTime) && slices.Equal(d.names, other.names)
}

// changed reads the names too: not all file systems note in a directory when it changed.
func (d directory) changed() bool {
	file, err := os.Open(d.path)
	if err != nil {
		return true
	}
	defer func() { _ = file.Close() }() // nothing was written
	info, err := file.Stat()
	if err != nil || !info.ModTime().Equal(d.modTime) {
		return true
	}
	names, err := file.Readdirnames(-1)
	return err != nil || !slices.Equal(names, d.names)
}

func (f File) changed() bool {
	info, err := os.Lstat(f.path)
	return err != nil || !info.Mode().IsRegular() || info.Size() != f.Size || !info.ModTime().Equal(f.ModTime)
}

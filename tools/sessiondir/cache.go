package sessiondir

import (
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// What the caches hold at most. A lost entry costs time only.
const (
	maxViews      = 32        // threads, or threads as they were when a client began to page
	maxViewBytes  = 512 << 20 // texts of their files, which the views keep in memory
	maxIdentities = 1 << 16   // files
)

// stamp is what tells whether a file is as it was. A change of the same length within the clock's grain is not seen.
type stamp struct {
	name    string
	modTime time.Time
	size    int64 // of what is shown of it
}

func (f File) stamp() stamp { return stamp{f.Name, f.ModTime, f.Size} }

// slot is where a view lies. Pages of an older view do not push out the newest one.
type slot struct {
	threadID string
	pinned   bool
}

type cachedView struct {
	stamps []stamp
	view   view.View
	bytes  int64
}

// views keeps the views of threads, in memory only (SR-CACHE-01).
type views struct {
	mu    sync.Mutex
	slots *simplelru.LRU[slot, cachedView]
	bytes int64
}

func newViews() *views {
	v := &views{}
	v.slots = newLRU(maxViews, func(_ slot, gone cachedView) { v.bytes -= gone.bytes })
	return v
}

// get gives the view of a thread, if its files are as they were.
func (v *views) get(threadID string, stamps []stamp) (view.View, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, key := range []slot{{threadID, false}, {threadID, true}} {
		if cached, ok := v.slots.Peek(key); ok && slices.EqualFunc(cached.stamps, stamps, stamp.equal) {
			v.slots.Get(key) // makes it the most recent
			return cached.view, true
		}
	}
	return view.View{}, false
}

// put takes a view that was made of files with these stamps, which were taken before the files were read.
func (v *views) put(key slot, stamps []stamp, shown view.View) {
	added := cachedView{stamps: stamps, view: shown}
	for _, s := range stamps {
		added.bytes += s.size
	}
	if added.bytes > maxViewBytes {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.slots.Remove(key)
	v.slots.Add(key, added)
	for v.bytes += added.bytes; v.bytes > maxViewBytes; {
		v.slots.RemoveOldest()
	}
}

func (s stamp) equal(other stamp) bool {
	return s.name == other.name && s.size == other.size && s.modTime.Equal(other.modTime)
}

// identities keeps to which threads files belong.
type identities struct {
	mu    sync.Mutex
	files *simplelru.LRU[string, identified]
}

// identified is the thread of a file. Of one that has none, end is the sum of what stood before identity.Searched.
type identified struct {
	stamp    stamp
	identity layout.Identity
	end      uint64
}

// isNameless: the file has a header, and none that names a thread.
func (i identified) isNameless() bool { return i.identity.HasHeader && i.identity.ThreadID == "" }

// stillSearched is up to where a file need not be searched for a header that names a thread, since it has grown to this size
// behind what is known of it.
func (i identified) stillSearched(size int64, part func(from, to int64) (string, error)) int64 {
	if !i.isNameless() || size <= i.stamp.size {
		return 0
	}
	if end, err := sumBefore(i.identity.Searched, part); err != nil || end != i.end {
		return 0
	}
	return i.identity.Searched
}

// endBytes is how much of what was searched is looked at again, to see that the file only grew.
const endBytes = 4 << 10

var seed = maphash.MakeSeed()

func sumBefore(to int64, part func(from, to int64) (string, error)) (uint64, error) {
	text, err := part(max(0, to-endBytes), to)
	return maphash.String(seed, text), err
}

func newIdentities() *identities {
	return &identities{files: newLRU[string, identified](maxIdentities, nil)}
}

// get gives what is known of a file, and whether it still is as it was then.
func (i *identities) get(s stamp) (known identified, same bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	known, ok := i.files.Get(s.name)
	return known, ok && known.stamp.equal(s)
}

func (i *identities) put(found identified) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.files.Add(found.stamp.name, found)
}

func newLRU[K comparable, V any](size int, evicted func(K, V)) *simplelru.LRU[K, V] {
	lru, err := simplelru.NewLRU(size, evicted)
	if err != nil {
		panic(err) // the size is not positive
	}
	return lru
}

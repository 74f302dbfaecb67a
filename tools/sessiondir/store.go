package sessiondir

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// Store is a set of session files on a disk. It may be used by several goroutines at once. It remembers in memory to which
// threads files belong and the views of some threads, as long as time and length of their files do not change
// (SR-CACHE-01).
type Store struct {
	paths      []string
	identities *identities
	views      *views
	quiet      *quiet
	bytesRead  atomic.Int64
}

// BytesRead is what was read of files since the store was opened, in bytes.
func (s *Store) BytesRead() int64 { return s.bytesRead.Load() }

// Open makes a store of directories and files. Of one directory names are relative to it, else they begin with the path
// that was given. A directory is a store itself, or a workspace with directories session_raw and session_raw-PROFILE.
// Nothing is read yet; the error is that there is no path.
func Open(paths ...string) (*Store, error) {
	if len(paths) == 0 {
		return nil, errors.New("session files: no directory and no file is named")
	}
	return &Store{paths: slices.Clone(paths), identities: newIdentities(), views: newViews(), quiet: newQuiet()}, nil
}

// Lookup is a thread and what it took to find it.
type Lookup struct {
	Thread    layout.Thread
	Files     []File // those of the thread, in the order of layout.Thread.Files
	Skipped   []Skipped
	BytesRead int64 // from the disk
}

// Find looks for the files of a thread (SR-FILE-03). A thread that no file names has none.
func (s *Store) Find(threadID string) (Lookup, error) {
	threadID = strings.TrimSpace(threadID)
	if known, ok := s.quiet.find(threadID); ok {
		return known, nil
	}
	began := time.Now()
	i, err := s.identifier()
	if err != nil {
		return Lookup{}, err
	}
	thread := layout.Search(i.names, i.identify, threadID)
	if len(thread.Roots) == 0 && thread.ID != "" {
		thread.Findings = append(thread.Findings, i.stores...)
	}
	i.lookup.Thread, i.lookup.Files = thread, i.filesOf(thread)
	if len(thread.Roots) > 0 && len(i.lookup.Skipped) == 0 && !i.single {
		again := Lookup{Thread: thread, Files: i.lookup.Files}
		s.quiet.put(began, quietLookup{again, i.dirs, slices.Concat(again.Files, i.nameless)})
	}
	return i.lookup, nil
}

// Threads gives the ids of all threads that have a root, sorted.
func (s *Store) Threads() ([]string, []Skipped, error) {
	i, err := s.identifier()
	if err != nil {
		return nil, nil, err
	}
	return layout.IDs(i.names, i.identify), i.lookup.Skipped, nil
}

// Items gives the view of a thread (SR-VIEW-02). It is shared: its items must not be changed.
func (s *Store) Items(threadID string) (view.View, []Skipped, error) {
	found, err := s.Find(threadID)
	if err != nil {
		return view.View{}, nil, err
	}
	shown, skipped := s.show(found.Thread, found.Files, false)
	return shown, append(found.Skipped, skipped...), nil
}

// Page gives a page of the view of a thread, as sessionraw.Page does (SR-PAGE-01, SR-PAGE-04). Its items are shared and must
// not be changed. The error is page.ErrInvalidCursor or that of List.
func (s *Store) Page(threadID, cursor string, limit int) (page.Page, []Skipped, error) {
	from, err := page.ParseCursor(cursor)
	if err != nil {
		return page.Page{}, nil, err
	}
	found, err := s.Find(threadID)
	if err != nil {
		return page.Page{}, nil, err
	}
	files := byName(found.Files)
	pinned := !from.IsZero()
	if !pinned {
		from = page.Begin(found.Thread, func(file string) int { return int(files[file].Size) })
	}
	thread, lengths := from.Pinned(found.Thread)
	then := make([]File, 0, len(found.Files))
	for _, name := range thread.Files() {
		file := files[name]
		if length, ok := lengths[name]; ok {
			file.Size = min(file.Size, int64(length))
		}
		then = append(then, file)
	}
	shown, skipped := s.show(thread, then, pinned)
	cut, err := page.Slice(shown, from, limit)
	return cut, append(found.Skipped, skipped...), err
}

// show gives the view of the files of a thread: the one that is remembered, else it reads them. Several callers may read the
// same files at once; nobody waits for another.
func (s *Store) show(thread layout.Thread, files []File, pinned bool) (view.View, []Skipped) {
	if len(thread.Roots) == 0 {
		return view.Show(nil, thread), nil
	}
	stamps := stampsOf(thread, files)
	if shown, ok := s.views.get(thread.ID, stamps); ok {
		return shown, nil
	}
	texts, skipped := s.Read(files...)
	for _, unread := range skipped {
		thread.Findings = append(slices.Clip(thread.Findings), layout.Unreadable(unread.Name)) // SR-FILE-06
	}
	shown := view.Show(texts, thread)
	if len(skipped) == 0 {
		s.views.put(slot{thread.ID, pinned}, stamps, shown)
	}
	return shown, skipped
}

// stampsOf is what the view of a thread depends on: its files, and the findings about files that are not among them.
func stampsOf(thread layout.Thread, files []File) []stamp {
	var stamps []stamp
	for _, file := range files {
		stamps = append(stamps, file.stamp())
	}
	for _, found := range thread.Findings {
		stamps = append(stamps, stamp{name: found.File, size: -1 - int64(found.Kind)})
	}
	return stamps
}

// identifier asks the files of a store, as they are at one time, for their threads.
type identifier struct {
	lookup Lookup
	listed []File
	names  []string // also of files that are left out
	files  map[string]File
	stores []layout.Finding // stores that cannot be read
	store  *Store

	dirs     []directory
	nameless []File // those that name no thread, of the files that were asked
	single   bool   // a file was given by itself, which no directory tells of
}

func (s *Store) identifier() (*identifier, error) {
	l, err := s.list()
	if err != nil {
		return nil, err
	}
	i := &identifier{lookup: Lookup{Skipped: l.skipped}, listed: l.files, files: byName(l.files), store: s, dirs: l.dirs, single: l.single}
	for _, file := range l.files {
		i.names = append(i.names, file.Name)
	}
	for _, out := range l.skipped {
		if _, session := layout.ParseName(out.Name); session {
			i.names = append(i.names, out.Name)
		} else {
			i.stores = append(i.stores, layout.Unreadable(out.Name))
		}
	}
	return i, nil
}

func (i *identifier) identify(name string) layout.Identity {
	file, listed := i.files[name]
	if !listed {
		return layout.Identity{Unreadable: true} // and among the skipped
	}
	id := i.ask(file)
	if id.ThreadID == "" {
		i.nameless = append(i.nameless, file)
	}
	return id
}

func (i *identifier) ask(file File) layout.Identity {
	known, same := i.store.identities.get(file.stamp())
	if same {
		return known.identity
	}
	id, read, err := file.identify(known)
	i.lookup.BytesRead += read
	i.store.bytesRead.Add(read)
	switch {
	case err == nil:
		i.store.identities.put(id)
	case !gone(err):
		i.lookup.Skipped = append(i.lookup.Skipped, Skipped{file.Name, err})
		id.identity.Unreadable = true
	}
	return id.identity
}

// filesOf are the files of a thread, in the order of layout.Thread.Files.
func (i *identifier) filesOf(thread layout.Thread) (files []File) {
	for _, name := range thread.Files() {
		files = append(files, i.files[name])
	}
	return files
}

func byName(files []File) map[string]File {
	m := make(map[string]File, len(files))
	for _, file := range files {
		m[file.Name] = file
	}
	return m
}

// Show gives the view of a thread that was found, as the files were then. What could not be read is in Skipped.
func (s *Store) Show(found Lookup) (view.View, []Skipped) {
	return s.show(found.Thread, found.Files, false)
}

package sessiondir

import (
	"errors"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// Store is a set of session files on a disk. It may be used by several goroutines at once.
type Store struct {
	paths []string
}

// Open makes a store of directories and files. Of one directory names are relative to it, else they begin with the path
// that was given. A directory is a store itself, or a workspace with directories session_raw and session_raw-PROFILE.
// Nothing is read yet; the error is that there is no path.
func Open(paths ...string) (*Store, error) {
	if len(paths) == 0 {
		return nil, errors.New("session files: no directory and no file is named")
	}
	return &Store{paths: slices.Clone(paths)}, nil
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
	files, skipped, err := s.List()
	if err != nil {
		return Lookup{}, err
	}
	i := identifier{lookup: Lookup{Skipped: skipped}, files: byName(files)}
	i.lookup.Thread = layout.Search(names(files), i.identify, threadID)
	for _, name := range i.lookup.Thread.Files() {
		i.lookup.Files = append(i.lookup.Files, i.files[name])
	}
	return i.lookup, nil
}

// Threads gives the ids of all threads that have a root, sorted.
func (s *Store) Threads() ([]string, []Skipped, error) {
	files, skipped, err := s.List()
	if err != nil {
		return nil, nil, err
	}
	i := identifier{lookup: Lookup{Skipped: skipped}, files: byName(files)}
	return threadIDs(files, i.identify), i.lookup.Skipped, nil
}

// Items gives the view of a thread (SR-VIEW-02). It is shared: its items must not be changed.
func (s *Store) Items(threadID string) (view.View, []Skipped, error) {
	found, err := s.Find(threadID)
	if err != nil {
		return view.View{}, nil, err
	}
	shown, skipped := s.show(found.Thread, found.Files)
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
	if from.IsZero() {
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
	shown, skipped := s.show(thread, then)
	cut, err := page.Slice(shown, from, limit)
	return cut, append(found.Skipped, skipped...), err
}

// show reads the files of a thread and projects them.
func (s *Store) show(thread layout.Thread, files []File) (view.View, []Skipped) {
	texts, skipped := s.Read(files...)
	return view.Show(texts, thread), skipped
}

// identifier asks files for their threads.
type identifier struct {
	lookup Lookup
	files  map[string]File
}

func (i *identifier) identify(name string) layout.Identity {
	id, read, err := i.files[name].identify()
	i.lookup.BytesRead += read
	if err != nil && !gone(err) {
		i.lookup.Skipped = append(i.lookup.Skipped, Skipped{name, err})
	}
	return id
}

func byName(files []File) map[string]File {
	m := make(map[string]File, len(files))
	for _, file := range files {
		m[file.Name] = file
	}
	return m
}

func names(files []File) []string {
	list := make([]string, len(files))
	for i, file := range files {
		list[i] = file.Name
	}
	return list
}

// Show gives the view of a thread that was found, as the files were then. What could not be read is in Skipped.
func (s *Store) Show(found Lookup) (view.View, []Skipped) { return s.show(found.Thread, found.Files) }

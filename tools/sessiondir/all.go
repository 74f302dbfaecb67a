package sessiondir

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
)

// All is the threads of a store.
type All struct {
	Threads []Lookup // sorted by id; their Skipped and BytesRead are empty
	Others  []File   // the files that belong to no thread, sorted by name
	Skipped []Skipped
}

// All gives all threads that have a root, with their files. Each file is asked once for its thread.
func (s *Store) All() (All, error) {
	i, err := s.identifier()
	if err != nil {
		return All{}, err
	}
	var all All
	claimed := map[string]bool{}
	for _, thread := range layout.SearchAll(i.names, i.identify) {
		found := Lookup{Thread: thread, Files: i.filesOf(thread)}
		for _, file := range found.Files {
			claimed[file.Name] = true
		}
		all.Threads = append(all.Threads, found)
	}
	all.Others = slices.DeleteFunc(i.listed, func(file File) bool { return claimed[file.Name] })
	all.Skipped = i.lookup.Skipped
	return all, nil
}

package sessiondir

import (
	"maps"
	"slices"
	"strings"

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
	files, skipped, err := s.List()
	if err != nil {
		return All{}, err
	}
	i := identifier{lookup: Lookup{Skipped: skipped}, files: byName(files), store: s}
	identities := map[string]layout.Identity{}
	identify := func(name string) layout.Identity {
		id, known := identities[name]
		if !known {
			id = i.identify(name)
			identities[name] = id
		}
		return id
	}
	near := nearby(files, identify)
	var all All
	claimed := map[string]bool{}
	for _, id := range threadIDs(files, identify) {
		found := Lookup{Thread: layout.Search(near[id], identify, id)}
		for _, name := range found.Thread.Files() {
			claimed[name] = true
			found.Files = append(found.Files, i.files[name])
		}
		all.Threads = append(all.Threads, found)
	}
	all.Others = slices.DeleteFunc(files, func(file File) bool { return claimed[file.Name] })
	all.Skipped = i.lookup.Skipped
	return all, nil
}

// nearby gives for each thread the files that can matter to it: all of each family of which a file names it. So that the
// threads together cost about one look at each file.
func nearby(files []File, identify func(name string) layout.Identity) map[string][]string {
	families := map[string][]string{}
	named := map[string]map[string]bool{} // families by thread
	for _, file := range files {
		name, ok := layout.ParseName(file.Name)
		if !ok {
			continue
		}
		family := name.Family()
		families[family] = append(families[family], file.Name)
		if id := identify(file.Name).ThreadID; id != "" {
			if named[id] == nil {
				named[id] = map[string]bool{}
			}
			named[id][family] = true
		}
	}
	near := map[string][]string{}
	for id, of := range named {
		for _, family := range slices.Sorted(maps.Keys(of)) {
			near[id] = append(near[id], families[family]...)
		}
	}
	return near
}

// threadIDs are the ids that root files name, sorted. One with white space around it cannot be asked for (SR-FILE-03).
func threadIDs(files []File, identify func(name string) layout.Identity) []string {
	var ids []string
	for _, file := range files {
		if name, ok := layout.ParseName(file.Name); ok && name.IsRoot() {
			if id := identify(file.Name).ThreadID; id != "" && id == strings.TrimSpace(id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

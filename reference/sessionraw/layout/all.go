package layout

import (
	"maps"
	"slices"
	"sort"
	"strings"
)

// IDs are the threads that have a root among the files, sorted. One with white space around it cannot be asked for
// (SR-FILE-03).
func IDs(names []string, identify func(file string) Identity) []string {
	return newIndex(names).ids(identify)
}

func (x index) ids(identify func(file string) Identity) []string {
	var ids []string
	for _, name := range x.names {
		if name.IsRoot() {
			if id := identify(name.File).ThreadID; id != "" && id == strings.TrimSpace(id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// SearchAll finds all threads that have a root, sorted by id, each as Search does. It takes about one look at each file:
// a thread is only given the files that can matter to it.
func SearchAll(names []string, identify func(file string) Identity) []Thread {
	identities := map[string]Identity{}
	once := func(file string) Identity {
		id, known := identities[file]
		if !known {
			id = identify(file)
			identities[file] = id
		}
		return id
	}
	index := newIndex(names)
	near := index.near(once)
	var threads []Thread
	for _, id := range index.ids(once) {
		threads = append(threads, index.search(near(id), once, id))
	}
	return threads
}

// near gives a function that lists the names that can matter to a thread: the families of its roots, and of other families
// the sub-agents whose header names it, with what descends from them.
func (x index) near(identify func(file string) Identity) func(threadID string) []Name {
	families := map[string][]Name{}
	rooted := map[string]map[string]bool{} // families by thread
	named := map[string][]Name{}           // sub-agents by thread
	for _, name := range x.names {
		family := name.Family()
		families[family] = append(families[family], name)
		id := identify(name.File).ThreadID
		switch {
		case id == "":
		case !name.IsRoot():
			named[id] = append(named[id], name)
		case rooted[id] == nil:
			rooted[id] = map[string]bool{family: true}
		default:
			rooted[id][family] = true
		}
	}
	return func(threadID string) []Name {
		var near []Name
		for _, family := range slices.Sorted(maps.Keys(rooted[threadID])) {
			near = append(near, families[family]...)
		}
		for _, name := range named[threadID] {
			if !rooted[threadID][name.Family()] {
				near = append(near, x.beginning(name.chain())...)
			}
		}
		slices.SortFunc(near, func(a, b Name) int { return strings.Compare(a.File, b.File) })
		return slices.CompactFunc(near, func(a, b Name) bool { return a.File == b.File })
	}
}

// beginning are the names that begin with a text.
func (x index) beginning(prefix string) []Name {
	from := sort.Search(len(x.names), func(i int) bool { return x.names[i].File >= prefix })
	to := from
	for to < len(x.names) && strings.HasPrefix(x.names[to].File, prefix) {
		to++
	}
	return x.names[from:to]
}

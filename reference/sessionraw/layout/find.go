package layout

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Thread is the files of one thread.
type Thread struct {
	ID        string
	Roots     []Name // the oldest first
	Children  []*Child
	Findings  []Finding // what the thread lacks
	BytesRead int64
}

// Child is one run of a sub-agent: a chain of generations, and its own sub-agents.
type Child struct {
	Files    []Name   // the oldest generation first; never empty
	Identity Identity // of the first file
	Parent   string   // stem of the ancestor under which it hangs; "" if only its header names the thread
	Children []*Child

	later []Identity // of the other files
}

// Added is what the stem adds to that of the ancestor under which it hangs, with those between that are missing: no other
// sub-agent there has the same (SR-SUB-04).
func (c *Child) Added() string {
	if c.Parent == "" {
		return c.Files[0].Chain
	}
	return strings.TrimPrefix(c.Files[0].Chain, c.Parent+separator)
}

// Above is the store and the chain under which the sub-agent hangs; "" if it hangs under none.
func (c *Child) Above() string {
	if c.Parent == "" {
		return ""
	}
	chain, _ := cutGeneration(c.Parent)
	return c.Files[0].Store + chain
}

// From is the sub-agent without its first files.
func (c *Child) From(first int) *Child {
	rest := *c
	if rest.Files = c.Files[first:]; first > 0 {
		rest.Identity, rest.later = c.later[first-1], c.later[first:]
	}
	return &rest
}

// Hang gives the tree of some sub-agents of a thread, in any order, as if there were no other files but these and the roots.
func Hang(threadID string, roots []Name, children []*Child) []*Child {
	var files []string
	identities := map[string]Identity{}
	for _, child := range children {
		for i, name := range child.Files {
			files = append(files, name.File)
			if identities[name.File] = child.Identity; i > 0 {
				identities[name.File] = child.later[i-1]
			}
		}
	}
	x := newIndex(files)
	f := x.finder(x.names, func(file string) Identity { return identities[file] }, threadID)
	for _, root := range roots {
		f.chains.add(root, &Child{})
	}
	f.findChildren()
	return f.thread.Children
}

// Find looks for a thread among files, which maps names to texts. The id is trimmed; a blank one names no thread
// (SR-FILE-03).
func Find(files map[string]string, id string) Thread {
	return Search(slices.Collect(maps.Keys(files)), func(file string) Identity { return Identify(files[file]) }, id)
}

// Search is Find for files whose texts are elsewhere: names are the files, in any order, and identify, which may remember
// (SR-CACHE-01), is asked once at most for each that may matter.
func Search(names []string, identify func(file string) Identity, id string) Thread {
	index := newIndex(names)
	return index.search(index.names, identify, strings.TrimSpace(id))
}

// index is the names of the files of a store.
type index struct {
	names []Name // sorted by the bytes of the name
	there fileSet
}

// fileSet is the names of files, with their lengths: a stem that is as long as none costs nothing.
type fileSet struct {
	names   map[string]bool
	lengths map[int]bool
}

func (s fileSet) has(store, stem string) bool {
	const extension = ".jsonl"
	return s.lengths[len(store)+len(stem)+len(extension)] && s.names[store+stem+extension]
}

func newIndex(files []string) index {
	x := index{there: fileSet{map[string]bool{}, map[int]bool{}}}
	for _, file := range slices.Sorted(slices.Values(files)) {
		x.there.names[file], x.there.lengths[len(file)] = true, true
		if name, ok := ParseName(file); ok {
			x.names = append(x.names, name)
		}
	}
	return x
}

// search looks for a thread among some of the names, which are sorted.
func (x index) search(names []Name, identify func(file string) Identity, id string) Thread {
	f := x.finder(names, identify, id)
	if id != "" {
		f.findRoots()
		f.findChildren()
	}
	return f.thread
}

func (x index) finder(names []Name, identify func(file string) Identity, id string) *finder {
	return &finder{
		there: x.there, ask: identify, names: names, thread: Thread{ID: id},
		identities: map[string]Identity{}, chains: chains{map[string]*Child{}, map[int]bool{}}, found: map[string]bool{},
	}
}

// Files are the names of all files of the thread: the roots in order, then the sub-agents, each before its own.
func (t Thread) Files() []string {
	var files []string
	for _, root := range t.Roots {
		files = append(files, root.File)
	}
	return appendFiles(files, t.Children)
}

func appendFiles(files []string, children []*Child) []string {
	for _, child := range children {
		for _, name := range child.Files {
			files = append(files, name.File)
		}
		files = appendFiles(files, child.Children)
	}
	return files
}

type finder struct {
	there      fileSet
	ask        func(file string) Identity
	names      []Name // sorted by the bytes of the name
	thread     Thread
	identities map[string]Identity
	chains     chains
	found      map[string]bool // files of which a finding tells
}

// chains are those of the thread, by store and chain; a root has a child that is not shown itself.
type chains struct {
	children map[string]*Child
	lengths  map[int]bool // of the keys
}

func (c chains) add(name Name, child *Child) {
	key := name.chain()
	c.children[key], c.lengths[len(key)] = child, true
}

// of is the chain, or nil. One that is as long as none costs nothing.
func (c chains) of(store, chain string) *Child {
	if !c.lengths[len(store)+len(chain)] {
		return nil
	}
	return c.children[store+chain]
}

// maxMissing is how many ancestors that are not there are told of: a name can have thousands, each nearly as long as itself.
const maxMissing = 3

func (f *finder) identify(name Name) Identity {
	id, ok := f.identities[name.File]
	if !ok {
		id = f.ask(name.File)
		f.identities[name.File] = id
		f.thread.BytesRead += id.Read
	}
	return id
}

// findRoots takes all roots that name the thread, in the order of SR-FILE-04.
func (f *finder) findRoots() {
	var unreadable []Name
	for _, name := range f.names {
		if !name.IsRoot() {
			continue
		}
		switch id := f.identify(name); {
		case id.Unreadable:
			unreadable = append(unreadable, name)
		case id.ThreadID == f.thread.ID:
			f.thread.Roots = append(f.thread.Roots, name)
			f.chains.add(name, &Child{})
		}
	}
	for _, name := range unreadable {
		if len(f.thread.Roots) == 0 || f.chains.of(name.Store, name.Chain) != nil { // SR-FILE-06
			f.say(RootUnreadable, name.File)
		}
	}
	began := map[string]time.Time{} // of chains, by their first file that is there
	for _, name := range slices.SortedFunc(slices.Values(f.thread.Roots), byGeneration) {
		if _, ok := began[name.chain()]; !ok {
			began[name.chain()] = f.created(name)
		}
	}
	slices.SortFunc(f.thread.Roots, func(a, b Name) int {
		return cmp.Or(began[a.chain()].Compare(began[b.chain()]), cmp.Compare(a.chain(), b.chain()), byGeneration(a, b))
	})
}

func byGeneration(a, b Name) int {
	return cmp.Or(cmp.Compare(a.Generation, b.Generation), cmp.Compare(a.File, b.File))
}

// created is the time at which a root began: its header's, else the number in its name, else before all others.
func (f *finder) created(name Name) time.Time {
	if t, err := time.Parse(time.RFC3339, f.identify(name).Header.Created()); err == nil {
		return t
	}
	if seconds, ok := Seconds(name.Chain); ok {
		return time.Unix(seconds, 0)
	}
	return time.Time{}
}

// findChildren hangs each sub-agent under its nearest ancestor that is there (SR-FILE-05). Parents come before children,
// since the stem of a parent is shorter.
func (f *finder) findChildren() {
	var names []Name
	for _, name := range f.names {
		if !name.IsRoot() {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b Name) int {
		return cmp.Or(
			cmp.Compare(strings.Count(a.Chain, separator), strings.Count(b.Chain, separator)),
			cmp.Compare(a.Store+a.Chain, b.Store+b.Chain),
			cmp.Compare(a.Generation, b.Generation),
		)
	})
	for _, name := range names {
		f.place(name)
	}
}

// place adds one file to the tree, if it belongs to the thread.
func (f *finder) place(name Name) {
	parent, stem, absent := f.ancestor(name)
	id := f.identify(name)
	if parent == nil && id.ThreadID != f.thread.ID {
		return
	}
	if id.Unreadable {
		f.say(SubagentUnreadable, name.File)
		return
	}
	if !id.HasHeader {
		f.say(SubagentWithoutHeader, name.File)
		return
	}
	if chain := f.chains.of(name.Store, name.Chain); chain != nil {
		chain.Files, chain.later = append(chain.Files, name), append(chain.later, id)
		return
	}
	for _, stem := range absent {
		f.say(AncestorMissing, name.Store+stem+".jsonl")
	}
	child := &Child{Files: []Name{name}, Identity: id, Parent: stem}
	f.chains.add(name, child)
	if parent == nil || parent.Files == nil {
		f.thread.Children = append(f.thread.Children, child)
	} else {
		parent.Children = append(parent.Children, child)
	}
}

// ancestor is the nearest chain of the thread from which the name descends, with the stem that led to it, and the nearest stems
// between that have no file, one for each separator. A stem that is as long as none that is there costs nothing.
func (f *finder) ancestor(name Name) (parent *Child, stem string, absent []string) {
	for _, group := range name.ancestors() {
		there := false
		for _, stem := range group {
			if chain := f.chain(name.Store, stem); chain != nil {
				return chain, stem, absent
			}
			there = there || f.there.has(name.Store, stem)
		}
		if !there && len(absent) < maxMissing {
			absent = append(absent, group[0])
		}
	}
	return nil, "", absent
}

// chain is the chain of a stem, which may be that of a generation.
func (f *finder) chain(store, stem string) *Child {
	chain, _ := cutGeneration(stem)
	return f.chains.of(store, chain)
}

// say reports a file once.
func (f *finder) say(kind FindingKind, file string) {
	if !f.found[file] {
		f.found[file] = true
		f.thread.Findings = append(f.thread.Findings, Finding{kind, file})
	}
}

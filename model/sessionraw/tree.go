package sessionraw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tree is the files of a thread (SR-FILE-03 to SR-FILE-05).
type tree struct {
	roots    []*account // in order
	branches []*branch
	told     []told
	doubt    bool
}

// branch is a sub-agent: its files, and its own sub-agents.
type branch struct {
	stem     string // of the chain, with the store
	above    string // that under which it hangs, "" if it hangs under none
	files    []*account
	branches []*branch
}

func (in Input) tree() tree {
	var t tree
	var others []*account
	for _, f := range in.Files {
		if !f.Session || f.Stem == "" {
			continue
		}
		r := readAll(f)
		t.doubt = t.doubt || r.doubt && r.header.Get("thread_id").Text() == "" || f.chain() == "" || f.isChild() && strings.Contains(f.chain(), ".g")
		switch {
		case f.isChild():
			others = append(others, r)
		case r.threadID == in.ThreadID && in.ThreadID != "":
			t.roots = append(t.roots, r)
		}
	}
	t.order()
	if in.ThreadID != "" {
		t.hang(in, others)
	}
	return t
}

// order puts the roots in order, chain by chain (SR-FILE-04).
func (t *tree) order() {
	first := func(r *account) *account {
		for _, other := range t.roots {
			if other.Store+other.chain() == r.Store+r.chain() && other.generation() < r.generation() {
				r = other
			}
		}
		return r
	}
	slices.SortStableFunc(t.roots, func(a, b *account) int {
		return cmp.Or(
			first(a).began().Compare(first(b).began()), cmp.Compare(a.Store+a.chain(), b.Store+b.chain()), cmp.Compare(a.generation(), b.generation()),
		)
	})
}

// began is the time at which a root began (SR-FILE-04).
func (r *account) began() time.Time {
	if at, err := time.Parse(time.RFC3339, r.header.Get("created").Text()); err == nil {
		return at
	}
	if seconds, known := startOf(r.chain()); known {
		return time.Unix(seconds, 0)
	}
	return time.Time{}
}

// startOf is the number before the first underscore.
func startOf(stem string) (seconds int64, known bool) {
	digits, _, ok := strings.Cut(stem, "_")
	seconds, err := strconv.ParseInt(digits, 10, 64)
	return seconds, ok && err == nil
}

// generation is N of STEM.gN, else 0.
func (f File) generation() int {
	n, _ := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(f.Stem, f.chain()), ".g"))
	return n
}

// hang hangs the sub-agents of the thread under what started them; those above come first.
func (t *tree) hang(in Input, files []*account) {
	slices.SortStableFunc(files, func(a, b *account) int {
		return cmp.Or(cmp.Compare(strings.Count(a.chain(), "__"), strings.Count(b.chain(), "__")), cmp.Compare(a.Store+a.chain(), b.Store+b.chain()), cmp.Compare(a.generation(), b.generation()))
	})
	known := map[string]*branch{}
	for _, r := range t.roots {
		known[r.Store+r.chain()] = nil
	}
	for _, r := range files {
		stem := r.Store + r.chain()
		parent, above, missing := nearest(in, known, r.Store, stem)
		switch mine := known[stem]; {
		case above == "" && r.threadID != in.ThreadID:
		case !r.hasHeader:
			t.tell("missing_header", r.Name)
		case mine != nil:
			mine.files = append(mine.files, r)
		default:
			for _, name := range missing {
				t.tell("missing_sub_transcript", name)
			}
			mine = &branch{stem: stem, above: above, files: []*account{r}}
			known[stem] = mine
			if parent == nil {
				t.branches = append(t.branches, mine)
			} else {
				parent.branches = append(parent.branches, mine)
			}
		}
	}
}

// tell tells of a file, once.
func (t *tree) tell(code, file string) {
	if one := (told{code, file, 0, ""}); !slices.Contains(t.told, one) {
		t.told = append(t.told, one)
	}
}

// mostMissing is how many of the ancestors that are not there are told of.
const mostMissing = 3

// nearest is the nearest ancestor that is there, nil for a root, with its stem, and the names of those between that have no
// file, as far as they are told of.
func nearest(in Input, known map[string]*branch, store, stem string) (parent *branch, above string, missing []string) {
	is := func(stem string) bool {
		return slices.ContainsFunc(in.Files, func(f File) bool {
			return len(f.Name) == len(stem)+len(".jsonl") && strings.HasPrefix(f.Name, stem) && f.Session
		})
	}
	for {
		at := strings.LastIndex(stem, "__")
		if at <= len(store) {
			return nil, "", missing
		}
		lacks, absent := stem[:at], true
		for stem = stem[:at]; ; stem = stem[:len(stem)-1] { // of more underscores any two are a separator
			if parent, there := known[stem]; there {
				return parent, stem, missing
			}
			absent = absent && !is(stem)
			if len(stem) <= len(store)+1 || !strings.HasSuffix(stem, "_") {
				break
			}
		}
		if absent && len(missing) < mostMissing {
			missing = append(missing, lacks+".jsonl")
		}
	}
}

// own is the last part of the stem of a sub-agent, which tells when it was started (SR-FILE-01).
func (b *branch) own() string {
	return b.stem[strings.LastIndex(b.stem, "__")+len("__"):]
}

// added is what the stem adds to that of the ancestor (SR-SUB-04).
func (b *branch) added() string {
	if b.above == "" {
		return b.files[0].chain()
	}
	return strings.TrimPrefix(b.stem, b.above+"__")
}

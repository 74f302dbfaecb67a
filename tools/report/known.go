package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// KnownFailures is by which list of known failures a run was judged.
type KnownFailures struct {
	Subject string       `json:"subject"`          // of which the list is
	Strict  bool         `json:"strict,omitempty"` // the list itself has to be right too
	Entries []KnownEntry `json:"entries"`
}

// KnownEntry is what fails with a feature of the input, in a relation, or in a case.
type KnownEntry struct {
	Kind KnownKind `json:"kind"`
	Name string    `json:"name"` // of the feature or the relation, or the id of the case
	Link string    `json:"link,omitempty"`

	Outcome Outcome `json:"outcome,omitempty"` // of a case

	Patterns []KnownPattern `json:"patterns,omitempty"` // what it excuses, of a feature or a relation
}

// KnownPattern is a place of an answer at which a check is known to find something.
type KnownPattern struct {
	Check   string  `json:"check"`
	Outcome Outcome `json:"outcome"`
	Path    string  `json:"path"`
}

func (p KnownPattern) String() string {
	return fmt.Sprintf("%s of %s at %q", p.Outcome, p.Check, p.Path)
}

// KnownUse is what a case needs of an entry: the indexes of the entry in the header, and of its pattern.
type KnownUse struct {
	Entry   int `json:"entry"`
	Pattern int `json:"pattern"`
}

// Compare orders uses by entry, then by pattern.
func (u KnownUse) Compare(v KnownUse) int {
	return cmp.Or(cmp.Compare(u.Entry, v.Entry), cmp.Compare(u.Pattern, v.Pattern))
}

// KnownKind is what an entry is about.
type KnownKind string

// The kinds of entries.
const (
	KnownFeature  KnownKind = "feature"
	KnownRelation KnownKind = "relation"
	KnownCase     KnownKind = "case"
)

// Width says how far an entry reaches.
type Width struct {
	KnownEntry
	Cases int // that have the feature, at which the relation looked, or that are the case
	Known int // of which so many need the entry

	Unused []KnownPattern // that no case needs
}

// TooWide: of a fair number of cases, fewer than a fifth need the entry, so that the feature says little about the failure.
func (w Width) TooWide() bool { return w.Kind == KnownFeature && w.Cases >= 25 && 5*w.Known < w.Cases }

// Stale: it could have been needed, and was not. Whether a case hangs depends on the machine too.
func (w Width) Stale() bool { return w.Cases > 0 && w.Known == 0 && w.Outcome != Hang }

// Widths says of each entry of the known failures how far it reaches.
func (r Report) Widths() []Width {
	if r.Header.Known == nil {
		return nil
	}
	widths := make([]Width, len(r.Header.Known.Entries))
	used := map[KnownUse]bool{}
	for _, c := range r.Cases {
		for _, at := range c.Has {
			if at >= 0 && at < len(widths) {
				widths[at].Cases++
			}
		}
		for _, at := range entriesOf(c.Known) {
			if at >= 0 && at < len(widths) {
				widths[at].Known++
			}
		}
		for _, use := range c.Known {
			used[use] = used[use] || c.IsKnown() // else the case was not excused
		}
	}
	for i, entry := range r.Header.Known.Entries {
		widths[i].KnownEntry = entry
		for j, pattern := range entry.Patterns {
			if !used[KnownUse{i, j}] {
				widths[i].Unused = append(widths[i].Unused, pattern)
			}
		}
	}
	return widths
}

// entriesOf are the entries of uses, each once.
func entriesOf(uses []KnownUse) []int {
	var entries []int
	for _, use := range uses {
		if !slices.Contains(entries, use.Entry) {
			entries = append(entries, use.Entry)
		}
	}
	return entries
}

// KnownFaults says what is wrong with the known failures themselves; with KnownFailures.Strict that is a failure too.
func (r Report) KnownFaults() []string {
	if r.Header.Known == nil {
		return nil
	}
	var faults []string
	if fault := r.foreignList(); fault != "" {
		faults = append(faults, fault)
	}
	if free, generated := r.free(); 2*free < generated {
		faults = append(faults, fmt.Sprintf("only %d of %d generated cases have nothing that the list names", free, generated))
	}
	for _, w := range r.Widths() {
		name := string(w.Kind) + " " + w.Name
		switch {
		case w.Cases == 0:
			faults = append(faults, name+" is unmatched: the plan has nothing of the kind")
		case w.Stale():
			faults = append(faults, fmt.Sprintf("%s is stale: it is needed in none of %d cases", name, w.Cases))
		case w.TooWide():
			faults = append(faults, fmt.Sprintf("%s is too wide: it is needed in %d of %d cases only", name, w.Known, w.Cases))
		}
		for _, pattern := range w.Unused {
			if w.Known > 0 { // else all of it is stale
				faults = append(faults, fmt.Sprintf("%s is stale in part: no case needs %v", name, pattern))
			}
		}
		if w.Link == "" {
			faults = append(faults, name+" has no link")
		}
	}
	return faults
}

// foreignList says that the list is of another subject than the one that was judged; "" if it is not. Whoever renames an
// implementation may go on with its list, so that it is a fault of the list and not of the run, and stands beside the verdict.
func (r Report) foreignList() string {
	known := r.Header.Known
	if known == nil || known.Subject == "" || known.Subject == r.Header.Subject.Name {
		return ""
	}
	return fmt.Sprintf("the list is of %s, the subject is %s", known.Subject, cmp.Or(r.Header.Subject.Name, "nameless"))
}

// free is how many of the generated cases could not need any entry for a feature.
func (r Report) free() (free, generated int) {
	for _, c := range r.Cases {
		if c.Index < r.Header.Fixtures {
			continue
		}
		generated++
		ofFeature := func(at int) bool {
			return at >= 0 && at < len(r.Header.Known.Entries) && r.Header.Known.Entries[at].Kind == KnownFeature
		}
		if r.Header.Known != nil && !slices.ContainsFunc(c.Has, ofFeature) {
			free++
		}
	}
	return free, generated
}

// IsKnown reports whether known failures explain all that was found.
func (c Case) IsKnown() bool {
	missing := slices.Contains([]Outcome{Fail, Crash, Hang, ProtocolError}, c.Outcome)
	return missing && len(c.Known) > 0 && len(c.Findings) == 0
}

// CountKnown is how many cases fail as they are known to.
func (r Report) CountKnown() int {
	n := 0
	for _, c := range r.Cases {
		if c.IsKnown() {
			n++
		}
	}
	return n
}

// countKept is how many cases keep features that they should have lost.
func (r Report) countKept() int {
	n := 0
	for _, c := range r.Cases {
		if c.Kept {
			n++
		}
	}
	return n
}

// knownNames are the entries that a case needs, for people.
func (r Report) knownNames(c Case) string {
	var names []string
	for _, at := range entriesOf(c.Known) {
		if r.Header.Known != nil && at >= 0 && at < len(r.Header.Known.Entries) {
			entry := r.Header.Known.Entries[at]
			names = append(names, strings.TrimSpace(string(entry.Kind)+" "+entry.Name+" "+entry.Link))
		}
	}
	return strings.Join(names, ", ")
}

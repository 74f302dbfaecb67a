// Package layout finds the files of a thread among the files of a store: its roots in order, and its sub-agents as a tree.
//
// It promises: the answer depends on names and texts only, not on the order of the files. Start at Find.
package layout

import (
	"path"
	"strconv"
	"strings"
)

// separator stands between the stem of a parent and what its child adds (SR-FILE-01).
const separator = "__"

// Name is the name of a session file, taken apart.
type Name struct {
	File       string // as it was given
	Store      string // the directory
	Stem       string // the base name without .jsonl
	Chain      string // the stem without its generation
	Generation int    // of STEM.gN; 0 for the first file of a chain (SR-FILE-02)
}

// ParseName takes a name apart; ok is false if it does not end in .jsonl or has no stem (SR-FILE-01).
func ParseName(file string) (name Name, ok bool) {
	store, base := path.Split(file)
	stem, ok := strings.CutSuffix(base, ".jsonl")
	if !ok || stem == "" {
		return Name{}, false
	}
	name = Name{File: file, Store: store, Stem: stem}
	name.Chain, name.Generation = cutGeneration(stem)
	return name, true
}

// cutGeneration takes CHAIN.gN apart; generation is 0 if the stem is no such one. It looks at nothing but the end of the stem,
// since a name can have thousands of stems in it.
func cutGeneration(stem string) (chain string, generation int) {
	rest := strings.TrimRight(stem, "0123456789")
	chain, ok := strings.CutSuffix(rest, ".g")
	digits := stem[len(rest):]
	generation, err := strconv.Atoi(digits)
	if !ok || chain == "" || err != nil || generation < 1 || strings.HasPrefix(digits, "0") {
		return stem, 0
	}
	return chain, generation
}

// IsRoot reports whether the file is a root: its stem has no separator.
func (n Name) IsRoot() bool { return !strings.Contains(n.Stem, separator) }

// SameChain reports whether both are generations of one chain.
func (n Name) SameChain(other Name) bool { return n.chain() == other.chain() }

func (n Name) chain() string { return n.Store + n.Chain }

// Family is the store and the chain of the root from which the file descends, if there is one. Files of two families have
// no part in each other's place in a thread.
func (n Name) Family() string {
	first, _, _ := strings.Cut(n.Stem, separator)
	first, _ = cutGeneration(first)
	return n.Store + strings.TrimRight(first, "_") // the root may end in underscores (SR-FILE-05)
}

// ancestors are the stems of which this one may be a descendant, the nearest first. Of more than two underscores any two
// that stand together may be the separator; the stems that come of these are a group.
func (n Name) ancestors() [][]string {
	var groups [][]string
	end := -1
	for at := len(n.Chain) - len(separator); at > 0; at-- {
		if !strings.HasPrefix(n.Chain[at:], separator) {
			continue
		}
		if at+1 != end {
			groups = append(groups, nil)
		}
		end = at
		groups[len(groups)-1] = append(groups[len(groups)-1], n.Chain[:at])
	}
	return groups
}

// Suffix is the last part of the stem of a sub-agent: {seconds}_{agent} (SR-FILE-01).
func (n Name) Suffix() string {
	if at := strings.LastIndex(n.Chain, separator); at >= 0 {
		return n.Chain[at+len(separator):]
	}
	return n.Chain
}

// Seconds is the number before the first underscore of {seconds}_{agent}.
func Seconds(suffix string) (int64, bool) {
	digits, _, ok := strings.Cut(suffix, "_")
	if !ok {
		return 0, false
	}
	seconds, err := strconv.ParseInt(digits, 10, 64)
	return seconds, err == nil
}

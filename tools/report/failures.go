package report

import (
	"cmp"
	"slices"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
)

// found are the failures that the findings of cases make, without those that are there already.
func found(cases []Case, there []Failure) []Failure {
	at := map[string]int{}
	for _, f := range there {
		at[f.Finding.Key()] = -1
	}
	var failures []Failure
	for _, c := range cases {
		counted := map[string]bool{}
		for _, finding := range c.Findings {
			key := finding.Key()
			if _, known := at[key]; !known {
				at[key] = len(failures)
				f := Failure{Finding: finding, First: c.ID}
				if finding.Outcome != capsule.Fail {
					f.Replay = c.Replay
				}
				failures = append(failures, f)
			}
			if i := at[key]; i >= 0 && !counted[key] {
				counted[key] = true
				failures[i].Cases++
			}
		}
	}
	inOrder(failures, cases)
	return failures
}

// joined are the failures of several reports, one of each key.
func joined(lists [][]Failure, cases []Case) []Failure {
	places := placesOf(cases)
	at := map[string]int{}
	var failures []Failure
	for _, list := range lists {
		for _, f := range list {
			key := f.Finding.Key()
			i, known := at[key]
			if !known {
				at[key] = len(failures)
				failures = append(failures, f)
				continue
			}
			first, other := failures[i], f
			if places.of(other).before(places.of(first)) {
				first, other = other, first
			}
			first.Cases += other.Cases
			if first.CapsuleText == "" {
				first.Capsule, first.CapsuleText, first.Repro = other.Capsule, other.CapsuleText, other.Repro
				first.Expected, first.Got, first.Note = other.Expected, other.Got, cmp.Or(first.Note, other.Note)
			}
			failures[i] = first
		}
	}
	inOrder(failures, cases)
	return failures
}

// inOrder puts the gravest outcome first, then what most cases show, then what was found first.
func inOrder(failures []Failure, cases []Case) {
	places := placesOf(cases)
	slices.SortStableFunc(failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(gravity(a), gravity(b)), cmp.Compare(b.Cases, a.Cases), places.of(a).compare(places.of(b)))
	})
}

func gravity(f Failure) int {
	return slices.Index([]capsule.Outcome{capsule.Crash, capsule.Hang, capsule.ProtocolError, capsule.Fail}, f.Finding.Outcome)
}

// place is where a failure was found first: the index of the case, and of the finding in it.
type place struct{ index, finding int }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.index, q.index), cmp.Compare(p.finding, q.finding))
}

func (p place) before(q place) bool { return p.compare(q) < 0 }

// places are the cases by id.
type places map[string]Case

func placesOf(cases []Case) places {
	byID := places{}
	for _, c := range cases {
		byID[c.ID] = c
	}
	return byID
}

// of a failure of no case is before all others.
func (p places) of(f Failure) place {
	c, ok := p[f.First]
	if !ok {
		return place{-1, 0}
	}
	key := f.Finding.Key()
	return place{c.Index, slices.IndexFunc(c.Findings, func(g Finding) bool { return g.Key() == key })}
}

package crosscheck

import (
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// Severity says what a deviation costs the user of the other implementation.
type Severity string

// The severities, the worst first.
const (
	Crash            Severity = "crash"             // no projection at all
	SilentLoss       Severity = "silent loss"       // something is not shown, and nothing says so
	WrongCorrelation Severity = "wrong correlation" // something stands in the wrong place, or is called broken though it is not
	Leak             Severity = "leak"              // a secret is shown
	NotDeterministic Severity = "not deterministic" // the answer depends on the host
	Cosmetic         Severity = "cosmetic"          // a detail of a preview, a path or a flag
)

// Excuse is a decision of this project by which the two sides differ, as data.
//
// A difference is excused if all records it comes from are among those that the predicate finds in the input, and its path
// is one of the patterns. A block of a tool comes from its call and its results: there it is enough that one of the records
// was found, as long as the others start or answer the same call. Everything else about the same projection is still
// compared.
type Excuse struct {
	Name     string // unique; kebab case
	Decision string // C1 ... of SPEC.md: its rule is CR-DEC-01 ..., or CR-JS-06
	Severity Severity
	Feature  string // what the input has
	Ours     string // what the document, or the decision, says
	Theirs   string // what the SDK does

	// Find is the predicate on the input: the records where the feature is, "" among them if differences without a record
	// are excused too. None: the excuse does not apply.
	Find func(*View) Sites
	// Paths are the patterns of compare.Match.
	Paths []string
	// Due: at each site there has to be a difference, or we lose in silence what the other side loses in silence.
	Due bool
	// Without takes the feature away, where it costs the other side the whole projection: what is left is compared in full.
	Without func(record jsvalue.Value) jsvalue.Value
	// Accept narrows the excuse further, by the values; nil accepts all.
	Accept func(*View, compare.Difference) bool

	Lines   []string // the smallest input that shows it
	Options string   // its options, as JSON; "" for none
	With    []string // other excuses that it cannot do without
}

// Verdict is what was found about one case.
type Verdict struct {
	Case        Case
	Differences []compare.Difference
	Faults      []compare.Difference // those that nothing excuses
	Matched     []string             // excuses whose predicate holds
	Used        map[string][]string  // excuse -> the patterns that were needed
}

// join adds what was found about the same case without its limit, or without what made the other side fail.
func (v *Verdict) join(other Verdict) {
	v.Differences = append(v.Differences, other.Differences...)
	v.Faults = append(v.Faults, other.Faults...)
	for name, patterns := range other.Used {
		for _, pattern := range patterns {
			v.use(name, pattern)
		}
	}
	for _, name := range other.Matched {
		if !slices.Contains(v.Matched, name) {
			v.Matched = append(v.Matched, name)
		}
	}
}

// fail adds differences that nothing can excuse.
func (v *Verdict) fail(differences []compare.Difference) {
	v.Differences = append(v.Differences, differences...)
	v.Faults = append(v.Faults, differences...)
}

func (v *Verdict) use(name, pattern string) {
	if !slices.Contains(v.Used[name], pattern) {
		v.Used[name] = append(v.Used[name], pattern)
	}
}

// Judge compares two answers to a case under the excuses.
func Judge(c Case, view *View, differences []compare.Difference, excuses []Excuse) Verdict {
	verdict := Verdict{Case: c, Differences: differences, Used: map[string][]string{}}
	sites := make([]Sites, len(excuses))
	for i, excuse := range excuses {
		if sites[i] = excuse.Find(view); len(sites[i]) > 0 {
			verdict.Matched = append(verdict.Matched, excuse.Name)
		}
	}
	for _, d := range differences {
		excused := false
		for i, excuse := range excuses {
			if pattern := excuse.covers(view, sites[i], d); pattern != "" {
				excused = true
				verdict.use(excuse.Name, pattern)
				break
			}
		}
		if !excused {
			verdict.Faults = append(verdict.Faults, d)
		}
	}
	return verdict
}

// dueDifferences are the sites of excuses at which nothing differs although something has to.
func dueDifferences(view *View, differences []compare.Difference, excuses []Excuse) []compare.Difference {
	var missing []compare.Difference
	for _, excuse := range excuses {
		if !excuse.Due {
			continue
		}
		sites := excuse.Find(view)
		for _, uuid := range slices.Sorted(maps.Keys(sites)) {
			here := func(d compare.Difference) bool {
				return slices.Contains(d.Records, uuid) && excuse.covers(view, sites, d) != ""
			}
			if !slices.ContainsFunc(differences, here) {
				missing = append(missing, compare.Difference{Path: "no difference for " + excuse.Name, Records: []string{uuid}})
			}
		}
	}
	return missing
}

// covers returns the pattern by which the excuse covers a difference, or "".
func (e Excuse) covers(view *View, sites Sites, d compare.Difference) string {
	if len(sites) == 0 {
		return ""
	}
	if here := len(d.Records) == 0 && sites[""] || len(d.Records) > 0 && view.allAt(sites, d.Records); !here {
		return ""
	}
	for _, pattern := range e.Paths {
		if compare.Match(pattern, d.Path) && (e.Accept == nil || e.Accept(view, d)) {
			return pattern
		}
	}
	return ""
}

// Smallest is the smallest input that shows the deviation.
func (e Excuse) Smallest() Case {
	c := Case{Name: e.Name, Lines: e.Lines}
	if e.Options != "" {
		c.Options, _ = jsvalue.Decode(e.Options) // a test decodes them all
	}
	return c
}

package report

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// Merge is the report of a plan of which the reports of shards are given, in any order. A shard that is missing makes its
// cases not-run; it and the faults of the shards are faults of the whole. The error is an *Error: of code
// mixed_reports if they are not of one plan, subject, profile, dialect and version, shard_twice if one shard is there
// twice, and no_reports.
func Merge(shards ...Report) (Report, error) {
	if len(shards) == 0 {
		return Report{}, refuse("no_reports", "there is nothing to merge")
	}
	shards = slices.Clone(shards)
	slices.SortStableFunc(shards, func(a, b Report) int {
		return cmp.Compare(a.Header.Shard.Index, b.Header.Shard.Index)
	})
	for i, r := range shards[1:] {
		if what := differs(shards[0].Header, r.Header); what != "" {
			return Report{}, refuse("mixed_reports", "%s and %s are not of one run: they differ in %s", nameOf(shards[0]), nameOf(r), what)
		}
		if shards[i].Header.Shard == r.Header.Shard {
			return Report{}, refuse("shard_twice", "%s is there twice", nameOf(r))
		}
	}
	whole := Report{Header: shards[0].Header}
	whole.Header.Shard = Shard{}
	var failures [][]Failure
	for _, r := range shards {
		for _, promise := range r.Header.Unenforced {
			if !slices.Contains(whole.Header.Unenforced, promise) {
				whole.Header.Unenforced = append(slices.Clone(whole.Header.Unenforced), promise)
			}
		}
		whole.Cases = append(whole.Cases, r.Cases...)
		whole.End = cmp.Or(whole.End, r.End)
		failures = append(failures, r.Failures)
		for _, fault := range r.Faults {
			whole.Faults = append(whole.Faults, nameOf(r)+": "+fault)
		}
	}
	whole.addMissing(shards)
	whole.Failures = joined(failures, whole.Cases)
	return whole, nil
}

// addMissing puts in the cases of the shards that are not there.
func (r *Report) addMissing(shards []Report) {
	count := shards[0].Header.Shard.Count
	for i := range count {
		missing := Shard{i + 1, count}
		if slices.ContainsFunc(shards, func(s Report) bool { return s.Header.Shard == missing }) {
			continue
		}
		r.Faults = append(r.Faults, fmt.Sprintf("there is no report of shard %v", missing))
		for k, id := range r.Header.Cases {
			if missing.Has(k) {
				r.Cases = append(r.Cases, Case{Index: k, ID: id, Outcome: NotRun, Why: fmt.Sprintf("there is no report of shard %v", missing)})
			}
		}
	}
	slices.SortFunc(r.Cases, func(a, b Case) int { return a.Index - b.Index })
}

func nameOf(r Report) string {
	if r.Header.Shard.IsWhole() {
		return "the report of the whole plan"
	}
	return "shard " + r.Header.Shard.String()
}

// differs names what keeps two reports from being of one run; "" is nothing.
func differs(a, b Header) string {
	for _, part := range []struct {
		name string
		a, b any
	}{
		{"the specification", a.Spec, b.Spec},
		{"the subject", a.Subject, b.Subject},
		{"the dialect", a.Dialect, b.Dialect},
		{"the profile", a.Profile, b.Profile},
		{"the seed", a.Seed, b.Seed},
		{"the known failures", a.Known, b.Known},
		{"the plan", []any{a.Plan, a.Cases, a.All, a.Later, a.Missing, a.Fixtures}, []any{b.Plan, b.Cases, b.All, b.Later, b.Missing, b.Fixtures}},
		{"the checks", a.Checks, b.Checks},
		{"the number of shards", a.Shard.Count, b.Shard.Count},
	} {
		if !reflect.DeepEqual(part.a, part.b) {
			return part.name
		}
	}
	return ""
}

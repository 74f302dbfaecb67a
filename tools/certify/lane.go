package certify

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// Known failures take from a case what it can show. So of eight generated cases four lose every feature that the list
// names, and have to be right altogether; three keep one of them, so that its entry is held against it alone; one stays as
// it is.
const (
	lanes       = 8
	lanesOfNone = 4
	lanesOfOne  = 3
)

// inLane is the n-th generated case without the features that its lane does not have. Where they cannot be taken away, the
// case stays as it is, and kept says so.
func inLane(d dialect.Dialect, c testcase.Case, n int, known []string) (in testcase.Case, kept bool) {
	var has []string
	for _, name := range known {
		if slices.Contains(c.Features, name) {
			has = append(has, name)
		}
	}
	lane := n % lanes
	if len(has) == 0 || lane >= lanesOfNone+lanesOfOne {
		return c, false
	}
	dropped := slices.Clone(known)
	if lane >= lanesOfNone {
		kept := has[n/lanes%len(has)]
		dropped = slices.DeleteFunc(dropped, func(name string) bool { return name == kept })
	}
	rest, ok := without(d, c, dropped)
	if !ok {
		return c, true
	}
	rest.Features = d.FeaturesOf(rest)
	return rest, false
}

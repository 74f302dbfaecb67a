package model

import "github.com/transcriptspec/transcriptspec/spec/testcase"

// Feature is something that an input can have: a fragment, a call without a result, half a character. Features label what
// generators cover, define profiles, and say what an implementation does not support. Their predicates belong to the
// model, so that a fault of the kernel cannot move them.
type Feature struct {
	Name  string   // unique in its dialect; kebab case
	Rules []string // the ids of SPEC.md that an input with it puts to the test
	Later bool     // it came after the document, so that profile "document" leaves it out
	Rare  bool     // generated cases need not show it often
	Says  string   // what the input has

	// Has reports whether the case has the feature.
	Has func(c testcase.Case) bool
	// Without removes the feature by a small edit, and nothing else that need not go with it. It reports false if it could
	// not; a case that does not have the feature comes back as it is.
	Without func(c testcase.Case) (testcase.Case, bool)
}

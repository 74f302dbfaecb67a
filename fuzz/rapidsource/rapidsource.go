// Package rapidsource lets rapid make the choices of the generators, so that a property test draws whole sessions and rapid
// shrinks them by its own means. It stands apart from package generate because programs that are shipped use that one,
// and rapid registers flags.
package rapidsource

import (
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
)

// New is a source whose choices are drawn from t. Smaller numbers are plainer choices, and rapid shrinks towards them.
func New(t *rapid.T) generate.Source { return source{t} }

type source struct{ t *rapid.T }

func (s source) Below(n int) int { return rapid.IntRange(0, n-1).Draw(s.t, "choice") }

package generate

import (
	"math/bits"
	"math/rand/v2"
)

// Source makes the choices of a generator.
type Source interface {
	// Below returns a number from 0 to n-1; n is positive. 0 is always the plainest choice, so a source that has run dry
	// may give zeros for ever.
	Below(n int) int
}

// NewPCG is a source that gives the same choices for the same seed, in every version of Go.
func NewPCG(seed uint64) Source { return pcg{rand.NewPCG(seed, 0x9E3779B97F4A7C15)} }

type pcg struct{ numbers *rand.PCG }

func (p pcg) Below(n int) int {
	high, _ := bits.Mul64(p.numbers.Uint64(), uint64(n))
	return int(high)
}

// oneIn is true once in n times, and never for a source of zeros.
func oneIn(s Source, n int) bool { return s.Below(n) == n-1 }

func pick[T any](s Source, list []T) T { return list[s.Below(len(list))] }

// size is around the typical one, with the long tail that texts of sessions have; its mean is one and a half times as much.
func size(s Source, typical int) int {
	switch chance := s.Below(100); {
	case chance < 60:
		return typical/4 + s.Below(typical)
	case chance < 95:
		return typical + s.Below(2*typical)
	}
	return 4*typical + s.Below(8*typical)
}

// Version is that of the generators: it changes whenever the same choices give other cases.
const Version = 10

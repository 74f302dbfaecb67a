package certify

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// hostileShare is for how many generated sessions there is a damaged file and a mutant of a fixture.
const hostileShare = 10

// plannedCases are the generated cases: as many sessions as the configuration says, then damaged files and mutants, then the
// further sessions of a subject that has not all operations, of which missing could not be found. They are made side by side,
// since to make one can take longer than to judge it.
func plannedCases(d dialect.Dialect, config Config) (cases []Planned, missing int, err error) {
	sessions := max(config.Cases, 0)
	hostile := sessions / hostileShare
	if d.Damaged == nil || d.Mutant == nil {
		hostile = 0
	}
	var parents []fixtures.Fixture
	if hostile > 0 {
		fixed, err := fixturesOf(d)
		if err != nil {
			return nil, 0, err
		}
		parents = fixed.mutable
	}
	known := config.Known.Names()
	cases = sideBySide(sessions+2*hostile, func(n int) Planned {
		var c testcase.Case
		switch i := n - sessions; {
		case i < 0:
			c = d.Case(config.Seed, n)
		case i < hostile:
			c = d.DamagedCase(config.Seed, i)
		default:
			i -= hostile
			parent := parents[(i+int(config.Seed%uint64(len(parents))))%len(parents)]
			c = d.MutantCase(config.Seed, i, parent.Records, parent.File)
		}
		// A damaged file without a feature would be written anew, without its damage.
		return config.planned(d, c, n, !config.WithoutLanes && (n < sessions || n >= sessions+hostile), known)
	})
	numbers, missing := config.further(d, cases[:sessions])
	further := sideBySide(len(numbers), func(i int) Planned {
		return config.planned(d, d.Case(config.Seed, numbers[i]), numbers[i], !config.WithoutLanes, known)
	})
	return append(cases, further...), missing, nil
}

// planned is the n-th generated case, in its lane if there are lanes for it.
func (c Config) planned(d dialect.Dialect, made testcase.Case, n int, lanes bool, known []string) Planned {
	p := Planned{Case: made, Source: made.Name}
	if lanes {
		p.Case, p.Kept = inLane(d, made, n, known)
	}
	p.digest = p.Case.Digest()
	return p
}

// The most numbers that are looked at for one case that is wanted, and for all of them: of each operation that is asked there is one
// case among far fewer.
const (
	triesEach = 40
	triesMore = 1_000
)

// further are the numbers of the sessions that follow the first ones of a seed and ask what the subject has, so that these and the
// first ones are as many as the configuration says; missing is by how many they are fewer.
func (c Config) further(d dialect.Dialect, first []Planned) (numbers []int, missing int) {
	has := func(op string) bool { return c.operations == nil || slices.Contains(c.operations, op) }
	if !slices.ContainsFunc(d.Asked, has) {
		return nil, 0
	}
	for _, p := range first {
		if !has(p.Case.Op) {
			missing++
		}
	}
	for n := len(first); missing > 0 && n < triesEach*len(first)+triesMore; n++ {
		if has(d.OpOf(c.Seed, n)) {
			numbers, missing = append(numbers, n), missing-1
		}
	}
	return numbers, missing
}

// The most records of a fixture that is mutated, and the most bytes of their JSON: a mutant of a larger one takes long and
// shows no more.
const (
	mostMutableRecords = 200
	mostMutableBytes   = 16 << 10
)

// isMutable reports whether mutants are made of a fixture.
func isMutable(f fixtures.Fixture) bool {
	return len(f.Records) > 0 && len(f.Records) <= mostMutableRecords && len(textOf(f.Records)) <= mostMutableBytes
}

// sideBySide makes all of a list, on all cores.
func sideBySide(count int, one func(n int) Planned) []Planned {
	all := make([]Planned, count)
	var next atomic.Int64
	var makers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		makers.Go(func() {
			for n := int(next.Add(1)) - 1; n < count; n = int(next.Add(1)) - 1 {
				all[n] = one(n)
			}
		})
	}
	makers.Wait()
	return all
}

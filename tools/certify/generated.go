package certify

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// hostileShare is for how many generated sessions there is a damaged file and a mutant of a fixture.
const hostileShare = 10

// plannedCases are the generated cases: as many sessions as the configuration says, then damaged files and mutants. They are
// made side by side, since to make one can take longer than to judge it.
func plannedCases(d dialect.Dialect, config Config) ([]Planned, error) {
	sessions := max(config.Cases, 0)
	hostile := sessions / hostileShare
	if d.Damaged == nil || d.Mutant == nil {
		hostile = 0
	}
	var parents []fixtures.Fixture
	if hostile > 0 {
		fixed, err := fixturesOf(d)
		if err != nil {
			return nil, err
		}
		parents = fixed.mutable
	}
	known := config.Known.Names()
	return sideBySide(sessions+2*hostile, func(n int) Planned {
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
		p := Planned{Case: c, Source: c.Name}
		if !config.WithoutLanes && (n < sessions || n >= sessions+hostile) { // a file without a feature would be written anew, without its damage
			p.Case, p.Kept = inLane(d, c, n, known)
		}
		p.digest = p.Case.Digest()
		return p
	}), nil
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

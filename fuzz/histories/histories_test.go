package histories_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/fuzz/histories"
	"github.com/transcriptspec/transcriptspec/fuzz/rapidsource"
)

// TestHistories: random histories of a client and a server end, lose nothing and show nothing too often (ES-FOLLOW-01 to
// ES-FOLLOW-07). The program tools/histories runs as many as one likes.
func TestHistories(t *testing.T) {
	count := 20_000
	if testing.Short() {
		count = 3_000
	}
	for n := range count {
		if err := histories.Check(generate.NewPCG(uint64(n))); err != nil {
			t.Fatalf("seed %d: %v", n, err)
		}
	}
}

// TestHistoriesOfRapid lets rapid make the choices, and make them small.
func TestHistoriesOfRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := histories.Check(rapidsource.New(t)); err != nil {
			t.Fatal(err)
		}
	})
}

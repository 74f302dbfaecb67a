// Command histories runs random histories of a client and a server of one chat, and stops at the first in which the client does
// not end, loses an event, or shows one too often (package fuzz/histories). It says in how many the file was cut while the stream went
// on: there an event can be shown once more than it was there (ES-FOLLOW-07).
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/fuzz/histories"
)

func main() {
	seed := flag.Uint64("seed", 1, "the seed of the first history; each has the next one")
	count := flag.Uint64("count", 1_000_000, "how many histories")
	flag.Parse()
	cuts, more := 0, 0
	for n := range *count {
		outcome, err := histories.Check(generate.NewPCG(*seed + n))
		if err != nil {
			fmt.Fprintf(os.Stderr, "\nseed %d: %v\nagain: go run ./tools/histories -seed %d -count 1\n", *seed+n, err, *seed+n)
			os.Exit(1)
		}
		if outcome.Cut {
			cuts++
		}
		if outcome.More {
			more++
		}
		if (n+1)%10_000 == 0 {
			fmt.Fprintf(os.Stderr, "\r%d of %d histories", n+1, *count)
		}
	}
	fmt.Printf("\n%d histories from seed %d: each ended, lost nothing and showed nothing too often; in %d of them the file was cut while the "+
		"stream went on, and in %d an event was shown once more (ES-FOLLOW-07)\n", *count, *seed, cuts, more)
}

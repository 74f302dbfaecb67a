// Command histories runs random histories of a client and a server of one chat, and stops at the first in which the client does
// not end, loses an event, or shows one too often (package fuzz/histories).
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
	for n := range *count {
		if err := histories.Check(generate.NewPCG(*seed + n)); err != nil {
			fmt.Fprintf(os.Stderr, "\nseed %d: %v\nagain: go run ./tools/histories -seed %d -count 1\n", *seed+n, err, *seed+n)
			os.Exit(1)
		}
		if (n+1)%10_000 == 0 {
			fmt.Fprintf(os.Stderr, "\r%d of %d histories", n+1, *count)
		}
	}
	fmt.Printf("\n%d histories from seed %d: each ended, lost nothing and showed nothing too often (ES-FOLLOW-07)\n", *count, *seed)
}

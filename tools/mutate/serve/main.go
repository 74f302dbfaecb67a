// Command serve is the reference behind a pipe and nothing else: what tools/mutate builds anew for every mutant.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func main() {
	if err := protocol.Serve(context.Background(), subject.New("mutant"), os.Stdin, os.Stdout, protocol.ServeOptions{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

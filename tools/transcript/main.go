// Command transcript shows what the files of AI agent sessions hold. See tools/command.
package main

import (
	"os"

	"github.com/transcriptspec/transcriptspec/tools/command"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

func main() {
	process.Alone() // it starts nothing but the targets of certify and repro
	os.Exit(command.Main(os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}))
}

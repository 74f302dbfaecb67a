//go:build race

package main

// underRace: the race detector makes everything about ten times as slow; make test runs this package without it too.
const underRace = true

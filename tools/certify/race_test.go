//go:build race

package certify_test

// underRace: the race detector makes everything about ten times as slow; make test runs this package without it too.
const underRace = true

//go:build race

package crosscheck_test

// underRace: the race detector makes everything about ten times as slow.
const underRace = true

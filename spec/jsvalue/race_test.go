//go:build race

package jsvalue_test

// underRace: the race detector makes everything about ten times as slow.
const underRace = true

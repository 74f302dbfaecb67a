//go:build !race

package crosscheck_test

const underRace = false

//go:build !race

package jsvalue_test

const underRace = false

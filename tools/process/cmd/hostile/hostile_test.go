package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/transcriptspec/transcriptspec/tools/process"
)

// TestMain plays the implementations of the tests below.
func TestMain(m *testing.M) {
	if code, played := play(os.Args[1:]); played {
		os.Exit(code)
	}
	if underRace {
		fmt.Println("these tests run without the race detector: with it they take minutes")
		os.Exit(0)
	}
	process.Alone()
	os.Exit(m.Run())
}

// TestTable is make hostile with fewer cases.
func TestTable(t *testing.T) {
	for _, b := range behaviours {
		t.Run(b.name, func(t *testing.T) {
			m, err := b.measure([]string{"--cases", "20", "--feature", "fragments", "--feature", "lone-surrogate"})
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range b.faults(m) {
				t.Errorf("%s\n%s", fault, m.row())
			}
		})
	}
}

package main

import (
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
)

func TestFigures(t *testing.T) {
	f := read("fuzz: elapsed: 0s, gathering baseline coverage: 0/332 completed\n"+
		"fuzz: elapsed: 3s, execs: 13432 (4383/sec), new interesting: 1 (total: 333)\n"+
		"fuzz: elapsed: 10s, execs: 30950 (0/sec), new interesting: 5 (total: 337)\nPASS\n", 10*time.Second)
	if f.executions != 30950 || f.perSecond != 3095 || f.newInputs != 5 || f.inputs != 337 {
		t.Errorf("%+v", f)
	}
}

func TestChoose(t *testing.T) {
	if all, err := choose(""); err != nil || len(all) != len(targets.List()) {
		t.Errorf("%d, %v", len(all), err)
	}
	if some, err := choose("FuzzState,FuzzProject"); err != nil || len(some) != 2 || some[0].Name != "FuzzState" {
		t.Errorf("%v, %v", some, err)
	}
	if _, err := choose("FuzzNothing"); err == nil {
		t.Error("a target that is not there was chosen")
	}
}

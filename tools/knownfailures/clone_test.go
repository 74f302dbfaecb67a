package knownfailures_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// TestClone: what is added to a clone is not in the list that it is of.
func TestClone(t *testing.T) {
	read := func() knownfailures.File {
		file, err := knownfailures.Parse([]byte(list))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	file := read()
	for _, clone := range []knownfailures.File{file.Clone(), file.Sorted()} {
		if diff := cmp.Diff(file, clone); diff != "" {
			t.Errorf("a clone differs:\n%s", diff)
		}
		clone.Add("cycle", judge.Finding{Outcome: capsule.Fail, Check: "same-as-reference", Path: "complete"})
		clone.Add("", judge.Finding{Outcome: capsule.Fail, Check: "member-order", Path: "complete"})
		clone.AddCase(testcase.Case{Name: "x"}, judge.Finding{Outcome: capsule.Fail, Check: "schema"})
		clone.Features[0].Failures[0].Paths[0], clone.Relations[0].Paths[0] = "changed", "changed"
		if diff := cmp.Diff(read(), file); diff != "" {
			t.Errorf("the list changed with its clone:\n%s", diff)
		}
	}
}

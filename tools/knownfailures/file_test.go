package knownfailures_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

const list = `subject: toy
version: 1.2.0
dialect: chatrecord
features:
  - feature: cycle
    link: 'https://example.org/1'
    note: 'two words: "and" #more'
    failures:
      - check: same-as-reference
        paths:
          - blocks(tool).status
          - 'missing diagnostics(parent_cycle)(parentUuid)'
      - check: text-or-value
        outcome: crash
        paths:
          - ''
relations:
  - check: member-order
    paths:
      - blocks[]**
    link: here
cases:
  - case: probes-1-0123456789ab
    check: answers
    outcome: hang
    failure: '0011'
`

func TestRoundTrip(t *testing.T) {
	file, err := knownfailures.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	text, err := file.Format()
	if err != nil {
		t.Fatal(err)
	}
	again, err := knownfailures.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(file, again); diff != "" {
		t.Errorf("Format and Parse (-was +is):\n%s", diff)
	}
}

// TestRefused: what a list gets wrong is said, with the place in the file where YAML knows it.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ old, new, says string }{
		"unknown member":      {"    link: here", "    lnik: here", `unknown field "lnik"`},
		"no dialect":          {"dialect: chatrecord\n", "", "names no dialect"},
		"twice":               {"features:\n", "features:\n  - feature: cycle\n    failures: [{check: a, paths: [b]}]\n", "stands there twice"},
		"no failures":         {"features:\n", "features:\n  - feature: gap\n    failures: []\n", "no failures"},
		"no check":            {"      - check: same-as-reference\n        paths", "      - paths", "names no check"},
		"no paths":            {"        paths:\n          - ''\n", "        paths: []\n", "no paths"},
		"hang of a feature":   {"outcome: crash", "outcome: hang", "single cases only"},
		"case without digest": {"    failure: '0011'\n", "", "needs a check, an outcome and the digest"},
		"case that passes":    {"outcome: hang", "outcome: pass", "needs a check, an outcome and the digest"},
		"no list":             {"cases:\n", "cases: 1\nother:\n", "cases: 1"},
	} {
		text := strings.Replace(list, c.old, c.new, 1)
		if text == list {
			t.Fatalf("%s: nothing changed", name)
		}
		if _, err := knownfailures.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEntries: an entry covers what it names, and nothing beside it.
func TestEntries(t *testing.T) {
	file, err := knownfailures.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	fail := judge.Finding{Outcome: capsule.Fail, Check: "same-as-reference", Path: "blocks(tool).status"}
	crash := judge.Finding{Outcome: capsule.Crash, Check: "text-or-value", Survived: true}
	with := func(f judge.Finding, change func(*judge.Finding)) judge.Finding { change(&f); return f }
	for name, c := range map[string]struct {
		finding  judge.Finding
		features []string
		covered  bool
	}{
		"as named":        {fail, []string{"gap", "cycle"}, true},
		"no feature":      {fail, []string{"gap"}, false},
		"other path":      {with(fail, func(f *judge.Finding) { f.Path += "x" }), []string{"cycle"}, false},
		"other check":     {with(fail, func(f *judge.Finding) { f.Check = "schema" }), []string{"cycle"}, false},
		"other outcome":   {with(fail, func(f *judge.Finding) { f.Outcome = capsule.Hang }), []string{"cycle"}, false},
		"crash":           {crash, []string{"cycle"}, true},
		"crash that ends": {with(crash, func(f *judge.Finding) { f.Survived = false }), []string{"cycle"}, false},
	} {
		if _, covered := file.OfFeature(c.features, c.finding); covered != c.covered {
			t.Errorf("%s: %v", name, covered)
		}
	}
	if use, ok := file.OfRelation(judge.Finding{Outcome: capsule.Fail, Check: "member-order", Path: "blocks[3].text"}); !ok || use.Entry != 1 || use.Pattern != 0 {
		t.Errorf("%+v %v", use, ok)
	}
}

// TestCaseEntries: an entry for a case is about one failure of it.
func TestCaseEntries(t *testing.T) {
	c := testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf("{}\n"), Name: "one"}
	finding := judge.Finding{Outcome: capsule.Fail, Check: "schema", Path: "blocks[1]", Message: "m"}
	var file knownfailures.File
	file.AddCase(c, finding)
	file.AddCase(c, finding)
	renamed, other := c, c
	renamed.Name, other.Input = "two", protocol.TextOf("[]\n")
	changed := finding
	changed.Message = "n"
	if _, ok := file.OfCase(renamed, finding); !ok || len(file.Cases) != 1 {
		t.Errorf("%+v", file.Cases)
	}
	if _, ok := file.OfCase(other, finding); ok {
		t.Error("another case")
	}
	if _, ok := file.OfCase(c, changed); ok {
		t.Error("another failure")
	}
}

package knownfailures_test

import (
	"errors"
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
    failure: '001122334455'
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
		"case without digest": {"    failure: '001122334455'\n", "", "needs a check, an outcome and the digest"},
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

// TestRefusedByCode: the code and the line of what is wrong, also of what would cost the parser all memory.
func TestRefusedByCode(t *testing.T) {
	entry := strings.Count(list[:strings.Index(list, "          - blocks(tool).status")], "\n") + 1
	path := func(pattern string) string {
		return strings.Replace(list, "- blocks(tool).status", "- '"+pattern+"'", 1)
	}
	last := strings.Count(list, "\n")
	for name, c := range map[string]struct {
		text, code string
		line       int
	}{
		"brackets":            {strings.Repeat("[", 4_000), "too_deep", 1},
		"braces":              {"a: " + strings.Repeat("{", 4_000), "too_deep", 1},
		"brackets on lines":   {strings.Repeat("[\n", 100_000), "too_deep", 33},
		"lists":               {strings.Repeat("- ", 2_000), "too_deep", 1},
		"keys":                {strings.Repeat("? ", 2_000), "too_deep", 1},
		"values":              {strings.Repeat("a: ", 1_000), "too_deep", 1},
		"indents":             {staircase(500), "too_deep", 64},
		"pairs of brackets":   {strings.Repeat("[]", 2_000), "too_large", 1},
		"a long line":         {list + strings.Repeat("@", 200_000), "too_large", last + 1},
		"quotes in one line":  {strings.Repeat(`"`, 200_000), "too_large", 1},
		"line that CR begins": {"#\r" + strings.Repeat("`", 200_000), "too_large", 2},
		"reserved":            {list + strings.Repeat("@\n", 100_000), "not_a_list", last + 1},
		"comments in a list":  {"a: [\n" + strings.Repeat("#\n", 100_000) + "]", "too_large", 2_001},
		"a long list":         {"a: [\n" + strings.Repeat("[],\n", 10_000) + "]", "too_large", 668},
		"large":               {list + "#" + strings.Repeat("x", knownfailures.MaxSize), "too_large", 0},
		"second document":     {list + "---\n" + list, "several_documents", last + 1},
		"anchor":              {strings.Replace(list, "subject: toy", "subject: &a toy", 1), "not_plain", 1},
		"alias":               {strings.Replace(list, "subject: toy", "subject: *a", 1), "not_plain", 1},
		"tag":                 {strings.Replace(list, "subject: toy", "subject: !!str toy", 1), "not_plain", 1},
		"unknown member":      {strings.Replace(list, "subject: toy", "sbject: toy", 1), "not_a_list", 1},
		"all":                 {path("**"), "bad_pattern", entry},
		"all, with a root":    {path("$.**"), "bad_pattern", entry},
		"root":                {path("$.blocks"), "bad_pattern", entry},
		"stars in the middle": {path("blocks**.text"), "bad_pattern", entry},
		"index":               {path("blocks[3].text"), "bad_pattern", entry},
		"case":                {strings.Replace(list, "probes-1-0123456789ab", "probes-1", 1), "bad_case", last - 3},
		"failure":             {strings.Replace(list, "001122334455", "0011", 1), "bad_case", last},
	} {
		var refused *knownfailures.Error
		if _, err := knownfailures.Parse([]byte(c.text)); !errors.As(err, &refused) || refused.Code != c.code || refused.Line != c.line {
			t.Errorf("%s: %v, want %s in line %d", name, err, c.code, c.line)
		}
	}
}

// staircase is a mapping in a mapping in a mapping.
func staircase(steps int) string {
	var b strings.Builder
	for i := range steps {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestAccepted: what people write that is one list all the same.
func TestAccepted(t *testing.T) {
	for name, text := range map[string]string{
		"byte order mark": "\uFEFF" + list,
		"header":          "---\n" + list,
		"comment":         "# mine\n---\n" + list,
		"end":             list + "...\n",
		"far comment":     strings.Replace(list, "features:\n", "features:\n"+strings.Repeat(" ", 90)+"# mine\n", 1),
		"lines of 4 KiB":  strings.Repeat("#"+strings.Repeat("x", 4095)+"\r\n", 3) + list,
		"CRLF":            strings.ReplaceAll(list, "\n", "\r\n"),
		"brackets":        strings.Replace(list, "    link: here", "    note: "+strings.Repeat("a[b{", 100), 1),
	} {
		file, err := knownfailures.Parse([]byte(text))
		if err != nil || file.Subject != "toy" || len(file.Entries()) != 3 {
			t.Errorf("%s: %v %+v", name, err, file)
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

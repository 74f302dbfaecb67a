package report_test

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// suites is JUnit's XML as a reader of it, written for this test, sees it.
type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Suites  []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Errors   int    `xml:"errors,attr"`
		Skipped  int    `xml:"skipped,attr"`
		Cases    []struct {
			Class   string    `xml:"classname,attr"`
			Name    string    `xml:"name,attr"`
			Failure []message `xml:"failure"`
			Error   []message `xml:"error"`
			Skipped []message `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type message struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func junit(t *testing.T, r report.Report) (suites, string) {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteJUnit(&out); err != nil {
		t.Fatal(err)
	}
	var back suites
	decoder := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	decoder.Strict = true
	if err := decoder.Decode(&back); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return back, out.String()
}

func TestJUnit(t *testing.T) {
	r := sample()
	r.Cases[0].Source = "probes/041"
	r.Failures = append(r.Failures, report.Failure{Finding: report.Finding{Outcome: capsule.Crash, Check: "answers", Message: "asked what it is"}})
	r.Faults = []string{"there is no report of shard 2/3"}
	back, text := junit(t, r)
	suite := back.Suites[0]
	if len(back.Suites) != 1 || suite.Tests != 12 || suite.Failures != 2 || suite.Errors != 6 || suite.Skipped != 2 || len(suite.Cases) != 12 {
		t.Fatal(text)
	}
	var kinds []string
	for _, c := range suite.Cases {
		kind := "pass"
		for name, list := range map[string][]message{"failure": c.Failure, "error": c.Error, "skipped": c.Skipped} {
			if len(list) > 0 {
				kind = name
			}
		}
		kinds = append(kinds, c.Class+" "+kind)
	}
	want := []string{
		"chatrecord.probes pass", "chatrecord.generated failure", "chatrecord.generated skipped", "chatrecord.generated error", "chatrecord.generated failure",
		"chatrecord.generated error", "chatrecord.generated error", "chatrecord.generated error", "chatrecord.generated pass", "chatrecord.generated skipped",
		"certify error", "certify error",
	}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	failed := suite.Cases[1]
	if failed.Name != r.Cases[1].ID || failed.Failure[0].Type != "same-as-reference" || !strings.Contains(failed.Failure[0].Text, "rules: CR-PREP-01 CR-PREP-02") ||
		!strings.Contains(failed.Failure[0].Text, "fail: schema") || !strings.HasSuffix(failed.Failure[0].Text, "again: transcript certify --seed 7 --case "+failed.Name+"\n") {
		t.Errorf("%+v", failed)
	}
	if got := suite.Cases[11].Error[0].Message; got != r.Faults[0] {
		t.Error(got)
	}
}

// known is a report with a case that fails as it is known to, and a list that is wrong.
func known() report.Report {
	r := right()
	r.Header.Known.Strict, r.Header.Known.Entries[0].Link = true, ""
	r.Cases[4].Outcome, r.Cases[4].Has, r.Cases[4].Known = report.Crash, []int{0}, []report.KnownUse{{}}
	return r
}

func TestJUnitOfKnownFailures(t *testing.T) {
	back, text := junit(t, known())
	suite := back.Suites[0]
	if suite.Failures != 0 || suite.Skipped != 1 || suite.Cases[4].Skipped[0].Message != "crash, as it is known to: feature cycle" {
		t.Error(text)
	}
	last := suite.Cases[len(suite.Cases)-1]
	if suite.Errors != len(known().KnownFaults()) || last.Name != "known failures 2" || last.Error[0].Message != "feature cycle has no link" {
		t.Error(text)
	}
}

// TestJUnitHoldsAnyText: hostile text is text, and what XML cannot hold stays visible.
func TestJUnitHoldsAnyText(t *testing.T) {
	back, text := junit(t, sample())
	const want = `<script>alert(1)</script>\x1b[31m\u202eevil\u200b\ufffe\x00]]>"'&<img src=x onerror=alert(2)>`
	for _, got := range []string{back.Suites[0].Cases[1].Failure[0].Message, back.Suites[0].Cases[1].Failure[0].Text, back.Suites[0].Cases[3].Error[0].Text} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if strings.Contains(text, "<script") || strings.ContainsAny(text, "\x00\x1b\u202E\u200B\uFFFD\uFFFE") {
		t.Errorf("%q", text)
	}
}

// TestJUnitIsNeverGreenForNothing: a run that is not certified is red, whatever came of its cases; one that is, is green.
func TestJUnitIsNeverGreenForNothing(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*report.Report)
		errors int
	}{
		"certified":   {func(*report.Report) {}, 0},
		"one not run": {func(r *report.Report) { r.Cases[3].Outcome = report.NotRun }, 1},
		"unsupported": {func(r *report.Report) { r.Cases[3].Outcome = report.Unsupported }, 1},
		"all left out": {func(r *report.Report) {
			for i := range r.Cases {
				r.Cases[i].Outcome, r.Cases[i].Declared = report.Unsupported, true
			}
		}, 1},
		"kit failed": {func(r *report.Report) { r.Cases[3].Outcome = report.HarnessError }, 1},
	} {
		r := right()
		c.change(&r)
		back, text := junit(t, r)
		if suite := back.Suites[0]; r.Certified() != (c.errors == 0) || suite.Errors != c.errors || suite.Failures != 0 || suite.Tests != len(suite.Cases) {
			t.Errorf("%s: certified %v\n%s", name, r.Certified(), text)
		}
	}
}

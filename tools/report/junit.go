package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// WriteJUnit writes the report in the XML of JUnit, as the CI servers read it: one suite, each case one test. A case that
// fails is a failure; one that has no right answer or that the kit could not judge is an error; what is unsupported, was not
// run, or fails as it is known to, is skipped. What is wrong and no case has, such as a missing shard, is an error of a test
// of its own; so is the verdict, if all that keeps the run from being certified is skipped. There are no times in it.
func (r Report) WriteJUnit(w io.Writer) error {
	suite := junitSuite{Name: xmlLine("transcript certify " + r.SubjectName())}
	for _, line := range r.summary() {
		suite.Properties = append(suite.Properties, junitProperty{xmlLine(line.name), xmlLine(line.text)})
	}
	suite.Properties = append(suite.Properties, junitProperty{"verdict", xmlLine(r.Verdict())}, junitProperty{"plan", xmlLine(r.Header.Plan)})
	for _, c := range r.Cases {
		suite.add(r.junitCase(c))
	}
	for _, f := range r.Failures {
		if f.Cases == 0 {
			suite.add(junitTest{Class: "certify", Name: "run", Error: junitOutcomeOf(f.Finding)})
		}
	}
	suite.addFaults("report", r.Faults)
	if r.failsStrictly() {
		suite.addFaults("known failures", r.KnownFaults())
	}
	if verdict := xmlLine(r.Verdict()); suite.Failures+suite.Errors == 0 && !r.Certified() { // all that is wrong is skipped
		suite.add(junitTest{Class: "certify", Name: "verdict", Error: &junitOutcome{Message: verdict, Type: "verdict"}})
	}
	text, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{suite}}, "", "  ")
	if err != nil {
		return fmt.Errorf("the JUnit report: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitTest     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitTest struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitOutcome `xml:"skipped"`
}

type junitOutcome struct {
	Message string `xml:"message,attr,omitempty"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

func (s *junitSuite) add(t junitTest) {
	s.Tests++
	switch {
	case t.Failure != nil:
		s.Failures++
	case t.Error != nil:
		s.Errors++
	case t.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, t)
}

func (s *junitSuite) addFaults(what string, faults []string) {
	for i, fault := range faults {
		s.add(junitTest{Class: "certify", Name: fmt.Sprint(what, " ", i+1), Error: &junitOutcome{Message: xmlLine(fault), Type: what}})
	}
}

func (r Report) junitCase(c Case) junitTest {
	group, _, named := strings.Cut(c.Source, "/")
	if !named {
		group = "generated"
	}
	t := junitTest{Class: xmlLine(r.Header.Dialect + "." + group), Name: xmlLine(c.ID)}
	outcome := &junitOutcome{Message: xmlLine(strings.TrimSuffix(string(c.Outcome)+": "+c.Why, ": ")), Type: xmlLine(string(c.Outcome))}
	if len(c.Findings) > 0 {
		outcome = junitOutcomeOf(c.Findings...)
		if r.Header.Command != "" {
			outcome.Text += xmlText("again: " + r.Header.Command + " --case " + c.ID + "\n")
		}
	}
	switch {
	case c.Outcome == Pass:
	case c.IsKnown():
		t.Skipped = &junitOutcome{Message: xmlLine(string(c.Outcome) + ", as it is known to: " + r.knownNames(c)), Type: "known"}
	case c.Outcome == Fail:
		t.Failure = outcome
	case c.Outcome == Unsupported || c.Outcome == NotRun:
		t.Skipped = outcome
	default:
		t.Error = outcome
	}
	return t
}

// junitOutcomeOf has the first finding as its message, and all of them in its text.
func junitOutcomeOf(findings ...Finding) *junitOutcome {
	first := findings[0]
	outcome := &junitOutcome{Message: xmlLine(first.Title() + ": " + first.Message), Type: xmlLine(first.Check)}
	var text strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&text, "%s\n  rules: %s\n  %s\n", f.Title(), strings.Join(f.Rules, " "), f.Message)
		for line := range strings.Lines(f.Stack) {
			text.WriteString("  | " + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	outcome.Text = xmlText(text.String())
	return outcome
}

// noXML are the characters that sanitize leaves and XML cannot hold.
var noXML = strings.NewReplacer("\uFFFE", `\ufffe`, "\uFFFF", `\uffff`)

// xmlLine and xmlText make visible what XML cannot hold, and what could hide or reorder other text.
func xmlLine(s string) string { return noXML.Replace(sanitize.Line(s)) }

func xmlText(s string) string { return noXML.Replace(sanitize.Text(s)) }

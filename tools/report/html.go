package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

//go:embed page/page.html
var pageText string

//go:embed page/style.css
var pageStyle string

//go:embed page/script.js
var pageScript string

var pageTemplate = template.Must(template.New("report").Parse(pageText))

// WriteHTML writes the report as one page that needs nothing else: no network, no other file, and no script to be read. A
// policy in it forbids all but its own style and script, and what could hide or reorder text is shown as an escape.
func (r Report) WriteHTML(w io.Writer) error {
	var page bytes.Buffer // so that nothing half is written
	if err := pageTemplate.Execute(&page, r.page()); err != nil {
		return fmt.Errorf("the HTML report: %w", err)
	}
	_, err := w.Write(page.Bytes())
	return err
}

// page is what the template shows. All its texts are sanitized.
type page struct {
	Policy string
	Style  template.CSS
	Script template.JS

	Title, Subject, Verdict, Score, ScoreOf, OutcomeText string
	Spec, Plan, Command                                  string
	Good                                                 bool
	FailureCount, RuleCount, CaseCount                   int

	Faults     []string
	ListFaults []string // of the list of known failures, where they count
	Known      []pageKnown
	Outcomes   []pageOutcome
	Summary    []pageFact
	Groups     []pageGroup
	Areas      []pageArea
	Cases      []pageCase
	CasesLeft  int
}

// pageKnown is an entry of the known failures, and how far it reaches.
type pageKnown struct {
	Kind, Name, Link string
	Cases, Known     int
}

type pageFact struct{ Name, Text string }

// pageOutcome is a part of the bar, in hundredths of its length.
type pageOutcome struct {
	Name, Class string
	Cases       int
	X, Width    string
}

type pageCase struct{ Outcome, Class, ID, Source, Why string }

// maxPageCases bounds the list of cases that did not pass.
const maxPageCases = 1000

func (r Report) page() page {
	subject := cmp.Or(sanitize.Line(r.SubjectName()), "unknown subject")
	p := page{
		Policy: policy(), Style: template.CSS(pageStyle), Script: template.JS(pageScript), // both are of this package
		Subject: subject, Verdict: upperFirst(r.Verdict()), Good: r.Certified(), Score: fmt.Sprintf("%.1f %%", 100*r.Score()), ScoreOf: r.scoreOf(),
		Spec: sanitize.Line(r.Header.Spec), Plan: sanitize.Line(r.Header.Plan), Command: sanitize.Line(r.Header.Command),
		FailureCount: len(r.Failures), CaseCount: len(r.Cases), OutcomeText: r.outcomes(),
	}
	p.Title = fmt.Sprintf("%s: %s", subject, r.Verdict())
	p.Faults = sanitized(r.Faults)
	if r.failsStrictly() {
		p.ListFaults = sanitized(r.KnownFaults())
	}
	for _, w := range r.Widths() {
		p.Known = append(p.Known, pageKnown{sanitize.Line(string(w.Kind)), sanitize.Line(w.Name), sanitize.Line(w.Link), w.Cases, w.Known})
	}
	p.Summary = r.pageFacts()
	p.Outcomes = r.bar()
	rows := r.Rules()
	p.RuleCount = len(rows)
	p.Groups = r.groups(rows)
	p.Areas = areasOf(rows, p.Groups)
	p.Cases, p.CasesLeft = r.pageCases()
	return p
}

// pageFacts are the lines of the summary that the bar does not show.
func (r Report) pageFacts() []pageFact {
	var facts []pageFact
	for _, line := range r.summary() {
		if line.name != "score" && line.name != "outcomes" {
			facts = append(facts, pageFact{line.name, sanitize.Line(line.text)})
		}
	}
	for _, promise := range r.Header.Unenforced {
		facts = append(facts, pageFact{"not kept", sanitize.Line(promise)})
	}
	return facts
}

func sanitized(texts []string) []string {
	var list []string
	for _, text := range texts {
		list = append(list, sanitize.Line(text))
	}
	return list
}

// policy allows the style and the script of the page, by their hashes, and nothing else.
func policy() string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + hash(pageStyle) + "; script-src " + hash(pageScript) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

func (r Report) bar() []pageOutcome {
	var bar []pageOutcome
	done := 0
	for _, outcome := range Outcomes() {
		n := r.Count(outcome)
		if n == 0 {
			continue
		}
		part := func(n int) string { return fmt.Sprintf("%.3f", 100*float64(n)/float64(len(r.Cases))) }
		bar = append(bar, pageOutcome{string(outcome), string(outcome), n, part(done), part(n)})
		done += n
	}
	return bar
}

func (r Report) pageCases() (list []pageCase, left int) {
	for _, c := range r.Cases {
		if c.Outcome == Pass {
			continue
		}
		if len(list) == maxPageCases {
			left++
			continue
		}
		why := c.Why
		switch {
		case len(c.Findings) > 0:
			why = c.Findings[0].Title()
		case c.IsKnown():
			why = "known: " + r.knownNames(c)
		}
		list = append(list, pageCase{
			string(c.Outcome), string(c.Outcome), sanitize.Line(c.ID), sanitize.Line(c.Source), sanitize.Line(why),
		})
	}
	return list, left
}

// classOf is the outcome of a finding as a class of the style; a report may say anything.
func classOf(outcome capsule.Outcome) string { return noAnchor.ReplaceAllString(string(outcome), "-") }

var noAnchor = regexp.MustCompile(`[^A-Za-z0-9-]`)

// ruleAnchor names the row of a rule in the page.
func ruleAnchor(id string) string { return "rule-" + noAnchor.ReplaceAllString(id, "-") }

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

package certify

import (
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// maxShown bounds the failures in the text; the JSON report has all of them.
const maxShown = 40

// String is the report as text.
func (r Report) String() string {
	var b strings.Builder
	r.WriteText(&b)
	return b.String()
}

// WriteText writes the report for people. The same report gives the same text.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.writeFailures(&b)
	r.writeHead(&b)
	b.WriteString("\n" + r.verdict() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) writeHead(b *strings.Builder) {
	line := func(name, text string) { fmt.Fprintf(b, "%-10s%s\n", name, sanitize.Line(text)) }
	line("subject", strings.Join(nonEmpty(r.subjectName(), r.Subject.Language, "specification "+r.Spec), ", "))
	fixtures := 0
	for _, result := range r.Results {
		if result.Planned.Fixture {
			fixtures++
		}
	}
	line("cases", fmt.Sprintf("%d of %s, profile %s: %d fixtures, %d generated with seed %d",
		len(r.Results), r.Dialect, r.Profile, fixtures, len(r.Results)-fixtures, r.Seed))
	var outcomes []string
	for _, outcome := range Outcomes() {
		if n := r.Count(outcome); n > 0 {
			outcomes = append(outcomes, fmt.Sprintf("%d %s", n, outcome))
		}
	}
	line("outcomes", strings.Join(outcomes, ", "))
	line("score", fmt.Sprintf("%.1f %%", 100*r.Score()))
	states := map[RuleState]int{}
	for _, row := range r.Rules() {
		states[row.State()]++
	}
	line("rules", fmt.Sprintf("%d pass, %d fail, %d untested", states[RulePasses], states[RuleFails], states[RuleUntested]))
}

func nonEmpty(texts ...string) []string {
	var kept []string
	for _, text := range texts {
		if text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}

// verdict is the last line.
func (r Report) verdict() string {
	switch {
	case r.Certified():
		return "certified"
	case r.End != Whole:
		return "not certified; the report is partial: " + string(r.End)
	}
	return "not certified"
}

// writeFailures writes the findings, the gravest first, then the rules that they cite.
func (r Report) writeFailures(b *strings.Builder) {
	for i, f := range r.Failures {
		if i == maxShown {
			fmt.Fprintf(b, "and %d findings of other kinds, which --report json=FILE has\n\n", len(r.Failures)-maxShown)
			break
		}
		f.write(b)
	}
	failing := false
	for _, row := range r.Rules() {
		if row.State() != RuleFails {
			continue
		}
		if !failing {
			b.WriteString("rules that findings cite, with the cases\n")
			failing = true
		}
		fmt.Fprintf(b, "  %-14s %5d  %s\n", row.Rule.ID, row.Failed, row.Rule.Title)
	}
	if failing {
		b.WriteByte('\n')
	}
}

func (f Failure) write(b *strings.Builder) {
	title := f.Finding
	title.Rules, title.Message = nil, ""
	fmt.Fprintln(b, sanitize.Line(strings.TrimSuffix(title.String(), ": ")))
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "  %-9s%s\n", name, sanitize.Line(text))
		}
	}
	line("found", f.Finding.Message)
	line("rules", strings.Join(f.Finding.Rules, " "))
	if f.Cases > 0 {
		line("cases", fmt.Sprintf("%d, first %s", f.Cases, f.First.Case.ID()))
	}
	line("capsule", f.Capsule)
	line("note", f.Note)
	line("again", f.Again)
	b.WriteByte('\n')
}

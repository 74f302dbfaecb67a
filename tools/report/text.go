package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// The bounds of the text; the other forms have all of it.
const (
	maxShown      = 20 // failures, the gravest
	maxShownRules = 20 // that findings cite, those with the most cases
)

// all says where all of it is.
const all = "--report html=FILE and --report json=FILE have all of them"

// String is the report as text.
func (r Report) String() string {
	var b strings.Builder
	r.writeFailures(&b)
	r.writeKnown(&b)
	r.writeHead(&b)
	b.WriteString("\n" + r.Verdict() + "\n")
	return b.String()
}

// WriteText writes the report for people. The same report gives the same text.
func (r Report) WriteText(w io.Writer) error {
	_, err := io.WriteString(w, r.String())
	return err
}

func (r Report) writeHead(b *strings.Builder) {
	for _, line := range r.summary() {
		fmt.Fprintf(b, "%-10s%s\n", line.name, sanitize.Line(line.text))
	}
	for _, promise := range r.Header.Unenforced {
		fmt.Fprintf(b, "%-10s%s\n", "not kept", sanitize.Line(promise))
	}
	for _, fault := range r.Faults {
		fmt.Fprintf(b, "%-10s%s\n", "fault", sanitize.Line(fault))
	}
}

// summaryLine is a line about the whole run, for people; its text is as it came.
type summaryLine struct{ name, text string }

func (r Report) summary() []summaryLine {
	h := r.Header
	lines := []summaryLine{{"subject", strings.Join(nonEmpty(r.SubjectName(), h.Subject.Language, "specification "+h.Spec), ", ")}}
	if !h.Shard.IsWhole() {
		lines = append(lines, summaryLine{"shard", fmt.Sprintf("%v of a plan of %d cases", h.Shard, len(h.Cases))})
	}
	fixtures := r.fixtures()
	states := map[RuleState]int{}
	for _, row := range r.Rules() {
		states[row.State()]++
	}
	lines = append(lines,
		summaryLine{"cases", fmt.Sprintf("%d of %s, profile %s: %d fixtures, %d generated with seed %d",
			len(r.Cases), h.Dialect, h.Profile, fixtures, len(r.Cases)-fixtures, h.Seed)})
	if h.Later > 0 {
		lines = append(lines, summaryLine{"left out", fmt.Sprintf("%d of %d cases by the profile: they have what came after the document of the format", h.Later, h.All)})
	}
	if h.Missing > 0 {
		lines = append(lines, summaryLine{"too few", fmt.Sprintf("%d generated cases of its operations are missing: no more were found", h.Missing)})
	}
	lines = append(lines, summaryLine{"outcomes", r.outcomes()})
	if r.Header.Known != nil {
		lines = append(lines, summaryLine{"known", r.knownLine()})
	}
	if text := r.growthLine(); text != "" {
		lines = append(lines, summaryLine{"growth", text})
	}
	lines = append(lines,
		summaryLine{"score", r.scoreLine()},
		summaryLine{"rules", fmt.Sprintf("%d pass, %d fail, %d untested", states[RulePasses], states[RuleFails], states[RuleUntested])})
	if n := len(h.Unnamed); n > 0 {
		lines = append(lines, summaryLine{"untested", fmt.Sprintf("are always %d, which no check and no fixture of %s names: rules of the protocol, of the reader, and of what no answer shows", n, h.Dialect)})
	}
	return lines
}

func (r Report) scoreLine() string {
	text := fmt.Sprintf("%.1f %%", 100*r.Score())
	if r.askable() < len(r.Cases) {
		text += ", " + r.scoreOf()
	}
	return text
}

// scoreOf says of which cases the score is.
func (r Report) scoreOf() string {
	if r.askable() < len(r.Cases) {
		return fmt.Sprintf("%d of %d cases of its operations", r.Count(Pass), r.askable())
	}
	return "of the cases passed"
}

// growthLine says how the times of the large cases grow, "" if none was measured.
func (r Report) growthLine() string {
	var worst Case
	measured, quick := 0, 0
	for _, c := range r.Cases {
		if c.Growth == nil {
			continue
		}
		measured++
		if c.Growth.Quick {
			quick++
		} else if worst.Growth == nil || c.Growth.Times > worst.Growth.Times {
			worst = c
		}
	}
	if measured == 0 {
		return ""
	}
	text := fmt.Sprintf("%d shapes of sessions measured", measured)
	if quick > 0 {
		text += fmt.Sprintf(", %d answered too quickly to be judged", quick)
	}
	if g := worst.Growth; g != nil {
		text += fmt.Sprintf("; %d times the records take %.1f times as long at worst (%s), and may take %d", g.Records, g.Times, worst.Source, g.Limit)
	}
	return text
}

func (r Report) knownLine() string {
	widths, needed := r.Widths(), 0
	for _, w := range widths {
		if w.Known > 0 {
			needed++
		}
	}
	text := fmt.Sprintf("%d cases fail as they are known to, by %d of %d entries", r.CountKnown(), needed, len(widths))
	if fault := r.foreignList(); fault != "" {
		text += "; " + fault
	}
	if kept := r.countKept(); kept > 0 {
		text += fmt.Sprintf("; in %d cases features of the list could not be taken out", kept)
	}
	return text
}

// writeKnown writes how far the known failures reach, and what is wrong with them if that counts.
func (r Report) writeKnown(b *strings.Builder) {
	widths := r.Widths()
	if len(widths) == 0 {
		return
	}
	b.WriteString("known failures, with the cases that could need them, and those that do\n")
	for _, w := range widths {
		if w.Kind != KnownCase {
			fmt.Fprintf(b, "  %-44s %5d %5d\n", sanitize.Line(string(w.Kind)+" "+w.Name), w.Cases, w.Known)
		}
	}
	b.WriteByte('\n')
	if !r.Header.Known.Strict {
		return
	}
	for _, fault := range r.KnownFaults() {
		b.WriteString("--strict forbids it: " + sanitize.Line(fault) + "\n")
	}
}

// outcomes are those that there are, with the number of their cases.
func (r Report) outcomes() string {
	var list []string
	for _, outcome := range Outcomes() {
		if n := r.Count(outcome); n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, outcome))
		}
	}
	return strings.Join(list, ", ")
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

// Verdict is the report in one line.
func (r Report) Verdict() string {
	switch shard := r.Header.Shard; {
	case r.Certified() && !shard.IsWhole():
		return fmt.Sprintf("nothing is wrong in shard %v; the verdict is that of all shards together", shard)
	case r.Certified():
		return r.certificate()
	case r.failsStrictly():
		return "not certified; the list of known failures is wrong"
	case len(r.Faults) > 0:
		return "not certified; something is missing from the report, or wrong with it"
	case r.End != "":
		return "not certified; the report is partial: " + sanitize.Line(string(r.End))
	case len(r.Cases) == 0:
		return "not certified; there is no case"
	case r.nothingIsFound() && r.askable() == 0:
		return fmt.Sprintf("not certified; the subject names no operation that the %d cases are of", len(r.Cases))
	case r.nothingIsFound():
		return fmt.Sprintf("not certified; %d of %d cases pass, and at least half have to", r.Count(Pass), r.askable())
	}
	return "not certified"
}

// certificate says for what it is certified.
func (r Report) certificate() string {
	text, operations, selected := "certified", r.leftOut(), len(r.Header.Cases)
	switch {
	case selected < r.Header.All:
		text += fmt.Sprintf(" for the selected %d of %d cases", selected, r.Header.All)
		if len(operations) > 0 {
			text += fmt.Sprintf(", of which %d are of its operations", r.askable())
		}
	case len(operations) > 0:
		text += fmt.Sprintf(" for the %d of %d cases of its operations", r.askable(), selected)
	}
	if len(operations) > 0 {
		text += ", without " + sanitize.Line(strings.Join(operations, ", "))
	}
	if r.CountKnown() > 0 {
		text += ", but for what is known"
	}
	return text
}

// writeFailures writes the findings, then the rules that they cite.
func (r Report) writeFailures(b *strings.Builder) {
	for _, f := range r.Failures[:min(len(r.Failures), maxShown)] {
		f.write(b)
	}
	if more := len(r.Failures) - maxShown; more > 0 {
		fmt.Fprintf(b, "and %d more kinds of failures; %s\n\n", more, all)
	}
	r.writeFailingRules(b)
}

// writeFailingRules writes the rules in their order, or if they are many those with the most cases first.
func (r Report) writeFailingRules(b *strings.Builder) {
	failing := slices.DeleteFunc(r.Rules(), func(row RuleRow) bool { return row.State() != RuleFails })
	if len(failing) == 0 {
		return
	}
	more := len(failing) - maxShownRules
	if more > 0 {
		slices.SortStableFunc(failing, func(a, b RuleRow) int { return cmp.Compare(b.Failed, a.Failed) })
		failing = failing[:maxShownRules]
	}
	b.WriteString("rules that findings cite, with the cases\n")
	for _, row := range failing {
		fmt.Fprintf(b, "  %-14s %5d  %s\n", sanitize.Line(row.Rule.ID), row.Failed, row.Rule.Title)
	}
	if more > 0 {
		fmt.Fprintf(b, "  and %d more; %s\n", more, all)
	}
	b.WriteByte('\n')
}

func (f Failure) write(b *strings.Builder) {
	fmt.Fprintln(b, sanitize.Line(f.Finding.Title()))
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "  %-9s%s\n", name, sanitize.Line(text))
		}
	}
	line("found", f.Finding.Message)
	if f.Finding.Outcome == capsule.Crash && f.Finding.Symptom != f.Finding.Message {
		line("died of", f.Finding.Symptom)
	}
	line("rules", strings.Join(f.Finding.Rules, " "))
	if f.Cases > 0 {
		line("cases", fmt.Sprintf("%d, first %s", f.Cases, f.First))
	}
	line("alone", f.Replay.text())
	line("capsule", f.Capsule)
	line("note", f.Note)
	line("small", f.Repro)
	line("again", f.Again)
	b.WriteByte('\n')
}

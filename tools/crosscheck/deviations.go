package crosscheck

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

const deviationsHead = `# Where @qwen-code/sdk 0.1.14 departs from transcriptspec

Written by ` + "`go test ./tools/crosscheck -run TestSmallestInputs -update`" + `; do not edit. Each deviation has the smallest input
that shows it, put to both sides whenever the tests run, and a capsule of its own in fixtures/capsules/qwen-sdk. The worst
come first. The decision Cn is the rule CR-DEC-n of SPEC.md (n with two digits). Block ids are left out.
known-failures.yaml has what certifying the SDK finds because of each.

Severities: **crash**: no projection at all; **silent loss**: something is not shown, and nothing says so; **wrong
correlation**: something stands in the wrong place, or is called broken though it is not; **leak**: a secret is shown;
**not deterministic**: the answer depends on the host; **cosmetic**: a detail of a preview, a path or a flag.

Not linear, and so not in the list: time grows with the square of the number of blocks, and of the calls of one id
(thousands of records take seconds, tens of thousands minutes). CR-CAP-09 wants it linear in records and parts.

Diagnostics that the SDK does not have, and which are not compared here: `

// BySeverity are the excuses, the worst first.
func BySeverity(excuses []Excuse) []Excuse {
	order := []Severity{Crash, SilentLoss, WrongCorrelation, Leak, NotDeterministic, Cosmetic}
	sorted := slices.Clone(excuses)
	slices.SortStableFunc(sorted, func(a, b Excuse) int {
		return slices.Index(order, a.Severity) - slices.Index(order, b.Severity)
	})
	return sorted
}

// Deviations writes the document about the excuses; the verdicts are those of their smallest inputs, in the same order.
func Deviations(excuses []Excuse, verdicts []Verdict) string {
	var text strings.Builder
	text.WriteString(deviationsHead)
	var codes []string
	for _, code := range spec.DiagnosticCodes() {
		if code.Origin == "decision" {
			codes = append(codes, "`"+code.Code+"`")
		}
	}
	text.WriteString(strings.Join(codes, ", ") + ".\n\n| deviation | decision | severity | the input has |\n|---|---|---|---|\n")
	for _, excuse := range excuses {
		fmt.Fprintf(&text, "| [%s](#%s) | %s | %s | %s |\n", excuse.Name, excuse.Name, excuse.Decision, excuse.Severity, excuse.Feature)
	}
	for i, excuse := range excuses {
		writeDeviation(&text, excuse, verdicts[i])
	}
	return text.String()
}

func writeDeviation(text *strings.Builder, excuse Excuse, verdict Verdict) {
	fmt.Fprintf(text, "\n## %s\n\n%s, %s. The input has %s.\n\n", excuse.Name, excuse.Decision, excuse.Severity, excuse.Feature)
	fmt.Fprintf(text, "* transcriptspec: %s\n* SDK: %s\n\n```json\n", excuse.Ours, excuse.Theirs)
	for _, line := range excuse.Lines {
		text.WriteString(abridge(line) + "\n")
	}
	text.WriteString("```\n")
	if excuse.Options != "" {
		fmt.Fprintf(text, "\nOptions: `%s`.\n", excuse.Options)
	}
	text.WriteString("\n| place | transcriptspec | SDK |\n|---|---|---|\n")
	for _, d := range verdict.Differences {
		fmt.Fprintf(text, "| `%s` | %s | %s |\n", d.Path, cell(d.Want), cell(d.Got))
	}
	if len(excuse.With) > 0 {
		fmt.Fprintf(text, "\nSome of these belong to: %s.\n", strings.Join(excuse.With, ", "))
	}
}

// sentence is a text that one of the sides words itself; no smallest input holds one.
var sentence = regexp.MustCompile(`"[A-Z][^"\\]* [^"\\]{24,}"`)

// cell is a value in a table: without the block's id and the words of messages, which are no part of the contract.
func cell(v jsvalue.Value) string {
	if v.IsUndefined() {
		return "nothing"
	}
	if v.IsObject() {
		v = v.Without("id", "message", "clientReceivedAt", "createdAt", "updatedAt")
	}
	text := sentence.ReplaceAllLiteralString(abridge(compare.Shorten(v)), `"`+fixtures.PresentationText+`"`)
	text = strings.ReplaceAll(text, "|", `\|`)
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}

// abridge shortens long runs of one character.
func abridge(text string) string {
	const enough = 40
	var out strings.Builder
	runes := []rune(text)
	for i := 0; i < len(runes); {
		end := i + slices.IndexFunc(runes[i:], func(r rune) bool { return r != runes[i] })
		if end < i {
			end = len(runes)
		}
		if end-i > enough {
			fmt.Fprintf(&out, "%c...(%d)...%c", runes[i], end-i, runes[i])
		} else {
			out.WriteString(string(runes[i:end]))
		}
		i = end
	}
	return out.String()
}

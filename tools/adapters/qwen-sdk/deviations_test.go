package qwensdk_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

var update = flag.Bool("update", false, "rewrite DEVIATIONS.md and the answers in the capsules")

// capsules holds a capsule of each deviation, by its name.
const capsules = "../../../fixtures/capsules/qwen-sdk"

const deviationsHead = `# Where @qwen-code/sdk 0.1.14 departs from transcriptspec

Written by ` + "`go test ./tools/adapters/qwen-sdk -update`" + ` from the capsules in fixtures/capsules/qwen-sdk; do not edit. Each has the
smallest input that shows a deviation, put to both sides whenever the tests run. The worst come first. The decision Cn is the
rule CR-DEC-n of SPEC.md (n with two digits). Block ids are left out. known-failures.yaml has what certifying the SDK finds
because of each.

Severities: **crash**: no projection at all; **silent loss**: something is not shown, and nothing says so; **wrong
correlation**: something stands in the wrong place, or is called broken though it is not; **leak**: a secret is shown;
**not deterministic**: the answer depends on the host; **cosmetic**: a detail of a preview, a path or a flag.

Not linear, and so not in the list: time grows with the square of the number of blocks, and of the calls of one id
(thousands of records take seconds, tens of thousands minutes). CR-CAP-09 wants it linear in records and parts.

Diagnostics that the SDK does not have, and which are not compared here: `

// severities, the worst first.
var severities = []string{"crash", "silent loss", "wrong correlation", "leak", "not deterministic", "cosmetic"}

// deviation is a capsule with what its head says in other words.
type deviation struct {
	capsule.Capsule
	file, name    string // the name is that of the file
	decision      int    // n of CR-DEC-n
	ours, theirs  string // what is right, and what the SDK does
	expected, got jsvalue.Value
}

// TestDeviations: DEVIATIONS.md says what the capsules hold.
func TestDeviations(t *testing.T) {
	checkFile(t, "DEVIATIONS.md", document(deviations(t)))
}

// deviations are those of the capsules, the worst first.
func deviations(t *testing.T) []deviation {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(capsules, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no capsules in %s: %v", capsules, err)
	}
	var all []deviation
	for _, file := range files {
		d, err := readDeviation(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b deviation) int {
		return cmp.Or(slices.Index(severities, a.Deviation.Severity)-slices.Index(severities, b.Deviation.Severity), a.decision-b.decision, strings.Compare(a.name, b.name))
	})
	return all
}

func readDeviation(file string) (deviation, error) {
	c, err := capsule.Read(file)
	if err != nil {
		return deviation{}, err
	}
	d := deviation{Capsule: c, file: file, name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
	var separated bool
	d.ours, d.theirs, separated = strings.Cut(c.Message, " The SDK: ")
	_, noDecision := fmt.Sscanf(strings.Join(c.Rules, " "), "CR-DEC-%d", &d.decision)
	switch about := c.Deviation; {
	case noDecision != nil || !separated:
		return d, fmt.Errorf("no rule CR-DEC-n, or the message has no %q", "The SDK:")
	case !slices.Contains(severities, about.Severity) || about.Input == "" || len(about.Features) == 0:
		return d, fmt.Errorf("its head has no severity of %q, no input or no features", severities)
	}
	if d.expected, err = jsvalue.Decode(c.Expected); err != nil {
		return d, fmt.Errorf("expected: %w", err)
	}
	if d.got, err = jsvalue.Decode(c.Got); err != nil {
		return d, fmt.Errorf("got: %w", err)
	}
	return d, nil
}

// document is DEVIATIONS.md.
func document(all []deviation) string {
	var text strings.Builder
	text.WriteString(deviationsHead)
	right := map[string]bool{} // codes of the answers that are right
	for _, d := range all {
		for _, diagnostic := range d.expected.Get("diagnostics").Elements() {
			right[diagnostic.Get("code").Text()] = true
		}
	}
	var codes []string
	for _, code := range spec.DiagnosticCodes() {
		if code.Origin == spec.OriginDecision && right[code.Code] {
			codes = append(codes, "`"+code.Code+"`")
		}
	}
	text.WriteString(strings.Join(codes, ", ") + ".\n\n| deviation | decision | severity | the input has |\n|---|---|---|---|\n")
	for _, d := range all {
		fmt.Fprintf(&text, "| [%s](#%s) | C%d | %s | %s |\n", d.name, d.name, d.decision, d.Deviation.Severity, d.Deviation.Input)
	}
	for _, d := range all {
		d.write(&text)
	}
	return text.String()
}

// note is the decision and the severity.
func (d deviation) note() string { return fmt.Sprintf("C%d, %s", d.decision, d.Deviation.Severity) }

func (d deviation) write(text *strings.Builder) {
	fmt.Fprintf(text, "\n## %s\n\n%s. The input has %s.\n\n", d.name, d.note(), d.Deviation.Input)
	fmt.Fprintf(text, "* transcriptspec: %s\n* SDK: %s\n\n```json\n%s```\n", d.ours, d.theirs, abridge(d.Case.Input.Text()))
	if !d.Case.Options.IsUndefined() {
		fmt.Fprintf(text, "\nOptions: `%s`.\n", jsvalue.Append(nil, d.Case.Options))
	}
	text.WriteString("\n| place | transcriptspec | SDK |\n|---|---|---|\n")
	for _, difference := range compare.Answers(d.expected, d.got, compare.Options{Mask: compare.MaskWording}) {
		fmt.Fprintf(text, "| `%s` | %s | %s |\n", difference.Path, cell(difference.Want), cell(difference.Got))
	}
	if len(d.Deviation.Beside) > 0 {
		fmt.Fprintf(text, "\nSome of these belong to: %s.\n", strings.Join(d.Deviation.Beside, ", "))
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

func checkFile(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is stale; go test ./tools/adapters/qwen-sdk -update rewrites it (-want +got):\n%s", name, diff)
	}
}

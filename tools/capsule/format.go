package capsule

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const firstLine = "transcript capsule "

// The names of the sections. A text of the input stands in a section of its own, so that a person can read and a program
// can cut it out; the other forms of input are in the case itself.
const (
	caseSection     = "case.json"
	inputSection    = "input.jsonl"
	questionSection = "question.jsonl"
	expectedSection = "expected"
	gotSection      = "got"
	stderrSection   = "stderr"
)

var sectionNames = []string{caseSection, inputSection, questionSection, expectedSection, gotSection, stderrSection}

// Format is the file form.
func (c Capsule) Format() []byte {
	sections := c.sections()
	var head strings.Builder
	head.WriteString(firstLine + strconv.Itoa(FormatVersion) + "\n")
	for _, h := range c.head() {
		if h.value != "" {
			fmt.Fprintf(&head, "%s: %s\n", h.key, oneLine(h.value))
		}
	}
	archive := &txtar.Archive{}
	for _, s := range sections {
		fmt.Fprintf(&head, "sha256 %s: %s\n", s.name, s.digest())
		archive.Files = append(archive.Files, s.file())
	}
	archive.Comment = []byte(head.String())
	return txtar.Format(archive)
}

type headLine struct{ key, value string }

func (c Capsule) head() []headLine {
	return []headLine{
		{"case", c.Case.ID()},
		{"outcome", string(c.Outcome)},
		{"check", c.Check},
		{"rules", strings.Join(c.Rules, " ")},
		{"path", c.Path},
		{"symptom", c.Symptom},
		{"message", c.Message},
		{"subject", c.Subject},
		{"spec", c.Spec},
		{"origin", c.Origin},
		{"run", c.Command},
		{"severity", c.Deviation.Severity},
		{"input has", c.Deviation.Input},
		{"features", strings.Join(c.Deviation.Features, " ")},
		{"beside", strings.Join(c.Deviation.Beside, " ")},
	}
}

// oneLine writes a text that would not survive as a line of the head in Go's quotes.
func oneLine(text string) string {
	if strings.TrimSpace(text) != text || strings.HasPrefix(text, `"`) || strconv.Quote(text) != `"`+escaped.Replace(text)+`"` {
		return strconv.QuoteToASCII(text)
	}
	return text
}

// escaped are the harmless characters that Go's quotes escape.
var escaped = strings.NewReplacer(`"`, `\"`, `\`, `\\`)

func (c Capsule) sections() []section {
	value := c.Case.Value()
	var list []section
	if c.Case.Input.Kind() == protocol.TextInput {
		value = value.Without("jsonl", "jsonl_base64")
		list = append(list, section{inputSection, c.Case.Input.Text()})
	}
	list = append([]section{{caseSection, string(jsvalue.AppendExactASCII(nil, value)) + "\n"}}, list...)
	for _, optional := range []section{{questionSection, c.Question}, {expectedSection, c.Expected}, {gotSection, c.Got}, {stderrSection, c.Stderr}} {
		if optional.text != "" {
			list = append(list, optional)
		}
	}
	return list
}

// Parse reads the file form. An error says what is wrong with the file; testcase.ErrOtherContent and ErrChanged are among
// its causes.
func Parse(data []byte) (Capsule, error) {
	archive := txtar.Parse(data)
	head, err := parseHead(string(archive.Comment))
	if err != nil {
		return Capsule{}, fmt.Errorf("capsule: %w", err)
	}
	sections, err := readSections(archive.Files, head)
	if err != nil {
		return Capsule{}, fmt.Errorf("capsule: %w", err)
	}
	c := Capsule{
		Outcome: Outcome(head["outcome"]), Check: head["check"], Rules: fields(head["rules"]), Path: head["path"],
		Symptom: head["symptom"], Message: head["message"], Subject: head["subject"], Spec: head["spec"], Origin: head["origin"], Command: head["run"],
		Question: sections[questionSection],
		Expected: sections[expectedSection], Got: sections[gotSection], Stderr: sections[stderrSection],
		Deviation: Deviation{
			Severity: head["severity"], Input: head["input has"], Features: fields(head["features"]), Beside: fields(head["beside"]),
		},
	}
	if c.Case, err = readCase(sections); err != nil {
		return Capsule{}, fmt.Errorf("capsule: %w", err)
	}
	if head["case"] != c.Case.ID() {
		return Capsule{}, fmt.Errorf("capsule: the head names another case: %w", testcase.ErrOtherContent)
	}
	return c, nil
}

// fields are the words of a text, nil if there are none.
func fields(text string) []string {
	if words := strings.Fields(text); len(words) > 0 {
		return words
	}
	return nil
}

// ErrChanged says that a section is not what it was when the capsule was written.
var ErrChanged = errors.New("a section was changed after the capsule was written")

func parseHead(comment string) (map[string]string, error) {
	if strings.Contains(comment, "\r\n") || strings.HasPrefix(comment, "\uFEFF") {
		return nil, fmt.Errorf("its line ends, or its first bytes, are those of another system: %w", ErrChanged)
	}
	lines := strings.Split(strings.TrimSuffix(comment, "\n"), "\n")
	version, ok := strings.CutPrefix(lines[0], firstLine)
	if !ok {
		return nil, errors.New(`it does not begin with "` + firstLine + `"`)
	}
	if version != strconv.Itoa(FormatVersion) {
		return nil, fmt.Errorf("it has version %q of the form; this program reads %d", version, FormatVersion)
	}
	head := map[string]string{}
	for i, line := range lines[1:] {
		key, value, ok := strings.Cut(line, ": ")
		if _, again := head[key]; !ok || again {
			return nil, fmt.Errorf("line %d of the head is not a new key and a value", i+2)
		}
		if strings.HasPrefix(value, `"`) {
			unquoted, err := strconv.Unquote(value)
			if err != nil {
				return nil, fmt.Errorf("line %d of the head: %w", i+2, err)
			}
			value = unquoted
		}
		head[key] = value
	}
	if !slices.Contains([]Outcome{Fail, Crash, Hang, ProtocolError}, Outcome(head["outcome"])) {
		return nil, errors.New("its outcome is none that there is")
	}
	if head["check"] == "" {
		return nil, errors.New("its head names no check")
	}
	return head, nil
}

func readSections(files []txtar.File, head map[string]string) (map[string]string, error) {
	sections := map[string]string{}
	for _, file := range files {
		name := nameOf(file)
		if _, again := sections[name]; again || !slices.Contains(sectionNames, name) {
			return nil, fmt.Errorf("section %q is unknown, or stands twice", name)
		}
		s, err := sectionOf(file)
		if err != nil {
			return nil, err
		}
		if head["sha256 "+s.name] != s.digest() {
			return nil, fmt.Errorf("section %q: %w", s.name, ErrChanged)
		}
		sections[s.name] = s.text
	}
	for key := range head {
		if name, ok := strings.CutPrefix(key, "sha256 "); ok {
			if _, there := sections[name]; !there {
				return nil, fmt.Errorf("section %q: %w", name, ErrChanged)
			}
		}
	}
	return sections, nil
}

func readCase(sections map[string]string) (testcase.Case, error) {
	text, ok := sections[caseSection]
	if !ok {
		return testcase.Case{}, errors.New("it has no case")
	}
	value, err := jsvalue.Decode(text)
	if err != nil {
		return testcase.Case{}, fmt.Errorf("section %q: %w", caseSection, err)
	}
	if input, ok := sections[inputSection]; ok {
		request := protocol.Request{Input: protocol.TextOf(input)}.Value()
		for key, member := range request.Members() {
			if key == "jsonl" || key == "jsonl_base64" {
				value = value.With(jsvalue.Member{Key: key, Value: member})
			}
		}
	}
	return testcase.Parse(value)
}

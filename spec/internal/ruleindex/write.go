package ruleindex

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The lines of SPEC.md between which the appendix stands.
const (
	Begin = "<!-- rule index: begin (written by `go run ./spec/internal/ruletests`) -->"
	End   = "<!-- rule index: end -->"
)

// File is where the whole index is kept, below the root of the module.
const File = "spec/rule-index.json"

// Splice returns the document with the appendix for these rules between its markers, and with an anchor before each rule.
func Splice(document string, ids []string, index Index) (string, error) {
	head, rest, ok := strings.Cut(document, Begin+"\n")
	_, tail, ok2 := strings.Cut(rest, End)
	if !ok || !ok2 {
		return "", errors.New("the markers of the rule index are missing")
	}
	var b strings.Builder
	b.WriteString(anchored(head))
	b.WriteString(Begin + "\n| rule | obeyed in | cited by |\n|---|---|---|\n")
	for _, id := range ids {
		fixtures := slices.Clone(index.Fixtures[id])
		for i, name := range fixtures {
			fixtures[i] = strings.TrimSuffix(strings.TrimPrefix(name, "fixtures/"), ".json")
		}
		checks := slices.Concat(index.Tests[id], index.Model[id], fixtures)
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", id, id, list(index.Code[id]), list(checks))
	}
	b.WriteString(End)
	b.WriteString(tail)
	return b.String(), nil
}

// list names the first few places, so that the table stays readable.
func list(places []string) string {
	const shown = 4
	more := ""
	if len(places) > shown {
		more = " and " + strconv.Itoa(len(places)-shown) + " more"
		places = places[:shown]
	}
	return cmp.Or(strings.Join(places, ", "), "-") + more
}

// stated matches where a rule is stated, with the anchor that may stand before it.
var stated = regexp.MustCompile(`(?m)(^\n)?(<a id="[^"]*"></a>\n?)?\*\*(` + ID.String() + `)\*\* \(`)

// anchored puts an anchor before each statement of a rule, so that a link can end there: on a line of its own at the
// start of a paragraph, which keeps the text readable, and in the line elsewhere. What is anchored stays as it is.
func anchored(document string) string {
	return stated.ReplaceAllStringFunc(document, func(text string) string {
		m := stated.FindStringSubmatch(text)
		blank, anchor, id := m[1], m[2], m[3]
		if anchor != "" {
			return text
		}
		anchor = fmt.Sprintf(`<a id="%s"></a>`, id)
		if blank != "" {
			anchor += "\n"
		}
		return blank + anchor + strings.TrimPrefix(text, blank)
	})
}

// entry is one rule of the whole index.
type entry struct {
	ID       string   `json:"id"`
	Code     []string `json:"code"`
	Tests    []string `json:"tests"`
	Model    []string `json:"model,omitempty"`
	Fixtures []string `json:"fixtures"`
}

// JSON returns the whole index of these rules, one rule a line: what the table of the appendix cuts short.
func JSON(ids []string, index Index) ([]byte, error) {
	var b bytes.Buffer
	separator := "[\n  "
	for _, id := range ids {
		line, err := json.Marshal(entry{
			ID: id, Code: places(index.Code[id]), Tests: places(index.Tests[id]),
			Model: index.Model[id], Fixtures: places(index.Fixtures[id]),
		})
		if err != nil {
			return nil, err
		}
		b.WriteString(separator)
		b.Write(line)
		separator = ",\n  "
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}

// places is never null when written.
func places(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

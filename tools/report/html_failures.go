package report

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// pageGroup are the failures whose first rule is the same.
type pageGroup struct {
	Rule, Anchor, Title string
	Failures            []pageFailure
}

type pageFailure struct {
	Number                                               int // from 1
	Open                                                 bool
	Outcome, Class, Check, Path, Message, Stack          string
	Rules                                                []pageRule
	Cases                                                int
	First, Alone, Note, Again, Repro, Got, File, Capsule string
	Diff                                                 sideBySide
}

type pageRule struct{ ID, Anchor string }

// maxOpen is how many failures are open when the page is.
const maxOpen = 3

// maxPageText bounds a text of a failure, in bytes; the capsule has all of it.
const maxPageText = 32 << 10

// maxPageCapsule bounds a capsule in the page, in bytes.
const maxPageCapsule = 1 << 20

// groups puts the failures under the first rule that each cites, in the order of the failures.
func (r Report) groups(rows []RuleRow) []pageGroup {
	titles := map[string]string{}
	for _, row := range rows {
		titles[row.Rule.ID] = row.Rule.Title
	}
	var groups []pageGroup
	for i, f := range r.Failures {
		rule := ""
		if len(f.Finding.Rules) > 0 {
			rule = f.Finding.Rules[0]
		}
		shown := pageFailureOf(f, i)
		name := sanitize.Line(rule)
		at := slices.IndexFunc(groups, func(g pageGroup) bool { return g.Rule == name })
		if at < 0 {
			at = len(groups)
			groups = append(groups, pageGroup{Rule: name, Anchor: ruleAnchor(rule), Title: sanitize.Line(titles[rule])})
		}
		groups[at].Failures = append(groups[at].Failures, shown)
	}
	return groups
}

func pageFailureOf(f Failure, i int) pageFailure {
	p := pageFailure{
		Number: i + 1, Open: i < maxOpen,
		Outcome: sanitize.Line(string(f.Finding.Outcome)), Class: classOf(f.Finding.Outcome), Check: sanitize.Line(f.Finding.Check),
		Path: sanitize.Line(f.Finding.Path), Message: sanitize.Line(f.Finding.Message), Stack: cut(sanitize.Text(f.Finding.Stack)),
		Cases: f.Cases, First: sanitize.Line(f.First), Alone: f.Replay.text(), Note: sanitize.Line(f.Note), Again: sanitize.Line(f.Again), Repro: sanitize.Line(f.Repro), File: sanitize.Line(f.Capsule),
	}
	for _, rule := range f.Finding.Rules {
		p.Rules = append(p.Rules, pageRule{sanitize.Line(rule), ruleAnchor(rule)})
	}
	if f.Expected != "" {
		p.Diff = compareTexts(sanitize.Text(f.Expected), sanitize.Text(f.Got))
	} else {
		p.Got = cut(sanitize.Text(f.Got))
	}
	// A browser gives back what stands in a text area only if there is nothing in it that it changes or does not show.
	if text := f.CapsuleText; len(text) <= maxPageCapsule && sanitize.Text(text) == text {
		p.Capsule = text
	}
	return p
}

// cut shortens a text at the end of a line, and says so.
func cut(text string) string {
	if len(text) <= maxPageText {
		return text
	}
	text = strings.ToValidUTF8(text[:maxPageText], "")
	return text[:strings.LastIndexByte(text, '\n')+1] + "... the capsule has all of it\n"
}

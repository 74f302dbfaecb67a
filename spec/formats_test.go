package spec_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// formats are those of section 1.4, with the sections and the rules that are their own.
var formats = []struct{ name, chapters, rules string }{
	{"`chatrecord`", "456", "CR"},
	{"`sessionraw`", "9", "SR"},
	{"`eventstream`", "10", "ES"},
}

// heading matches a section of SPEC.md and its number.
var heading = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)?)\.? `)

// sections are the numbers of all sections, in order.
func sections(document string) (list []string) {
	for _, found := range heading.FindAllStringSubmatch(document, -1) {
		list = append(list, found[1])
	}
	return list
}

// isOwn reports whether a section belongs to chapters: their digits, or 10.
func isOwn(section, chapters string) bool {
	chapter, _, _ := strings.Cut(section, ".")
	return chapter == chapters || len(chapter) == 1 && chapters != "10" && strings.Contains(chapters, chapter)
}

// TestFormatsSideBySide: every format answers every question of section 1.4, in sections that there are, and each of its own
// sections answers one.
func TestFormatsSideBySide(t *testing.T) {
	text := document(t)
	_, table, _ := strings.Cut(text, "### 1.4 ")
	table, _, _ = strings.Cut(table, "\n\nWhat chooses")
	known, answers := sections(text), make([][]string, len(formats))
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		switch {
		case len(cells) != 1+len(formats):
			continue
		case rows == 0:
			for i, format := range formats {
				if strings.TrimSpace(cells[i+1]) != format.name {
					t.Fatalf("column %d is %s, not of %s", i+1, cells[i+1], format.name)
				}
			}
		case rows > 1: // behind the line below the head
			for i, format := range formats {
				for section := range strings.SplitSeq(strings.TrimSpace(cells[i+1]), ", ") {
					if !slices.Contains(known, section) {
						t.Errorf("%s of %s: there is no section %q", strings.TrimSpace(cells[0]), format.name, section)
					}
					answers[i] = append(answers[i], section)
				}
			}
		}
		rows++
	}
	if rows < 3 {
		t.Fatal("section 1.4 has no table")
	}
	for _, section := range known {
		for i, format := range formats {
			if strings.Contains(section, ".") && isOwn(section, format.chapters) && !slices.Contains(answers[i], section) {
				t.Errorf("section %s answers no question of section 1.4", section)
			}
		}
	}
}

// TestRulesOfFormats: a rule stands in a section of the format that its id begins with, behind an anchor, and names its origin in
// the one form.
func TestRulesOfFormats(t *testing.T) {
	text := document(t)
	text, _, _ = strings.Cut(text, "## Appendix A.")
	section, anchored := "", ""
	for number, line := range strings.Split(text, "\n") {
		switch {
		case heading.MatchString(line):
			section = heading.FindStringSubmatch(line)[1]
		case strings.HasPrefix(line, "<a id="):
			anchored = strings.TrimSuffix(strings.TrimPrefix(line, `<a id="`), `"></a>`)
		case strings.HasPrefix(line, "**") && regexp.MustCompile(`^\*\*[A-Z]+-[A-Z]+-\d`).MatchString(line):
			found := definition.FindStringSubmatch(line)
			if found == nil || found[1] != anchored {
				t.Errorf("line %d: %.40s: not the form of a rule behind its anchor %q", number+1, line, anchored)
				continue
			}
			prefix, _, _ := strings.Cut(found[1], "-")
			for _, format := range formats {
				if own := isOwn(section, format.chapters); own != (prefix == format.rules) && !strings.HasPrefix(found[1], "CR-JS-") {
					t.Errorf("line %d: %s stands in section %s", number+1, found[1], section)
				}
			}
		}
	}
}

package report

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// sideBySide is two texts with their lines beside one another.
type sideBySide struct {
	Rows []diffRow
	Left string // for people: that there is more
}

// diffRow is a line of each text, or a gap in both. Class is same, changed, removed or added.
type diffRow struct {
	Class       string
	Left, Right diffSide
	Gap         string
}

// diffSide is a line; what stands in Changed is not in the other one.
type diffSide struct {
	Number                 string // of the line; "" where there is none
	Before, Changed, After string
}

// What a page shows of a difference.
const (
	maxDiffBytes = 4 << 20 // of both texts; above that they are not compared
	maxDiffRows  = 400
)

// hunk is the line of a unified difference that says where its lines stand.
var hunk = regexp.MustCompile(`^@@ -(\d+),\d+ \+(\d+),\d+ @@`)

// compareTexts puts what differs side by side, with a little of what stands around it.
func compareTexts(want, got string) sideBySide {
	if len(want)+len(got) > maxDiffBytes {
		return sideBySide{Left: "They are too long to be compared here; the capsule has them."}
	}
	unified := string(diff.Diff("", endLine(want), "", endLine(got)))
	if unified == "" {
		return sideBySide{Left: "The answer of the reference is the same text."}
	}
	d := differ{}
	lines := strings.Split(strings.TrimSuffix(unified, "\n"), "\n")[3:] // the first three name the texts
	for _, line := range lines {
		d.take(line)
		if len(d.rows) > maxDiffRows {
			break
		}
	}
	d.flush()
	result := sideBySide{Rows: d.rows[:min(len(d.rows), maxDiffRows)]}
	if len(d.rows) > maxDiffRows {
		result.Left = "There is more; the capsule has all of it."
	}
	return result
}

// differ turns the lines of a unified difference into rows.
type differ struct {
	rows           []diffRow
	left, right    int      // numbers of the next lines
	removed, added []string // lines that have no row yet
}

func (d *differ) take(line string) {
	switch text := line[min(1, len(line)):]; {
	case strings.HasPrefix(line, "@@"):
		d.flush()
		d.jump(line)
	case strings.HasPrefix(line, "-"):
		d.removed = append(d.removed, text)
	case strings.HasPrefix(line, "+"):
		d.added = append(d.added, text)
	default:
		d.flush()
		d.rows = append(d.rows, diffRow{Class: "same", Left: d.leftSide(text), Right: d.rightSide(text)})
	}
}

// jump goes to where a hunk begins.
func (d *differ) jump(line string) {
	at := hunk.FindStringSubmatch(line)
	if at == nil {
		return
	}
	before := d.left
	d.left, _ = strconv.Atoi(at[1]) // digits
	d.right, _ = strconv.Atoi(at[2])
	switch skipped := d.left - max(before, 1); {
	case skipped == 1:
		d.rows = append(d.rows, diffRow{Gap: "1 line that is the same"})
	case skipped > 1:
		d.rows = append(d.rows, diffRow{Gap: fmt.Sprintf("%d lines that are the same", skipped)})
	}
}

// flush puts lines that were removed beside those that were added.
func (d *differ) flush() {
	for i := range max(len(d.removed), len(d.added)) {
		switch {
		case i >= len(d.added):
			d.rows = append(d.rows, diffRow{Class: "removed", Left: d.leftSide(d.removed[i])})
		case i >= len(d.removed):
			d.rows = append(d.rows, diffRow{Class: "added", Right: d.rightSide(d.added[i])})
		default:
			row := diffRow{Class: "changed", Left: d.leftSide(d.removed[i]), Right: d.rightSide(d.added[i])}
			markChange(&row.Left, &row.Right)
			d.rows = append(d.rows, row)
		}
	}
	d.removed, d.added = nil, nil
}

func (d *differ) leftSide(text string) diffSide {
	d.left++
	return diffSide{Number: strconv.Itoa(d.left - 1), Before: text}
}

func (d *differ) rightSide(text string) diffSide {
	d.right++
	return diffSide{Number: strconv.Itoa(d.right - 1), Before: text}
}

// markChange finds what stands between the common beginning and the common end of two lines.
func markChange(a, b *diffSide) {
	left, right := a.Before, b.Before
	head := 0
	for head < len(left) && head < len(right) && left[head] == right[head] {
		head++
	}
	for head > 0 && !startsRune(left, head) { // what is alike is cut alike in both
		head--
	}
	tail := 0
	for tail < len(left)-head && tail < len(right)-head && left[len(left)-1-tail] == right[len(right)-1-tail] {
		tail++
	}
	for tail > 0 && !startsRune(left, len(left)-tail) {
		tail--
	}
	for _, side := range []*diffSide{a, b} {
		text := side.Before
		side.Before, side.Changed, side.After = text[:head], text[head:len(text)-tail], text[len(text)-tail:]
	}
}

func startsRune(s string, at int) bool { return at == len(s) || utf8.RuneStart(s[at]) }

// endLine ends the last line, so that a missing line feed at the end is no line of its own.
func endLine(text string) []byte {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text)
}

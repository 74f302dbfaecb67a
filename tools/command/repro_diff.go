package command

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// maxLine bounds a line of a diff, in bytes.
const maxLine = 300

// diffOf is how two texts differ, as diff writes it. Of a long line it has what stands around the first difference from the line
// in its place.
func diffOf(nameA, a, nameB, b string) string {
	var out []string
	var gone, came []string
	take := func() {
		for i := range min(len(gone), len(came)) {
			gone[i], came[i] = compare.Apart(gone[i], came[i], maxLine)
		}
		for _, line := range gone {
			out = append(out, "-"+beginning(line))
		}
		for _, line := range came {
			out = append(out, "+"+beginning(line))
		}
		gone, came = nil, nil
	}
	lines := strings.Split(string(diff.Diff(nameA, []byte(a), nameB, []byte(b))), "\n")
	for i, line := range lines {
		isHead := i < 3 // the names of the two
		switch {
		case !isHead && strings.HasPrefix(line, "-"):
			gone = append(gone, line[1:])
		case !isHead && strings.HasPrefix(line, "+"):
			came = append(came, line[1:])
		default:
			take()
			out = append(out, beginning(line))
		}
	}
	take()
	return strings.Join(out, "\n")
}

// beginning is that of a line that has no other to differ from.
func beginning(line string) string {
	const points = len("... " + " ...")
	if len(line) <= maxLine+points {
		return line
	}
	line, _ = compare.Apart(line, "", maxLine)
	return line
}

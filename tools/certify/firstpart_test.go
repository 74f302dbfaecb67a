package certify

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// TestFirstPart: of each shape of each dialect, the small case is a sixteenth of the large one and begins like it.
func TestFirstPart(t *testing.T) {
	for _, d := range dialect.All() {
		if len(d.Shapes) < 5 {
			t.Errorf("%s has %d shapes", d.Name, len(d.Shapes))
		}
		for _, shape := range d.Shapes {
			large := shape.Case(3_200)
			small := firstPart(large)
			files, parts := large.Input.Files(), small.Input.Files()
			whole, part := large.Input.Text(), small.Input.Text()
			for _, file := range files {
				whole += file.Text
			}
			for i, file := range parts {
				if file.Name != files[i].Name || !strings.HasPrefix(files[i].Text, file.Text) {
					t.Errorf("%s: %s does not begin like the large one", shape.Name, file.Name)
				}
				part += file.Text
			}
			lines, few := strings.Count(whole, "\n"), strings.Count(part, "\n")
			if few < lines/growthFactor-rawSlack || few > lines/growthFactor+rawSlack || d.Op != small.Op {
				t.Errorf("%s: %d of %d lines", shape.Name, few, lines)
			}
		}
	}
}

// rawSlack is how many lines a file more or less is.
const rawSlack = 20

package certify

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// letters is a dialect whose features are the letters a and b in the text; only b can be taken out if a cannot.
func letters(stuck bool) dialect.Dialect {
	var d dialect.Dialect
	for _, letter := range []string{"a", "b"} {
		d.Features = append(d.Features, model.Feature{Name: letter, Without: func(c testcase.Case) (testcase.Case, bool) {
			c.Input = protocol.TextOf(strings.ReplaceAll(c.Input.Text(), letter, ""))
			return c, letter == "b" || !stuck
		}})
	}
	d.FeaturesOf = func(c testcase.Case) []string {
		var names []string
		for _, letter := range []string{"a", "b"} {
			if strings.Contains(c.Input.Text(), letter) {
				names = append(names, letter)
			}
		}
		return names
	}
	return d
}

// TestLanes: of eight cases four lose every feature of the list, three keep one, and one stays; what cannot be taken out is said.
func TestLanes(t *testing.T) {
	for _, stuck := range []bool{false, true} {
		var texts []string
		keeps := 0
		for n := range 2 * lanes {
			d := letters(stuck)
			c := testcase.Case{Input: protocol.TextOf("ab")}
			c.Features = d.FeaturesOf(c)
			c, kept := inLane(d, c, n, []string{"a", "b"})
			if kept {
				keeps++
			}
			texts = append(texts, c.Input.Text())
			if !slices.Equal(c.Features, d.FeaturesOf(c)) {
				t.Errorf("case %d has the features %q", n, c.Features)
			}
		}
		want, wantKeeps := strings.Fields("- - - - a a a ab - - - - b b b ab"), 0
		if stuck {
			want, wantKeeps = strings.Fields("ab ab ab ab a a a ab ab ab ab ab ab ab ab ab"), 11
		}
		for i, text := range want {
			if got := texts[i]; got != strings.Trim(text, "-") || keeps != wantKeeps {
				t.Errorf("case %d is %q, want %q; %d are kept, want %d", i, got, text, keeps, wantKeeps)
			}
		}
	}
}

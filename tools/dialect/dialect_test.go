package dialect

import (
	"slices"
	"testing"
)

// TestOperationsOfCases: what is said of a case before it is made is what it asks, and Asked lists exactly that.
func TestOperationsOfCases(t *testing.T) {
	for _, d := range All() {
		seen := map[string]bool{}
		for n := range 300 {
			c := d.Generate(source(5, n))
			if said := d.OpOf(5, n); said != c.Op || !slices.Contains(d.Asked, said) {
				t.Errorf("%s: case %d asks for %q, and is said to ask for %q", d.Name, n, c.Op, said)
			}
			seen[c.Op] = true
		}
		for _, op := range d.Asked {
			if !seen[op] {
				t.Errorf("%s: no case asks for %s", d.Name, op)
			}
		}
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Equivalent declares that a mutant changes nothing that a user of the subject could see. A line that has moved is found
// by its text; one that has changed is an error, since the argument may no longer hold.
type Equivalent struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Source   string `json:"source"` // of the line, without white space around it
	Operator string `json:"operator"`
	Old      string `json:"old,omitempty"` // what is replaced, where the line has several such places
	Why      string `json:"why"`
}

func (e Equivalent) covers(m Mutant) bool {
	return e.File == m.File && e.Line == m.Line && e.Operator == m.Operator && (e.Old == "" || e.Old == m.Old)
}

const equivalentsFile = "tools/mutate/equivalents.json"

// readEquivalents reads the declarations and sets their lines to where the source now stands.
func readEquivalents(root string) ([]Equivalent, error) {
	data, err := os.ReadFile(filepath.Join(root, equivalentsFile))
	if err != nil {
		return nil, err
	}
	var list []Equivalent
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", equivalentsFile, err)
	}
	for i := range list {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(list[i].File)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", equivalentsFile, err)
		}
		if err := list[i].locate(strings.Split(string(source), "\n")); err != nil {
			return nil, fmt.Errorf("%s: %w", equivalentsFile, err)
		}
	}
	return list, nil
}

// locate looks for the line with the text that is nearest to where it stood.
func (e *Equivalent) locate(lines []string) error {
	if e.Why == "" {
		return fmt.Errorf("%s:%d has no argument", e.File, e.Line)
	}
	best := 0
	for i, line := range lines {
		if strings.TrimSpace(line) == e.Source && (best == 0 || distance(i+1, e.Line) < distance(best, e.Line)) {
			best = i + 1
		}
	}
	if best == 0 {
		return fmt.Errorf("%s has no line %q any more", e.File, e.Source)
	}
	e.Line = best
	return nil
}

func distance(a, b int) int { return max(a-b, b-a) }

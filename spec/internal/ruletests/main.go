// Command ruletests rewrites the rule index: the short table at the end of SPEC.md, the whole of it in
// spec/rule-index.json, and the anchors to which the table points. Run it at the root of the module:
//
//	go run ./spec/internal/ruletests
package main

import (
	"fmt"
	"os"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/internal/ruleindex"
)

func main() {
	if err := run("SPEC.md"); err != nil {
		fmt.Fprintln(os.Stderr, "ruletests:", err)
		os.Exit(1)
	}
}

func run(document string) error {
	old, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	index, err := ruleindex.Scan(".")
	if err != nil {
		return err
	}
	var ids []string
	for _, rule := range spec.Rules() {
		ids = append(ids, rule.ID)
	}
	file, err := ruleindex.JSON(ids, index)
	if err != nil {
		return err
	}
	if err := os.WriteFile(ruleindex.File, file, 0o644); err != nil {
		return err
	}
	text, err := ruleindex.Splice(string(old), ids, index)
	if err != nil || text == string(old) {
		return err
	}
	return os.WriteFile(document, []byte(text), 0o644)
}

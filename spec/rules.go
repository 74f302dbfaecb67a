package spec

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed rules.json
var rulesJSON []byte

// Rule is one numbered rule of SPEC.md.
type Rule struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Origin string `json:"origin"`
	// Later marks what the document of the format does not have yet; profile "document" leaves it out.
	Later bool `json:"later,omitempty"`
	// DepartsFrom says which sentence of the document or which behaviour of shipped programs the rule leaves, and why.
	DepartsFrom string `json:"departsFrom,omitempty"`
}

var rules = sync.OnceValue(func() []Rule { return mustParse[[]Rule]("rules.json", rulesJSON) })

// Rules returns all rules in the order of SPEC.md. The slice is the caller's own.
func Rules() []Rule { return slices.Clone(rules()) }

// Dialect is the dialect that the rule is about; "" for rules that all have, as those of values are (section 2 of SPEC.md).
func (r Rule) Dialect() string {
	if strings.HasPrefix(r.ID, "CR-JS-") {
		return ""
	}
	prefix, _, _ := strings.Cut(r.ID, "-")
	return map[string]string{"CR": "chatrecord", "SR": "sessionraw", "ES": "eventstream"}[prefix]
}

// mustParse reads an embedded table; a fault in it is a fault of the build.
func mustParse[T any](name string, text []byte) T {
	var table T
	if err := json.Unmarshal(text, &table); err != nil {
		panic(fmt.Sprintf("spec: embedded %s: %v", name, err))
	}
	return table
}

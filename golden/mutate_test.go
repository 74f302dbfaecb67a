package golden_test

import (
	"maps"
	"regexp"
	"slices"
)

// mutation is one fault put into a document: a member removed or added, a value of another kind, an element too many.
type mutation struct {
	at   string // path without indexes, such as .content[].type
	kind string
}

// The kinds of a mutation.
const (
	removed  = "removed"
	replaced = "replaced"
	surplus  = "surplus member"
	appended = "surplus element"
)

// mutate makes one fault after the other in a document of Go's own kinds, calls try, and mends it.
func mutate(document any, try func(document any, m mutation)) {
	root := []any{document}
	m := mutator{try: func(m mutation) { try(root[0], m) }}
	m.visit(document, "", func(value any) { root[0] = value })
}

type mutator struct{ try func(mutation) }

func (m *mutator) visit(node any, at string, set func(any)) {
	switch node := node.(type) {
	case map[string]any:
		m.once(set, node, 7.0, mutation{at, replaced})
		node["surplus"] = 1.0
		m.try(mutation{at, surplus})
		delete(node, "surplus")
		for _, key := range slices.Sorted(maps.Keys(node)) {
			value := node[key]
			delete(node, key)
			m.try(mutation{at + "." + key, removed})
			node[key] = value
			m.visit(value, at+"."+key, func(value any) { node[key] = value })
		}
	case []any:
		m.once(set, node, "surplus", mutation{at, replaced})
		m.once(set, node, append(slices.Clone(node), map[string]any{"surplus": 1.0}), mutation{at, appended})
		for i, element := range node {
			m.visit(element, at+"[]", func(value any) { node[i] = value })
		}
	default:
		m.once(set, node, map[string]any{"surplus": 1.0}, mutation{at, replaced})
	}
}

func (m *mutator) once(set func(any), old, value any, what mutation) {
	set(value)
	m.try(what)
	set(old)
}

// contract says which mutations a schema lets through: what is open may hold anything, what is optional may be missing,
// and what is extensible may have more members or
// elements. All else must be refused. Paths are those of mutation.
type contract struct{ open, optional, extensible *regexp.Regexp }

func (c contract) allows(m mutation) bool {
	return c.open.MatchString(m.at) ||
		m.kind == removed && c.optional.MatchString(m.at) ||
		(m.kind == surplus || m.kind == appended) && c.extensible.MatchString(m.at)
}

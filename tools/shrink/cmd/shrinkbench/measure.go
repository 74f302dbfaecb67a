package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/shrink"
	"github.com/transcriptspec/transcriptspec/tools/shrink/internal/faults"
)

// measured is what came of the cases of a fault, or of all.
type measured struct {
	cases       int
	forms       map[string]map[string]int // by key, then by form: how many cases
	evaluations []int
	records     int
	bytes       int
}

// measure shrinks sessions that fail under a fault.
func measure(ctx context.Context, fault faults.Fault, cases int, first, seeds uint64) (measured, error) {
	m := measured{forms: map[string]map[string]int{}}
	for seed := first; seed < first+seeds && m.cases < cases; seed++ {
		c := faults.Case(seed)
		keys, err := fault.Keys(ctx, c)
		if err != nil {
			return m, err
		}
		if len(keys) == 0 {
			continue
		}
		result, err := shrink.Shrink(ctx, c, keys[0], fault.Judge(keys[0]), shrink.Options{})
		if err != nil {
			return m, fmt.Errorf("seed %d: %w", seed, err)
		}
		if result.Ended != shrink.Minimal {
			return m, fmt.Errorf("seed %d: ended by %s", seed, result.Ended)
		}
		m.take(fault.Name+": "+keys[0], result)
	}
	return m, nil
}

func (m *measured) take(key string, result shrink.Result) {
	if m.forms[key] == nil {
		m.forms[key] = map[string]int{}
	}
	m.forms[key][form(result.Case)]++
	m.cases++
	m.evaluations = append(m.evaluations, result.Evaluations)
	m.records, m.bytes = max(m.records, result.Records), max(m.bytes, result.Bytes)
}

// form is how a case is told apart from others and shown.
func form(c testcase.Case) string {
	text := c.Input.Text()
	if c.Input.Kind() != protocol.TextInput {
		text = string(jsvalue.AppendASCII(nil, c.Input.Value()))
	}
	if c.Options.IsUndefined() {
		return text
	}
	return text + "\noptions " + string(jsvalue.AppendASCII(nil, c.Options))
}

func (m *measured) add(other measured) {
	if m.forms == nil {
		m.forms = map[string]map[string]int{}
	}
	maps.Copy(m.forms, other.forms)
	m.cases += other.cases
	m.evaluations = append(m.evaluations, other.evaluations...)
	m.records, m.bytes = max(m.records, other.records), max(m.bytes, other.bytes)
}

// row writes the line of the table.
func (m measured) row(w io.Writer, name string) {
	forms := 0
	for _, ofKey := range m.forms {
		forms += len(ofKey)
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, m.cases, len(m.forms), forms,
		percentile(m.evaluations, 50), percentile(m.evaluations, 95), percentile(m.evaluations, 100), m.records, m.bytes)
}

func percentile(counts []int, percent int) int {
	if len(counts) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(counts))
	return sorted[(len(sorted)*percent+99)/100-1]
}

// strays are the cases whose form is not the most frequent one of their key.
func (m measured) strays() int {
	strays := 0
	for _, ofKey := range m.forms {
		most := 0
		for _, count := range ofKey {
			most = max(most, count)
			strays += count
		}
		strays -= most
	}
	return strays
}

// print writes the forms, the most frequent first.
func (m measured) print(w io.Writer, name string) {
	fmt.Fprintf(w, "== %s\n", name)
	for _, key := range slices.Sorted(maps.Keys(m.forms)) {
		ofKey := m.forms[key]
		fmt.Fprintf(w, "-- %s\n", key)
		for _, form := range slices.SortedFunc(maps.Keys(ofKey), func(a, b string) int { return ofKey[b] - ofKey[a] }) {
			fmt.Fprintf(w, "%d times:\n%s\n", ofKey[form], form)
		}
	}
}

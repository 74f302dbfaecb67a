package golden_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// checkObserved compares with the answer of a shipped program, unless a decision departs from it. Of an abridged answer
// only the members that every projection has are compared; the fixture's expectation holds the rest.
func checkObserved(t *testing.T, fixture fixtures.Fixture, got jsvalue.Value) {
	t.Helper()
	if fixture.Observed.IsUndefined() || len(fixture.Decisions) > 0 {
		return
	}
	want, ours := inOneShape(fixture, got)
	if !fixtures.Same(want, ours) {
		t.Errorf("a shipped program answers otherwise, and no decision departs from it (-shipped +ours):\n%s",
			cmp.Diff(plain(want, 0), plain(ours, 0)))
	}
}

// TestDepartures lists the probes that depart from the shipped program, by decision, and finds markers that no longer
// say the truth.
func TestDepartures(t *testing.T) {
	byDecision := map[string][]string{}
	for _, fixture := range load(t, fixtures.Probes) {
		if len(fixture.Decisions) == 0 {
			continue
		}
		for _, decision := range fixture.Decisions {
			byDecision[decision] = append(byDecision[decision], fixture.File)
		}
		if want, ours := inOneShape(fixture, answer(t, fixture)); !fixture.Abridged && fixtures.Same(want, ours) {
			t.Errorf("%s: marked as departing by %s, but our answer equals the shipped one", fixture.File, strings.Join(fixture.Decisions, ", "))
		}
	}
	for _, decision := range slices.Sorted(maps.Keys(byDecision)) {
		t.Logf("%s: %s", decision, strings.Join(byDecision[decision], ", "))
	}
}

// inOneShape brings both answers into one shape: the shipped program throws its errors, and its messages were not kept.
func inOneShape(fixture fixtures.Fixture, got jsvalue.Value) (want, ours jsvalue.Value) {
	want = fixture.Observed
	if thrown := want.Get("throws"); thrown.IsString() {
		return object("error", thrown), got
	}
	if !fixture.Abridged {
		return want, dropMessages(got)
	}
	common := jsvalue.ObjectValue()
	ours = common
	for _, key := range []string{"diagnostics", "complete", "truncated"} {
		if want.Has(key) && got.Has(key) {
			common = common.With(jsvalue.Member{Key: key, Value: want.Get(key)})
			ours = ours.With(jsvalue.Member{Key: key, Value: dropMessages(got).Get(key)})
		}
	}
	return common, ours
}

func dropMessages(answer jsvalue.Value) jsvalue.Value {
	return mapElements(answer, "diagnostics", func(d jsvalue.Value) jsvalue.Value { return d.Without("message") })
}

func mapElements(answer jsvalue.Value, key string, f func(jsvalue.Value) jsvalue.Value) jsvalue.Value {
	list := answer.Get(key)
	if !list.IsArray() {
		return answer
	}
	out := make([]jsvalue.Value, list.Len())
	for i, element := range list.Elements() {
		out[i] = f(element)
	}
	return answer.With(jsvalue.Member{Key: key, Value: jsvalue.ArrayValue(out...)})
}

// plain turns a value into Go's own kinds, for a readable difference.
func plain(v jsvalue.Value, depth int) any {
	switch {
	case depth > 60:
		return string(jsvalue.Append(nil, v))
	case v.IsArray():
		list := make([]any, v.Len())
		for i, element := range v.Elements() {
			list[i] = plain(element, depth+1)
		}
		return list
	case v.IsObject():
		object := make(map[string]any, v.Len())
		for key, value := range v.Members() {
			object[key] = plain(value, depth+1)
		}
		return object
	case v.IsString():
		return v.Text()
	case v.IsNumber():
		return v.Float()
	case v.IsBool():
		return v.IsTrue()
	}
	return nil
}

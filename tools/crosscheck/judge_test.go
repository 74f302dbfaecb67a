package crosscheck_test

import (
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

func view(t *testing.T, options string, lines ...string) *crosscheck.View {
	t.Helper()
	records, err := crosscheck.Case{Lines: lines}.Records()
	if err != nil {
		t.Fatal(err)
	}
	var value jsvalue.Value
	if options != "" {
		if value, err = jsvalue.Decode(options); err != nil {
			t.Fatal(err)
		}
	}
	return crosscheck.NewView(records, value)
}

// TestJudge: an excuse covers the paths it names, where all records are its sites or belong to the call of one, and nothing
// else.
func TestJudge(t *testing.T) {
	excuse := crosscheck.Excuse{
		Name:  "e",
		Find:  func(*crosscheck.View) crosscheck.Sites { return crosscheck.Sites{"a": true} },
		Paths: []string{"blocks[tool].status", "missing blocks[user]"},
	}
	excused := compare.Difference{Path: "blocks[tool].status", Records: []string{"a"}}
	v := view(t, "",
		`{"uuid":"c","parentUuid":null,"sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`,
		`{"uuid":"a","parentUuid":"c","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]}}`,
		`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"user"}`,
	)
	for name, test := range map[string]struct {
		d      compare.Difference
		faults int
	}{
		"covered":                {excused, 0},
		"beside its call":        {compare.Difference{Path: "blocks[tool].status", Records: []string{"c", "a"}}, 0},
		"its call alone":         {compare.Difference{Path: "blocks[tool].status", Records: []string{"c"}}, 1},
		"a record too many":      {compare.Difference{Path: "blocks[tool].status", Records: []string{"c", "a", "b"}}, 1},
		"another path":           {compare.Difference{Path: "blocks[tool].title", Records: []string{"a"}}, 1},
		"another record":         {compare.Difference{Path: "blocks[tool].status", Records: []string{"b"}}, 1},
		"no record":              {compare.Difference{Path: "blocks[tool].status"}, 1},
		"the other side's block": {compare.Difference{Path: "extra blocks[user]", Records: []string{"a"}}, 1},
	} {
		verdict := crosscheck.Judge(crosscheck.Case{}, v, []compare.Difference{test.d}, []crosscheck.Excuse{excuse})
		if len(verdict.Faults) != test.faults {
			t.Errorf("%s: faults %v", name, verdict.Faults)
		}
	}
	excuse.Accept = func(_ *crosscheck.View, d compare.Difference) bool { return d.Want.Text() == "failed" }
	if verdict := crosscheck.Judge(crosscheck.Case{}, v, []compare.Difference{excused}, []crosscheck.Excuse{excuse}); len(verdict.Faults) != 1 {
		t.Error("the values were not looked at")
	}
}

func TestViewWalksTheChain(t *testing.T) {
	lines := []string{
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"1"}]}}`,
		`{"uuid":"x","parentUuid":"a","sessionId":"s","type":"user"}`,
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"2"}]}}`,
		`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"assistant"}`,
		`{"uuid":"c","parentUuid":"b","sessionId":"s","type":"system","subtype":"session_artifact_event"}`,
		`{"uuid":"d","sessionId":"s","type":"user"}`,
		`5`,
	}
	for options, want := range map[string][]string{"": {"a", "b"}, `{"leafUuid":"x"}`: {"a", "x"}, `{"leafUuid":"c"}`: nil} {
		v := view(t, options, lines...)
		var uuids []string
		for _, record := range v.Chain {
			uuids = append(uuids, record.UUID)
		}
		if !slices.Equal(uuids, want) {
			t.Errorf("options %s: %q, want %q", options, uuids, want)
		}
		if len(v.Chain) > 0 && len(v.Chain[0].Parts) != 2 {
			t.Errorf("%d parts of two fragments", len(v.Chain[0].Parts))
		}
	}
	circle := view(t, "", `{"uuid":"a","parentUuid":"b","sessionId":"s","type":"user"}`, `{"uuid":"b","parentUuid":"a","sessionId":"s","type":"user"}`)
	if len(circle.Chain) != 2 {
		t.Errorf("%d records on a circle of two", len(circle.Chain))
	}
}

func TestViewCorrelates(t *testing.T) {
	v := view(t, "",
		`{"uuid":"r","parentUuid":null,"sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"early","name":"f"}}]}}`,
		`{"uuid":"a","parentUuid":"r","sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}},{"functionCall":{"id":"x","name":"g"}},`+
			`{"functionCall":{"name":"h"}},{"functionCall":{"id":"qwen-replay-tool:a:2","name":"i"}},{"functionCall":{"id":"early","name":"f"}}]}}`,
		`{"uuid":"t","parentUuid":"a","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"name":"h"}}]}}`,
		`{"uuid":"u","parentUuid":"t","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"g"}}]}}`,
		`{"uuid":"v","parentUuid":"u","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"g"}}]}}`,
		`{"uuid":"w","parentUuid":"v","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"name":"nobody"}}]}}`,
	)
	flags := func(c *crosscheck.Call) [4]bool { return [4]bool{c.Answered, c.Reused, c.Early, c.Collides} }
	want := [][4]bool{{}, {true, true, false, false}, {true, false, false, false}, {false, false, false, true}, {false, false, true, false}}
	for i, call := range v.Calls {
		if flags(call) != want[i] {
			t.Errorf("call %d: answered, reused, early, collides %v, want %v", i, flags(call), want[i])
		}
	}
	if second := v.Results[3]; !second.Second || v.Results[2].Second {
		t.Error("the second result is not the second")
	}
	if !v.Results[4].Guess || v.Results[1].Guess {
		t.Error("a result without an id fits one call or none")
	}
}

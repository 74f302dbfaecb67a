package tooluse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/tooluse"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestTracker: a use is settled once, by whatever comes first (ES-TOOL-01, ES-TOOL-02).
// How its time grows `go test -bench Growth` measures.
func TestTracker(t *testing.T) {
	start := func(id string) string { return `{"type":"tool_use_start","toolUseId":"` + id + `","turnId":"t"}` }
	summary := func(key, ids string) string {
		return `{"type":"tool_use_summary","summary":" Read two files ","` + key + `":` + ids + `}`
	}
	complete := func(id string) string {
		return `{"type":"tool_use_complete","toolUseId":"` + id + `","summary":"Read two files","turnId":"t"}`
	}
	done := func(status, turn string) string {
		return `{"type":"done","status":"` + status + `","turnId":"` + turn + `"}`
	}
	for name, c := range map[string]struct {
		events        []string
		emitted, uses string
	}{
		"in progress":         {[]string{start("a")}, ``, `a:in_progress:`},
		"without an id":       {[]string{start(" ")}, ``, ``},
		"preceding ids":       {[]string{start("a"), start("b"), start("c"), summary("precedingToolUseIds", `["b"," a "]`)}, complete("b") + complete("a"), `a:complete:Read two files b:complete:Read two files c:in_progress:`},
		"ids of a row":        {[]string{start("a"), summary("toolUseIds", `["a"]`)}, complete("a"), `a:complete:Read two files`},
		"unknown":             {[]string{summary("toolUseIds", `["a",5,null,""]`), start("a")}, ``, `a:in_progress:`},
		"twice in one":        {[]string{start("a"), summary("toolUseIds", `["a","a"]`)}, complete("a"), `a:complete:Read two files`},
		"summarized twice":    {[]string{start("a"), summary("toolUseIds", `["a"]`), summary("toolUseIds", `["a"]`)}, complete("a"), `a:complete:Read two files`},
		"started again":       {[]string{start("a"), summary("toolUseIds", `["a"]`), start("a")}, complete("a"), `a:complete:Read two files`},
		"already complete":    {[]string{start("a"), complete("a"), summary("toolUseIds", `["a"]`)}, ``, `a:complete:Read two files`},
		"answered":            {[]string{start("a"), `{"type":"tool_result","itemId":"a"}`, summary("toolUseIds", `["a"]`)}, ``, `a:complete:`},
		"answered twice":      {[]string{start("a"), `{"type":"pending_input_resolved","itemId":"a"}`, `{"type":"pending_input_resolved","itemId":"a"}`}, ``, `a:complete:`},
		"interrupted":         {[]string{start("a"), done("interrupted", "t"), summary("toolUseIds", `["a"]`)}, ``, `a:interrupted:`},
		"other turn":          {[]string{start("a"), done("failed", "u")}, ``, `a:in_progress:`},
		"turn that completed": {[]string{start("a"), done("completed", "t"), summary("toolUseIds", `["a"]`)}, complete("a"), `a:complete:Read two files`},
		"no list":             {[]string{start("a"), summary("toolUseIds", `"a"`), `{"type":"tool_use_summary"}`}, ``, `a:in_progress:`},
	} {
		var tracker tooluse.Tracker
		var emitted, uses []string
		for _, text := range c.events {
			event, err := jsvalue.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range tracker.Add(event) {
				emitted = append(emitted, string(jsvalue.Append(nil, one)))
			}
		}
		for _, use := range tracker.Uses() {
			uses = append(uses, fmt.Sprintf("%s:%s:%s", use.ID, use.Status, use.Summary))
		}
		if got := strings.Join(emitted, ""); got != c.emitted {
			t.Errorf("%s: emitted %s, want %s", name, got, c.emitted)
		}
		if got := strings.Join(uses, " "); got != c.uses {
			t.Errorf("%s: %s, want %s", name, got, c.uses)
		}
	}
}

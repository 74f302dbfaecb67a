package replay

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// adapter answers with fixed texts, fails, or panics.
type adapter struct {
	err    error
	panics bool
	empty  bool
}

func (a adapter) ResolveToolMetadata(toolName string, _ jsvalue.Value) (update.ToolMetadata, error) {
	if a.panics {
		panic("registry")
	}
	if a.empty {
		return update.ToolMetadata{}, nil
	}
	return update.ToolMetadata{Title: "T " + toolName, Kind: "read", Locations: []jsvalue.Value{jsvalue.StringValue("l")}}, a.err
}

func (a adapter) FormatHistoryGap(prepare.Gap) (string, error) {
	if a.panics {
		panic("locale")
	}
	if a.empty {
		return "", nil
	}
	return "gap text", a.err
}

// CR-ITER-09, CR-REPLAY-49: an adapter changes title, kind, locations and the gap notice; when it fails, the fixed texts
// stand in and the failure is named.
func TestPresentation(t *testing.T) {
	records := chain(t, `{"uuid":"a","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"g","args":{"description":" d "}}}]}}`)
	run := func(p Presentation) ([]string, []string) {
		tr := &transcript{}
		options := tr.options()
		options.Presentation = p
		options.Gaps = []prepare.Gap{{ChildUUID: "a", MissingParentUUID: "m"}}
		m := New(options)
		var shown []string
		for e := range m.Project(records[0]) {
			shown = append(shown, e.Update.Content.Text+e.Update.Title+" "+e.Update.ToolKind)
		}
		return shown, tr.brief()
	}
	fallback := []string{historyGapText + " ", "g: d other"}
	named := string(diagnostic.PresentationFallback) + " a"
	failed := []string{named, named}
	tests := []struct {
		name         string
		presentation Presentation
		shown        []string
		diagnostics  []string
	}{
		{"none", nil, fallback, []string{}},
		{"answers", adapter{}, []string{"gap text ", "T g read"}, []string{}},
		{"fails", adapter{err: errors.New("secret")}, fallback, failed},
		{"panics", adapter{panics: true}, fallback, failed},
		{"says nothing", adapter{empty: true}, fallback, failed},
	}
	for _, test := range tests {
		shown, diagnostics := run(test.presentation)
		if diff := cmp.Diff(test.shown, shown); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.diagnostics, diagnostics); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

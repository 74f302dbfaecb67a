package spec_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/internal/ruleindex"
)

// TestSchemas: each schema names itself, and only rules that exist. That they say the right thing is tested in golden.
func TestSchemas(t *testing.T) {
	names := spec.SchemaNames()
	if len(names) < 15 || !slices.IsSorted(names) {
		t.Errorf("the schemas are %q", names)
	}
	ids := ruleIDs()
	for _, name := range names {
		text, ok := spec.Schema(name)
		if !ok {
			t.Fatalf("%s is not there", name)
		}
		var head struct {
			Schema      string `json:"$schema"`
			ID          string `json:"$id"`
			Title       string `json:"title"`
			Description string `json:"description"`
		}
		if err := json.Unmarshal(text, &head); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if head.Schema != "https://json-schema.org/draft/2020-12/schema" || head.ID != spec.SchemaBase+name+".json" ||
			head.Title == "" || head.Description == "" {
			t.Errorf("%s: %+v", name, head)
		}
		for _, id := range ruleindex.Cited(string(text)) {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: %s does not exist", name, id)
			}
		}
	}
	if _, ok := spec.Schema("no-such-schema"); ok {
		t.Error("a schema that is not there")
	}
}

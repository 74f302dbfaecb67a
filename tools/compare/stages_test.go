package compare_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/tools/compare"
)

func TestStages(t *testing.T) {
	const right = `{"records":[{"uuid":"a","message":{"role":"user"}}],"gaps":[],"diagnostics":[{"code":"history_gap","message":"m","recordId":"a"}]}`
	for text, want := range map[string][]string{
		right: nil,
		`{"gaps":[],"diagnostics":[{"code":"history_gap","message":"other words","recordId":"a"}],"records":[{"message":{"role":"user"},"uuid":"a"}]}`: nil,
		`{"records":[{"uuid":"a","message":{}}],"gaps":[],"diagnostics":[{"code":"history_gap","message":"m","recordId":"a"}]}`:                        {"records[].message.role"},
		`{"records":[{"uuid":"a","message":{"role":"user"}}],"gaps":[],"diagnostics":[],"more":1}`:                                                     {"more", "missing diagnostics[history_gap]"},
		`{"error":"leaf_not_found"}`: {"error"},
	} {
		paths := pathsOf(compare.Stages(decode(t, right), decode(t, text), compare.Options{Strict: true}))
		if diff := cmp.Diff(want, paths); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}

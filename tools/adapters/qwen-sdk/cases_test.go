package qwensdk_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// TestFixturesAndPreviews: in each fixture and each preview, too, the SDK fails as it is known to, and not otherwise. Those
// that it takes minutes for, because it is quadratic, are left to make certify-sdk.
func TestFixturesAndPreviews(t *testing.T) {
	child, known := sdk(t), knownFailures(t)
	plan, err := certify.NewPlan(certify.Config{Cases: -1})
	if err != nil {
		t.Fatal(err)
	}
	var cases []testcase.Case
	for _, planned := range plan.Cases {
		tooSlow := func(c knownfailures.Case) bool { return testcase.DigestOf(c.Case) == planned.Digest() }
		if planned.Case.Op == "project" && !slices.ContainsFunc(known.Cases, tooSlow) {
			cases = append(cases, planned.Case)
		}
	}
	for _, c := range append(cases, previews(t)...) {
		asked := capsule.Capsule{Case: c, Outcome: capsule.Fail, Check: judge.CheckAnswers}
		r, err := certify.Reproduce(t.Context(), child, certify.Config{Known: known}, asked)
		if err != nil || len(r.Findings) > 0 {
			t.Errorf("%s: %v\n%v", c.Name, err, r.Findings)
		}
	}
}

// previews are the entries {name, tool, args} of the table of previews, each as a session of one answered call.
func previews(t *testing.T) []testcase.Case {
	t.Helper()
	text, err := os.ReadFile("../../../fixtures/chatrecord/previews.json")
	if err != nil {
		t.Fatal(err)
	}
	table, err := jsvalue.Decode(string(text))
	if err != nil || table.Len() == 0 {
		t.Fatalf("%d previews, %v", table.Len(), err)
	}
	var cases []testcase.Case
	for _, preview := range table.Elements() {
		tool, arguments := jsvalue.AppendASCII(nil, preview.Get("tool")), jsvalue.AppendASCII(nil, preview.Get("args"))
		cases = append(cases, testcase.Case{
			Dialect: "chatrecord", Op: "project", Name: "preview " + preview.Get("name").Text(), Input: protocol.TextOf(fmt.Sprintf(
				`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":%s,"args":%s}}]}}
{"uuid":"b","parentUuid":"a","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":%s}}]}}
`, tool, arguments, tool)),
		})
	}
	return cases
}

package chatrecord_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

func TestFeaturesAreATable(t *testing.T) {
	seen := map[string]bool{}
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, feature := range chatrecord.Features() {
		if !name.MatchString(feature.Name) || seen[feature.Name] || !strings.HasSuffix(feature.Says, ".") || len(feature.Rules) == 0 {
			t.Errorf("%+v", feature)
		}
		seen[feature.Name] = true
		for _, id := range feature.Rules {
			if !slices.ContainsFunc(spec.Rules(), func(rule spec.Rule) bool { return rule.ID == id }) {
				t.Errorf("%s: there is no rule %s", feature.Name, id)
			}
		}
	}
}

func sessionOf(lines ...string) testcase.Case {
	return testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(strings.Join(lines, "\n") + "\n")}
}

const (
	root   = `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","timestamp":"2026-07-14T09:00:00.000Z","message":{"parts":[{"text":"hello"}]}}`
	answer = `{"uuid":"b","parentUuid":"a","sessionId":"s","type":"assistant","timestamp":"2026-07-14T09:00:01.000Z","message":{"parts":[{"text":"hi"}]}}`
)

func TestPlainSessionHasNoFeature(t *testing.T) {
	if got := chatrecord.FeaturesOf(sessionOf(root, answer)); len(got) > 0 {
		t.Error(got)
	}
	if got := chatrecord.FeaturesOf(sessionOf()); len(got) > 0 {
		t.Error(got)
	}
}

func TestFeaturesOfSmallSessions(t *testing.T) {
	// record under b, with a type and further members
	under := func(uuid, kind, more string) string {
		return `{"uuid":"` + uuid + `","parentUuid":"b","sessionId":"s","type":"` + kind + `","timestamp":"2026-07-14T09:00:02.000Z",` + more + `}`
	}
	call := func(uuid, id string) string {
		return under(uuid, "assistant", `"message":{"parts":[{"functionCall":{"id":"`+id+`","name":"glob","args":{}}}]}`)
	}
	result := func(uuid, parent, id string) string {
		return `{"uuid":"` + uuid + `","parentUuid":"` + parent + `","sessionId":"s","type":"tool_result","timestamp":"2026-07-14T09:00:03.000Z","message":{"parts":[{"functionResponse":{"id":"` + id + `","name":"glob","response":{"output":"x"}}}]}}`
	}
	child := func(parent, record string) string {
		return strings.Replace(record, `"parentUuid":"b"`, `"parentUuid":"`+parent+`"`, 1)
	}
	for _, c := range []struct {
		want  string // separated by blanks
		lines []string
	}{
		{"calls dangling-call", []string{root, answer, call("c", "x")}},
		{"calls", []string{root, answer, call("c", "x"), result("d", "c", "x")}},
		{"calls second-result", []string{root, answer, call("c", "x"), result("d", "c", "x"), result("e", "d", "x")}},
		{"calls dangling-call reused-call-id", []string{root, answer, call("c", "x"), child("c", call("d", "x"))}},
		{"orphan-result", []string{root, answer, result("c", "b", "y")}},
		{"calls dangling-call call-without-id", []string{root, answer, call("c", "")}},
		{"calls dangling-call call-without-id synthetic-collision synthetic-look", []string{root, answer, call("c", ""), child("c", call("d", "qwen-replay-tool:c:0"))}},
		{"branches", []string{root, answer, strings.Replace(answer, `"b"`, `"c"`, 1)}},
		{"fragments", []string{root, answer, strings.Replace(answer, "hi", "ho", 1)}},
		{"copy-of-a-record", []string{root, answer, answer}},
		{"late-fragment copy-of-a-record branches", []string{root, answer, root}},
		{"gap", []string{answer}},
		{"cycle", []string{strings.Replace(root, "null", `"b"`, 1), answer}},
		{"mixed-sessions", []string{root, strings.Replace(answer, `"s"`, `"t"`, 1)}},
		{"invalid-record", []string{root, answer, "5"}},
		{"thoughts", []string{root, answer, under("c", "assistant", `"message":{"parts":[{"text":"hm","thought":true}]}`)}},
		{"member-of-the-wrong-type", []string{root, answer, under("c", "assistant", `"message":{"parts":[{"text":5}]}`)}},
		{"unknown-part", []string{root, answer, under("c", "assistant", `"message":{"parts":[{}]}`)}},
		{"unknown-part", []string{root, answer, under("c", "assistant", `"message":{"parts":[{"thought":true,"other":1}]}`)}},
		{"empty-part", []string{root, answer, under("c", "assistant", `"message":{"parts":[{"thought":true}]}`)}},
		{"empty-part", []string{root, answer, under("c", "assistant", `"message":{"parts":[{"functionCall":null}]}`)}},
		{"secret", []string{root, answer, under("c", "assistant", `"x":{"session_token":1},"message":{"parts":[{"text":"x"}]}`)}},
		{"", []string{root, answer, under("c", "assistant", `"x":{"secretary":1,"tokens":2},"message":{"parts":[{"text":"x"}]}`)}},
		{"newer-subtype", []string{root, answer, under("c", "system", `"subtype":"at_command"`)}},
		{"fragments conflicting-parent", []string{root, strings.Replace(strings.Replace(root, "hello", "again", 1), "null", `""`, 1)}},
		{"odd-timestamp", []string{root, strings.Replace(answer, ".000Z", "Z", 1)}},
		{"prototype-name", []string{root, strings.Replace(answer, "hi", "__proto__", 1)}},
		{"lone-surrogate", []string{root, strings.Replace(answer, "hi", `\ud83d`, 1)}},
		{"side-records", []string{root, answer, under("c", "system", `"subtype":"session_artifact_event"`)}},
		{"content-beside-chain branches", []string{root, strings.Replace(answer, `"b"`, `"c"`, 1), strings.Replace(strings.Replace(answer, `"assistant"`, `"system"`, 1), `"message"`, `"systemPayload"`, 1)}},
	} {
		want := strings.Fields(c.want)
		got := chatrecord.FeaturesOf(sessionOf(c.lines...))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Errorf("%v, want %v of\n%s", got, want, strings.Join(c.lines, "\n"))
		}
	}
}

func TestNullOptionsAreGiven(t *testing.T) {
	c := sessionOf(root)
	c.Options = jsvalue.ObjectValue(jsvalue.Member{Key: "maxBlocks", Value: jsvalue.NullValue()})
	if got := chatrecord.FeaturesOf(c); !slices.Equal(got, []string{"max-blocks"}) {
		t.Error(got)
	}
}

func featureCalled(t *testing.T, name string) model.Feature {
	t.Helper()
	for _, feature := range chatrecord.Features() {
		if feature.Name == name {
			return feature
		}
	}
	t.Fatalf("there is no feature %s", name)
	return model.Feature{}
}

// TestWithout: features go by the smallest edit, and dropped records leave their children to their parents.
func TestWithout(t *testing.T) {
	quiet := `{"uuid":"c","parentUuid":"b","sessionId":"s","type":"system","subtype":"ui_telemetry","timestamp":"2026-07-14T09:00:02.000Z"}`
	last := strings.Replace(strings.Replace(answer, `"b"`, `"d"`, 1), `"a"`, `"c"`, 1)
	moved := strings.Replace(last, `"parentUuid":"c"`, `"parentUuid":"b"`, 1)
	again := strings.Replace(root, "hello", "again", 1)
	orphaned := func(record string) string { return strings.Replace(record, "null", `"x"`, 1) }
	inCircle := func(record string) string { return strings.Replace(record, "null", `"b"`, 1) }
	for _, test := range []struct {
		feature      string
		before, want []string
	}{
		{"telemetry", []string{root, answer, quiet, last}, []string{root, answer, moved}},
		{"telemetry", []string{root, answer, quiet, strings.Replace(quiet, ":02", ":03", 1), last}, []string{root, answer, moved}},
		{"gap", []string{orphaned(root), orphaned(again), answer}, []string{root, again, answer}},
		{"cycle", []string{inCircle(root), inCircle(again), answer}, []string{root, again, answer}},
		{"odd-timestamp", []string{strings.Replace(root, "09:00:00.000Z", "10:00+01:00", 1), answer}, []string{root, answer}},
		{"newer-subtype", []string{root, strings.Replace(answer, `"type":"assistant"`, `"type":"assistant","subtype":"agent_retry"`, 1)}, []string{root, answer}},
	} {
		edited, ok := featureCalled(t, test.feature).Without(sessionOf(test.before...))
		if want := sessionOf(test.want...); !ok || edited.Input.Text() != want.Input.Text() {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.feature, ok, edited.Input.Text(), want.Input.Text())
		}
	}
}

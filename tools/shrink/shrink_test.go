package shrink_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/shrink"
	"github.com/transcriptspec/transcriptspec/tools/shrink/internal/faults"
)

func fault(t *testing.T, name string) faults.Fault {
	t.Helper()
	all := faults.All()
	i := slices.IndexFunc(all, func(f faults.Fault) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no fault %q", name)
	}
	return all[i]
}

// failing are sessions that fail under a fault with the key.
func failing(t *testing.T, f faults.Fault, key string, count int) []testcase.Case {
	t.Helper()
	var cases []testcase.Case
	for seed := uint64(1); seed < 5_000 && len(cases) < count; seed++ {
		c := faults.Case(seed)
		keys, err := f.Keys(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if len(keys) > 0 && keys[0] == key {
			cases = append(cases, c)
		}
	}
	if len(cases) < count {
		t.Fatalf("only %d sessions fail", len(cases))
	}
	return cases
}

// minimal are faults, how they show, and the one form that every session has to come down to.
var minimal = []struct{ fault, key, form string }{
	{
		"no cycle check", "fail missing diagnostics[parent_cycle]",
		`{"parentUuid":"a","sessionId":"a","type":"user","uuid":"a"}`,
	},
	{
		"text merged across records", "fail blocks[].text",
		`{"message":{"parts":[{"text":"a"}]},"parentUuid":"","sessionId":"a","type":"user","uuid":"a"}` + "\n" +
			`{"message":{"parts":[{"text":"a"}]},"parentUuid":"a","sessionId":"a","type":"user","uuid":"b"}`,
	},
	{
		"reused call id drops a call", "fail missing blocks[]",
		`{"message":{"parts":[{"functionCall":{"id":"a","name":"a"}},{"functionCall":{"id":"a","name":"a"}}]},"parentUuid":"","sessionId":"a","type":"user","uuid":"a"}`,
	},
	{
		"byte order mark dropped", "fail blocks[].text",
		`{"message":{"parts":[{"text":"\ufeff"}]},"parentUuid":"","sessionId":"a","type":"user","uuid":"a"}`,
	},
	{
		"gap not reported", "fail missing diagnostics[history_gap]",
		`{"parentUuid":"a","sessionId":"a","type":"user","uuid":"b"}`,
	},
	{"crash on __proto__", "crash", `{"__proto__":0}`},
}

func TestOneForm(t *testing.T) {
	const most = 200 // evaluations
	for _, test := range minimal {
		t.Run(test.fault, func(t *testing.T) {
			f := fault(t, test.fault)
			for _, c := range failing(t, f, test.key, 8) {
				result, err := shrink.Shrink(t.Context(), c, test.key, f.Judge(test.key), shrink.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := result.Case.Input.Text(); got != test.form || !result.Case.Options.IsUndefined() {
					t.Errorf("got  %s\nwant %s", got, test.form)
				}
				if result.Ended != shrink.Minimal || result.Evaluations > most {
					t.Errorf("ended by %s after %d evaluations", result.Ended, result.Evaluations)
				}
			}
		})
	}
}

// TestSteps: every step is smaller than the one before, what is counted is what the judge was asked, no case is judged
// twice, and a second run does the same.
func TestSteps(t *testing.T) {
	f, key := fault(t, "provenance union dropped"), "fail blocks[].sourceRecordIds[]"
	c := failing(t, f, key, 1)[0]
	var runs [2][]shrink.Status
	for i := range runs {
		asked := map[string]bool{}
		judge := func(ctx context.Context, c testcase.Case) (string, error) {
			if asked[c.Digest()] {
				t.Error("a case is judged twice")
			}
			asked[c.Digest()] = true
			return f.Judge(key)(ctx, c)
		}
		result, err := shrink.Shrink(t.Context(), c, key, judge, shrink.Options{Progress: func(s shrink.Status) { runs[i] = append(runs[i], s) }})
		if err != nil {
			t.Fatal(err)
		}
		if result.Evaluations != len(asked) || result.Steps != len(runs[i]) {
			t.Errorf("%d evaluations of %d, %d steps of %d", result.Evaluations, len(asked), result.Steps, len(runs[i]))
		}
		if got, err := f.Judge(key)(t.Context(), result.Case); got != key || err != nil {
			t.Errorf("the result fails with %q, %v", got, err)
		}
		for k := 1; k < len(runs[i]); k++ {
			before, after := runs[i][k-1], runs[i][k]
			if after.Records > before.Records || after.Records == before.Records && after.Bytes > before.Bytes {
				t.Errorf("%+v after %+v", after, before)
			}
		}
	}
	if len(runs[0]) < 5 || !slices.Equal(runs[0], runs[1]) {
		t.Errorf("the steps differ, or are few: %v\n%v", runs[0], runs[1])
	}
}

// containing fails for cases whose request, as it travels, has the text.
func containing(text string) shrink.Judge {
	return func(_ context.Context, c testcase.Case) (string, error) {
		if strings.Contains(string(c.Request(jsvalue.Value{}).AppendLine(nil)), text) {
			return "there", nil
		}
		return "", nil
	}
}

func TestReject(t *testing.T) {
	c := testcase.Case{Dialect: "chatrecord", Op: "read", Input: protocol.TextOf("[1,2,\"needle\"]\n[3]\n")}
	excused := func(c testcase.Case) bool { return !strings.Contains(c.Input.Text(), "3") }
	result, err := shrink.Shrink(t.Context(), c, "there", containing("needle"), shrink.Options{Reject: excused})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := result.Case.Input.Text(), "3\n\"needle\""; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEnds(t *testing.T) {
	c := testcase.Case{Dialect: "chatrecord", Op: "read", Input: protocol.TextOf(strings.Repeat("[1,\"needle\",{}]\n", 50))}
	broken := errors.New("broken")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	count := 0
	for name, test := range map[string]struct {
		ctx     context.Context
		key     string
		judge   shrink.Judge
		options shrink.Options
		ended   shrink.Reason
		err     error
	}{
		"minimal":       {ended: shrink.Minimal},
		"evaluations":   {options: shrink.Options{MaxEvaluations: 5}, ended: shrink.Evaluations},
		"time":          {options: shrink.Options{MaxTime: time.Nanosecond}, ended: shrink.Time},
		"cancelled":     {ctx: cancelled, ended: shrink.Cancelled},
		"other failure": {key: "else", ended: shrink.Failed, err: shrink.ErrOtherFailure},
		"machinery": {
			judge: func(ctx context.Context, c testcase.Case) (string, error) {
				if count++; count > 3 {
					return "", broken
				}
				return containing("needle")(ctx, c)
			},
			ended: shrink.Failed, err: broken,
		},
	} {
		if test.ctx == nil {
			test.ctx = t.Context()
		}
		if test.judge == nil {
			test.judge = containing("needle")
		}
		if test.key == "" {
			test.key = "there"
		}
		result, err := shrink.Shrink(test.ctx, c, test.key, test.judge, test.options)
		if result.Ended != test.ended || !errors.Is(err, test.err) {
			t.Errorf("%s: ended by %q, %v", name, result.Ended, err)
		}
		if limit := test.options.MaxEvaluations; limit > 0 && result.Evaluations > limit {
			t.Errorf("%s: %d evaluations", name, result.Evaluations)
		}
		if got, _ := test.judge(t.Context(), result.Case); test.err == nil && got != test.key {
			t.Errorf("%s: the result does not fail", name)
		}
	}
}

// TestInputs: any input is reduced, whatever its form is.
func TestInputs(t *testing.T) {
	deep := strings.Repeat(`[{"k":`, 5_000) + `"needle"` + strings.Repeat("}]", 5_000)
	var many strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&many, `{"uuid":"u%d","parentUuid":"u%d","sessionId":"s","type":"user","message":{"parts":[{"text":"t%d"}]}}`+"\n", i, i-1, i)
	}
	value := func(text string) protocol.Input {
		v, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		return protocol.ValueOf(v)
	}
	for name, test := range map[string]struct {
		op, needle string
		input      protocol.Input
		want       protocol.Input
	}{
		"nothing":            {"project", `"op"`, protocol.Input{}, protocol.Input{}},
		"empty text":         {"project", `"op"`, protocol.TextOf(""), protocol.TextOf("")},
		"blank lines":        {"project", `"op"`, protocol.TextOf("\n \n\r\n"), protocol.TextOf("")},
		"no JSON":            {"read", `needle`, protocol.TextOf("{\"a\":1}\n{torn \"x\nab needle cd\n\x00\x00"), protocol.TextOf("needle")},
		"a torn line":        {"read", `{\"b`, protocol.TextOf(`{"a":1,"x":[1,2]}` + "\n" + `{"a":1}{"a":[1,2]}{"b":1` + "\n"), protocol.TextOf(`{"b`)},
		"bytes":              {"read", `/w==`, protocol.TextOf("a\xffbcd\xff\xff"), protocol.TextOf("\xff")},
		"a byte order mark":  {"read", "\\ufeff", protocol.TextOf("\ufeff{\"a\":1}\n{\"b\":2}\n"), protocol.TextOf("\ufeff")},
		"spelling counts":    {"read", `: 1`, protocol.TextOf("{\"a\": 1}\n{}"), protocol.TextOf(`: 1`)},
		"spelling of number": {"read", `1e400`, protocol.TextOf(`{"a": [1, 1e400]}`), protocol.TextOf(`1e400`)},
		"files": {
			"read", `needle`, protocol.FilesOf(protocol.File{Name: "x", Text: "1\n2"}, protocol.File{Name: "y", Text: "3\n[\"needle\"]\n"}),
			protocol.FilesOf(protocol.File{Name: "y", Text: `"needle"`}),
		},
		"updates":         {"reduce", `needle`, value(`{"updates":[{"a":1},{"b":"xneedle"}],"c":2}`), value(`{"updates":["needle"]}`)},
		"records":         {"project", `needle`, value(`[1,{"uuid":"a"},{"message":{"parts":[3,"needle"]}}]`), value(`["needle"]`)},
		"no records":      {"project", `needle`, value(`{"a":["needle",1]}`), value(`"needle"`)},
		"depth":           {"project", `needle`, value(deep), value(`["needle"]`)},
		"depth on a line": {"project", `needle`, protocol.TextOf(deep), protocol.TextOf(`"needle"`)},
		"many records":    {"project", `u77\"`, protocol.TextOf(many.String()), protocol.TextOf(`{"uuid":"u77"}`)},
		"a long text":     {"project", strings.Repeat("x", 3_000), protocol.TextOf(`["` + strings.Repeat("x", 90_000) + `"]`), protocol.TextOf(`"` + strings.Repeat("x", 3_000) + `"`)},
	} {
		t.Run(name, func(t *testing.T) {
			c := testcase.Case{Dialect: "chatrecord", Op: test.op, Input: test.input}
			result, err := shrink.Shrink(t.Context(), c, "there", containing(test.needle), shrink.Options{MaxTime: 5 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if want := (testcase.Case{Dialect: "chatrecord", Op: test.op, Input: test.want}); result.Case.Digest() != want.Digest() {
				text := result.Case.Request(jsvalue.Value{}).AppendLine(nil)
				t.Errorf("%.400s, ended by %s after %d evaluations", text, result.Ended, result.Evaluations)
			}
		})
	}
}

// TestOtherDialect: what no dialect claims is reduced by the moves of all JSON.
func TestOtherDialect(t *testing.T) {
	c := testcase.Case{Dialect: "unheard-of", Op: "x", Input: protocol.TextOf(`{"some":{"thing":["needle",{"type":"user"}]}}` + "\n{}\n")}
	result, err := shrink.Shrink(t.Context(), c, "there", containing("needle"), shrink.Options{})
	if err != nil || result.Case.Input.Text() != `"needle"` {
		t.Errorf("%q, %v", result.Case.Input.Text(), err)
	}
}

func TestConfirm(t *testing.T) {
	times := 0
	judge := func(context.Context, testcase.Case) (string, error) {
		if times++; times%3 == 0 {
			return "", nil
		}
		return "k", nil
	}
	for _, test := range []struct {
		times int
		want  shrink.Stability
	}{{2, shrink.Stable}, {2, shrink.Flaky}} {
		if got, err := shrink.Confirm(t.Context(), testcase.Case{}, "k", judge, test.times); got != test.want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, test.want)
		}
	}
	broken := errors.New("broken")
	if _, err := shrink.Confirm(t.Context(), testcase.Case{}, "k", func(context.Context, testcase.Case) (string, error) { return "", broken }, 3); !errors.Is(err, broken) {
		t.Error(err)
	}
}

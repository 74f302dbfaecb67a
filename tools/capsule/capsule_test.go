package capsule_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
)

var same = cmp.Options{cmp.Comparer(jsvalue.Equal), cmp.AllowUnexported(protocol.Input{})}

func example(input string) capsule.Capsule {
	return capsule.Capsule{
		Case:    testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(input), Name: "Two copies"},
		Outcome: capsule.Fail, Check: "block-ids-unique", Rules: []string{"CR-BLOCK-02", "CR-JS-01"}, Path: "blocks[1].id",
		Message: "the id of blocks[0]", Subject: "reference (devel)", Spec: "1.0", Origin: "FuzzProject", Command: "transcript repro FILE",
		Expected: "{}\n", Got: "{\"a\":1}\n",
		Deviation: capsule.Deviation{
			Severity: "silent loss", Input: "two copies", Features: []string{"copy", "copies"}, Beside: []string{"other-copies"},
		},
	}
}

// oddTexts are what archives, editors, heads and encodings get wrong.
var oddTexts = []string{
	"", "\n", "no line feed", "a\r\nb\n", "-- end --\n", "x\n-- case.json --\ny\n", "\xed\xa0\x80\n", "\xff\xfe\n", "\ufeffbom\n", "\x00\n",
	"\u2028\n", "\"quoted\"\n", "a: b\n", " lead\n", "é\n", "\x1b[31m\n",
}

func TestFormReadsBack(t *testing.T) {
	if back, err := capsule.Parse(capsule.Capsule{Outcome: capsule.Hang, Check: "c", Case: testcase.Case{Op: "x"}}.Format()); err != nil || back.Rules != nil {
		t.Errorf("without rules: %#v, %v", back.Rules, err)
	}
	texts := append([]string{strings.Repeat("a\n", 40_000), strings.Repeat("\x00", 40_000), strings.Repeat("\xff", 100_000)}, oddTexts...)
	for _, text := range texts {
		c := example(text)
		c.Question, c.Expected, c.Got, c.Stderr, c.Message, c.Path, c.Symptom, c.Deviation.Input = text, text, text+"x", text, text, text, text, text
		back, err := capsule.Parse(c.Format())
		if err != nil {
			t.Fatalf("%.40q: %v", text, err)
		}
		if diff := cmp.Diff(c, back, same); diff != "" {
			t.Errorf("%.40q (-want +got):\n%s", text, diff)
		}
	}
}

func TestFormReadsBackWhateverItHolds(t *testing.T) {
	text := rapid.OneOf(rapid.SampledFrom(oddTexts), rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	rapid.Check(t, func(t *rapid.T) {
		c := example(text.Draw(t, "input"))
		c.Question, c.Expected, c.Got, c.Stderr = text.Draw(t, "question"), text.Draw(t, "expected"), text.Draw(t, "got"), text.Draw(t, "stderr")
		c.Check, c.Path, c.Message, c.Origin = "c"+text.Draw(t, "check"), text.Draw(t, "path"), text.Draw(t, "message"), text.Draw(t, "origin")
		back, err := capsule.Parse(c.Format())
		if err != nil {
			t.Fatalf("%v\n%s", err, c.Format())
		}
		if diff := cmp.Diff(c, back, same); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%s", diff, c.Format())
		}
	})
}

func TestInputsThatAreNoText(t *testing.T) {
	for name, input := range map[string]protocol.Input{
		"value":   protocol.ValueOf(jsvalue.ArrayValue(jsvalue.NullValue(), jsvalue.StringValue("\xed\xa0\x80"), jsvalue.NumberValue(math.Inf(-1)))),
		"files":   protocol.FilesOf(protocol.File{Name: "a.jsonl", Text: "{}\n"}),
		"nothing": {},
	} {
		c := example("")
		c.Case.Input = input
		back, err := capsule.Parse(c.Format())
		if diff := cmp.Diff(c, back, same); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestPlainWhereAPersonCanReadIt(t *testing.T) {
	text := string(example("{\"uuid\":\"a\"}\n").Format())
	for _, want := range []string{
		"transcript capsule 1\ncase: two-copies-", "\nrules: CR-BLOCK-02 CR-JS-01\n", "\nrun: transcript repro FILE\n",
		"-- input.jsonl --\n{\"uuid\":\"a\"}\n", "-- got --\n{\"a\":1}\n", "\nsha256 input.jsonl: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, ".b64") {
		t.Errorf("encoded without need:\n%s", text)
	}
	for input, plain := range map[string]bool{
		"family \U0001F468\u200D\U0001F469\n": true, "\u202Ereversed\n": false, "zero\u200Bwidth\n": false, "\u2066isolated\n": false, "a\r\n": false, "\xff\n": false,
	} {
		if text := string(example(input).Format()); strings.Contains(text, "-- input.jsonl --\n"+input) != plain {
			t.Errorf("%q, plain %v:\n%s", input, !plain, text)
		}
	}
	large := example(strings.Repeat("{\"uuid\":\"a\"}\n", 100_000)).Format()
	if len(large) > 20_000 || !strings.Contains(string(large), "-- input.jsonl.gz.b64 --") {
		t.Errorf("%d bytes for an input that repeats itself", len(large))
	}
}

func TestWhatWasChangedIsRefused(t *testing.T) {
	whole := string(example("{\"uuid\":\"a\"}\n").Format())
	for name, c := range map[string]struct {
		old, new string
		cause    error
	}{
		"input":           {`{"uuid":"a"}`, `{"uuid":"b"}`, capsule.ErrChanged},
		"expected":        {"-- expected --\n{}", "-- expected --\n[]", capsule.ErrChanged},
		"line ends":       {"\"uuid\":\"a\"}\n", "\"uuid\":\"a\"}\r\n", capsule.ErrChanged},
		"section lost":    {"-- got --\n{\"a\":1}\n", "", capsule.ErrChanged},
		"section named":   {"-- got --", "-- gone --", nil},
		"no version":      {"transcript capsule 1", "hello", nil},
		"another version": {"transcript capsule 1", "transcript capsule 2", nil},
		"outcome":         {"outcome: fail", "outcome: fine", nil},
		"twice":           {"check: ", "case: ", nil},
		"no value":        {"\ncheck: block-ids-unique", "\ncheck", nil},
		"quotes":          {"check: block-ids-unique", `check: "x`, nil},
		"another case":    {"case: two-copies-", "case: three-copies-", testcase.ErrOtherContent},
		"unknown section": {"-- got --", "-- more.gz.b64 --\nAAAA\n-- got --", nil},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		if text == whole {
			t.Fatalf("%s: nothing replaced in\n%s", name, whole)
		}
		_, err := capsule.Parse([]byte(text))
		if err == nil || c.cause != nil && !errors.Is(err, c.cause) {
			t.Errorf("%s: %v, want %v", name, err, c.cause)
		}
	}
}

func TestCaseOfOtherContentIsRefused(t *testing.T) {
	c := example("{}\n")
	c.Case.Options = jsvalue.ObjectValue(jsvalue.Member{Key: "maxBlocks", Value: jsvalue.IntValue(1)})
	other := c
	other.Case.Options = jsvalue.ObjectValue(jsvalue.Member{Key: "maxBlocks", Value: jsvalue.IntValue(2)})
	text := strings.Replace(string(c.Format()), c.Case.Digest(), other.Case.Digest(), 2)
	if _, err := capsule.Parse([]byte(text)); err == nil {
		t.Error("a case was taken under the id of another")
	}
}

func TestParseNeverPanics(t *testing.T) {
	whole := example("{\"uuid\":\"a\"}\n").Format()
	for i := range whole {
		capsule.Parse(whole[:i])
	}
	for _, text := range []string{"", "-- a --\n", "transcript capsule 1\noutcome: fail\n", "transcript capsule 1\noutcome: fail\n-- case.json.b64 --\n!\n", "transcript capsule 1\noutcome: fail\n-- case.json.gz.b64 --\nAAAA\n"} {
		if _, err := capsule.Parse([]byte(text)); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestWriteAndRead(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "new", "place")
	c := example("{}\n")
	c.Check = "../../etc: passwd" + strings.Repeat(" long", 100)
	path, err := capsule.Write(directory, c)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(path) != directory || !strings.HasSuffix(path, c.Case.Digest()+".txtar") {
		t.Errorf("written to %s", path)
	}
	back, err := capsule.Read(path)
	if diff := cmp.Diff(c, back, same); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	c.Check, c.Path = "same-as-reference", "blocks(user).meta"
	if other, err := capsule.Write(directory, c); err != nil || !strings.HasPrefix(filepath.Base(other), "fail-same-as-reference-blocks-user-meta-") {
		t.Errorf("another place of the same case: %s, %v", other, err)
	}
	if _, err := capsule.Write(directory, c); err != nil {
		t.Error("a second time:", err)
	}
	entries, err := os.ReadDir(directory)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestReadable: a value that lies deep costs no more than its own length, and brackets in texts are none.
func TestReadable(t *testing.T) {
	for depth, want := range map[int]string{2: "[\n  [\n    \"[\\\"[\"\n  ]\n]\n", 5000: strings.Repeat("[", 5000) + `"[\"["` + strings.Repeat("]", 5000) + "\n"} {
		v := jsvalue.StringValue(`["[`)
		for range depth {
			v = jsvalue.ArrayValue(v)
		}
		if got := capsule.Readable(v); got != want {
			t.Errorf("depth %d: %.200q", depth, got)
		}
	}
	many := jsvalue.StringValue(strings.Repeat(`{[`, 5000))
	if got := capsule.Readable(jsvalue.ArrayValue(many)); !strings.HasPrefix(got, "[\n  ") {
		t.Errorf("brackets in a text: %.40q", got)
	}
}

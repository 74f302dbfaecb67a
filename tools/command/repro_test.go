package command

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

const twoRecords = `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"hi"}]}}
{"uuid":"b","parentUuid":"a","sessionId":"s","type":"user","message":{"parts":[{"text":"\u001b[31mho"}]}}
`

func twoUsers() capsule.Capsule {
	return capsule.Capsule{
		Case: testcase.Case{
			Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(twoRecords), Name: "Two users",
			Options: jsvalue.ObjectValue(jsvalue.Member{Key: "maxBlocks", Value: jsvalue.IntValue(9)}),
		},
		Outcome: capsule.Fail, Check: "block-ids", Rules: []string{"CR-BLOCK-02"}, Path: "blocks[1].id", Message: "is that of blocks[0]",
		Subject: "reference", Spec: "1.0", Got: "{\n  \"blocks\": [\n    \"user-1\",\n    \"user-1\"\n  ]\n}\n",
	}
}

func TestComparison(t *testing.T) {
	same := judge.Finding{Outcome: capsule.Fail, Check: "block-ids", Rules: []string{"CR-BLOCK-02"}, Path: "blocks[1].id", Message: "is that of blocks[0]"}
	other := judge.Finding{Outcome: capsule.Crash, Check: judge.CheckAnswers, Message: "it crashed: \x1b[31mpanic"}
	mended := strings.Replace(twoUsers().Got, `"user-1"`+"\n  ]", `"user-2"`+"\n  ]", 1)
	golden := goldie.New(t, goldie.WithFixtureDir("testdata/repro"))
	for name, c := range map[string]struct {
		findings []judge.Finding
		answer   string
	}{
		"same":   {[]judge.Finding{same}, twoUsers().Got},
		"mended": {nil, mended},
		"other":  {[]judge.Finding{other}, "no answer: it crashed\n"},
	} {
		var out bytes.Buffer
		writeComparison(&out, "two-users.txtar", twoUsers(), c.findings, c.answer)
		golden.Assert(t, name, out.Bytes())
	}
}

func TestComparisonOfOtherInputs(t *testing.T) {
	var out bytes.Buffer
	c := twoUsers()
	c.Case.Input = protocol.ValueOf(jsvalue.ArrayValue(jsvalue.IntValue(5)))
	writeComparison(&out, "value.txtar", c, nil, strings.Repeat("x\n", maxShown))
	c.Case.Input = protocol.FilesOf(protocol.File{Name: "a.jsonl", Text: "{}\n"})
	writeComparison(&out, "files.txtar", c, nil, "")
	for _, want := range []string{"\n  [\n    5\n  ]\n", "\n  ... the capsule has all of it\n", "\n  -- a.jsonl --\n  {}\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestReproRuns a capsule whose finding is gone, and one that was changed.
func TestReproRuns(t *testing.T) {
	path, err := capsule.Write(t.TempDir(), twoUsers())
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := Main([]string{"repro", path}, Streams{Out: &out, Err: &errs}); code != exitDone || !strings.Contains(out.String(), "\nnow      nothing is wrong\n") {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(whole, []byte(`"hi"`), []byte(`"ho"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := Main([]string{"repro", path}, Streams{Out: &out, Err: &errs}); code != exitWrong || !strings.Contains(errs.String(), "bad_capsule") {
		t.Errorf("exit code %d\n%s", code, errs.String())
	}
}

// TestVerdictIsOfTheSameFinding: what else is found does not speak for it.
func TestVerdictIsOfTheSameFinding(t *testing.T) {
	then := judge.FindingOf(twoUsers())
	first := judge.Finding{Outcome: capsule.Crash, Check: judge.CheckAnswers, Message: "no", Stack: "of another"}
	moved := judge.Finding{Outcome: capsule.Fail, Check: "block-ids", Path: "blocks[7].id", Message: "is that of blocks[6]"}
	again := judge.Finding{Outcome: capsule.Fail, Check: "block-ids", Path: "blocks[8].id", Message: then.Message}
	for want, findings := range map[string][]judge.Finding{
		"the same: is that of blocks[6]":     {first, moved},
		"the same":                           {first, moved, again},
		"another finding: " + first.String(): {first},
		"nothing is wrong":                   nil,
	} {
		if got := verdict(findings, then); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	var out bytes.Buffer
	writeComparison(&out, "two-users.txtar", twoUsers(), []judge.Finding{first, moved}, "")
	if strings.Contains(out.String(), first.Stack) {
		t.Errorf("the stack is that of another finding:\n%s", out.String())
	}
}

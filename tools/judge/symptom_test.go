package judge_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// python, node, golang and jvm are what a process in each leaves on its standard error.
func python(line int, last string) string {
	return "\nreading record 17\nTraceback (most recent call last):\n  File \"/home/a/toy.py\", line " + strings.Repeat("1", line) + ", in <module>\n    main()\n    ~~~~^^\n" + last + "\n"
}

func node(last string) string {
	return "\nfile:///home/a/adapter.mjs:12\n    throw new Error('no');\n    ^\n\n" + last + "\n    at project (file:///home/a/adapter.mjs:12:9)\n    at node:internal/main/run_main_module:28:49 {\n  code: 'E_NO'\n}\n\nNode.js v20.20.2\n"
}

func golang(first string) string {
	return "\nreading record 17\n" + first + "\n\ngoroutine 1 [running]:\nmain.project(0xc000012345, 0x7)\n\t/home/a/main.go:12 +0x1d\nmain.main()\n\t/home/a/main.go:40\nexit status 2\n"
}

// TestSymptomsOfCrashes: one fault has one symptom whatever the input, and other faults have others.
func TestSymptomsOfCrashes(t *testing.T) {
	const exit = "the process ended: exit status 1"
	for want, crashes := range map[string][]process.Crash{
		"KeyError: …": {
			{Reason: exit, Stack: python(1, "KeyError: 'uuid'")}, {Reason: exit, Stack: python(3, `KeyError: "it's \xff"`)},
		},
		"ValueError: not a record: …": {
			{Reason: exit, Stack: python(1, "ValueError: not a record: {'a': [1, 2]}")},
			{Reason: exit, Stack: python(1, "ValueError: not a record: [7]")},
			{Reason: exit, Stack: python(1, "ValueError: not a record: 'two\nlines'")},
		},
		"toy.shapes.Bad: deep": {{Reason: exit, Stack: python(2, "toy.shapes.Bad: deep")}},
		"RecursionError: maximum recursion depth exceeded": {
			{Reason: exit, Stack: python(2, "RecursionError: maximum recursion depth exceeded in comparison")},
			{Reason: exit, Stack: python(2, "RecursionError: maximum recursion depth exceeded while calling a Python object")},
		},
		"json.decoder.JSONDecodeError: Extra data: line … column … (char …": {
			{Reason: exit, Stack: python(1, "json.decoder.JSONDecodeError: Extra data: line 1 column 5 (char 4)")},
		},
		"TypeError: Cannot read properties of undefined (reading …": {
			{Reason: exit, Stack: node("TypeError: Cannot read properties of undefined (reading 'text')")},
			{Reason: exit, Stack: node("TypeError: Cannot read properties of undefined (reading 'a' b')")},
		},
		"TypeError [ERR_INVALID_ARG_TYPE]: The … argument": {{Reason: exit, Stack: node(`TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument`)}},
		"panic: runtime error: index out of range … with length …": {
			{Reason: "the process ended: exit status 2", Stack: golang("panic: runtime error: index out of range [5] with length 3")},
			{Reason: "panic: runtime error: index out of range [25] with length 13"},
		},
		"panic: runtime error: invalid memory address or nil pointer dereference": {
			{Reason: "the process ended: exit status 2", Stack: golang("panic: runtime error: invalid memory address or nil pointer dereference")},
		},
		"fatal error: stack overflow": {{Reason: "the process ended: exit status 2", Stack: golang("fatal error: stack overflow")}},
		"panicked: explicit failure":  {{Reason: "the process ended: exit status 101", Stack: "\nthread 'main' panicked at src/main.rs:4:5:\nexplicit failure\nnote: run with `RUST_BACKTRACE=1`\n"}},
		"java.lang.IllegalStateException: no parent …": {
			{Reason: exit, Stack: "\nException in thread \"main\" java.lang.IllegalStateException: no parent 41\n\tat Main.main(Main.java:3)\n"},
		},
		"… cannot read …":                   {{Reason: exit, Stack: "\n2026/11/30 10:00:00 cannot read /tmp/x\n"}},
		exit:                                {{Reason: exit}, {Reason: exit, Stack: "\n\n"}, {Reason: exit, Stack: "\nof another question\n", Earlier: true}},
		"the process ended: exit status 3":  {{Reason: "the process ended: exit status 3"}},
		"the process ended: signal: killed": {{Reason: "the process ended: signal: killed", Stack: "\nreading record 17\n"}},
		"RangeError":                        {{Reason: "RangeError", Answered: true, Stack: python(1, "KeyError: 'x'")}},
	} {
		for _, crash := range crashes {
			finding, _ := judge.MissingOf(testcase.Case{Op: "project"}, &crash)
			if finding.Symptom != want || finding.Key() != finding.Place()+" "+want {
				t.Errorf("%q of %q %q, want %q", finding.Symptom, crash.Reason, crash.Stack, want)
			}
		}
	}
	long, _ := judge.MissingOf(testcase.Case{}, &process.Crash{Reason: strings.Repeat("no é ", 1000)})
	if len(long.Symptom) > 100 || long.Symptom == "" {
		t.Errorf("%q", long.Symptom)
	}
}

// TestIsAgain: an earlier finding without a symptom is known by its place.
func TestIsAgain(t *testing.T) {
	now := judge.Finding{Outcome: "fail", Check: "c", Path: "blocks[1]", Symptom: "missing"}
	for _, c := range []struct {
		then judge.Finding
		want bool
	}{
		{judge.Finding{Outcome: "fail", Check: "c", Path: "blocks[7]", Symptom: "missing"}, true},
		{judge.Finding{Outcome: "fail", Check: "c", Path: "blocks[1]", Symptom: "extra"}, false},
		{judge.Finding{Outcome: "fail", Check: "c", Path: "blocks[1]"}, true},
		{judge.Finding{Outcome: "fail", Check: "c", Path: "diagnostics[1]"}, false},
	} {
		if got := now.IsAgain(c.then); got != c.want {
			t.Errorf("of %+v: %v", c.then, got)
		}
	}
}

package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// hostile is text that must not act on whoever looks at it.
const hostile = "<script>alert(1)</script>\x1b[31m\u202Eevil\u200B\uFFFE\x00]]>\"'&<img src=x onerror=alert(2)>"

// sample is a report with every outcome and every member.
func sample() report.Report {
	r := report.Report{
		Header: report.Header{
			Spec: "1.0", Dialect: "chatrecord", Profile: "current", Seed: 1<<64 - 1, Command: "transcript certify --seed 7",
			Subject: report.Subject{Description: protocol.Description{
				Protocol: 1, Name: "toy é 😀", Version: "2", Language: "go", Concurrency: 1, Unsupported: []string{"fragments"},
				Dialects: []protocol.DialectOps{{Dialect: "chatrecord", Ops: []string{"project"}}},
			}},
			All: 10, Fixtures: 3, Unenforced: []string{"z", "a"}, Known: &report.KnownFailures{Subject: "toy", Entries: []report.KnownEntry{{Kind: report.KnownFeature, Name: "cycle", Link: "x"}}},
			Checks: []report.Check{{ID: "complete-iff", Rules: []string{"CR-PREP-29"}}, {ID: "schema"}, {ID: "same-as-reference"}},
		},
		End: "as many failures as allowed",
	}
	wrong := report.Finding{Outcome: capsule.Fail, Check: "same-as-reference", Rules: []string{"CR-PREP-01", "CR-PREP-02"}, Path: "blocks(tool)[1].text", Message: hostile}
	other := report.Finding{Outcome: capsule.Fail, Check: "schema", Rules: []string{"TP-PROTO-15"}, Message: "no object"}
	crash := report.Finding{Outcome: capsule.Crash, Check: "answers", Rules: []string{"CR-DEC-01"}, Message: "the process ended", Stack: "panic: " + hostile}
	for i, c := range []report.Case{
		{Outcome: report.Pass, Rules: []string{"CR-PREP-07"}, Judged: []int{0, 1, 2}},
		{Outcome: report.Fail, Findings: []report.Finding{wrong, other}, Judged: []int{0, 2}},
		{Outcome: report.Unsupported, Why: "it does not claim to handle fragments", Declared: true},
		{Outcome: report.Crash, Findings: []report.Finding{crash}, Known: []report.KnownUse{{}}, Kept: true},
		{Outcome: report.Fail, Findings: []report.Finding{other, wrong}, Judged: []int{0, 1, 2}},
		{Outcome: report.Hang, Findings: []report.Finding{{Outcome: capsule.Hang, Check: "answers", Rules: []string{"CR-JS-09"}, Message: "no answer"}}},
		{Outcome: report.ProtocolError, Findings: []report.Finding{{Outcome: capsule.ProtocolError, Check: "answers", Rules: []string{"TP-PROTO-01"}, Message: "no JSON"}}},
		{Outcome: report.HarnessError, Why: "panic: " + hostile},
		{Outcome: report.Pass, Judged: []int{1}},
		{Outcome: report.NotRun},
	} {
		c.Index, c.ID, c.Source = i, fmt.Sprintf("case-%d-%012x", i, i), fmt.Sprintf("seed 7 case %d", i)
		r.Header.Cases = append(r.Header.Cases, c.ID)
		r.Cases = append(r.Cases, c)
	}
	r.Header.Plan = report.PlanDigest(r.Header.Cases)
	ids := r.Header.Cases
	r.Failures = []report.Failure{
		{Finding: crash, Cases: 1, First: ids[3], Capsule: "testdata/c.txtar", CapsuleText: "text\n", Expected: "{}\n", Got: "[]\n", Again: "transcript certify --case x", Repro: "transcript repro c.txtar", Note: "flaky"},
		{Finding: r.Cases[5].Findings[0], Cases: 1, First: ids[5]},
		{Finding: r.Cases[6].Findings[0], Cases: 1, First: ids[6]},
		{Finding: wrong, Cases: 2, First: ids[1]},
		{Finding: other, Cases: 2, First: ids[1]},
	}
	return r
}

// right is a report in which nothing is wrong.
func right() report.Report {
	r := sample()
	r.Failures, r.End = nil, ""
	for i := range r.Cases {
		r.Cases[i] = report.Case{Index: i, ID: r.Cases[i].ID, Source: r.Cases[i].Source, Outcome: report.Pass, Judged: []int{0}}
	}
	return r
}

// part is what a run of one shard would have reported.
func part(whole report.Report, s report.Shard) report.Report {
	r := report.Report{Header: whole.Header, End: whole.End}
	r.Header.Shard = s
	for _, c := range whole.Cases {
		if s.Has(c.Index) {
			r.Cases = append(r.Cases, c)
		}
	}
	for _, f := range whole.Failures {
		f.Cases, f.First = 0, ""
		for _, c := range r.Cases {
			at := slices.IndexFunc(c.Findings, func(g report.Finding) bool { return g.Key() == f.Finding.Key() })
			if at < 0 {
				continue
			}
			if f.Cases == 0 {
				f.First, f.Finding = c.ID, c.Findings[at]
			}
			f.Cases++
		}
		if f.Cases > 0 {
			r.Failures = append(r.Failures, f)
		}
	}
	slices.Reverse(r.Failures) // those of a shard may stand in another order than those of the whole
	return r
}

func lines(t *testing.T, r report.Report) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t *testing.T, text []byte) report.Report {
	t.Helper()
	r, err := report.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// clean is the report as JSON brings it back: what no text can hold is replaced.
func clean(t *testing.T, r report.Report) report.Report { return read(t, lines(t, r)) }

func TestRoundTrip(t *testing.T) {
	for name, r := range map[string]report.Report{"every member": sample(), "right": right(), "shard": part(sample(), report.Shard{Index: 2, Count: 3})} {
		first := lines(t, r)
		back := read(t, first)
		if diff := cmp.Diff(r, back); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !bytes.Equal(lines(t, back), first) {
			t.Errorf("%s: written again it is another text", name)
		}
		if bytes.ContainsFunc(first, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }) {
			t.Errorf("%s: there is more than ASCII in\n%s", name, first)
		}
	}
}

// TestBytes: what is no text in UTF-8 stays visible and keeps nothing from being read.
func TestBytes(t *testing.T) {
	r := right()
	r.Cases[0].Why = "a\xff\xed\xa0\x80b"
	if got := clean(t, r).Cases[0].Why; got != "a\uFFFD\uFFFD\uFFFD\uFFFDb" {
		t.Errorf("%q", got)
	}
}

// TestAnyChangeShows: a line that is missing, twice, changed or moved is a fault, whichever it is.
func TestAnyChangeShows(t *testing.T) {
	whole := strings.SplitAfter(strings.TrimSuffix(string(lines(t, right())), "\n"), "\n")
	last := len(whole) - 1
	changed := func(change func(list []string) []string) string { return strings.Join(change(slices.Clone(whole)), "") }
	texts := map[string]string{
		"certified by hand": strings.Replace(string(lines(t, sample())), `"certified":false`, `"certified":true`, 1),
		"better score":      strings.Replace(string(lines(t, sample())), `"score":0.2`, `"score":1`, 1),
		"a rule that fails": strings.Replace(string(lines(t, sample())), `"state":"fail"`, `"state":"pass"`, 1),
		"behind the footer": strings.Join(whole, "") + whole[1],
		"another header":    strings.Replace(strings.Join(whole, ""), `"seed":"18446744073709551615"`, `"seed":"7"`, 1),
		"another plan":      strings.Replace(strings.Join(whole, ""), `"plan":"`, `"plan":"0`, 1),
		"no such event":     changed(func(l []string) []string { l[1] = `{"kind":"other"}` + "\n"; return l }),
		"no such outcome":   changed(func(l []string) []string { l[1] = strings.Replace(l[1], `"pass"`, `"best"`, 1); return l }),
	}
	for i := 1; i <= last; i++ {
		texts[fmt.Sprint("without line ", i+1)] = changed(func(l []string) []string { return slices.Delete(l, i, i+1) })
		texts[fmt.Sprint("line twice ", i+1)] = changed(func(l []string) []string { return slices.Insert(l, i, l[i]) })
		texts[fmt.Sprint("no JSON in line ", i+1)] = changed(func(l []string) []string { l[i] = "{\n"; return l })
		if i < last {
			texts[fmt.Sprint("another source in line ", i+1)] = changed(func(l []string) []string { l[i] = strings.Replace(l[i], "seed 7", "seed 8", 1); return l })
		}
		if i+1 < last {
			texts[fmt.Sprint("swapped ", i+1)] = changed(func(l []string) []string { l[i], l[i+1] = l[i+1], l[i]; return l })
		}
	}
	for name, text := range texts {
		r := read(t, []byte(text))
		if len(r.Faults) == 0 || r.Certified() || len(r.Cases) != len(right().Cases) {
			t.Errorf("%s: certified %v, %d cases, faults %q", name, r.Certified(), len(r.Cases), r.Faults)
		}
	}
}

// TestForged: a file whose hashes are right, and that says what cannot be.
func TestForged(t *testing.T) {
	forged := func(change func(*report.Report)) []byte {
		r := right()
		change(&r)
		return lines(t, r)
	}
	for name, text := range map[string][]byte{
		"no such outcome":    forged(func(r *report.Report) { r.Cases[2].Outcome = "best" }),
		"another plan":       forged(func(r *report.Report) { r.Header.Plan = "0" }),
		"another case":       forged(func(r *report.Report) { r.Cases[2].ID = "other" }),
		"a case twice":       forged(func(r *report.Report) { r.Cases[2] = r.Cases[1] }),
		"another shard":      forged(func(r *report.Report) { r.Header.Shard = report.Shard{Index: 1, Count: 2} }),
		"a case less":        forged(func(r *report.Report) { r.Cases = r.Cases[1:] }),
		"a count":            bytes.Replace(lines(t, right()), []byte(`"cases":10,"sha256"`), []byte(`"cases":11,"sha256"`), 1),
		"a fault in its own": forged(func(r *report.Report) { r.Faults = []string{"x"} }),
	} {
		if r := read(t, text); len(r.Faults) == 0 || r.Certified() {
			t.Errorf("%s: %s", name, r)
		}
	}
}

// TestCut: a run that was killed at any moment leaves something that is recognised, and that is no certificate.
func TestCut(t *testing.T) {
	whole := lines(t, right())
	header, footer := bytes.IndexByte(whole, '\n'), bytes.Index(whole, []byte(`{"kind":"footer"`))
	for end := 0; end < len(whole)-1; end++ {
		if footer < end && end < len(whole)-100 {
			end += 50 // most of it is the matrix of rules
		}
		r, err := report.Read(bytes.NewReader(whole[:end]))
		switch {
		case err == nil && (r.Certified() || !slices.Contains(r.Faults, "there is no footer: the run was killed, or the file is cut")):
			t.Fatalf("cut at %d: %q", end, r.Faults)
		case err != nil && end >= header:
			t.Fatalf("cut at %d: %v", end, err)
		}
	}
	cut := read(t, lines(t, sample())[:bytes.Index(lines(t, sample()), []byte(`{"kind":"failure"`))])
	want := sample().Failures
	for i := range want {
		want[i] = report.Failure{Finding: want[i].Finding, Cases: want[i].Cases, First: want[i].First}
	}
	if diff := cmp.Diff(want, cut.Failures); diff != "" {
		t.Errorf("without the lines of failures, the findings make them: %s", diff)
	}
}

func TestNoReport(t *testing.T) {
	whole := string(lines(t, right()))
	for want, texts := range map[string][]string{
		"not_a_report": {
			"", "\n", "{}\n", "null\n", "<html>", `{"kind":"case"}`, whole[strings.Index(whole, "\n")+1:], `{"kind":"header","format":1,"cases":7}` + "\n",
			strings.Replace(whole, `"plan":`, `"shard":"1/2000000000","plan":`, 1), strings.Replace(whole, `"plan":`, `"shard":"3/2","plan":`, 1),
		},
		"unknown_format": {strings.Replace(whole, `"format":1`, `"format":2`, 1), `{"kind":"header","format":2,"cases":"in another file"}` + "\n"},
	} {
		for _, text := range texts {
			if _, err := report.Read(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want+": ") {
				t.Errorf("%.60q: %v, want %s", text, err, want)
			}
		}
	}
}

// TestMerge: shards together are the whole, byte for byte, in whichever order they come.
func TestMerge(t *testing.T) {
	for _, whole := range []report.Report{clean(t, sample()), right()} {
		for count := 1; count <= len(whole.Cases); count++ {
			var shards []report.Report
			for i := count; i > 0; i-- {
				shards = append(shards, clean(t, part(whole, report.Shard{Index: i, Count: count})))
			}
			merged, err := report.Merge(shards...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(lines(t, whole)), string(lines(t, merged))); diff != "" {
				t.Errorf("%d shards: %s", count, diff)
			}
			if merged.Certified() != whole.Certified() || merged.String() != whole.String() {
				t.Errorf("%d shards:\n%s\nwant\n%s", count, merged, whole)
			}
		}
	}
}

func TestMergeWithoutAPart(t *testing.T) {
	whole := right()
	var shards []report.Report
	for i := range 3 {
		shards = append(shards, part(whole, report.Shard{Index: i + 1, Count: 3}))
		if !shards[i].Certified() {
			t.Errorf("nothing is wrong in %v, but: %s", shards[i].Header.Shard, shards[i])
		}
	}
	merged, err := report.Merge(shards[2], shards[0])
	if err != nil || merged.Certified() || merged.Count(report.NotRun) != 3 || len(merged.Cases) != 10 || merged.Cases[1].Why != "there is no report of shard 2/3" {
		t.Errorf("%v %v", err, merged)
	}
	if again := clean(t, merged); again.Certified() || again.String() != merged.String() || !strings.Contains(again.String(), "fault     there is no report of shard 2/3\n") {
		t.Errorf("written and read back:\n%s", again)
	}
	cut := lines(t, shards[1])
	shards[1] = read(t, cut[:len(cut)-20])
	if merged, err = report.Merge(shards...); err != nil || merged.Certified() || merged.Count(report.Pass) != 10 || !strings.Contains(merged.String(), "shard 2/3: there is no footer") {
		t.Errorf("%v %v", err, merged)
	}
}

// TestMergeOfSystems: what one system could not keep, the whole could not.
func TestMergeOfSystems(t *testing.T) {
	a, b := part(right(), report.Shard{Index: 1, Count: 2}), part(right(), report.Shard{Index: 2, Count: 2})
	a.Header.Unenforced, b.Header.Unenforced = []string{"x"}, []string{"y", "x"}
	merged, err := report.Merge(b, a)
	if err != nil || !cmp.Equal(merged.Header.Unenforced, []string{"x", "y"}) || len(a.Header.Unenforced) != 1 {
		t.Error(err, merged.Header.Unenforced)
	}
}

// TestWriterWritesAtOnce: what a killed run leaves has all that it told of.
func TestWriterWritesAtOnce(t *testing.T) {
	var out bytes.Buffer
	w := report.NewWriter(&out)
	for i, e := range sample().Events() {
		w.Write(e)
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != i+1 || !bytes.HasSuffix(out.Bytes(), []byte("}\n")) {
			t.Fatalf("after %d events there are %d lines", i+1, got)
		}
	}
}

// failing is a file that is full after some lines.
type failing struct{ lines int }

func (f *failing) Write(p []byte) (int, error) {
	if f.lines--; f.lines < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

func TestWriterSaysWhatKeepsIt(t *testing.T) {
	for n := range len(sample().Events()) {
		file := &failing{n}
		if err := sample().WriteJSON(file); err == nil || err.Error() != "the report: full" || file.lines != -1 {
			t.Errorf("after %d lines: %v, and then it wrote on", n, err)
		}
	}
	if err := sample().Write(io.Discard, "pdf"); err == nil {
		t.Error("there is a kind pdf")
	}
}

func TestMergeRefuses(t *testing.T) {
	shard := func(i int, change func(*report.Header)) report.Report {
		r := part(right(), report.Shard{Index: i, Count: 2})
		r.Header.Cases = slices.Clone(r.Header.Cases)
		change(&r.Header)
		return r
	}
	same := func(*report.Header) {}
	for name, change := range map[string]func(*report.Header){
		"the specification":    func(h *report.Header) { h.Spec = "2.0" },
		"the subject":          func(h *report.Header) { h.Subject.Version = "3" },
		"the dialect":          func(h *report.Header) { h.Dialect = "eventstream" },
		"the profile":          func(h *report.Header) { h.Profile = "document" },
		"the seed":             func(h *report.Header) { h.Seed = 2 },
		"the known failures":   func(h *report.Header) { h.Known = nil },
		"the plan":             func(h *report.Header) { h.Cases[0] = "other-000000000000" },
		"the checks":           func(h *report.Header) { h.Checks = nil },
		"the number of shards": func(h *report.Header) { h.Shard.Count = 3 },
	} {
		_, err := report.Merge(shard(1, same), shard(2, change))
		if err == nil || !strings.HasPrefix(err.Error(), "mixed_reports: ") || !strings.HasSuffix(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := report.Merge(shard(1, same), shard(1, same)); err == nil || !strings.HasPrefix(err.Error(), "shard_twice: ") {
		t.Error(err)
	}
	if _, err := report.Merge(); err == nil || !strings.HasPrefix(err.Error(), "no_reports: ") {
		t.Error(err)
	}
}

func TestCertified(t *testing.T) {
	with := func(change func(*report.Report)) report.Report {
		r := right()
		change(&r)
		return r
	}
	leaveOut := func(n int, declared bool) func(*report.Report) {
		return func(r *report.Report) {
			for i := range n {
				r.Cases[i].Outcome, r.Cases[i].Declared = report.Unsupported, declared
			}
		}
	}
	known := func(n int) func(*report.Report) {
		return func(r *report.Report) {
			for i := range n {
				r.Cases[i].Outcome, r.Cases[i].Known = report.Fail, []report.KnownUse{{}}
			}
		}
	}
	for name, c := range map[string]struct {
		r    report.Report
		want bool
	}{
		"right":         {right(), true},
		"half is known": {with(known(5)), true},
		"more is known": {with(known(6)), false},
		"known and left out": {with(func(r *report.Report) {
			known(4)(r)
			r.Cases[5].Outcome, r.Cases[5].Declared = report.Unsupported, true
		}), true},
		"too much of both": {with(func(r *report.Report) {
			known(5)(r)
			r.Cases[5].Outcome, r.Cases[5].Declared = report.Unsupported, true
		}), false},
		"one shard of one, more is known": {with(func(r *report.Report) { known(6)(r); r.Header.Shard = report.Shard{Index: 1, Count: 1} }), false},
		"one shard of one, strictly": {with(func(r *report.Report) {
			r.Header.Known.Strict, r.Header.Shard = true, report.Shard{Index: 1, Count: 1}
		}), false},
		"half is left out": {with(leaveOut(5, true)), true},
		"more is left out": {with(leaveOut(6, true)), false},
		"operations are left out": {with(func(r *report.Report) {
			leaveOut(6, true)(r)
			for i := range 6 {
				r.Cases[i].Operation = "page"
			}
		}), true},
		"more of its operations is left out": {with(func(r *report.Report) {
			leaveOut(8, true)(r)
			for i := range 5 {
				r.Cases[i].Operation = "page"
			}
		}), false},
		"every operation is left out": {with(func(r *report.Report) {
			leaveOut(10, true)(r)
			for i := range r.Cases {
				r.Cases[i].Operation = "page"
			}
		}), false},
		"left out without a say": {with(leaveOut(1, false)), false},
		"a fault":                {with(func(r *report.Report) { r.Faults = []string{"x"} }), false},
		"a failure of no case":   {with(func(r *report.Report) { r.Failures = []report.Failure{{}} }), false},
		"no case":                {with(func(r *report.Report) { r.Cases = nil }), false},
		"one not run":            {with(func(r *report.Report) { r.Cases[3].Outcome = report.NotRun }), false},
		"the kit failed":         {with(func(r *report.Report) { r.Cases[3].Outcome = report.HarnessError }), false},
		"a shard that is left out": {with(func(r *report.Report) {
			leaveOut(6, true)(r)
			r.Header.Shard = report.Shard{Index: 1, Count: 2}
		}), true},
	} {
		if got := c.r.Certified(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRules(t *testing.T) {
	want := map[string][2]int{
		"CR-PREP-29": {3, 0}, "CR-PREP-07": {1, 0}, "CR-PREP-01": {0, 2}, "CR-PREP-02": {0, 2},
		"TP-PROTO-15": {0, 2}, "CR-DEC-01": {0, 1}, "CR-JS-09": {0, 1}, "TP-PROTO-01": {0, 1}, "XX-NEW-01": {2, 0},
	}
	r := sample()
	r.Header.Checks[1].Rules = []string{"XX-NEW-01", "TP-PROTO-15"} // of a later specification, and one that findings cite
	r.Cases[8].Judged = nil
	want["TP-PROTO-15"] = [2]int{1, 2}
	got := map[string][2]int{}
	for _, row := range r.Rules() {
		if row.State() != report.RuleUntested {
			got[row.Rule.ID] = [2]int{row.Passed, row.Failed}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestShard(t *testing.T) {
	one := part(right(), report.Shard{Index: 1, Count: 1})
	if back := clean(t, one); back.String() != right().String() || !one.Header.Shard.IsWhole() || one.Header.Shard.String() != "" {
		t.Errorf("the one shard of one is not the whole plan:\n%s", back)
	}
	for _, text := range []string{"", "1", "0/2", "3/2", "-1/2", "1/2/3", "a/2", "1/b", "01/2", " 1/2", "+1/2"} {
		if s, err := report.ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
	for count := 1; count < 5; count++ {
		for k := range 20 {
			var in []int
			for i := 1; i <= count; i++ {
				s, err := report.ParseShard(fmt.Sprintf("%d/%d", i, count))
				if err != nil {
					t.Fatal(err)
				}
				if s.Has(k) {
					in = append(in, i)
					if s.At(k/count) != k {
						t.Errorf("case %d of shard %v is said to be %d", k, s, s.At(k/count))
					}
				}
			}
			if len(in) != 1 || in[0] != k%count+1 {
				t.Errorf("case %d of %d shards is in %v", k, count, in)
			}
		}
	}
}

// TestText pins what people read.
func TestText(t *testing.T) {
	text := sample().String()
	for _, want := range []string{
		"crash: answers\n  found    the process ended\n  rules    CR-DEC-01\n  cases    1, first case-3-000000000003\n" +
			"  capsule  testdata/c.txtar\n  note     flaky\n  small    transcript repro c.txtar\n  again    transcript certify --case x\n\n",
		"fail: same-as-reference at blocks(tool)[1].text\n  found    <script>",
		"\n  CR-PREP-01         2  ",
		"subject   toy é 😀 2, go, specification 1.0\ncases     10 of chatrecord, profile current: 3 fixtures, 7 generated with seed 18446744073709551615\n" +
			"outcomes  2 pass, 2 fail, 1 crash, 1 hang, 1 protocol-error, 1 unsupported, 1 harness-error, 1 not-run\n" +
			"known     0 cases fail as they are known to, by 1 of 1 entries; the list is of toy, the subject is toy é 😀; in 1 cases features of the list could not be taken out\nscore     20.0 %\n",
		"\n\nnot certified; the report is partial: as many failures as allowed\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "\x1b\x00\u202E") {
		t.Errorf("it acts on a terminal:\n%q", text)
	}
}

// TestVerdict: what is certified is said with its bounds, in all forms of the report.
func TestVerdict(t *testing.T) {
	known := func(n int) func(*report.Report) {
		return func(r *report.Report) {
			for i := range n {
				r.Cases[i].Outcome, r.Cases[i].Known = report.Fail, []report.KnownUse{{}}
			}
		}
	}
	leaveOut := func(r *report.Report, operations ...string) {
		for i, operation := range operations {
			r.Cases[i+2].Outcome, r.Cases[i+2].Declared, r.Cases[i+2].Operation = report.Unsupported, true, operation
		}
	}
	for want, change := range map[string]func(*report.Report){
		"certified":                                   func(*report.Report) {},
		"certified, but for what is known":            known(1),
		"certified for the selected 10 of 2389 cases": func(r *report.Report) { r.Header.All = 2389 },
		"certified for the selected 10 of 11 cases, but for what is known": func(r *report.Report) {
			known(5)(r)
			r.Header.All = 11
		},
		"certified for the 7 of 10 cases of its operations, without merge, page, but for what is known": func(r *report.Report) {
			known(1)(r)
			leaveOut(r, "page", "merge", "page")
		},
		"certified for the selected 10 of 11 cases, of which 9 are of its operations, without rows": func(r *report.Report) {
			leaveOut(r, "rows")
			r.Header.All = 11
		},
		"not certified; the subject names no operation that the 8 cases are of": func(r *report.Report) {
			leaveOut(r, slices.Repeat([]string{"rows"}, 8)...)
			r.Cases = r.Cases[2:]
		},
		"not certified; there is no case":                              func(r *report.Report) { r.Cases = nil },
		"not certified; 4 of 10 cases pass, and at least half have to": known(6),
		"nothing is wrong in shard 1/2; the verdict is that of all shards together": func(r *report.Report) {
			*r = part(*r, report.Shard{Index: 1, Count: 2})
		},
	} {
		r := right()
		change(&r)
		var junit, html bytes.Buffer
		if err := errors.Join(r.WriteJUnit(&junit), r.WriteHTML(&html)); err != nil {
			t.Fatal(err)
		}
		if got := r.Verdict(); got != want || !strings.HasSuffix(r.String(), "\n\n"+want+"\n") || r.Footer().Verdict != want ||
			!strings.Contains(junit.String(), `name="verdict" value="`+want+`"`) || !strings.Contains(html.String(), ": "+want+"</title>") {
			t.Errorf("%q, want %q\n%s", got, want, r)
		}
	}
}

// TestKept: what a lane could not take out is said.
func TestKept(t *testing.T) {
	r := right()
	r.Cases[4].Kept, r.Cases[7].Kept = true, true
	if want := "0 cases fail as they are known to, by 0 of 1 entries; the list is of toy, the subject is toy é 😀; in 2 cases features of the list could not be taken out\n"; !strings.Contains(r.String(), want) {
		t.Errorf("no %q in\n%s", want, r)
	}
}

// FuzzReadReport: no file makes the reader panic, and what it has read it can write.
func FuzzReadReport(f *testing.F) {
	var text bytes.Buffer
	if err := sample().WriteJSON(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"kind":"header","format":1,"shard":"1/1","cases":["a"],"checks":null}` + "\n" + `{"kind":"case","index":0,"id":"a","outcome":"pass","judged":[-1,9]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := report.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		if back := clean(t, r); back.String() != r.String() && len(r.Faults) == 0 {
			t.Errorf("%s\nread back\n%s", r, back)
		}
	})
}

// TestKnownFailures: what is known is no failure; with Strict the list has to be right too.
func TestKnownFailures(t *testing.T) {
	entry := report.KnownEntry{Kind: report.KnownFeature, Name: "cycle", Link: "x"}
	known := func(change func(*report.Report)) report.Report {
		r := report.Report{Header: report.Header{
			Fixtures: 0, Subject: report.Subject{Description: protocol.Description{Name: "toy"}},
			Known: &report.KnownFailures{Subject: "toy", Strict: true, Entries: []report.KnownEntry{entry}},
		}}
		for i := range 60 {
			c := report.Case{Index: i, Outcome: report.Pass}
			if i%2 == 0 {
				c.Has, c.Known, c.Outcome = []int{0}, []report.KnownUse{{}}, report.Fail
			}
			r.Cases = append(r.Cases, c)
		}
		change(&r)
		return r
	}
	for name, c := range map[string]struct {
		change func(*report.Report)
		fault  string
	}{
		"as it should be": {func(*report.Report) {}, ""},
		"stale": {func(r *report.Report) {
			for i := range r.Cases {
				r.Cases[i].Known, r.Cases[i].Outcome = nil, report.Pass
			}
		}, "feature cycle is stale: it is needed in none of 30 cases"},
		"too wide": {func(r *report.Report) {
			for i := range 50 {
				r.Cases[i].Known, r.Cases[i].Outcome = nil, report.Pass
			}
		}, "feature cycle is too wide: it is needed in 5 of 30 cases only"},
		"unmatched": {func(r *report.Report) {
			for i := range r.Cases {
				r.Cases[i] = report.Case{Index: i, Outcome: report.Pass}
			}
		}, "feature cycle is unmatched: the plan has nothing of the kind"},
		"no link": {func(r *report.Report) {
			r.Header.Known.Entries[0].Link = ""
		}, "feature cycle has no link"},
		"another subject": {func(r *report.Report) { r.Header.Known.Subject = "other" }, "the list is of other, the subject is toy"},
		"a pattern is stale": {func(r *report.Report) {
			r.Header.Known.Entries[0].Patterns = []report.KnownPattern{{"schema", report.Fail, "a"}, {"schema", report.Crash, "b"}}
		}, `feature cycle is stale in part: no case needs crash of schema at "b"`},
		"no lane": {func(r *report.Report) {
			for i := range r.Cases {
				r.Cases[i].Has = []int{0}
			}
		}, "only 0 of 60 generated cases have nothing that the list names"},
	} {
		r := known(c.change)
		want := []string{}
		if c.fault != "" {
			want = append(want, c.fault)
		}
		if diff := cmp.Diff(want, append([]string{}, r.KnownFaults()...)); diff != "" || r.Certified() != (c.fault == "") {
			t.Errorf("%s: certified %v, faults (-want +got)\n%s", name, r.Certified(), diff)
		}
		if foreign := name == "another subject"; strings.Contains(r.String(), "entries; "+c.fault+"\n") != foreign {
			t.Errorf("%s: beside the verdict: %s", name, r)
		}
		if r.Header.Known.Strict = false; !r.Certified() {
			t.Errorf("%s: not certified although nobody is strict", name)
		}
	}
	use := known(func(r *report.Report) {
		r.Header.Known.Entries[0].Patterns = []report.KnownPattern{{"schema", report.Fail, "a"}, {"schema", report.Fail, "b"}}
		r.Cases[0].Known, r.Cases[0].Findings = []report.KnownUse{{Pattern: 1}}, []report.Finding{{Outcome: "fail", Check: "schema"}}
	})
	if faults := use.KnownFaults(); len(faults) != 1 || !strings.Contains(faults[0], `"b"`) {
		t.Errorf("what a case that is not excused needs: %q", faults)
	}
	open := known(func(r *report.Report) { r.Cases[0].Findings = []report.Finding{{Outcome: "fail", Check: "schema"}} })
	if open.Certified() || open.CountKnown() != 29 {
		t.Error("a finding beside a known failure counts for nothing")
	}
}

// TestNamesAreBounded: what a subject says of itself takes no more room than people read.
func TestNamesAreBounded(t *testing.T) {
	long := strings.Repeat("😀", 100_000)
	s := report.SubjectOf(protocol.Description{
		Name: long, Version: long, Language: long, Spec: long, Unsupported: slices.Repeat([]string{long}, 1000),
		Dialects: slices.Repeat([]protocol.DialectOps{{Dialect: long, Ops: slices.Repeat([]string{long}, 300)}}, 300),
	})
	for _, text := range []string{s.Name, s.Version, s.Language, s.Spec, s.Unsupported[199], s.Dialects[199].Dialect, s.Dialects[199].Ops[199]} {
		if jsvalue.Length(text) > 200 || !strings.HasSuffix(text, "😀…") || !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
	}
	if len(s.Unsupported) > 200 || len(s.Dialects) > 200 || len(s.Dialects[0].Ops) > 200 {
		t.Errorf("%d, %d, %d names", len(s.Unsupported), len(s.Dialects), len(s.Dialects[0].Ops))
	}
	if exact := strings.Repeat("😀", 100); report.Name(exact) != exact {
		t.Error("a name that fits is cut")
	}
}

// TestRulesOfTheDialect: the matrix has no rules of other dialects, unless a finding cites one.
func TestRulesOfTheDialect(t *testing.T) {
	r := report.Report{Header: report.Header{Dialect: "sessionraw"}, Cases: []report.Case{{
		Outcome: report.Fail, Findings: []report.Finding{{Outcome: capsule.Fail, Rules: []string{"CR-DEC-01"}}},
	}}}
	var of []string
	for _, row := range r.Rules() {
		of = append(of, row.Rule.ID[:3])
	}
	slices.Sort(of)
	if got := strings.Join(slices.Compact(of), " "); got != "CR- JL- SR- TP-" || len(of) < 40 || len(of) >= len(spec.Rules())/2 {
		t.Errorf("%d rules of %s", len(of), got)
	}
}

// TestTextIsBounded: of a draft the text has the gravest failures and says where the others are, which the other forms have.
func TestTextIsBounded(t *testing.T) {
	r := sample()
	fixed := spec.Rules()
	for i := range 70 {
		f := report.Finding{Outcome: capsule.Fail, Check: fmt.Sprintf("draft-%02d", i), Rules: []string{fixed[i].ID}, Message: "wrong"}
		r.Cases[1].Findings = append(r.Cases[1].Findings, f)
		r.Failures = append(r.Failures, report.Failure{Finding: f, Cases: 1, First: r.Cases[1].ID})
	}
	text := r.String()
	if lines := strings.Count(text, "\n"); lines > 200 {
		t.Errorf("%d lines", lines)
	}
	for _, want := range []string{"\nand 55 more kinds of failures; --report html=FILE", "more; --report html=FILE", "crash: answers\n", "fail: draft-14\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, kind := range report.Kinds() {
		var out bytes.Buffer
		if err := r.Write(&out, kind); err != nil || !strings.Contains(out.String(), "draft-69") {
			t.Errorf("%s: %v, or it lacks the last", kind, err)
		}
	}
}

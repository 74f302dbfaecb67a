package qwensdk_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// sdk is the published SDK.
func sdk(t *testing.T) *process.Child {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	if _, err := os.Stat("node_modules/@qwen-code/sdk"); err != nil {
		t.Skip("the SDK is not installed: npm ci --prefix tools/adapters/qwen-sdk")
	}
	child := process.NewChild(func() *exec.Cmd {
		command := exec.Command(node, "adapter.mjs")
		command.Env = append(os.Environ(), "TZ=UTC")
		return command
	}, process.Limits{Answer: 30 * time.Second})
	t.Cleanup(child.Close)
	return child
}

func knownFailures(t *testing.T) knownfailures.File {
	t.Helper()
	text, err := os.ReadFile("known-failures.yaml")
	if err != nil {
		t.Fatal(err)
	}
	known, err := knownfailures.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// TestCapsulesHoldWhatIsRight: each capsule holds what the reference answers.
func TestCapsulesHoldWhatIsRight(t *testing.T) {
	for _, d := range deviations(t) {
		d.Expected = capsule.Readable(plain(t, subject.New(spec.Version), d))
		checkFile(t, d.file, string(d.Format()))
	}
}

// TestCapsules: each capsule holds what the SDK answers, and shows its deviation. Under the list of known failures nothing is
// found, because of the features that the capsule names, and of those of the deviations beside it.
func TestCapsules(t *testing.T) {
	child, known, all := sdk(t), knownFailures(t), deviations(t)
	features := map[string][]string{}
	for _, d := range all {
		features[d.name] = d.Deviation.Features
	}
	for _, d := range all {
		d.Got = capsule.Readable(plain(t, child, d))
		checkFile(t, d.file, string(d.Format()))
		then := judge.FindingOf(d.Capsule)
		without, err := certify.Reproduce(t.Context(), child, certify.Config{}, d.Capsule)
		if err != nil || !slices.ContainsFunc(without.Findings, func(f judge.Finding) bool { return f.IsAgain(then) }) {
			t.Errorf("%s: the SDK does not show %s: %v\n%v", d.name, then.Key(), err, without.Findings)
		}
		with, err := certify.Reproduce(t.Context(), child, certify.Config{Known: known}, d.Capsule)
		if err != nil || len(with.Findings) > 0 {
			t.Errorf("%s: it is not known: %v\n%v", d.name, err, with.Findings)
		}
		own := d.Deviation.Features
		if !slices.ContainsFunc(with.Known, func(use knownfailures.Use) bool { return slices.Contains(own, use.Feature) }) {
			t.Errorf("%s: it is known, and not by %q", d.name, own)
		}
		mayUse := slices.Clone(own)
		for _, name := range d.Deviation.Beside {
			if features[name] == nil {
				t.Errorf("%s: there is no deviation %s", d.name, name)
			}
			mayUse = append(mayUse, features[name]...)
		}
		for _, use := range with.Known {
			if !slices.Contains(mayUse, use.Feature) {
				t.Errorf("%s: %s is needed too, so the input is not the smallest", d.name, use.Feature)
			}
		}
	}
}

// plain is an answer as a capsule holds it.
func plain(t *testing.T, asked protocol.Subject, d deviation) jsvalue.Value {
	t.Helper()
	answer, err := asked.Call(context.Background(), d.Case.Request(jsvalue.IntValue(1)))
	var crash *process.Crash
	if errors.As(err, &crash) && crash.Answered {
		answer, err = protocol.Fail(protocol.InternalError, crash.Reason), nil
	}
	if err != nil {
		t.Fatalf("%s: %v", d.name, err)
	}
	return compare.Plain(answer)
}

// TestListNamesDeviations: an entry for a feature links to a deviation that names the feature, and says its decision and its
// severity; each deviation has an entry for one of its features.
func TestListNamesDeviations(t *testing.T) {
	var listed []string
	all := deviations(t)
	for _, entry := range knownFailures(t).Features {
		listed = append(listed, entry.Feature)
		name := strings.TrimPrefix(entry.Link, "DEVIATIONS.md#")
		i := slices.IndexFunc(all, func(d deviation) bool { return d.name == name })
		if i < 0 || !slices.Contains(all[i].Deviation.Features, entry.Feature) {
			t.Errorf("%s: its link %q is to no deviation with the feature", entry.Feature, entry.Link)
			continue
		}
		if entry.Note != all[i].note() {
			t.Errorf("%s: the note is %q, want %q", entry.Feature, entry.Note, all[i].note())
		}
	}
	for _, d := range all {
		if !slices.ContainsFunc(d.Deviation.Features, func(name string) bool { return slices.Contains(listed, name) }) {
			t.Errorf("%s: no entry is for one of %q", d.name, d.Deviation.Features)
		}
	}
}

package certify_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

const sdkDirectory = "../adapters/qwen-sdk"

// sdk is the published SDK, with what it is known to get wrong.
func sdk(t *testing.T) (*process.Child, knownfailures.File) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	if _, err := os.Stat(filepath.Join(sdkDirectory, "node_modules/@qwen-code/sdk")); err != nil {
		t.Skip("the SDK is not installed: npm ci --prefix tools/adapters/qwen-sdk")
	}
	text, err := os.ReadFile(filepath.Join(sdkDirectory, "known-failures.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	child := process.NewChild(func() *exec.Cmd {
		command := exec.Command(node, "adapter.mjs")
		command.Dir, command.Env = sdkDirectory, append(os.Environ(), "TZ=UTC")
		return command
	}, process.Limits{Answer: 30 * time.Second})
	t.Cleanup(child.Close)
	return child, parsed(t, string(text))
}

// TestSDKUnderItsKnownFailures: with the list the published SDK is certified, most of it without any entry.
func TestSDKUnderItsKnownFailures(t *testing.T) {
	child, known := sdk(t)
	report := run(t, child, certify.Config{Known: known, Cases: 800, Seed: 31, WithoutFixtures: true})
	if !report.Certified() || 2*report.Count(certify.Pass) < len(report.Results) {
		t.Error(report)
	}
}

// TestSDKWithoutItsKnownFailures: without the list it fails in the very cases that the list explains.
func TestSDKWithoutItsKnownFailures(t *testing.T) {
	child, known := sdk(t)
	config := certify.Config{Cases: 250, Seed: 32, WithoutFixtures: true, WithoutLanes: true}
	without := run(t, child, config)
	config.Known = known
	with := run(t, child, config)
	if without.Certified() || len(with.Failures) > 0 || without.Plan != with.Plan {
		t.Fatalf("without the list:\n%v\nwith it:\n%v", without, with)
	}
	for i, result := range without.Results { // half of them fail as they are known to: no lanes spare them that
		if fails, isKnown := len(result.Findings) > 0, with.Results[i].IsKnown(); fails != isKnown {
			t.Errorf("%s fails: %v, is known to: %v", result.Planned.Case.ID(), fails, isKnown)
		}
	}
}

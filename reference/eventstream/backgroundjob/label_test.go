package backgroundjob_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/backgroundjob"
)

// TestVectors compares with a shipped program (ES-JOB-01).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("label")
	if err != nil || len(vectors) != 13 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		command := vector.Input.Get("command").Text()
		if got, want := backgroundjob.Label(command), vector.Output.Text(); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}

// TestLabel: nothing but preparations, and more of them than are taken off (ES-JOB-01).
func TestLabel(t *testing.T) {
	for command, want := range map[string]string{
		"cd /x &&":           "cd /x &&",
		"cd /x && A=1":       "cd /x && A=1",
		"cd /x&&npm test":    "npm test",
		"nohupper x":         "nohupper x",
		"cdx /a && b":        "cdx /a && b",
		"A='b c' d":          "d",
		"\u00a0\n\tx\u3000y": "x y",
	} {
		if got := backgroundjob.Label(command); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
	if got := backgroundjob.Label(strings.Repeat("nohup ", 40) + "x"); got != strings.Repeat("nohup ", 8)+"x" {
		t.Errorf("%q", got)
	}
}

// TestLifecycle: what is a job, what a sub-agent, and what neither (ES-JOB-02).
func TestLifecycle(t *testing.T) {
	for l, want := range map[backgroundjob.Lifecycle][2]bool{
		{}:                           {false, false},
		{TaskType: "background"}:     {true, false},
		{TaskType: "local_bash"}:     {true, false},
		{AgentType: "background"}:    {false, false},
		{AgentType: "Explore"}:       {false, true},
		{TaskType: "subagent"}:       {false, true},
		{TaskType: "local_workflow"}: {false, true},
		{TaskType: "background", AgentType: "background"}: {true, false},
		{TaskType: "background", AgentType: "Explore"}:    {false, true},
		{TaskType: "subagent", AgentType: "background"}:   {false, true},
		{TaskType: "cron"}: {false, false},
	} {
		if got := [2]bool{l.IsShell(), l.IsSubagent()}; got != want {
			t.Errorf("%+v: %v, want %v", l, got, want)
		}
	}
}

package workflow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/workflow"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// follow gives what each event emits, a line each.
func follow(t *testing.T, events ...string) []string {
	t.Helper()
	var machine workflow.Machine
	var lines []string
	for _, e := range events {
		envelopes, findings := event.Read(`{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":`+e+`}`, "")
		if len(findings) > 0 {
			t.Fatal(findings)
		}
		tick := machine.Add(envelopes[0])
		var line strings.Builder
		for _, emitted := range tick.Emitted {
			line.WriteString(strings.TrimPrefix(strings.ReplaceAll(string(jsvalue.Append(nil, emitted)), `"`, ""), "{type:subagent_"))
		}
		if len(tick.Dropped) > 0 || tick.Unreadable {
			fmt.Fprint(&line, tick.Dropped, tick.Unreadable)
		}
		lines = append(lines, line.String())
	}
	return lines
}

func report(agents string) string {
	return `{"type":"subagent_progress","taskId":"w","turnId":"t","workflowName":"N","workflow_progress":` + agents + `}`
}

func check(t *testing.T, got []string, want string) {
	t.Helper()
	var lines []string
	for line := range strings.SplitSeq(want, "\n") {
		lines = append(lines, strings.TrimSpace(line))
	}
	if text := strings.Join(got, "\n"); text != strings.Join(lines, "\n") {
		t.Errorf("got\n%s\nwant\n%s", text, strings.Join(lines, "\n"))
	}
}

// TestTransitions: started, progress, result; what repeats emits nothing (ES-FLOW-02 to ES-FLOW-04).
func TestTransitions(t *testing.T) {
	check(t, follow(t,
		report(`[{"index":1,"state":"queued","label":"b"},{"index":0,"state":"running","label":" a\nb ","phase":"p"}]`),
		report(`[{"index":0,"state":"running","label":"a","phase":"p"}]`),
		report(`{"agents":[{"index":0,"agentId":"x","state":"running","phase":"p","preview":"hi","tokens":5}]}`),
		report(`[{"index":0,"agentId":"y","state":"completed","preview":"bye","toolUses":2,"durationMs":7.9},{"index":1,"state":"failed"}]`),
		report(`[{"index":0,"state":"running"},{"index":2,"state":"running"},{"index":3,"state":"queued"}]`),
		`{"type":"subagent_result","taskId":"w","status":"completed"}`,
		report(`[{"index":4,"state":"running"}]`),
	), `started,taskId:w::a0,taskType:local_workflow,workflowName:N,description:a b,phase:p,turnId:t}

		progress,taskId:w::a0,agentId:x,phase:p,summary:hi,usage:{totalTokens:5},turnId:t}
		result,taskId:w::a0,agentId:x,status:completed,summary:bye,usage:{totalTokens:5,toolUses:2},durationMs:7,turnId:t}started,taskId:w::a1,taskType:local_workflow,workflowName:N,turnId:t}result,taskId:w::a1,status:failed,turnId:t}
		started,taskId:w::a2,taskType:local_workflow,workflowName:N,turnId:t}
		result,taskId:w::a2,status:stopped}
		`)
}

// TestSnapshots: entries that cannot be used, bounds, and what is no snapshot (ES-FLOW-01).
func TestSnapshots(t *testing.T) {
	var many []string
	for i := range 203 {
		many = append(many, fmt.Sprintf(`{"index":%d,"state":"queued"}`, i))
	}
	check(t, follow(t,
		report(`[5,{"index":-1},{"index":"1"},{"index":1.5},{"state":"running"},null,{"index":0},{"index":0,"state":"running"},{"index":1e300}]`),
		report(`5`), report(`{}`), report(`{"agents":"x"}`), report(`null`), report(`[]`),
		report(`[`+strings.Join(many, ",")+`]`),
		report(`[{"index":0,"state":"new"},{"index":1,"state":"new","tokens":1e300},{"index":2,"toolUses":1},{"index":3,"tokens":-1,"state":5}]`),
		`{"type":"subagent_progress","taskId":" ","workflow_progress":[{"index":0,"state":"running"}]}`,
		`{"type":"subagent_progress","taskId":"w"}`,
		`{"type":"text","taskId":"w","workflow_progress":[{"index":7,"state":"running"}]}`,
	), `[0 1 2 3 4 5 7 8] false
		[] true
		[] true
		[] true
		[] true

		[200 201 202] false
		started,taskId:w::a1,taskType:local_workflow,workflowName:N,turnId:t}progress,taskId:w::a1,usage:{totalTokens:1000000000},turnId:t}started,taskId:w::a2,taskType:local_workflow,workflowName:N,turnId:t}progress,taskId:w::a2,usage:{toolUses:1},turnId:t}


		`)
	long := follow(t, report(`[{"index":0,"state":"stopped","preview":"`+strings.Repeat("x", 300)+`"}]`))[0]
	if !strings.Contains(long, "summary:"+strings.Repeat("x", 277)+"...,") {
		t.Error(long)
	}
}

// TestOneTaskIsBoth: a task in the form of an agent's can be a workflow too, and one event tells of both (ES-FLOW-01, ES-FLOW-05).
func TestOneTaskIsBoth(t *testing.T) {
	nested := strings.Replace(report(`[{"index":0,"state":"running"}]`), `"w"`, `"w::a1"`, 1)
	check(t, follow(t,
		nested, strings.Replace(nested, `[{"index":0,"state":"running"}]`, `5`, 1),
		`{"type":"subagent_result","taskId":"w::a1"}`, `{"type":"subagent_result","taskId":"w"}`,
		strings.Replace(nested, "w::a1", "v::a1", 1), `{"type":"subagent_result","taskId":"v"}`,
	), `started,taskId:w::a1::a0,taskType:local_workflow,workflowName:N,turnId:t}
		[] true
		result,taskId:w::a1::a0,status:stopped}

		started,taskId:v::a1::a0,taskType:local_workflow,workflowName:N,turnId:t}
		result,taskId:v::a1,status:stopped}`)
}

// TestEndedWorkflowsAreQuiet: behind the end of a workflow a second one emits nothing, and looks at no agent (ES-FLOW-04).
func TestEndedWorkflowsAreQuiet(t *testing.T) {
	check(t, follow(t,
		`{"type":"subagent_progress","taskId":"w::a0"}`, `{"type":"subagent_result","taskId":"w"}`,
		`{"type":"subagent_progress","taskId":"w::a1"}`, `{"type":"subagent_result","taskId":"w"}`,
	), `
		result,taskId:w::a0,status:stopped}

		`)
}

// TestReconnect: what was emitted before is known, and a snapshot only brings it up to date (ES-FLOW-05).
func TestReconnect(t *testing.T) {
	check(t, follow(t,
		`{"type":"subagent_started","taskId":"w::a0","agentId":"x"}`,
		`{"type":"subagent_result","taskId":"w::a1"}`,
		`{"type":"subagent_started","taskId":"w::a01"}`,
		`{"type":"subagent_started","taskId":"::a2"}`,
		report(`[{"index":0,"agentId":"y","state":"running"},{"index":1,"state":"running"}]`),
		report(`[{"index":0,"state":"running","phase":"p"}]`),
		`{"type":"subagent_result","taskId":"w","status":"stopped","turnId":"t"}`,
	), `



	
		progress,taskId:w::a0,agentId:x,phase:p,turnId:t}
		result,taskId:w::a0,agentId:x,status:stopped,turnId:t}`)
}

// TestToldStays: what was told before is known after a reconnect, and what a report leaves out is not erased (ES-FLOW-03 to
// ES-FLOW-05).
func TestToldStays(t *testing.T) {
	const (
		started = `{"type":"subagent_started","taskId":"w::a0"}`
		told    = `{"type":"subagent_progress","taskId":"w::a0","phase":"p","summary":"s","usage":{"totalTokens":5,"toolUses":"no"}}`
		ended   = `{"type":"subagent_result","taskId":"w","turnId":"t"}`
	)
	check(t, follow(t, started, told, report(`[{"index":0,"state":"running","phase":"p","preview":"s","tokens":5}]`), report(`[{"index":0,"state":"running","toolUses":2}]`)), `


		progress,taskId:w::a0,phase:p,summary:s,usage:{totalTokens:5,toolUses:2},turnId:t}`)
	check(t, follow(t, started, told, ended), `

		result,taskId:w::a0,status:stopped,summary:s,usage:{totalTokens:5},turnId:t}`)
	check(t, follow(t, report(`[{"index":0,"state":"running","tokens":5,"phase":"p","durationMs":3}]`), report(`[{"index":0,"state":"running"}]`), ended),
		`started,taskId:w::a0,taskType:local_workflow,workflowName:N,phase:p,turnId:t}progress,taskId:w::a0,phase:p,usage:{totalTokens:5},turnId:t}

		result,taskId:w::a0,status:stopped,usage:{totalTokens:5},durationMs:3,turnId:t}`)
}

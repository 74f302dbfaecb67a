package workflow

import (
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// mark stands between the task of a workflow and the index of an agent.
const mark = "::a"

func lastMark(name string) int { return strings.LastIndex(name, mark) }

// named begins an event of an agent: its type and its names (ES-FLOW-02).
func (f *flow) named(kind string, a *agent, index int) []jsvalue.Member {
	members := []jsvalue.Member{event.TextMember("type", kind), event.TextMember("taskId", f.task+mark+strconv.Itoa(index))}
	if a.id != "" {
		members = append(members, event.TextMember("agentId", a.id))
	}
	return members
}

// of ends an event: the turn of the report.
func of(e jsvalue.Value, members []jsvalue.Member) jsvalue.Value {
	if turn := event.Name(e, "turnId"); turn != "" {
		members = append(members, event.TextMember("turnId", turn))
	}
	return jsvalue.ObjectValue(members...)
}

func (f *flow) started(a *agent, now seen, e jsvalue.Value) jsvalue.Value {
	members := append(f.named("subagent_started", a, now.index), event.TextMember("taskType", "local_workflow"))
	members = appendText(members, "workflowName", event.Name(e, "workflowName"))
	members = appendText(members, "description", now.label)
	return of(e, appendText(members, "phase", now.phase))
}

func (f *flow) progressed(a *agent, now seen, e jsvalue.Value) jsvalue.Value {
	members := appendText(f.named("subagent_progress", a, now.index), "phase", now.phase)
	return of(e, now.figures(appendText(members, "summary", now.preview)))
}

func (f *flow) result(a *agent, now seen, status string, e jsvalue.Value) jsvalue.Value {
	members := append(f.named("subagent_result", a, now.index), event.TextMember("status", status))
	members = now.figures(appendText(members, "summary", now.preview))
	if now.hasMs {
		members = append(members, jsvalue.Member{Key: "durationMs", Value: jsvalue.IntValue(now.durationMillis)})
	}
	return of(e, members)
}

// figures are the counts that were told, as usage.
func (s seen) figures(members []jsvalue.Member) []jsvalue.Member {
	var usage []jsvalue.Member
	if s.hasTokens {
		usage = append(usage, jsvalue.Member{Key: "totalTokens", Value: jsvalue.IntValue(s.tokens)})
	}
	if s.hasTools {
		usage = append(usage, jsvalue.Member{Key: "toolUses", Value: jsvalue.IntValue(s.tools)})
	}
	if usage == nil {
		return members
	}
	return append(members, jsvalue.Member{Key: "usage", Value: jsvalue.ObjectValue(usage...)})
}

func appendText(members []jsvalue.Member, key, value string) []jsvalue.Member {
	if value == "" {
		return members
	}
	return append(members, event.TextMember(key, value))
}

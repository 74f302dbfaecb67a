package view

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// started is the calls of a stream that can have started a sub-agent.
type started struct {
	byTask map[string][]*Item // by the run that the result names
	byRun  map[int][]*Item    // by the run of rows; -1 has all calls if there are no runs
}

func callsOf(stream *stream) started {
	s := started{map[string][]*Item{}, map[int][]*Item{}}
	for _, item := range stream.items {
		if item.Kind != ToolCall {
			continue
		}
		result := resultObject(item.Call.Result.Text())
		for _, key := range []string{"subagent_run_id", "task_id"} {
			if id := result.Get(key).Text(); id != "" {
				s.byTask[id] = append(s.byTask[id], item)
			}
		}
		s.byRun[item.run] = append(s.byRun[item.run], item)
	}
	return s
}

// claim finds the call that started a sub-agent and takes it, so that no other sub-agent gets it (SR-SUB-05): one whose
// result names the run; else in the turn one that names the agent; else in the turn the first one that starts some agent.
func (s started) claim(sub *SubAgent, agent string, run int) *Item {
	found := firstCall(s.byTask[sub.TaskID], func(*Call) bool { return true })
	if found == nil {
		found = firstCall(s.byRun[run], func(call *Call) bool { return callNames(call, agent) })
	}
	if found == nil {
		found = firstCall(s.byRun[run], func(call *Call) bool {
			return strings.HasPrefix(call.Name, "delegate") || strings.HasPrefix(call.Name, "spawn_")
		})
	}
	if found != nil {
		found.Call.claimed = true
	}
	return found
}

func firstCall(items []*Item, match func(*Call) bool) *Item {
	for _, item := range items {
		if !item.Call.claimed && match(item.Call) {
			return item
		}
	}
	return nil
}

// minPrefix is the length from which a tool's name can be short for an agent's.
const minPrefix = 5

// callNames reports whether the name or an argument of the call names the agent.
func callNames(call *Call, agent string) bool {
	if agent == "" {
		return false
	}
	name := call.Name
	for _, prefix := range []string{"delegate_to_", "delegate_"} {
		if rest, ok := cutPrefixFold(name, prefix); ok {
			name = rest
			if strings.EqualFold(name, agent) {
				return true
			}
			break
		}
	}
	for _, key := range []string{"agent_id", "agent", "subagent", "subagent_type", "target"} {
		if value := call.Args.Get(key); value.IsString() && value.Text() == agent {
			return true
		}
	}
	return len(name) >= minPrefix && strings.HasPrefix(agent, name)
}

func cutPrefixFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// isIncomplete reports whether the result says that the sub-agent did not finish.
func isIncomplete(result string) bool {
	return resultObject(result).Get("status").Text() == "incomplete"
}

// isAccepted reports whether the result only says that the sub-agent was started.
func isAccepted(result string) bool { return strings.HasPrefix(result, "Accepted async sub-agent") }

func resultObject(result string) jsvalue.Value {
	if !strings.HasPrefix(strings.TrimSpace(result), "{") {
		return jsvalue.Value{}
	}
	value, err := jsvalue.Decode(strings.TrimSpace(result))
	if err != nil {
		return jsvalue.Value{}
	}
	return value
}

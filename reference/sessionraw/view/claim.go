package view

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// claim finds the call that started a sub-agent and takes it, so that no other sub-agent gets it (SR-SUB-05): one whose
// result names the run; else in the turn one that names the agent; else in the turn the first one that starts some agent.
func claim(items []*Item, sub *SubAgent, agent string, run int) *Item {
	inTurn := func(item *Item) bool { return item.run == run || run < 0 }
	found := firstCall(items, func(item *Item) bool {
		return sub.TaskID != "" && resultNames(item.Call.Result.Text(), sub.TaskID)
	})
	if found == nil {
		found = firstCall(items, func(item *Item) bool { return inTurn(item) && callNames(item.Call, agent) })
	}
	if found == nil {
		found = firstCall(items, func(item *Item) bool {
			return inTurn(item) && (strings.HasPrefix(item.Call.Name, "delegate") || strings.HasPrefix(item.Call.Name, "spawn_"))
		})
	}
	if found != nil {
		found.Call.claimed = true
	}
	return found
}

func firstCall(items []*Item, match func(*Item) bool) *Item {
	for _, item := range items {
		if item.Kind == ToolCall && !item.Call.claimed && match(item) {
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

// resultNames reports whether a result, which is an object of JSON then, names the run of a sub-agent.
func resultNames(result, taskID string) bool {
	value := resultObject(result)
	return value.Get("subagent_run_id").Text() == taskID || value.Get("task_id").Text() == taskID
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

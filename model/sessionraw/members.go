package sessionraw

import "slices"

// members of the items by kind (SR-VIEW-01): those that must be there, then those that may.
var members = map[string][2][]string{
	"userMessage":        {{"content"}, {"displayContent", "lookalike", "requestId"}},
	"assistantMessage":   {{"content"}, {"interim", "requestId", "model", "iteration"}},
	"reasoning":          {{"text"}, nil},
	"toolCall":           {{"callId", "name", "status"}, {"args", "result", "failure"}},
	"subagent":           {{"id", "status", "items"}, {"requestId", "agentId", "taskId", "callId"}},
	"turnBoundary":       {{"requestId"}, nil},
	"interruptedPartial": {{"text"}, {"thinking"}},
	"compaction":         {{"replacedCount", "keptCount"}, {"ts", "requestId", "scaffolding"}},
}

var callStatuses = []string{"running", "success", "error"}

var subagentStatuses = []string{"failed", "interrupted", "completed", "running"}

func memberProblems(v *View, p *problems) {
	for _, item := range v.Items {
		lists, known := members[item.Kind]
		if !known {
			p.add(item.path("kind"), "it is no kind of an item")
			continue
		}
		for _, name := range lists[0] {
			if !item.Value.Has(name) {
				p.add(item.path(name), "a %s has it", item.Kind)
			}
		}
		for name := range item.Value.Members() {
			if name != "kind" && !slices.Contains(lists[0], name) && !slices.Contains(lists[1], name) {
				p.add(item.path(""), "a %s has no member %q", item.Kind, name)
			}
		}
	}
}

func statusProblems(v *View, p *problems) bool {
	judged := false
	for _, item := range v.Items {
		status := item.Value.Get("status").Text()
		switch item.Kind {
		case "toolCall":
			judged = true
			if !slices.Contains(callStatuses, status) {
				p.add(item.path("status"), "it is no status of a call")
			}
			if (status == "error") != item.Value.Has("failure") {
				p.add(item.path("failure"), "it is there exactly for an error")
			}
			if (status == "running") == item.Value.Has("result") {
				p.add(item.path("result"), "it is there exactly when the call does not run")
			}
		case "subagent":
			judged = true
			if !slices.Contains(subagentStatuses, status) {
				p.add(item.path("status"), "it is no status of a sub-agent")
			}
		}
	}
	return judged
}

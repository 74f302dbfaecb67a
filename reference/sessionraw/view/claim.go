package view

import (
	"slices"
	"strings"
	"unicode"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// started is the calls of a stream that can have started a sub-agent, by what names it. A list loses the calls at its front
// that were taken, so that many sub-agents do not go through many calls each.
type started struct {
	calls    map[callKey][]startedCall
	prefixes map[int][]int // by run: the lengths of the names that can be short for an agent's
}

type startedCall struct {
	at   int // among the calls of the stream
	item *Item
}

// callKey is one way to find a call.
type callKey struct {
	by   clue
	in   int // the run of rows, or what stands before the first; by a task the number of the scope
	text string
}

// clue is what says which sub-agent a call started.
type clue int

const (
	byTask     clue = iota // the run that its result names
	byArgument             // an argument
	byName                 // its name behind delegate_, whatever the case
	byPrefix               // its name, as the beginning of the agent's
	byStart                // that it starts some agent
)

// minPrefix is the length from which a tool's name can be short for an agent's.
const minPrefix = 5

func callsOf(stream *stream) started {
	s := started{map[callKey][]startedCall{}, map[int][]int{}}
	all := len(stream.parts)
	for at, item := range stream.items {
		if item.Kind != ToolCall {
			continue
		}
		call, part := startedCall{at, item}, -1-item.run
		if item.run >= 0 {
			part = stream.runs[item.run].part
		}
		s.addTask(call, part, all)
		s.add(call, item.run)
		if len(stream.runs) == 0 { // a sub-agent of all roots can have any call
			s.add(call, beforeRuns(all))
		}
	}
	for run, lengths := range s.prefixes {
		slices.Sort(lengths)
		s.prefixes[run] = slices.Compact(lengths)
	}
	return s
}

// put adds a call under a key.
func (s started) put(c startedCall, by clue, in int, text string) {
	key := callKey{by, in, text}
	s.calls[key] = append(s.calls[key], c)
}

// addTask adds a call by the task that its result names, in these scopes.
func (s started) addTask(c startedCall, scopes ...int) {
	result := resultObject(c.item.Call.Result.Text())
	for _, key := range []string{"subagent_run_id", "task_id"} {
		if id := result.Get(key).Text(); id != "" {
			for _, scope := range scopes {
				s.put(c, byTask, scope, id)
			}
		}
	}
}

// add adds a call of a run by what it says of the agent.
func (s started) add(c startedCall, run int) {
	call, name := c.item.Call, c.item.Call.Name
	for _, prefix := range []string{"delegate_to_", "delegate_"} {
		if rest, ok := cutPrefixFold(name, prefix); ok {
			name = rest
			s.put(c, byName, run, fold(name))
			break
		}
	}
	for _, key := range []string{"agent_id", "agent", "subagent", "subagent_type", "target"} {
		if value := call.Args.Get(key); value.IsString() {
			s.put(c, byArgument, run, value.Text())
		}
	}
	if len(name) >= minPrefix {
		s.put(c, byPrefix, run, name)
		s.prefixes[run] = append(s.prefixes[run], len(name))
	}
	if strings.HasPrefix(call.Name, "delegate") || strings.HasPrefix(call.Name, "spawn_") {
		s.put(c, byStart, run, "")
	}
}

// claim finds the calls that started sub-agents, each for one of them (SR-SUB-05): first for all of them those whose results
// name the run, then in the turn those that name the agent, then in the turn those that start some agent.
func (s started) claim(list []placement) {
	each(list, func(p placement) *Item { return s.first(callKey{byTask, p.scope, p.agent.TaskID}) })
	each(list, func(p placement) *Item {
		if p.agent.AgentID == "" {
			return nil
		}
		return s.first(s.naming(p.agent.AgentID, p.run)...)
	})
	each(list, func(p placement) *Item { return s.first(callKey{byStart, p.run, ""}) })
}

// each lets the sub-agents that have no call yet take the one that is found.
func each(list []placement, find func(placement) *Item) {
	for i := range list {
		if list[i].call != nil {
			continue
		}
		if found := find(list[i]); found != nil {
			found.Call.claimed = true
			list[i].call = found
		}
	}
}

// naming is where the calls of a run are that name the agent in their name or an argument.
func (s started) naming(agent string, run int) []callKey {
	keys := []callKey{{byArgument, run, agent}, {byName, run, fold(agent)}}
	for _, length := range s.prefixes[run] {
		if length > len(agent) {
			break
		}
		keys = append(keys, callKey{byPrefix, run, agent[:length]})
	}
	return keys
}

// first is the first call under these keys that is not taken, or nil.
func (s started) first(keys ...callKey) *Item {
	var found startedCall
	for _, key := range keys {
		list, ok := s.calls[key]
		if !ok {
			continue
		}
		for len(list) > 0 && list[0].item.Call.claimed {
			list = list[1:]
		}
		s.calls[key] = list
		if len(list) > 0 && (found.item == nil || list[0].at < found.at) {
			found = list[0]
		}
	}
	return found.item
}

// fold is the same for two texts exactly if strings.EqualFold is true of them.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, text)
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

package view

import (
	"cmp"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// maxDepth is how many levels of sub-agents are shown (SR-SUB-02).
const maxDepth = 3

// placement is a sub-agent to be placed.
type placement struct {
	child   *layout.Child
	seconds int64
	known   bool

	inner *stream
	scope int // of what it can stand among
	run   int // of what started it
	agent *SubAgent
	call  *Item // that started it; nil if it is not known
}

// place puts the sub-agents among the items of what started them, in the order in which they were started (SR-SUB-01).
func (s *shower) place(stream *stream, children []*layout.Child, depth int) {
	if len(children) == 0 {
		return
	}
	if depth > maxDepth {
		s.tooDeep(children)
		return
	}
	list := make([]placement, len(children))
	for i, child := range children {
		seconds, known := layout.Seconds(child.Files[0].Suffix())
		list[i] = placement{child: child, seconds: seconds, known: known}
	}
	slices.SortStableFunc(list, func(a, b placement) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.child.Files[0].File, b.child.Files[0].File))
	})
	behind := map[*Item][]*Item{} // what comes directly behind an item; nil: before all
	last, starters, scopes, parts := lastOfRuns(stream), callsOf(stream), stream.scopes(), stream.partsByChain()
	for i, start := range list {
		list[i].inner = s.show(start.child.Files, start.child.Children, depth+1)
		part, under := parts[start.child.Above()]
		if !under {
			part = len(parts)
		}
		list[i].scope, list[i].run = part, scopes[part].runOf(start.seconds, start.known)
		list[i].agent = describe(start.child, list[i].inner)
	}
	starters.claim(list)
	for _, start := range list {
		item := &Item{Kind: Subagent, Origin: Origin{File: start.child.Files[0].File}, run: start.run, Subagent: start.agent}
		anchor := start.call
		if anchor == nil {
			anchor = last[start.run]
		}
		if anchor != nil {
			item.Turn = anchor.Turn
		}
		finishSubagent(item, stream, start)
		behind[anchor] = append(behind[anchor], item)
	}
	stream.items = insert(stream.items, behind)
}

// order puts those whose second is not known last.
func (p placement) order() int64 {
	if !p.known {
		return math.MaxInt64
	}
	return p.seconds
}

func (s *shower) tooDeep(children []*layout.Child) {
	for _, child := range children {
		s.diagnostics = append(s.diagnostics, diagnostic.New(diagnostic.MissingSubTranscript,
			"the sub-agent lies too deep to be shown").InFile(child.Files[0].File))
		s.tooDeep(child.Children)
	}
}

// lastOfRuns is the last item of each run, and of what stands before the first one of each chain and of all. Where there is
// none it is the last one before.
func lastOfRuns(stream *stream) map[int]*Item {
	last := map[int]*Item{}
	for _, item := range stream.items {
		last[item.run] = item
	}
	var before *Item
	next := func(run int) {
		if last[run] == nil {
			last[run] = before
		}
		before = last[run]
	}
	run := 0
	for part := range stream.parts {
		next(beforeRuns(part))
		for ; run < len(stream.runs) && stream.runs[run].part == part; run++ {
			next(run)
		}
	}
	next(beforeRuns(len(stream.parts)))
	return last
}

// insert puts what comes behind each item in its place.
func insert(items []*Item, behind map[*Item][]*Item) []*Item {
	all := slices.Clone(behind[nil])
	for _, item := range items {
		all = append(append(all, item), behind[item]...)
	}
	return all
}

// describe names the sub-agent (SR-SUB-04).
func describe(child *layout.Child, inner *stream) *SubAgent {
	header := child.Identity.Header
	sub := &SubAgent{ID: header.TaskID(), AgentID: agentOf(child), TaskID: header.TaskID(), Items: inner.items}
	if sub.ID == "" {
		sub.ID = child.Added()
	}
	if sub.Items == nil {
		sub.Items = []*Item{}
	}
	return sub
}

func agentOf(child *layout.Child) string {
	return cmp.Or(child.Identity.Header.AgentID(), child.Identity.Header.Agent())
}

// finishSubagent says to which turn and call it belongs, and what became of it (SR-SUB-03, SR-SUB-06).
func finishSubagent(item *Item, stream *stream, p placement) {
	if p.call != nil {
		item.Subagent.CallID = p.call.Call.ID
		item.run = p.call.run
	}
	if item.run >= 0 {
		item.RequestID = stream.runs[item.run].request
	}
	item.Subagent.Status = statusOf(p.inner.last, p.call)
}

// statusOf is the state of a sub-agent from the call that started it and its own last row (SR-SUB-06).
func statusOf(last *line.Row, call *Item) Status {
	switch {
	case call != nil && (call.Call.Status == Error || isIncomplete(call.Call.Result.Text())):
		return Failed
	case last != nil && last.Interrupted:
		return Interrupted
	case last != nil && last.Role == line.Assistant && !hasCalls(last):
		return Completed
	case call != nil && call.Call.Status == Success && !isAccepted(call.Call.Result.Text()):
		return Completed
	}
	return Running
}

func hasCalls(row *line.Row) bool {
	if envelope, ok := assistantEnvelope(row); ok {
		return len(envelope.calls) > 0
	}
	return len(row.Calls) > 0
}

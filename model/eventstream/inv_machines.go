package eventstream

import (
	"fmt"
	"math"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// machineInvariants hold the machines of a host.
var machineInvariants = []model.Invariant{
	{
		ID: "guardrail-by-definition", Rules: []string{"ES-GUARD-01", "ES-GUARD-02", "ES-GUARD-03", "ES-GUARD-04"},
		Says:  "What a host does are the steps of a second definition, which looks back from each end of a turn.",
		Check: on([]string{"guardrail"}, guardProblems),
	},
	{
		ID: "live-readings-are-apart", Rules: []string{"ES-GUARD-01"},
		Says:  "Two live readings that are emitted one behind the other lie five seconds and a point apart.",
		Check: on([]string{"guardrail"}, apartProblems),
	},
	{
		ID: "one-fallback-an-episode", Rules: []string{"ES-GUARD-02", "ES-GUARD-03", "ES-GUARD-04"},
		Says:  "A compaction is sent at the end of a turn only, between two at high water lies a reading below 80, and none preempts the runtime's own.",
		Check: on([]string{"guardrail"}, fallbackProblems),
	},
	{
		ID: "meter-by-definition", Rules: []string{"ES-METER-01", "ES-METER-02", "ES-METER-03"},
		Says:  "What the meter shows, and which samples are stale, is what a second definition says.",
		Check: on([]string{"meter"}, meterProblems),
	},
	{
		ID: "percentages-are-measured", Rules: []string{"ES-METER-02", "ES-METER-03"},
		Says:  "A percentage stands exactly with what was measured, and is that of the sample that is shown.",
		Check: on([]string{"meter"}, percentProblems),
	},
	{
		ID: "workflow-by-definition", Rules: []string{"ES-FLOW-01", "ES-FLOW-02", "ES-FLOW-03", "ES-FLOW-04", "ES-FLOW-05"},
		Says:  "What snapshots become is what a second definition says, which follows each agent by itself.",
		Check: on([]string{"workflow"}, workflowProblems),
	},
	{
		ID: "agents-start-and-end-once", Rules: []string{"ES-FLOW-02", "ES-FLOW-03", "ES-FLOW-04", "ES-FLOW-05"},
		Says:  "An agent of a workflow starts once, before anything else of it, ends once, behind everything, and has one agentId.",
		Check: on([]string{"workflow"}, onceProblems),
	},
}

func guardProblems(v *View, p *problems) bool {
	p.sameList("steps", "step", []string{"ES-GUARD-01", "ES-GUARD-02", "ES-GUARD-03", "ES-GUARD-04"}, v.Input.guardSteps(), v.list("steps"))
	return true
}

// at is the envelope that an element of an answer is of, among those that count; -1 if it is none.
func (v *View) at(element jsvalue.Value) int {
	for i, e := range v.Input.counted() {
		if place, ok := element.Get("envelope").SafeInteger(); ok && int64(e.Place) == place {
			return i
		}
	}
	return -1
}

func apartProblems(v *View, p *problems) bool {
	at := times(v.Input.counted())
	last, percent, usages := -1, 0.0, 0
	for i, step := range v.list("steps") {
		if step.Get("action").Text() != "usage" {
			continue
		}
		usages++
		now, shown := v.at(step), step.Get("percent").Float()
		if last >= 0 && now >= 0 && (at[now]-at[last] < 5000 || math.Abs(shown-percent) < 1) {
			p.add(fmt.Sprintf("steps[%d]", i), "it follows after %g ms and %g points", at[now]-at[last], math.Abs(shown-percent))
		}
		last, percent = now, shown
	}
	return usages > 1
}

func fallbackProblems(v *View, p *problems) bool {
	counted := v.Input.counted()
	last, sent := -1, 0
	for i, step := range v.list("steps") {
		if step.Get("action").Text() != "compact" {
			continue
		}
		sent++
		now, path := v.at(step), fmt.Sprintf("steps[%d]", i)
		if now <= last || counted[now].kind() != "done" {
			p.add(path, "it is sent at no end of a turn, or at one where another was")
			continue
		}
		if step.Get("reason").Text() != "high_water" {
			last = now
			continue
		}
		high, low := false, last < 0
		for _, e := range counted[last+1 : now] {
			percent, ok := reading(e)
			low = low || ok && percent < 80
			if _, _, own := isCompaction(e); own || ok && percent < 90 {
				high = false
			}
			high = high || ok && percent >= 97
		}
		if !high || !low {
			p.add(path, "no reading of 97 stands before it, or none below 80 between it and the one before")
		}
		last = now
	}
	return sent > 0
}

func meterProblems(v *View, p *problems) bool {
	want := v.Input.meter()
	p.sameList("readings", "reading", []string{"ES-METER-01", "ES-METER-02", "ES-METER-03"}, want.readings, v.list("readings"))
	p.sameList("stale", "sample", []string{"ES-METER-01", "ES-METER-03"}, want.stale, v.list("stale"))
	if got := v.Result.Get("shown"); !same(want.shown, got) {
		p.add("shown", "it is %s, by the definition %s", shownText(got), shownText(want.shown))
	}
	return true
}

func percentProblems(v *View, p *problems) bool {
	counted := v.Input.counted()
	readings := v.list("readings")
	for i, change := range readings {
		shown := change.Get("shown")
		at, path := v.at(change), fmt.Sprintf("readings[%d].shown", i)
		if percent := shown.Get("percent"); shown.IsObject() && percent.IsNumber() != (shown.Get("state").Text() == "measured") {
			p.add(path, "%s has the percentage %s", shown.Get("state").Text(), shownText(percent))
		} else if percent.IsNumber() && (at < 0 || !same(percent, counted[at].Event.Get("percent"))) {
			p.add(path+".percent", "%s is not that of the sample", shownText(percent))
		}
	}
	return len(readings) > 0
}

func workflowProblems(v *View, p *problems) bool {
	p.sameList("ticks", "tick", []string{"ES-FLOW-01", "ES-FLOW-02", "ES-FLOW-03", "ES-FLOW-04", "ES-FLOW-05"}, v.Input.ticks(), v.list("ticks"))
	return true
}

func onceProblems(v *View, p *problems) bool {
	started, over, names := map[string]bool{}, map[string]bool{}, map[string]string{}
	emitted, next := 0, 0
	counted := v.Input.counted()
	for i, tick := range v.list("ticks") {
		for ; next < len(counted) && next <= v.at(tick); next++ { // what was emitted before (ES-FLOW-05)
			if _, _, ok := earlier(counted[next]); ok {
				task := id(counted[next].Event, "taskId")
				started[task] = true
				over[task] = over[task] || counted[next].kind() == "subagent_result"
			}
		}
		for k, event := range tick.Get("emitted").Elements() {
			emitted++
			task, path := event.Get("taskId").Text(), fmt.Sprintf("ticks[%d].emitted[%d]", i, k)
			kind := event.Get("type").Text()
			if over[task] || started[task] == (kind == "subagent_started") {
				p.add(path, "%s comes when the agent has not started, has already, or ended", kind)
			}
			if name := names[task]; name != "" && event.Get("agentId").Text() != name {
				p.add(path+".agentId", "the agent has another name")
			}
			started[task], over[task], names[task] = true, over[task] || kind == "subagent_result", first(names[task], event.Get("agentId").Text())
		}
	}
	return emitted > 0
}

package faults

import (
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var recoveryFaults = []fault.Fault{
	{
		ID: "only-the-status", Says: "A repair forgets the done.", Breaks: []string{"repair-adds-what-is-missing"},
		Wrap: withoutAppended(func(event jsvalue.Value) bool { return event.Get("type").Text() == "done" }),
	},
	{
		ID: "steers-are-turns", Says: "A steer begins a turn.", Breaks: []string{"repair-adds-what-is-missing"},
		Wrap: onLines([]string{"repair"}, func(lines []string) []string {
			for i, line := range lines {
				lines[i] = strings.Replace(line, `"steerId"`, `"steered"`, 1)
			}
			return lines
		}),
	},
	{
		ID: "messages-inside-are-turns", Says: "A message that waits, or went into the turn that runs, begins a turn.",
		Breaks: []string{"repair-adds-what-is-missing"},
		Wrap: onLines([]string{"repair"}, func(lines []string) []string {
			for i, line := range lines {
				lines[i] = strings.Replace(line, `"deliveryState"`, `"delivery"`, 1)
			}
			return lines
		}),
	},
	{
		ID: "work-is-left", Says: "A repair stops nothing.", Breaks: []string{"repair-leaves-nothing-running"},
		Wrap: withoutAppended(func(event jsvalue.Value) bool { return event.Get("status").Text() == "stopped" }),
	},
	{
		ID: "tasks-name-who-lost-them", Says: "What lost its task to another agent is stopped by that task.",
		Breaks: []string{"repair-leaves-nothing-running"},
		Wrap: onList("appended", []string{"repair"}, func(list []jsvalue.Value) []jsvalue.Value {
			for i, envelope := range list {
				if event := envelope.Get("event"); event.Has("agentId") && !event.Has("taskId") {
					list[i] = with(envelope, "event", with(event.Without("agentId"), "taskId", event.Get("agentId")))
				}
			}
			return list
		}),
	},
	{
		ID: "ends-come-first", Says: "A repair ends the turn first.", Breaks: []string{"repair-is-in-order"},
		Wrap: onList("appended", []string{"repair"}, func(list []jsvalue.Value) []jsvalue.Value {
			for i := 1; i < len(list); i++ {
				list[0], list[i] = list[i], list[0]
			}
			return list
		}),
	},
	{
		ID: "repair-has-a-sequence", Says: "What a repair appends is numbered.", Breaks: []string{"repair-invents-nothing"},
		Wrap: onList("appended", []string{"repair"}, func(list []jsvalue.Value) []jsvalue.Value {
			for i, envelope := range list {
				list[i] = with(envelope, "sequence", jsvalue.IntValue(int64(i)))
			}
			return list
		}),
	},
	{
		ID: "all-turns-are-repaired", Says: "An older turn without an end is repaired too.",
		Breaks: []string{"older-turns-are-left"},
		Wrap: fault.OnResult("repair", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if before, _, ok := strings.Cut(request.Input.Text(), "an older turn"); ok && !strings.Contains(before, "\n") {
				return with(result, "appended", jsvalue.ArrayValue(append(list(result.Get("appended")), jsvalue.ObjectValue())...))
			}
			return result
		}),
	},
	{
		ID: "settled-turns-are-settled-again", Says: "A turn with both ends gets them again.",
		Breaks: []string{"settled-turns-get-nothing", "repaired-needs-nothing", "repair-adds-what-is-missing"},
		Wrap: dropsEvents([]string{"repair"}, func(event jsvalue.Value) bool {
			return event.Get("type").Text() == "done"
		}),
	},
	{
		ID: "cards-for-ever", Says: "The offer to restore a queue never ends.",
		Breaks: []string{"ended-offers-do-not-stand", "recovery-by-definition", "offers-are-in-time"},
		Wrap: func(right protocol.Subject) protocol.Subject {
			return fault.OnResult("recovery", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
				for i, line := range strings.Split(request.Input.Text(), "\n") {
					if event := eventOf(line); event.Get("type").Text() == "queue_recovery" && event.Get("state").Text() == "available" {
						return with(result, "offer", jsvalue.ObjectValue(
							jsvalue.Member{Key: "envelope", Value: jsvalue.IntValue(int64(i))}, jsvalue.Member{Key: "turnId", Value: jsvalue.NullValue()},
							jsvalue.Member{Key: "millisLeft", Value: jsvalue.IntValue(9000)}, jsvalue.Member{Key: "event", Value: event}))
					}
				}
				return result
			})(right)
		},
	},
	{
		ID: "restored-at-the-end", Says: "A queue is restored at the end of its eight seconds.",
		Breaks: []string{"recovery-by-definition", "queues-are-restored-once"}, Wrap: restoredLater(-1),
	},
	{
		ID: "expired-early", Says: "The offer of a queue is over after four seconds.",
		Breaks: []string{"recovery-by-definition", "queues-are-restored-once"}, Wrap: restoredLater(4000),
	},
	{
		ID: "restored-for-all", Says: "Everybody who asks for a queue gets it.",
		Breaks: []string{"recovery-by-definition", "queues-are-restored-once"},
		Wrap: onList("written", []string{"recovery"}, func(list []jsvalue.Value) []jsvalue.Value {
			for i := range list {
				list[i] = list[0]
			}
			return list
		}),
	},
	{
		ID: "restoring-keeps-the-card", Says: "The card of a queue that was restored, or expired, stands.",
		Breaks: []string{"recovery-by-definition", "restored-is-over"},
		Wrap: dropsEvents([]string{"recovery"}, func(event jsvalue.Value) bool {
			return event.Get("type").Text() == "queue_recovery" && event.Get("state").Text() != "available"
		}),
	},
	{
		ID: "receipts-count-the-host", Says: "A receipt counts the host's own messages alone.",
		Breaks: []string{"recovery-by-definition"},
		Wrap: onList("receipts", []string{"recovery"}, func(list []jsvalue.Value) []jsvalue.Value {
			for i, receipt := range list {
				list[i] = with(receipt, "remaining", jsvalue.IntValue(int64(receipt.Get("cancellable").Len())))
			}
			return list
		}),
	},
	{
		ID: "plans-die-with-the-runtime", Says: "A crash settles approvals of plans too.",
		Breaks: []string{"settled-by-definition"},
		Wrap: fault.OnRequest("recovery", func(request protocol.Request) protocol.Request {
			request.Options = with(request.Options, "ending", text("stop"))
			return request
		}),
	},
	{
		ID: "one-receipt-for-all", Says: "Only the first request that waits is settled.", Breaks: []string{"settled-is-settled"},
		Wrap: onList("settled", []string{"recovery"}, func(list []jsvalue.Value) []jsvalue.Value {
			return list[:min(len(list), 1)]
		}),
	},
	{
		ID: "every-live-reading", Says: "Every live reading is emitted.",
		Breaks: []string{"live-readings-are-apart", "guardrail-by-definition"},
		Wrap: fault.OnResult("guardrail", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			var steps []jsvalue.Value
			for _, step := range list(result.Get("steps")) {
				steps = append(steps, step)
				if step.Get("action").Text() == "usage" {
					steps = append(steps, step)
				}
			}
			return with(result, "steps", jsvalue.ArrayValue(steps...))
		}),
	},
	{
		ID: "fallbacks-in-a-row", Says: "A fallback is sent twice.",
		Breaks: []string{"one-fallback-an-episode", "guardrail-by-definition"},
		Wrap: onList("steps", []string{"guardrail"}, func(list []jsvalue.Value) (out []jsvalue.Value) {
			for _, step := range list {
				out = append(out, step)
				if step.Get("reason").Text() == "high_water" {
					out = append(out, step)
				}
			}
			return out
		}),
	},
	{
		ID: "old-percentages", Says: "What was not measured has a percentage.",
		Breaks: []string{"percentages-are-measured", "meter-by-definition"},
		Wrap: onList("readings", []string{"meter"}, func(list []jsvalue.Value) []jsvalue.Value {
			for i, change := range list {
				if shown := change.Get("shown"); shown.Get("percent").Kind() == jsvalue.Null {
					list[i] = with(change, "shown", with(shown, "percent", jsvalue.IntValue(100)))
				}
			}
			return list
		}),
	},
	{
		ID: "samples-without-numbers", Says: "No sample is late by its number.", Breaks: []string{"meter-by-definition"},
		Wrap: onLines([]string{"meter"}, func(lines []string) []string {
			for i, line := range lines {
				lines[i] = strings.Replace(line, `"sampleId"`, `"sample"`, 1)
			}
			return lines
		}),
	},
	{
		ID: "stale-readings-count", Says: "The guard believes samples that the meter calls stale.",
		Breaks: []string{"guardrail-by-definition"},
		Wrap: onLines([]string{"guardrail"}, func(lines []string) []string {
			for i, line := range lines {
				lines[i] = strings.NewReplacer(`"sampleId"`, `"sample"`, `"capturedAt"`, `"captured"`).Replace(line)
			}
			return lines
		}),
	},
	{
		ID: "a-start-is-no-boundary", Says: "Samples are stale from the end of a compaction on only, and a fallback is sent while one runs.",
		Breaks: []string{"meter-by-definition", "guardrail-by-definition"},
		Wrap: onLines([]string{"meter", "guardrail"}, func(lines []string) []string {
			for i, line := range lines {
				if eventOf(line).Get("state").Text() == "started" {
					lines[i] = strings.Replace(line, `"state":"started"`, `"state":"failed"`, 1)
				}
			}
			return lines
		}),
	},
	{
		ID: "agents-are-left-running", Says: "The end of a workflow stops nothing.", Breaks: []string{"workflow-by-definition"},
		Wrap: onEmitted(func(event jsvalue.Value) int {
			if event.Get("status").Text() == "stopped" {
				return 0
			}
			return 1
		}),
	},
	{
		ID: "told-is-forgotten", Says: "After a reconnect an agent has no figures, and a report erases what it leaves out.",
		Breaks: []string{"workflow-by-definition"},
		Wrap: onLines([]string{"workflow"}, func(lines []string) []string {
			for i, line := range lines {
				if strings.Contains(eventOf(line).Get("taskId").Text(), "::a") {
					lines[i] = strings.Replace(line, `"usage"`, `"used"`, 1)
				}
			}
			return lines
		}),
	},
	{
		ID: "agents-start-again", Says: "Each start is emitted twice.",
		Breaks: []string{"agents-start-and-end-once", "workflow-by-definition"},
		Wrap: onEmitted(func(event jsvalue.Value) int {
			if event.Get("type").Text() == "subagent_started" {
				return 2
			}
			return 1
		}),
	},
}

// restoredLater takes those who ask to restore a queue for asking so many milliseconds later.
func restoredLater(millis int64) wrapper {
	return fault.OnRequest("recovery", func(request protocol.Request) protocol.Request {
		times := list(request.Options.Get("restoreAt"))
		for i, at := range times {
			if ms, ok := jstime.Parse(at.Text()); ok {
				times[i] = text(time.UnixMilli(int64(ms) + millis).UTC().Format("2006-01-02T15:04:05.000Z"))
			}
		}
		if len(times) > 0 {
			request.Options = with(request.Options, "restoreAt", jsvalue.ArrayValue(times...))
		}
		return request
	})
}

// withoutAppended leaves events out of a repair.
func withoutAppended(drops func(event jsvalue.Value) bool) wrapper {
	return onList("appended", []string{"repair"}, func(list []jsvalue.Value) (kept []jsvalue.Value) {
		for _, envelope := range list {
			if !drops(envelope.Get("event")) {
				kept = append(kept, envelope)
			}
		}
		return kept
	})
}

// onEmitted emits each event of a workflow so often.
func onEmitted(times func(event jsvalue.Value) int) wrapper {
	return onList("ticks", []string{"workflow"}, func(ticks []jsvalue.Value) []jsvalue.Value {
		for i, tick := range ticks {
			var emitted []jsvalue.Value
			for _, event := range list(tick.Get("emitted")) {
				for range times(event) {
					emitted = append(emitted, event)
				}
			}
			ticks[i] = with(tick, "emitted", jsvalue.ArrayValue(emitted...))
		}
		return ticks
	})
}

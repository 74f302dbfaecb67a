package faults

import (
	"context"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// onMergeFile changes the lines of a file of merge.
func onMergeFile(name string, damage func(lines []string) []string) wrapper {
	return fault.OnRequest("merge", func(request protocol.Request) protocol.Request {
		var files []protocol.File
		for _, file := range request.Input.Files() {
			if file.Name == name {
				file.Text = strings.Join(damage(strings.SplitAfter(file.Text, "\n")), "")
			}
			files = append(files, file)
		}
		request.Input = protocol.FilesOf(files...)
		return request
	})
}

func onMerged(damage func(list []jsvalue.Value) []jsvalue.Value) wrapper {
	return onList("envelopes", []string{"merge"}, damage)
}

// onSteps damages what a client asks and shows.
func onSteps(damage func(asked, answered []jsvalue.Value) []jsvalue.Value) wrapper {
	return fault.OnResult("follow", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "steps", jsvalue.ArrayValue(damage(list(request.Input.Value().Get("steps")), list(result.Get("steps")))...))
	})
}

func onShown(key string, damage func(of jsvalue.Value) jsvalue.Value) wrapper {
	return onSteps(func(_, answered []jsvalue.Value) []jsvalue.Value {
		for i, answer := range answered {
			answered[i] = with(answer, key, damage(answer.Get(key)))
		}
		return answered
	})
}

// onScript changes what happens to a client.
func onScript(change func(step jsvalue.Value) jsvalue.Value) wrapper {
	return fault.OnRequest("follow", func(request protocol.Request) protocol.Request {
		steps := list(request.Input.Value().Get("steps"))
		for i, step := range steps {
			steps[i] = change(step)
		}
		request.Input = protocol.ValueOf(with(request.Input.Value(), "steps", jsvalue.ArrayValue(steps...)))
		return request
	})
}

// nothing stands for a list.
func nothing(jsvalue.Value) jsvalue.Value { return jsvalue.ArrayValue() }

// onCursor damages what a function gives.
func onCursor(function string, damage func(value jsvalue.Value) jsvalue.Value) wrapper {
	return fault.OnResult("cursor", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		if request.Input.Value().Get("fn").Text() != function {
			return result
		}
		return with(result, "value", damage(result.Get("value")))
	})
}

// onArguments changes what a function is asked.
func onArguments(function string, change func(args jsvalue.Value) jsvalue.Value) wrapper {
	return fault.OnRequest("cursor", func(request protocol.Request) protocol.Request {
		question := request.Input.Value()
		if question.Get("fn").Text() == function {
			request.Input = protocol.ValueOf(with(question, "args", change(question.Get("args"))))
		}
		return request
	})
}

// onEventsOfPages changes the events of the pages of a batch.
func onEventsOfPages(change func(page, event jsvalue.Value) jsvalue.Value) wrapper {
	return onArguments("readOlderHistoryBatch", func(args jsvalue.Value) jsvalue.Value {
		pages := list(args.Get("pages"))
		for i, page := range pages {
			if !page.Get("events").IsArray() {
				continue
			}
			events := list(page.Get("events"))
			for k, e := range events {
				events[k] = change(page, e)
			}
			pages[i] = with(page, "events", jsvalue.ArrayValue(events...))
		}
		return with(args, "pages", jsvalue.ArrayValue(pages...))
	})
}

// narrowSeam puts a page before as many resident events as it has and 63 more, and the others behind them.
func narrowSeam(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
	question := request.Input.Value()
	args := question.Get("args")
	existing, seam := list(args.Get("existing")), args.Get("older").Len()+63
	if request.Op != "cursor" || question.Get("fn").Text() != "prependOlderChatHistoryPage" || len(existing) <= seam {
		return right.Call(ctx, request)
	}
	request.Input = protocol.ValueOf(with(question, "args", with(args, "existing", jsvalue.ArrayValue(existing[:seam]...))))
	answer, err := right.Call(ctx, request)
	if err != nil || answer.Kind() != protocol.ResultAnswer {
		return answer, err
	}
	all := append(list(answer.Result().Get("value")), existing[seam:]...)
	return protocol.Result(with(answer.Result(), "value", jsvalue.ArrayValue(all...))), nil
}

func identityOf(envelope jsvalue.Value) string {
	return envelope.Get("timestamp").Text() + " " + string(jsvalue.Append(nil, envelope.Get("event")))
}

var clientFaults = []fault.Fault{
	{ID: "repeats-are-dropped", Says: "An event that is there twice is shown once.", Breaks: []string{"repeats-are-counted", "merged-by-definition"}, Wrap: onMerged(func(list []jsvalue.Value) []jsvalue.Value {
		seen := map[string]bool{}
		return slices.DeleteFunc(list, func(e jsvalue.Value) bool {
			before := seen[identityOf(e)]
			seen[identityOf(e)] = true
			return before
		})
	})},
	{ID: "snapshots-are-sorted", Says: "Everything that is merged is sorted by its timestamp.", Breaks: []string{"snapshots-keep-their-order"}, Wrap: onMerged(func(list []jsvalue.Value) []jsvalue.Value {
		slices.SortStableFunc(list, func(a, b jsvalue.Value) int {
			return strings.Compare(a.Get("timestamp").Text(), b.Get("timestamp").Text())
		})
		return list
	})},
	{ID: "merging-is-silent", Says: "Nothing is said of lines that are not merged.", Breaks: []string{"merging-tells"}, Wrap: onList("diagnostics", []string{"merge"}, func([]jsvalue.Value) []jsvalue.Value { return nil })},
	{ID: "always-another-list", Says: "Every merge is said to change something.", Breaks: []string{"merging-again-changes-nothing"}, Wrap: onResults([]string{"merge"}, func(result jsvalue.Value) jsvalue.Value {
		return with(result, "sameAsExisting", jsvalue.BoolValue(false))
	})},
	{ID: "last-of-many-is-lost", Says: "Of more than two events that are pushed at once the last one is lost.", Breaks: []string{"pushed-in-parts"}, Wrap: onMergeFile("incoming.jsonl", func(lines []string) []string {
		if len(lines) > 3 {
			return lines[:len(lines)-2]
		}
		return lines
	})},
	{ID: "counted-events-are-others", Says: "An event with a sequence above 50 is dropped.", Breaks: []string{"counters-are-no-identity"}, Wrap: onMerged(func(list []jsvalue.Value) []jsvalue.Value {
		return slices.DeleteFunc(list, func(e jsvalue.Value) bool { return e.Get("sequence").Float() > 50 })
	})},
	{ID: "failed-pages-are-the-last", Says: "A page that leads nowhere is taken for the start of the history.", Breaks: []string{"cursor-by-definition"}, Wrap: onCursor("advanceOlderHistoryCursor", func(value jsvalue.Value) jsvalue.Value {
		if value.IsNullish() {
			return jsvalue.IntValue(0)
		}
		return value
	})},
	{ID: "unavailable-is-missing", Says: "What could not be read is dropped.", Breaks: []string{"cursor-by-definition"}, Wrap: onCursor("resolveChatHistoryMissAction", func(jsvalue.Value) jsvalue.Value { return text("clear") })},
	{ID: "batches-have-events-of-others", Says: "Events of another history are left in a batch.", Breaks: []string{"cursor-by-definition"}, Wrap: onEventsOfPages(func(page, e jsvalue.Value) jsvalue.Value {
		return with(e.Without("provenance"), "sessionId", page.Get("sessionId"))
	})},
	{ID: "batches-have-events-of-sub-agents", Says: "Events of the threads of sub-agents are left in a batch.", Breaks: []string{"cursor-by-definition"}, Wrap: onEventsOfPages(func(_, e jsvalue.Value) jsvalue.Value {
		return e.Without("provenance")
	})},
	{ID: "a-batch-is-full-with-399", Says: "A batch ends with 399 events.", Breaks: []string{"cursor-by-definition"}, Wrap: onArguments("readOlderHistoryBatch", func(args jsvalue.Value) jsvalue.Value {
		if !args.Has("maxAnchorEvents") {
			args = with(args, "maxAnchorEvents", jsvalue.IntValue(399))
		}
		return args
	})},
	{ID: "seam-of-63", Says: "A page is compared with one event fewer than it should be.", Breaks: []string{"cursor-by-definition"}, Wrap: fault.Wrap(narrowSeam)},
	{ID: "failures-blank-the-view", Says: "An answer that failed takes what is shown away.", Breaks: []string{"views-are-never-blank"}, Wrap: onSteps(func(asked, answered []jsvalue.Value) []jsvalue.Value {
		for i, step := range asked {
			if answer := step.Get("answer"); step.Has("answer") && !answer.Has("snapshot") && !answer.Has("page") {
				answered[i] = with(answered[i], "envelopes", jsvalue.ArrayValue())
			}
		}
		return answered
	})},
	{ID: "retries-do-not-wait", Says: "What failed is asked for again as one asks first.", Breaks: []string{"requests-end"}, Wrap: onShown("requests", func(requests jsvalue.Value) jsvalue.Value {
		var all []jsvalue.Value
		for _, request := range requests.Elements() {
			all = append(all, with(request, "afterMs", jsvalue.IntValue(0)))
		}
		return jsvalue.ArrayValue(all...)
	})},
	{ID: "newest-event-twice", Says: "The newest event is shown twice.", Breaks: []string{"nothing-is-invented"}, Wrap: onShown("envelopes", func(envelopes jsvalue.Value) jsvalue.Value {
		all := list(envelopes)
		if len(all) > 0 {
			all = append(all, all[len(all)-1])
		}
		return jsvalue.ArrayValue(all...)
	})},
	{ID: "client-shows-nothing", Says: "A client shows nothing.", Breaks: []string{"shown-by-definition"}, Wrap: onShown("envelopes", nothing)},
	{ID: "client-asks-nothing", Says: "A client asks for nothing.", Breaks: []string{"asked-by-definition"}, Wrap: onShown("requests", nothing)},
	{ID: "client-never-asks-again", Says: "What failed is not asked for again.", Breaks: []string{"asked-by-definition"}, Wrap: onShown("requests", func(requests jsvalue.Value) jsvalue.Value {
		return jsvalue.ArrayValue(slices.DeleteFunc(list(requests), func(request jsvalue.Value) bool { return request.Get("afterMs").Float() > 0 })...)
	})},
	{ID: "client-loses-pushes", Says: "Nothing that is pushed is shown.", Breaks: []string{"shown-by-definition"}, Wrap: onScript(func(step jsvalue.Value) jsvalue.Value {
		if step.Has("push") {
			return with(step, "push", jsvalue.ArrayValue())
		}
		return step
	})},
	{ID: "client-takes-unavailable-for-missing", Says: "A history that could not be read is no such session.", Breaks: []string{"conditions-by-definition"}, Wrap: onScript(func(step jsvalue.Value) jsvalue.Value {
		answer := step.Get("answer")
		snapshot := answer.Get("snapshot")
		if !snapshot.Get("unavailable").IsTrue() {
			return step
		}
		missing := with(snapshot.Without("unavailable"), "sessionFound", jsvalue.BoolValue(false))
		return with(step, "answer", with(answer, "snapshot", missing))
	})},
	{ID: "client-is-never-missing", Says: "A session that is not there is not told.", Breaks: []string{"conditions-by-definition"}, Wrap: onShown("conditions", func(conditions jsvalue.Value) jsvalue.Value {
		return jsvalue.ArrayValue(slices.DeleteFunc(list(conditions), func(c jsvalue.Value) bool { return c.Text() == "missing" })...)
	})},
	{ID: "client-has-read-all", Says: "A client says that nothing older is left.", Breaks: []string{"reached-by-definition"}, Wrap: onShown("cursor", func(cursor jsvalue.Value) jsvalue.Value {
		if cursor.IsNumber() {
			return jsvalue.IntValue(0)
		}
		return cursor
	})},
}

package eventstream

import (
	"fmt"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// clientInvariants are of the functions of a client, and of what it asks and shows.
var clientInvariants = []model.Invariant{
	{
		ID: "cursor-by-definition", Rules: []string{"ES-BACK-01", "ES-BACK-02", "ES-BACK-03", "ES-BACK-04", "ES-BACK-05", "ES-BACK-06", "ES-BACK-07"},
		Says:  "What a function of a client gives is what a second definition gives.",
		Check: on([]string{"cursor"}, clientCursorProblems),
	},
	{
		ID: "views-are-never-blank", Rules: []string{"ES-FOLLOW-02", "ES-BACK-03"},
		Says:  "What shows something does so until another session is opened; an answer that failed or is unavailable changes nothing that is shown.",
		Check: on(clientSteps, blankProblems),
	},
	{
		ID: "requests-end", Rules: []string{"ES-FOLLOW-01", "ES-FOLLOW-03", "ES-BACK-02"},
		Says:  "Requests are numbered; each is made three times at most, and each page of a batch ends before the one that was read last.",
		Check: on(clientSteps, requestProblems),
	},
	{
		ID: "nothing-is-invented", Rules: []string{"ES-FOLLOW-04", "ES-FOLLOW-05"},
		Says:  "No event is shown that did not come, nor more often than all answers together have it; what is pushed adds it once.",
		Check: on(clientSteps, inventedEvents),
	},
	{
		ID: "asked-by-definition", Rules: []string{"ES-FOLLOW-01", "ES-FOLLOW-02", "ES-FOLLOW-03", "ES-FOLLOW-05", "ES-BACK-04"},
		Says:  "A client asks behind each step what a second definition of it asks, and after as long.",
		Check: on(clientSteps, followedProblems("requests")),
	},
	{
		ID: "shown-by-definition", Rules: []string{"ES-FOLLOW-02", "ES-FOLLOW-04", "ES-FOLLOW-05", "ES-FOLLOW-06", "ES-FOLLOW-07", "ES-BACK-06", "ES-MERGE-02", "ES-MERGE-04", "ES-MERGE-05"},
		Says:  "It shows what the second definition shows, in its order.",
		Check: on(clientSteps, followedProblems("envelopes")),
	},
	{
		ID: "reached-by-definition", Rules: []string{"ES-FOLLOW-03", "ES-FOLLOW-04", "ES-FOLLOW-05", "ES-FOLLOW-06", "ES-BACK-01", "ES-BACK-02"},
		Says:  "Its cursor is that of the second definition.",
		Check: on(clientSteps, followedProblems("cursor")),
	},
	{
		ID: "conditions-by-definition", Rules: []string{"ES-FOLLOW-01", "ES-FOLLOW-03", "ES-FOLLOW-06", "ES-BACK-03"},
		Says:  "Its conditions are those of the second definition: only sessionFound false alone is a session that is missing.",
		Check: on(clientSteps, followedProblems("conditions")),
	},
}

var clientSteps = []string{"follow"}

func clientCursorProblems(v *View, p *problems) bool {
	question := v.Case.Input.Value()
	want := calls[question.Get("fn").Text()]
	if want == nil {
		return false
	}
	value, got, path := want(question.Get("args")), v.Result.Get("value"), "value"
	if same(value, got) {
		return true
	}
	for key := differing(value, got); functionMembers[key] && value.IsObject() && got.IsObject(); key = differing(value, got) {
		path, value, got = path+"."+key, value.Get(key), got.Get(key)
	}
	a, b := shortly(value, got)
	p.cite(FunctionRules(question.Get("fn").Text(), path), path, "it is %s, by the definition %s", b, a)
	return true
}

// functionMembers are those of the value of a function.
var functionMembers = words("result events nextCursor error reads hitResidentCap")

// calls are the second definitions of the functions.
var calls = map[string]func(args jsvalue.Value) jsvalue.Value{
	"resolveSnapshotHistoryCursor": func(args jsvalue.Value) jsvalue.Value {
		older, start := args.Get("hasOlderHistory"), args.Get("tailStartOffset")
		if older.IsBool() && !older.IsTrue() || !start.IsFinite() || start.Float() < 0 {
			return jsvalue.IntValue(0)
		}
		return start
	},
	"advanceOlderHistoryCursor": func(args jsvalue.Value) jsvalue.Value {
		return nextOf(args.Get("page"), args.Get("beforeOffset"))
	},
	"resolveChatHistoryMissAction": func(args jsvalue.Value) jsvalue.Value {
		action := "clear"
		if args.Get("hasRenderedEvents").IsTrue() {
			action = "keep-missing"
		}
		if args.Get("unavailable").IsTrue() {
			action = "sync-pending"
		}
		return jsvalue.StringValue(action)
	},
	"prependOlderChatHistoryPage": func(args jsvalue.Value) jsvalue.Value {
		return jsvalue.ArrayValue(prepended(args)...)
	},
	"mergeOlderChatHistoryPageWithCap": func(args jsvalue.Value) jsvalue.Value {
		all := prepended(args)
		n := fitting(all, args)
		return jsvalue.ObjectValue(member("events", jsvalue.ArrayValue(all[:n]...)), member("hitResidentCap", jsvalue.BoolValue(n < len(all))))
	},
	"trimChatEventHistory": func(args jsvalue.Value) jsvalue.Value {
		all := elementsOf(args.Get("events"))
		slices.Reverse(all)
		kept := all[:fitting(all, args)]
		slices.Reverse(kept)
		return jsvalue.ArrayValue(kept...)
	},
	"resolveMergedSnapshotHistoryCursor": func(args jsvalue.Value) jsvalue.Value {
		existing := elementsOf(args.Get("existingEvents"))
		meets := slices.ContainsFunc(existing, func(e jsvalue.Value) bool { return has(args.Get("snapshotEvents"), e) })
		if current := args.Get("currentCursor"); current.IsNumber() && current.Float() == 0 && !args.Get("detached").IsTrue() && meets && has(args.Get("mergedEvents"), existing[0]) {
			return jsvalue.IntValue(0)
		}
		return args.Get("snapshotCursor")
	},
	"readOlderHistoryBatch": batchOf,
}

// nextOf is the cursor behind a page; null if it failed (ES-BACK-02).
func nextOf(page, before jsvalue.Value) jsvalue.Value {
	start, more := page.Get("startOffset"), page.Get("hasMore")
	switch {
	case more.IsBool() && !more.IsTrue():
		return jsvalue.IntValue(0)
	case more.IsTrue() && start.IsNumber() && start.Float() > 0 && start.Float() < before.Float():
		return start
	}
	return jsvalue.NullValue()
}

func elementsOf(list jsvalue.Value) (elements []jsvalue.Value) {
	for _, element := range list.Elements() {
		elements = append(elements, element)
	}
	return elements
}

func idOf(envelope jsvalue.Value) string { return answered([]jsvalue.Value{envelope})[0].identity() }

func has(list, envelope jsvalue.Value) bool {
	return slices.ContainsFunc(elementsOf(list), func(other jsvalue.Value) bool { return idOf(other) == idOf(envelope) })
}

// prepended are older events before existing ones, without pairs at the seam (ES-BACK-05).
func prepended(args jsvalue.Value) []jsvalue.Value {
	older, existing := elementsOf(args.Get("older")), elementsOf(args.Get("existing"))
	near := slices.Clone(existing[:min(len(existing), len(older)+64)])
	list := existing
	for _, e := range slices.Backward(older) {
		i := slices.IndexFunc(near, func(other jsvalue.Value) bool { return idOf(other) == idOf(e) })
		if i >= 0 {
			near = slices.Delete(near, i, i+1)
			continue
		}
		list = slices.Concat([]jsvalue.Value{e}, list)
	}
	return list
}

// fitting counts the first events that fit (ES-BACK-06).
func fitting(list []jsvalue.Value, args jsvalue.Value) int {
	events, bytes := 60_000.0, float64(32<<20)
	if most := args.Get("maxEvents"); most.IsNumber() {
		events = most.Float()
	}
	if most := args.Get("maxBytes"); most.IsNumber() {
		bytes = most.Float()
	}
	total := 0.0
	for i, e := range list {
		total += 2 * float64(jsvalue.Length(string(jsvalue.Append(nil, e))))
		if float64(i) >= events || i > 0 && total > bytes {
			return i
		}
	}
	return len(list)
}

// batchOf reads pages (ES-BACK-04).
func batchOf(args jsvalue.Value) jsvalue.Value {
	pages := elementsOf(args.Get("pages"))
	session := id(args, "sessionId")
	if session == "" && len(pages) > 0 {
		session = id(pages[0], "sessionId")
	}
	cursor := args.Get("beforeOffset")
	var events, reads []jsvalue.Value
	answer := func(what jsvalue.Member) jsvalue.Value {
		return jsvalue.ObjectValue(what, member("reads", jsvalue.ArrayValue(reads...)))
	}
	for n := 0; ; n++ {
		reads = append(reads, cursor)
		var page jsvalue.Value
		if n < len(pages) {
			page = pages[n]
		}
		found := page.Get("sessionFound")
		switch {
		case float64(len(reads)) > boundOf(args, "currentReads", math.Inf(1)):
			return answer(member("result", jsvalue.NullValue()))
		case !page.IsObject() || page.Get("unavailable").IsTrue():
			return answer(textOf("error", "unavailable"))
		case id(page, "sessionId") != session:
			return answer(textOf("error", "other_session"))
		}
		anchored := false
		if cursor = nextOf(page, cursor); found.IsBool() && !found.IsTrue() {
			cursor = jsvalue.IntValue(0)
		} else if cursor.IsNullish() {
			return answer(textOf("error", "cursor"))
		} else {
			var own []jsvalue.Value
			own, anchored = ownOf(page, session)
			events = slices.Concat(own, events)
		}
		if cursor.Float() == 0 || anchored || float64(len(events)) >= boundOf(args, "maxAnchorEvents", 400) || float64(n+1) >= boundOf(args, "maxPages", 8) {
			return answer(member("result", jsvalue.ObjectValue(member("events", jsvalue.ArrayValue(events...)), member("nextCursor", cursor))))
		}
	}
}

// boundOf is a bound among the arguments, or the usual one.
func boundOf(args jsvalue.Value, key string, usual float64) float64 {
	if value := args.Get(key); value.IsNumber() {
		return value.Float()
	}
	return usual
}

// ownOf are the events of a page that are of a session and of no sub-agent's thread, and whether a message of a user is among them.
func ownOf(page jsvalue.Value, session string) (own []jsvalue.Value, anchored bool) {
	for _, e := range elementsOf(page.Get("events")) {
		if id(e, "sessionId") == session && id(e.Get("provenance"), "targetKind") != "codex_subagent" {
			own = append(own, e)
			anchored = anchored || kindOf(e) == "user_message"
		}
	}
	return own, anchored
}

// happened are the steps of a script and what is answered to each.
func happened(v *View) (steps, answers []jsvalue.Value, ok bool) {
	steps, answers = elementsOf(v.Case.Input.Value().Get("steps")), v.list("steps")
	return steps, answers, len(steps) == len(answers)
}

func blankProblems(v *View, p *problems) bool {
	steps, answers, ok := happened(v)
	if !ok {
		p.add("steps", "there are %d, not %d", len(answers), len(steps))
		return true
	}
	session := ""
	for i, step := range steps {
		another := step.Has("open") && trim(step.Get("open").Get("sessionId").Text()) != session
		if another {
			session = trim(step.Get("open").Get("sessionId").Text())
		}
		if i == 0 || another {
			continue
		}
		before, after := answers[i-1].Get("envelopes"), answers[i].Get("envelopes")
		if before.Len() > 0 && after.Len() == 0 {
			p.add(fmt.Sprintf("steps[%d].envelopes", i), "the view went blank")
		}
		answer := step.Get("answer")
		fails := func(of jsvalue.Value) bool { return !of.IsObject() || of.Get("unavailable").IsTrue() }
		quiet := step.Has("answer") && fails(answer.Get("snapshot")) && fails(answer.Get("page")) || step.Has("disconnected") || step.Has("connected")
		if quiet && !same(before, after) {
			p.add(fmt.Sprintf("steps[%d].envelopes", i), "what is shown is another thing, and nothing came")
		}
	}
	return true
}

func requestProblems(v *View, p *problems) bool {
	steps, answers, ok := happened(v)
	if !ok {
		return false
	}
	last, tries, before := 0.0, 0, math.Inf(1)
	for i, answer := range answers {
		requests := answer.Get("requests")
		if requests.Len() > 1 {
			p.add(fmt.Sprintf("steps[%d].requests", i), "there are two at once")
		}
		for _, request := range elementsOf(requests) {
			if last++; request.Get("id").Float() != last {
				p.add(fmt.Sprintf("steps[%d].requests", i), "the id is not the next one")
			}
			at, wait := request.Get("beforeOffset"), request.Get("afterMs").Float()
			if at.IsUndefined() {
				continue
			}
			switch {
			case !steps[i].Has("answer") || at.Float() == 1<<53-1 && wait == 0:
				tries, before = 0, at.Float()
			case wait == 0 && at.Float() >= before:
				p.add(fmt.Sprintf("steps[%d].requests", i), "the page does not end before the last one")
			case wait > 0 && (at.Float() != before || tries >= 2 || wait != []float64{800, 2400}[tries]):
				p.add(fmt.Sprintf("steps[%d].requests", i), "the page is not asked for again as it should")
			case wait > 0:
				tries++
			default:
				tries, before = 0, at.Float()
			}
		}
	}
	return true
}

func inventedEvents(v *View, p *problems) bool {
	steps, answers, ok := happened(v)
	if !ok {
		return false
	}
	most := map[string]int{}
	pushed := map[string]bool{}
	for i, step := range steps {
		for _, e := range elementsOf(step.Get("push")) {
			if id := idOf(e); !pushed[id] {
				pushed[id] = true
				most[id]++
			}
		}
		for _, kind := range []string{"snapshot", "page"} {
			for _, e := range elementsOf(step.Get("answer").Get(kind).Get("events")) {
				most[idOf(e)]++
			}
		}
		shown := counts(answered(elementsOf(answers[i].Get("envelopes"))))
		for _, id := range sorted(shown) {
			if shown[id] > most[id] {
				p.add(fmt.Sprintf("steps[%d].envelopes", i), "an event is shown %d times, and came %d times", shown[id], most[id])
				return true
			}
		}
	}
	return true
}

// followedProblems compares one member of the answer to each step with the second definition, and tells of the first that differs.
func followedProblems(key string) func(v *View, p *problems) bool {
	return func(v *View, p *problems) bool {
		steps, answers, ok := happened(v)
		if !ok || len(steps) > manyEnvelopes {
			return false
		}
		for i, want := range followed(steps) {
			if want, got := want.Get(key), answers[i].Get(key); !same(want, got) {
				a, b := shortly(want, got)
				p.add(fmt.Sprintf("steps[%d].%s", i, key), "it is %s, by the definition %s", b, a)
				return true
			}
		}
		return true
	}
}

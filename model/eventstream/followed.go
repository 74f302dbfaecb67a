package eventstream

import (
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// follower is a client by a second definition (ES-FOLLOW-01 to ES-FOLLOW-07): plain lists, looked through one by one.
type follower struct {
	session, binding  string
	generation, asked int
	bounds            jsvalue.Value // maxEvents and maxBytes
	rows              []shownRow
	cursor            float64 // not a number before a history was read
	sealed            bool
	snapshot, snapTry int // the request for a snapshot that is waited for, and how often it was made again
	since             []Envelope
	page, pageTry     int // and of a page
	before            float64
	batch             []Envelope
	reads             int
	pending, missing  bool
	failed, detached  bool
	offline           bool
	requests          []jsvalue.Value // of this step
}

// shownRow is an event that is shown, and whether the history that was read has it.
type shownRow struct {
	Envelope
	owned bool
}

const endOfFile = 1<<53 - 1

// followed are the answers to a script.
func followed(steps []jsvalue.Value) (answers []jsvalue.Value) {
	f := &follower{cursor: math.NaN()}
	for _, step := range steps {
		f.requests = nil
		f.step(step)
		answers = append(answers, f.answer())
	}
	return answers
}

func (f *follower) step(step jsvalue.Value) {
	if open := step.Get("open"); step.Has("open") {
		f.open(open)
		return
	}
	switch {
	case f.session == "":
	case step.Has("push"):
		list := f.own(step.Get("push"))
		if f.snapshot > 0 {
			f.since = append(slices.Clip(f.since), list...)
		}
		f.push(list)
	case step.Has("answer"):
		f.take(step.Get("answer"))
	case step.Has("older"):
		f.older()
	case step.Has("disconnected"):
		f.offline, f.page = true, 0
	case step.Has("connected"):
		f.offline = false
		f.ask()
	case step.Has("latest"):
		f.ask()
	}
}

func (f *follower) open(open jsvalue.Value) {
	next := &follower{
		session: trim(open.Get("sessionId").Text()), binding: open.Get("binding").Text(), generation: f.generation + 1, asked: f.asked,
		cursor: math.NaN(), offline: f.offline,
	}
	events, bytes := int64(60_000), int64(32<<20)
	if open.Get("background").IsTrue() {
		events, bytes = 1_000, 2<<20
	}
	next.bounds = jsvalue.ObjectValue(member("maxEvents", jsvalue.IntValue(events)), member("maxBytes", jsvalue.IntValue(bytes)))
	for _, key := range []string{"maxEvents", "maxBytes"} {
		if bound := open.Get(key); bound.IsNumber() {
			next.bounds = next.bounds.With(member(key, bound))
		}
	}
	if next.session == f.session {
		next.rows, next.detached = f.rows, f.detached
	}
	*f = *next
	f.trim()
	f.ask()
}

// own are the envelopes of a list that are of the session.
func (f *follower) own(list jsvalue.Value) (own []Envelope) {
	for _, value := range list.Elements() {
		var read Input
		read.take(Line{Value: value})
		for _, e := range read.Envelopes {
			if e.Session == f.session && !e.ofThread() {
				own = append(own, e)
			}
		}
	}
	return own
}

// ask asks for a snapshot.
func (f *follower) ask() {
	f.page, f.snapTry, f.since = 0, 0, nil
	f.snapshot = f.request(0, member("maxEvents", jsvalue.IntValue(1000)))
}

// read asks for the page before a place.
func (f *follower) read(before float64, wait int64) {
	f.before = before
	f.page = f.request(wait, member("beforeOffset", jsvalue.NumberValue(before)), member("maxBytes", jsvalue.IntValue(262_144)))
}

func (f *follower) request(wait int64, members ...jsvalue.Member) int {
	f.asked++
	f.requests = append(f.requests, jsvalue.ObjectValue(append([]jsvalue.Member{
		member("id", jsvalue.IntValue(int64(f.asked))), textOf("sessionId", f.session), textOf("binding", f.binding),
		member("generation", jsvalue.IntValue(int64(f.generation))), member("afterMs", jsvalue.IntValue(wait)),
	}, members...)...))
	return f.asked
}

func (f *follower) older() {
	switch {
	case f.offline || f.snapshot > 0 || f.page > 0:
	case f.pending:
		f.ask()
	case f.cursor > 0: // and a number
		f.scroll(f.cursor)
	}
}

// scroll begins a batch.
func (f *follower) scroll(from float64) {
	f.failed, f.batch, f.reads, f.pageTry = false, nil, 0, 0
	f.read(from, 0)
}

func (f *follower) take(answer jsvalue.Value) {
	switch to := answer.Get("to").Float(); {
	case f.snapshot > 0 && to == float64(f.snapshot):
		f.takeSnapshot(answer.Get("snapshot"))
	case f.page > 0 && to == float64(f.page):
		f.takePage(answer.Get("page"))
	}
}

// waits are the milliseconds before each time that a request is made again (ES-FOLLOW-03).
var waits = []int64{800, 2400}

// readable reports whether an answer is one, and of the session.
func (f *follower) readable(answer jsvalue.Value) bool {
	return answer.IsObject() && !answer.Get("unavailable").IsTrue() && id(answer, "sessionId") == f.session
}

func isNo(value jsvalue.Value) bool { return value.IsBool() && !value.IsTrue() }

func (f *follower) takeSnapshot(s jsvalue.Value) {
	f.snapshot = 0
	if !f.readable(s) {
		f.pending = true
		if f.snapTry < len(waits) {
			f.snapTry++
			f.snapshot = f.request(waits[f.snapTry-1], member("maxEvents", jsvalue.IntValue(1000)))
		}
		return
	}
	f.pending, f.missing = false, isNo(s.Get("sessionFound"))
	if f.missing {
		return
	}
	existing := f.shown()
	f.rows = nil
	older, snapshot, newer := mergeInput{existing: existing, came: f.own(s.Get("events"))}.parts()
	for i, e := range slices.Concat(older, snapshot, newer) {
		f.rows = append(f.rows, shownRow{e, i >= len(older) && i < len(older)+len(snapshot)})
	}
	f.cursor = calls["resolveSnapshotHistoryCursor"](s).Float()
	f.detached, f.sealed = false, false
	kept := f.since[len(f.since)-f.newestOf(f.since):]
	f.push(kept)
	if len(kept) < len(f.since) {
		f.readFromEnd()
	}
}

func (f *follower) takePage(p jsvalue.Value) {
	next := nextOf(p, jsvalue.NumberValue(f.before))
	gone := isNo(p.Get("sessionFound"))
	if !f.readable(p) || next.IsNullish() && !gone {
		f.page = 0
		if f.failed = f.pageTry == len(waits); !f.failed {
			f.pageTry++
			f.read(f.before, waits[f.pageTry-1])
		}
		return
	}
	f.page, f.pageTry, f.before = 0, 0, 0
	ends := true
	if !gone {
		own := f.own(p.Get("events"))
		f.batch = slices.Concat(own, f.batch)
		f.reads++
		f.before = next.Float()
		anchored := slices.ContainsFunc(own, func(e Envelope) bool { return e.kind() == "user_message" })
		ends = f.before == 0 || anchored || len(f.batch) >= 400 || f.reads >= 8
	}
	if !ends {
		f.read(f.before, 0)
		return
	}
	f.join()
}

// join puts a batch before what is owned, or reads anew from the end (ES-FOLLOW-04, ES-FOLLOW-05).
func (f *follower) join() {
	if !f.sealed && slices.ContainsFunc(f.rows, func(row shownRow) bool { return row.owned && holds(f.batch, row.Envelope) }) {
		for i := range f.rows {
			f.rows[i].owned = false
		}
		f.sealed, f.cursor = true, endOfFile
		f.scroll(endOfFile)
		return
	}
	f.sealed = f.sealed || len(f.batch) > 0
	f.cursor = f.before
	rest := f.withoutBatch()
	first := slices.IndexFunc(rest, func(row shownRow) bool { return row.owned })
	if first < 0 {
		first = len(rest)
	}
	list := make([]shownRow, len(f.batch))
	for i, e := range f.batch {
		list[i] = shownRow{e, true}
	}
	f.rows = append(among(list, rest[:first], timesOf(rest)), rest[first:]...)
	if n := fitting(f.values(), f.bounds); n < len(f.rows) {
		f.rows, f.detached = f.rows[:n], true
	}
}

// withoutBatch are the rows without those that are not owned and pair with an event of the batch, from the newest on.
func (f *follower) withoutBatch() (rest []shownRow) {
	left := slices.Clone(f.batch)
	for _, row := range slices.Backward(f.rows) {
		i := slices.IndexFunc(left, func(e Envelope) bool { return e.identity() == row.identity() })
		if row.owned || i < 0 {
			rest = slices.Insert(rest, 0, row)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return rest
}

// push shows each event that is not there, behind the last one that is not later. One whose time cannot be read is later than none.
func (f *follower) push(list []Envelope) {
	if f.detached {
		return
	}
	for _, e := range list {
		if holds(f.shown(), e) {
			continue
		}
		at, readable := e.when()
		if !readable {
			at = math.Inf(1)
		}
		f.rows = among(f.rows, []shownRow{{e, false}}, []float64{at})
	}
	f.trim()
}

// trim drops the oldest events that do not fit.
func (f *follower) trim() {
	if n := f.newestOf(f.shown()); n < len(f.rows) {
		f.rows = f.rows[len(f.rows)-n:]
		f.readFromEnd()
	}
}

// newestOf is how many of the newest events fit.
func (f *follower) newestOf(list []Envelope) int {
	var values []jsvalue.Value
	for _, e := range slices.Backward(list) {
		values = append(values, e.value())
	}
	return fitting(values, f.bounds)
}

// readFromEnd: the cursor does not tell any more where the shown events begin (ES-FOLLOW-06).
func (f *follower) readFromEnd() {
	f.rows = slices.Clone(f.rows)
	for i := range f.rows {
		f.rows[i].owned = false
	}
	f.page = 0
	if !math.IsNaN(f.cursor) {
		f.cursor, f.sealed = endOfFile, true
	}
}

func (f *follower) shown() (list []Envelope) {
	for _, row := range f.rows {
		list = append(list, row.Envelope)
	}
	return list
}

func (f *follower) values() (values []jsvalue.Value) {
	for _, row := range f.rows {
		values = append(values, row.value())
	}
	return values
}

// answer is what the client asks and shows behind a step.
func (f *follower) answer() jsvalue.Value {
	cursor := jsvalue.NullValue()
	if !math.IsNaN(f.cursor) {
		cursor = jsvalue.NumberValue(f.cursor)
	}
	var conditions []jsvalue.Value
	for i, is := range []bool{f.snapshot > 0, f.page > 0, f.pending, f.missing, f.failed, f.detached, f.offline} {
		if is {
			conditions = append(conditions, jsvalue.StringValue([]string{"loading", "loadingOlder", "syncPending", "missing", "olderFailed", "detached", "offline"}[i]))
		}
	}
	return jsvalue.ObjectValue(
		member("requests", jsvalue.ArrayValue(f.requests...)), member("envelopes", jsvalue.ArrayValue(f.values()...)),
		member("cursor", cursor), member("conditions", jsvalue.ArrayValue(conditions...)),
	)
}

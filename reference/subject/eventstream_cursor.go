package subject

import (
	"errors"
	"fmt"
	"math"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// cursorFunctions are the functions of a client that scrolls back, by the names that a shipped program gives them (TP-PROTO-21).
var cursorFunctions = map[string]func(args jsvalue.Value) (jsvalue.Value, error){
	"resolveSnapshotHistoryCursor": func(args jsvalue.Value) (jsvalue.Value, error) {
		snapshot, err := snapshotOf(args)
		return jsvalue.NumberValue(snapshot.Cursor()), err
	},
	"advanceOlderHistoryCursor": func(args jsvalue.Value) (jsvalue.Value, error) {
		before, err := cursorOf(args, "beforeOffset")
		if err != nil {
			return jsvalue.Value{}, err
		}
		page, err := pageOf(args.Get("page"))
		if next, ok := page.Next(before); ok {
			return jsvalue.NumberValue(next), err
		}
		return jsvalue.NullValue(), err
	},
	"resolveMergedSnapshotHistoryCursor": mergedCursor,
	"resolveChatHistoryMissAction": func(args jsvalue.Value) (jsvalue.Value, error) {
		action := scrollback.Miss(args.Get("unavailable").IsTrue(), args.Get("hasRenderedEvents").IsTrue())
		return jsvalue.StringValue(string(action)), nil
	},
	"readOlderHistoryBatch": readBatch,
	"prependOlderChatHistoryPage": func(args jsvalue.Value) (jsvalue.Value, error) {
		lists, err := eventLists(args, "older", "existing")
		if err != nil {
			return jsvalue.Value{}, err
		}
		return listOf(merge.Prepend(lists[0], lists[1]), (*merge.Event).Value), nil
	},
	"mergeOlderChatHistoryPageWithCap": prependWithin,
	"trimChatEventHistory": func(args jsvalue.Value) (jsvalue.Value, error) {
		lists, err := eventLists(args, "events")
		if err != nil {
			return jsvalue.Value{}, err
		}
		limit, err := capOf(args)
		return listOf(limit.Newest(lists[0]), (*merge.Event).Value), err
	},
}

// cursorOfClient is {fn, args} to {value} (TP-PROTO-21).
func cursorOfClient(request protocol.Request) (jsvalue.Value, error) {
	value := request.Input.Value()
	function, args := cursorFunctions[value.Get("fn").Text()], value.Get("args")
	if function == nil || !args.IsObject() {
		return jsvalue.Value{}, badInput("the operation takes value, an object with fn, a function that there is, and the object args")
	}
	answer, err := function(args)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: "value", Value: answer}), nil
}

func mergedCursor(args jsvalue.Value) (jsvalue.Value, error) {
	lists, err := eventLists(args, "snapshotEvents", "existingEvents", "mergedEvents")
	if err != nil {
		return jsvalue.Value{}, err
	}
	cursor, err := cursorOf(args, "snapshotCursor")
	if err != nil {
		return jsvalue.Value{}, err
	}
	current := math.NaN() // no history was read before
	if !args.Get("currentCursor").IsNullish() {
		if current, err = cursorOf(args, "currentCursor"); err != nil {
			return jsvalue.Value{}, err
		}
	}
	next := scrollback.AfterSnapshot(cursor, current, args.Get("detached").IsTrue(), lists[0], lists[1], lists[2])
	return jsvalue.NumberValue(next), nil
}

// batchErrors are the names of what is wrong with a page (ES-BACK-04).
var batchErrors = map[error]string{
	scrollback.ErrUnavailable:  "unavailable",
	scrollback.ErrOtherSession: "other_session",
	scrollback.ErrCursor:       "cursor",
}

// readBatch reads pages that are given in their order: {result, reads} with the cursors that were asked for. The batch is wanted
// for currentReads answers, or always. A page that is not given fails.
func readBatch(args jsvalue.Value) (jsvalue.Value, error) {
	pages := args.Get("pages")
	if !pages.IsArray() {
		return jsvalue.Value{}, badInput("pages is no list")
	}
	batch, err := olderBatch(args, pages.At(0))
	if err != nil {
		return jsvalue.Value{}, err
	}
	wanted, err := integersOf(args, map[string]int{"currentReads": math.MaxInt32}, 0)
	if err != nil {
		return jsvalue.Value{}, err
	}
	var reads []jsvalue.Value
	answer := func(members ...jsvalue.Member) jsvalue.Value {
		return jsvalue.ObjectValue(append(members, jsvalue.Member{Key: "reads", Value: jsvalue.ArrayValue(reads...)})...)
	}
	for !batch.Done() {
		page, err := pageOf(pages.At(len(reads)))
		if err != nil {
			return jsvalue.Value{}, err
		}
		reads = append(reads, jsvalue.NumberValue(batch.Cursor()))
		if len(reads) > wanted["currentReads"] {
			return answer(jsvalue.Member{Key: "result", Value: jsvalue.NullValue()}), nil
		}
		next, failed := batch.Take(page)
		for known, name := range batchErrors {
			if errors.Is(failed, known) {
				return answer(jsvalue.Member{Key: "error", Value: jsvalue.StringValue(name)}), nil
			}
		}
		batch = next
	}
	return answer(jsvalue.Member{Key: "result", Value: jsvalue.ObjectValue(
		jsvalue.Member{Key: "events", Value: listOf(batch.Events(), (*merge.Event).Value)},
		jsvalue.Member{Key: "nextCursor", Value: jsvalue.NumberValue(batch.Cursor())},
	)}), nil
}

// olderBatch is the batch that the arguments ask for: of sessionId, or of the session of the first page.
func olderBatch(args, first jsvalue.Value) (scrollback.Batch, error) {
	before, err := cursorOf(args, "beforeOffset")
	if err != nil {
		return scrollback.Batch{}, err
	}
	bounds, err := integersOf(args, map[string]int{"maxPages": scrollback.MaxPages, "maxAnchorEvents": scrollback.MaxAnchorEvents}, 1)
	if err != nil {
		return scrollback.Batch{}, err
	}
	session := sessionOf(first)
	if args.Has("sessionId") {
		if session = sessionOf(args); session == "" {
			return scrollback.Batch{}, badInput("sessionId is no string that is not blank")
		}
	}
	return scrollback.NewBatch(session, before, bounds["maxPages"], bounds["maxAnchorEvents"]), nil
}

// cursorOf reads a cursor: a finite number from 0 on.
func cursorOf(args jsvalue.Value, name string) (float64, error) {
	cursor := args.Get(name)
	if !cursor.IsFinite() || cursor.Float() < 0 {
		return 0, badInput(name + " is no finite number from 0 on")
	}
	return cursor.Float(), nil
}

// sessionOf is the id of a session, trimmed; empty if there is none.
func sessionOf(value jsvalue.Value) string { return jsvalue.Trim(value.Get("sessionId").Text()) }

func prependWithin(args jsvalue.Value) (jsvalue.Value, error) {
	lists, err := eventLists(args, "older", "existing")
	if err != nil {
		return jsvalue.Value{}, err
	}
	limit, err := capOf(args)
	events, hit := merge.PrependWithin(lists[0], lists[1], limit)
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "events", Value: listOf(events, (*merge.Event).Value)},
		jsvalue.Member{Key: "hitResidentCap", Value: jsvalue.BoolValue(hit)},
	), err
}

// capOf is {maxEvents, maxBytes}, as for a view that is shown unless they are given (ES-BACK-06).
func capOf(of jsvalue.Value) (merge.Cap, error) {
	bounds, err := integersOf(of, map[string]int{"maxEvents": merge.Selected.Events, "maxBytes": merge.Selected.Bytes}, 0)
	return merge.Cap{Events: bounds["maxEvents"], Bytes: bounds["maxBytes"]}, err
}

// integersOf reads integers from a least one on; others have a default.
func integersOf(of jsvalue.Value, defaults map[string]int, least float64) (map[string]int, error) {
	read := map[string]int{}
	for name, usual := range defaults {
		read[name] = usual
		if value := of.Get(name); !value.IsUndefined() {
			n := value.Float()
			if !value.IsFinite() || n != math.Trunc(n) || n < least {
				return read, badInput("a bound is no integer, or too small")
			}
			read[name] = int(min(n, math.MaxInt32))
		}
	}
	return read, nil
}

// eventLists reads lists of envelopes.
func eventLists(of jsvalue.Value, names ...string) (lists [][]*merge.Event, err error) {
	for _, name := range names {
		events, err := eventsIn(of.Get(name), name)
		if err != nil {
			return nil, err
		}
		lists = append(lists, events)
	}
	return lists, nil
}

// eventsIn reads envelopes, which have to be right.
func eventsIn(list jsvalue.Value, name string) (events []*merge.Event, err error) {
	if !list.IsArray() {
		return nil, badInput(name + " is no list")
	}
	for i, value := range list.Elements() {
		envelope, findings := event.FromValue(value, "")
		if len(findings) > 0 {
			return nil, badInput(fmt.Sprintf("%s[%d] is no envelope: %s", name, i, findings[0].Code()))
		}
		events = append(events, merge.New(envelope))
	}
	return events, nil
}

// snapshotOf reads the answer of a server (ES-BACK-01). Events may be absent.
func snapshotOf(value jsvalue.Value) (snapshot scrollback.Snapshot, err error) {
	snapshot = scrollback.Snapshot{
		Session: sessionOf(value), TailStart: value.Get("tailStartOffset").Float(),
		NoOlder: isFalse(value.Get("hasOlderHistory")), NotFound: isFalse(value.Get("sessionFound")), Unavailable: value.Get("unavailable").IsTrue(),
	}
	snapshot.Events, err = answeredEvents(value)
	return snapshot, err
}

// pageOf reads the answer of a server (ES-BACK-02). Events may be absent. What is no object is a page that is not there, and one that does
// not say whether there is more leads nowhere: neither is the start of the history.
func pageOf(value jsvalue.Value) (page scrollback.Page, err error) {
	page = scrollback.Page{
		Session: sessionOf(value), Start: value.Get("startOffset").Float(), HasMore: value.Get("hasMore").IsTrue(),
		NotFound: isFalse(value.Get("sessionFound")), Unavailable: value.Get("unavailable").IsTrue(),
	}
	if !value.IsObject() {
		page.Unavailable = true
	}
	if !value.Get("hasMore").IsBool() {
		page.HasMore, page.Start = true, math.NaN()
	}
	page.Events, err = answeredEvents(value)
	return page, err
}

func answeredEvents(value jsvalue.Value) ([]*merge.Event, error) {
	if list := value.Get("events"); !list.IsUndefined() {
		return eventsIn(list, "events")
	}
	return nil, nil
}

func isFalse(value jsvalue.Value) bool { return value.IsBool() && !value.IsTrue() }

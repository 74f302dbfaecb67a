package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// inertRelations say what changes nothing.
var inertRelations = []model.Relation{
	{
		ID: "same-answer-twice", Rules: []string{"ES-READ-01", "ES-VIEW-01"},
		Says:  "The same question gets the same answer, whatever was asked in between.",
		Check: relate(everything, sameAnswerTwice),
	},
	{
		ID: "chrome-is-inert", Rules: []string{"ES-TYPE-01", "ES-TEXT-02", "ES-NOTE-01", "ES-NOTE-04", "ES-ROW-02"},
		Says:  "Events that draw nothing change nothing, wherever they stand.",
		Check: relate(telling, chromeIsInert),
	},
	{
		ID: "unknown-types-are-inert", Rules: []string{"ES-TYPE-02"},
		Says:  "Events of unknown types change nothing, also if they have texts and ids, and each is told of.",
		Check: relate(telling, unknownIsInert),
	},
	{
		ID: "other-sessions-are-inert", Rules: []string{"ES-ROW-02", "ES-VIEW-01"},
		Says:  "Events of other sessions change nothing that is shown, and each is told of.",
		Check: relate(ofSession, othersAreInert),
	},
	{
		ID: "repeats-are-inert", Rules: []string{"ES-ROW-03"},
		Says:  "Envelopes that come again as they were, with their sequence, change nothing, and each is told of.",
		Check: relate(ofSession, repeatsAreInert),
	},
	{
		ID: "blank-lines-are-inert", Rules: []string{"ES-READ-01"},
		Says:  "Blank lines, and white space around a line, change nothing but places of diagnostics.",
		Check: relate(everything, blanksAreInert),
	},
	{
		ID: "lost-lines-cost-themselves", Rules: []string{"ES-READ-01", "ES-READ-02"},
		Says:  "A line that is torn, or no envelope, costs itself alone and is told of.",
		Check: relate(everything, lostCostThemselves),
	},
	{
		ID: "order-of-members-is-inert", Rules: []string{"ES-READ-02", "ES-ROW-03", "ES-NOTE-02"},
		Says:  "The order of the members of envelopes and events changes nothing.",
		Check: relate(everything, orderIsInert),
	},
	{
		ID: "splitting-changes-nothing", Rules: []string{"ES-TEXT-04", "ES-ENTRY-02", "ES-THINK-01"},
		Says:  "Pieces of text and of reasoning that are cut in two give the same texts.",
		Check: relate(telling, splittingChangesNothing),
	},
	{
		ID: "ids-are-only-names", Rules: []string{"ES-TEXT-01", "ES-WORK-02", "ES-AGENT-01", "ES-CARD-01", "ES-TURN-01"},
		Says:  "Other ids change nothing but these ids, also if they are called __proto__.",
		Check: relate(telling, idsAreNames),
	},
	{
		ID: "session-is-only-a-name", Rules: []string{"ES-ROW-01", "ES-ROW-02", "ES-READ-02"},
		Says:  "Another name of the session changes nothing but that name.",
		Check: relate(showing, sessionIsAName),
	},
	{
		ID: "clock-is-an-input", Rules: []string{"ES-READ-03"},
		Says:  "The time of reading stands where an envelope has no timestamp, and nowhere else.",
		Check: relate(clockless, clockIsAnInput),
	},
}

func sameAnswerTwice(t *trial) error {
	if _, err := t.again(withLines(t.Case.Input.Text(), envelope("another session", "done"))); err != nil {
		return err
	}
	t.problems = nil // how that is answered is judged elsewhere
	again, err := t.again(t.Case.Input.Text())
	if again != nil {
		t.same(again, asItIs)
	}
	return err
}

// inert asks about the file with other lines between all lines. A code that is told of each must be there as often.
func (t *trial) inert(code string, lines ...string) error {
	if t.Input.Session == "" {
		return nil
	}
	text := between(t.Case.Input.Text(), lines...)
	again, err := t.ofSession(text)
	if again == nil || err != nil {
		return err
	}
	t.same(again, unplaced)
	if added := len(linesOf(text)) - len(t.Input.Lines); code != "" && again.count(code)-t.count(code) != added {
		t.add("diagnostics", "%s is told %d times more, for %d lines", code, again.count(code)-t.count(code), added)
	}
	return nil
}

// count is the number of diagnostics of a code.
func (v *View) count(code string) (n int) {
	for _, d := range v.Diagnostics {
		if d.Code == code {
			n++
		}
	}
	return n
}

func chromeIsInert(t *trial) error {
	s := t.Input.Session
	return t.inert("", envelope(s, "activity", textOf("activity", "thinking")), envelope(s, "step_boundary", member("stepNumber", jsvalue.IntValue(1))),
		envelope(s, "context_usage", textOf("origin", "live")), envelope(s, "tokens"), envelope(s, "codex_token_usage"), envelope(s, "status", textOf("turnStatus", "started")),
		envelope(s, "command_lifecycle", textOf("state", "accepted")))
}

func unknownIsInert(t *trial) error {
	return t.inert("unknown_event_type", envelope(t.Input.Session, "a type of tomorrow", textOf("text", "no text"), textOf("messageId", "m"), textOf("itemId", "i")), envelope(t.Input.Session, "__proto__"))
}

func othersAreInert(t *trial) error {
	return t.inert("other_session", envelope(t.Input.Session+"2", "user_message", textOf("text", "of another session")), envelope(t.Input.Session+"2", "text", textOf("text", "too")))
}

func repeatsAreInert(t *trial) error {
	var again []string
	for _, e := range t.Input.Envelopes {
		if !e.Foreign && !e.Sequence.IsUndefined() && !isBlank(e.Line.Value.Get("timestamp").Text()) {
			again = append(again, e.Line.Text)
		}
	}
	if len(again) == 0 {
		return nil
	}
	repeated, err := t.ofSession(withLines(t.Case.Input.Text(), again...))
	if repeated == nil || err != nil {
		return err
	}
	t.same(repeated, untold)
	if more := repeated.count("repeated_event") - t.count("repeated_event"); more != len(again) {
		t.add("diagnostics", "repeated_event is told %d times more, for %d lines", more, len(again))
	}
	return nil
}

func blanksAreInert(t *trial) error {
	again, err := t.again(strings.ReplaceAll(t.Case.Input.Text(), "\n", " \r\n\u00a0\n \t"))
	if again != nil {
		t.same(again, func(result jsvalue.Value) jsvalue.Value { return without(result, "line", "byteOffset") })
	}
	return err
}

func lostCostThemselves(t *trial) error {
	lost := []string{`{"sessionId":"torn`, `[]`, `"text"`, `{"sessionId":" ","event":{}}`, `{"sessionId":"s","event":[]}`}
	text := between(t.Case.Input.Text(), lost...)
	again, err := t.again(text)
	if again == nil || err != nil {
		return err
	}
	t.same(again, untold)
	added := len(linesOf(text)) - len(t.Input.Lines)
	told := again.count("invalid_json_line") + again.count("malformed_line") - t.count("invalid_json_line") - t.count("malformed_line")
	if told != added || again.Result.Get("complete").IsTrue() && added > 0 {
		t.add("diagnostics", "%d lines are lost, and %d are told", added, told)
	}
	return nil
}

func orderIsInert(t *trial) error {
	text, ok := t.Input.edited(t.Case.Input.Text(), func(e Envelope) []jsvalue.Value {
		return []jsvalue.Value{backwards(e.Line.Value.With(member("event", backwards(e.Event))))}
	})
	if !ok {
		return nil
	}
	again, err := t.again(text)
	if again != nil {
		t.same(again, func(result jsvalue.Value) jsvalue.Value { return without(result, "byteOffset") })
	}
	return err
}

// backwards is an object with its members in another order.
func backwards(object jsvalue.Value) jsvalue.Value {
	var members []jsvalue.Member
	for key, value := range object.Members() {
		members = append(members, member(key, value))
	}
	slices.Reverse(members)
	return jsvalue.ObjectValue(members...)
}

// splittingChangesNothing cuts no piece so that white space alone comes first.
func splittingChangesNothing(t *trial) error {
	if slices.ContainsFunc(t.Input.Envelopes, func(e Envelope) bool { return e.Repeated }) {
		return nil // the two halves would not be repeats
	}
	text, ok := t.Input.edited(t.Case.Input.Text(), func(e Envelope) []jsvalue.Value {
		piece := e.Event.Get("text").Text()
		cut := firstCut(piece)
		if e.kind() != "text" && (e.kind() != "reasoning" || id(e.Event, "turnId") == "" && id(e.Event, "itemId") == "") || cut == len(piece) {
			return []jsvalue.Value{e.Line.Value}
		}
		half := func(text string) jsvalue.Value {
			return e.Line.Value.Without("sequence").With(member("event", e.Event.With(textOf("text", text))))
		}
		return []jsvalue.Value{half(piece[:cut]), half(piece[cut:])}
	})
	if !ok {
		return nil
	}
	again, err := t.ofSession(text)
	if again != nil {
		t.same(again, func(result jsvalue.Value) jsvalue.Value { return without(unplaced(result), "startTimestamp") })
	}
	return err
}

// firstCut is behind the first character that is no white space; at the end if there is none.
func firstCut(piece string) int {
	for units := 1; units < jsvalue.Length(piece); units++ {
		if beginning := jsvalue.Prefix(piece, units); !isBlank(beginning) {
			return len(beginning)
		}
	}
	return len(piece)
}

// namingMembers hold ids at the top of an event.
var namingMembers = []string{
	"turnId", "itemId", "logicalItemId", "parentItemId", "messageId", "steerId", "agentId", "taskId", "sourceTaskId", "id", "cardId", "compactionId", "parentToolUseId",
	"parentAgentId", "replacementMessageId", "messageIds", "toolUseIds",
}

// shownNames hold ids in an answer, or what is made of them.
var shownNames = append([]string{"collapseKey", "agentKey", "agentKeys", "childSessionId", "unprocessedMessageResolution"}, namingMembers...)

func idsAreNames(t *trial) error {
	rename := func(text string) string {
		if isBlank(text) {
			return text
		}
		core := trim(text)
		at := strings.Index(text, core)
		return text[:at] + core + "__proto__" + text[at+len(core):]
	}
	text, ok := t.Input.edited(t.Case.Input.Text(), func(e Envelope) []jsvalue.Value {
		event := e.Event
		for _, key := range namingMembers {
			switch value := event.Get(key); {
			case value.IsString():
				event = event.With(textOf(key, rename(value.Text())))
			case value.IsArray():
				var list []jsvalue.Value
				for _, one := range value.Elements() {
					if one.IsString() {
						one = jsvalue.StringValue(rename(one.Text()))
					}
					list = append(list, one)
				}
				event = event.With(member(key, jsvalue.ArrayValue(list...)))
			}
		}
		return []jsvalue.Value{e.Line.Value.With(member("event", event))}
	})
	if !ok {
		return nil
	}
	again, err := t.again(text)
	if again != nil {
		t.same(again, func(result jsvalue.Value) jsvalue.Value { return without(unplaced(result), shownNames...) })
	}
	return err
}

func sessionIsAName(t *trial) error {
	const name = "constructor of sessions"
	if t.Input.Session == "" || slices.ContainsFunc(t.Input.Envelopes, func(e Envelope) bool { return e.Session == name }) {
		return nil
	}
	text, ok := t.Input.edited(t.Case.Input.Text(), func(e Envelope) []jsvalue.Value {
		if e.Foreign {
			return []jsvalue.Value{e.Line.Value}
		}
		return []jsvalue.Value{e.Line.Value.With(textOf("sessionId", name))}
	})
	if !ok {
		return nil
	}
	again, err := t.ask(t.Case.Op, text, t.Case.Options.With(textOf("sessionId", name)))
	if again == nil || err != nil {
		return err
	}
	t.same(again, func(result jsvalue.Value) jsvalue.Value {
		result = without(result.Without("sessionId"), "key", "byteOffset")
		if t.Case.Op == "repair" {
			return without(result, "sessionId")
		}
		return result
	})
	if again.Result.Get("sessionId").Text() != name {
		t.add("sessionId", "it is not the one that was asked for")
	}
	for i, row := range again.list("rows") {
		was, is := t.Result.Get("rows").At(i).Get("key").Text(), row.Get("key").Text()
		if own, ok := strings.CutPrefix(was, t.Input.Session+":"); ok && t.Case.Op == "rows" && is != name+":"+own && is != was {
			t.add("rows", "the key %q has become %q", was, is)
		}
	}
	return nil
}

func clockIsAnInput(t *trial) error {
	const early, late = "\ue000 early \ue000", "\ue000 later \ue000"
	first, err := t.ask(t.Case.Op, t.Case.Input.Text(), t.Case.Options.With(textOf("now", early)))
	if first == nil || err != nil {
		return err
	}
	second, err := t.ask(t.Case.Op, t.Case.Input.Text(), t.Case.Options.With(textOf("now", late)))
	if second == nil || err != nil {
		return err
	}
	t.judged = true
	one, other := string(jsvalue.AppendCanonical(nil, first.Result)), string(jsvalue.AppendCanonical(nil, second.Result))
	if strings.ReplaceAll(one, early, late) != other {
		t.add("", "another time of reading changes more than that time")
	}
	missing := slices.ContainsFunc(t.Input.Told, func(told told) bool { return told.code == "invalid_timestamp" })
	if missing && t.Case.Op == "parse" && one == other {
		t.add("envelopes", "the time of reading stands nowhere, although timestamps are missing")
	}
	if !missing && !same(first.Result, t.Result) {
		t.add("", "the time of reading changes an answer in which no timestamp is missing")
	}
	return nil
}

package chatrecord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Variant makes one of many changed values or streams. It does so when it is called, since few of them are wanted at a time.
type Variant[T any] func() T

// Streams are streams of updates that no replay gives, made of one that a replay gave: what stores, transports and other
// producers make of it. The same updates give the same streams.
func Streams(updates []jsvalue.Value) (list []Variant[[]jsvalue.Value]) {
	for _, change := range streamChanges {
		list = append(list, func() []jsvalue.Value { return change(updates) })
	}
	return list
}

var streamChanges = []func([]jsvalue.Value) []jsvalue.Value{
	inPlantedPieces, withMembers, withChanges, backwards, withoutMeta, interrupted, ofOneCall, withoutSources, nearTheCap, withStatedPreviews, ofManySources,
}

func inPlantedPieces(updates []jsvalue.Value) []jsvalue.Value { return inPieces(updates, true) }

func metaMember(meta jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: "_meta", Value: meta}
}

func intMember(key string, n int) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.IntValue(int64(n))}
}

// inPieces cuts texts in two. With plants the second piece has a member of its own, and an empty text may stand between.
func inPieces(updates []jsvalue.Value, plants bool) []jsvalue.Value {
	var list []jsvalue.Value
	for i, u := range updates {
		whole := u.Get("content").Get("text").Text()
		head := jsvalue.Prefix(whole, jsvalue.Length(whole)/2)
		if head == "" || u.Get("content").Get("type").Text() != "text" || u.Get("sessionUpdate").Text() == "status" || u.Get("_meta").Get("qwenDiscreteMessage").IsTrue() {
			list = append(list, u)
			continue
		}
		saying := func(text string) jsvalue.Value {
			return u.With(jsvalue.Member{Key: "content", Value: u.Get("content").With(said("text", text))})
		}
		second := saying(whole[len(head):])
		if plants {
			second = second.With(metaMember(objectOf(intMember(plant(i), i)).With(membersOf(u.Get("_meta"))...)))
		}
		list = append(list, saying(head))
		if plants && i%3 == 0 {
			list = append(list, saying(""))
		}
		list = append(list, second)
	}
	return list
}

// plant is a member of meta that nothing else has.
func plant(i int) string { return fmt.Sprintf("planted%d", i) }

// withMembers gives updates more members of meta, or takes some away.
func withMembers(updates []jsvalue.Value) []jsvalue.Value {
	list := slices.Clone(updates)
	for i, u := range list {
		more := []jsvalue.Member{intMember("counted", i%2), intMember(plant(i), i)}
		if i%3 == 0 {
			more = append(more, jsvalue.Member{Key: "held", Value: objectOf(intMember("n", i%2))})
		}
		if i%5 == 2 {
			more = append(more, said("promptId", fmt.Sprint("p", i%2)))
		}
		if i%7 == 3 {
			more = append(more, said("source", fmt.Sprint("s", i%2)))
		}
		meta := objectOf(more...).With(membersOf(u.Get("_meta"))...)
		if i%4 == 1 {
			meta = meta.Without("timestamp")
		}
		if u.Has("toolCallId") && i%4 == 0 {
			u = u.With(jsvalue.Member{Key: "subagentSessionReady", Value: jsvalue.BoolValue(i%8 == 0)})
		}
		list[i] = u.With(metaMember(meta))
	}
	return list
}

// changes are members of a tool update that comes behind another of its call.
var changes = []jsvalue.Value{
	objectOf(said("status", "in_progress")),
	objectOf(said("rawOutput", "")),
	objectOf(jsvalue.Member{Key: "rawOutput", Value: objectOf(said("status", "background"))}),
	objectOf(jsvalue.Member{Key: "content", Value: jsvalue.ArrayValue(objectOf(
		said("type", "content"), jsvalue.Member{Key: "content", Value: objectOf(said("type", "text"), said("text", "changed"))},
	))}),
	objectOf(said("title", "Other")),
	objectOf(jsvalue.Member{Key: "locations", Value: jsvalue.ArrayValue(objectOf(said("path", "/other")))}),
	objectOf(jsvalue.Member{Key: "rawInput", Value: objectOf(said("command", "other"))}),
	objectOf(jsvalue.Member{Key: "subagentSessionReady", Value: jsvalue.BoolValue(true)}),
	objectOf(said("status", "failed"), metaMember(objectOf(said("toolStatus", "cancelled"), said("more", "x")))),
	objectOf(said("kind", "other"), metaMember(objectOf(said("toolName", "other")))),
	objectOf(metaMember(objectOf(jsvalue.Member{Key: "qwenTranscript", Value: objectOf(
		jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(jsvalue.StringValue("another"))}, said("resultPreviewText", "stated"),
	)}))),
	objectOf(metaMember(objectOf(intMember("timestamp", 1), said("more", "y")))),
}

// withChanges puts three changes behind each update of a tool.
func withChanges(updates []jsvalue.Value) []jsvalue.Value {
	var list []jsvalue.Value
	next := len(updates)
	for _, u := range updates {
		list = append(list, u)
		if !u.Has("toolCallId") {
			continue
		}
		for range 3 {
			change := objectOf(said("sessionUpdate", "tool_call_update"), jsvalue.Member{Key: "toolCallId", Value: u.Get("toolCallId")})
			list = append(list, change.With(membersOf(changes[next%len(changes)])...))
			next++
		}
		next++ // so that other changes meet
	}
	return list
}

func backwards(updates []jsvalue.Value) []jsvalue.Value {
	list := slices.Clone(updates)
	slices.Reverse(list)
	return list
}

func withoutMeta(updates []jsvalue.Value) []jsvalue.Value {
	list := slices.Clone(updates)
	for i, u := range list {
		list[i] = u.Without("_meta")
	}
	return list
}

// withoutSources leaves the records unnamed, and lets every second update stand by itself.
func withoutSources(updates []jsvalue.Value) []jsvalue.Value {
	list := slices.Clone(updates)
	for i, u := range list {
		meta := u.Get("_meta").Without("qwenTranscript")
		if meta.IsObject() && i%2 == 1 {
			meta = meta.With(jsvalue.Member{Key: "qwenDiscreteMessage", Value: jsvalue.BoolValue(true)})
		}
		list[i] = u.With(metaMember(meta))
	}
	return list
}

// interrupted puts a cancelled prompt, a plan of the call, or an empty text behind each update.
func interrupted(updates []jsvalue.Value) []jsvalue.Value {
	var list []jsvalue.Value
	for i, u := range updates {
		list = append(list, u)
		switch i % 3 {
		case 0:
			list = append(list, objectOf(said("sessionUpdate", "prompt_cancelled"), said("promptId", "p"), intMember("elapsedMs", 1), intMember("cancelledAt", 2)))
		case 1:
			list = append(list, objectOf(
				said("sessionUpdate", "plan"), jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue()},
				metaMember(objectOf(jsvalue.Member{Key: "qwenTranscript", Value: objectOf(
					jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(jsvalue.StringValue("another"))},
					jsvalue.Member{Key: "planToolCallId", Value: u.Get("toolCallId")},
				)})),
			))
		default:
			list = append(list, objectOf(said("sessionUpdate", "agent_message_chunk"), jsvalue.Member{Key: "content", Value: objectOf(said("type", "text"), said("text", ""))}))
		}
	}
	return list
}

func ofOneCall(updates []jsvalue.Value) []jsvalue.Value {
	list := slices.Clone(updates)
	for i, u := range list {
		if u.Has("toolCallId") {
			list[i] = u.With(said("toolCallId", "one"))
		}
	}
	return list
}

// nearTheCap makes large texts of the first text of the agent and of the user, in chunks that fill a block up to its cap: behind
// another prompt or a cancelled one, in turn, and behind a line of its own, where another block or no line feed more has room for them.
func nearTheCap(updates []jsvalue.Value) []jsvalue.Value {
	var list []jsvalue.Value
	seen := map[string]bool{}
	for i, u := range updates {
		list = append(list, u)
		kind := u.Get("sessionUpdate").Text()
		if u.Get("content").Get("type").Text() != "text" || u.Get("content").Get("text").Text() == "" || seen[kind] {
			continue
		}
		seen[kind] = true
		say := func(members []jsvalue.Member, text string) {
			list = append(list, u.With(metaMember(objectOf(members...)), jsvalue.Member{Key: "content", Value: objectOf(said("type", "text"), said("text", text))}))
		}
		switch kind {
		case "agent_message_chunk":
			say(prompt("p1"), strings.Repeat("a", 60_000))
			next := "p2"
			if i%2 == 0 {
				next = "p1"
				list = append(list, objectOf(said("sessionUpdate", "prompt_cancelled"), said("promptId", "c"), intMember("elapsedMs", 1), intMember("cancelledAt", 2)))
			}
			for range 3 {
				say(prompt(next), strings.Repeat("b", 30_000))
			}
		case "user_message_chunk":
			say(segment("s:0"), strings.Repeat("a", 99_997)+"\n")
			say(segment("s:1"), "b")
			say(segment("s:1"), "c")
		}
	}
	return list
}

func prompt(id string) []jsvalue.Member { return []jsvalue.Member{said("promptId", id)} }

func segment(id string) []jsvalue.Member {
	return []jsvalue.Member{{Key: "qwenTranscript", Value: objectOf(
		jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(jsvalue.StringValue("s"))}, said("segmentId", id),
	)}}
}

// withStatedPreviews puts a result with a preview of its own behind each update of a tool, and then a change that brings none.
func withStatedPreviews(updates []jsvalue.Value) []jsvalue.Value {
	var list []jsvalue.Value
	for _, u := range updates {
		list = append(list, u)
		if !u.Has("toolCallId") {
			continue
		}
		change := objectOf(said("sessionUpdate", "tool_call_update"), jsvalue.Member{Key: "toolCallId", Value: u.Get("toolCallId")})
		list = append(list,
			change.With(said("rawOutput", "put out"), metaMember(objectOf(jsvalue.Member{Key: "qwenTranscript", Value: objectOf(
				jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(jsvalue.StringValue("another"))}, said("resultPreviewText", "stated"),
			)}))),
			change.With(said("status", "in_progress")))
	}
	return list
}

// ofManySources gives each update of a tool twenty records, which a change behind it names again beside others.
func ofManySources(updates []jsvalue.Value) []jsvalue.Value {
	from := func(first int) jsvalue.Member {
		var ids []jsvalue.Value
		for i := range 20 {
			ids = append(ids, jsvalue.StringValue(fmt.Sprint("r", first+i)), jsvalue.StringValue(fmt.Sprint("r", first+i/2)))
		}
		return jsvalue.Member{Key: "qwenTranscript", Value: objectOf(jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(ids...)})}
	}
	var list []jsvalue.Value
	for i, u := range updates {
		if !u.Has("toolCallId") {
			list = append(list, u)
			continue
		}
		list = append(list, u.With(metaMember(objectOf(membersOf(u.Get("_meta"))...).With(from(i)))), objectOf(
			said("sessionUpdate", "tool_call_update"), jsvalue.Member{Key: "toolCallId", Value: u.Get("toolCallId")}, metaMember(objectOf(from(i+10))),
		))
	}
	return list
}

// SpoiledUpdates are updates with one member that is wrong or missing, of the first update of each kind; each is a stream of its own.
func SpoiledUpdates(updates []jsvalue.Value) (list []Variant[jsvalue.Value]) {
	seen := map[string]bool{}
	for _, u := range updates {
		if kind := u.Get("sessionUpdate").Text() + " " + u.Get("content").Get("type").Text(); !seen[kind] {
			seen[kind] = true
			list = append(list, spoiled(u, 3)...)
		}
	}
	return list
}

// spoiled are the values in which one member, down to a depth, is a number or a text instead, or missing, or one too many.
func spoiled(v jsvalue.Value, depth int) (list []Variant[jsvalue.Value]) {
	if v.IsArray() && v.Len() > 0 {
		for _, first := range spoiled(v.At(0), depth) {
			list = append(list, func() jsvalue.Value {
				return jsvalue.ArrayValue(append([]jsvalue.Value{first()}, elements(v)[1:]...)...)
			})
		}
		return list
	}
	if !v.IsObject() || depth == 0 {
		return nil
	}
	list = append(list, func() jsvalue.Value { return v.With(intMember("unheard", 1)) })
	for key, value := range v.Members() {
		other := jsvalue.IntValue(7)
		if value.IsNumber() {
			other = jsvalue.StringValue("7")
		}
		for _, wrong := range slices.Concat(as(other, jsvalue.Value{}, jsvalue.NullValue(), jsvalue.StringValue("")), spoiled(value, depth-1)) {
			list = append(list, func() jsvalue.Value { return v.With(jsvalue.Member{Key: key, Value: wrong()}) })
		}
	}
	return list
}

// as are variants that are made already.
func as(values ...jsvalue.Value) (list []Variant[jsvalue.Value]) {
	for _, v := range values {
		list = append(list, func() jsvalue.Value { return v })
	}
	return list
}

// States are states of a replay that are damaged or of another version, made of one that a replay gave.
func States(state jsvalue.Value) []Variant[jsvalue.Value] {
	entry := objectOf(said("callId", "extra"), said("toolName", "t"), said("sourceRecordId", "r"), said("sourceTimestamp", "2026-01-01T00:00:00.000Z"))
	added := func(key string, entry jsvalue.Value) jsvalue.Value {
		return state.With(jsvalue.Member{Key: key, Value: jsvalue.ArrayValue(append([]jsvalue.Value{entry}, elements(state.Get(key))...)...)})
	}
	legacy := objectOf(
		jsvalue.Member{Key: "pendingToolCalls", Value: jsvalue.ArrayValue(entry)}, jsvalue.Member{Key: "cumulativeUsage", Value: state.Get("cumulativeUsage")},
	)
	usage := state.Get("cumulativeUsage").Without("apiTimeMs")
	list := as(
		legacy, legacy.With(jsvalue.Member{Key: "cumulativeUsage", Value: usage.With(intMember("other", 1))}), jsvalue.ArrayValue(), jsvalue.StringValue("x"),
		objectOf(), state.With(jsvalue.Member{Key: "cumulativeUsage", Value: usage}),
	)
	list = append(list, spoiled(legacy, 3)...)
	list = append(list, spoiled(state, 2)...)
	full := entry.With(said("persistedCallId", "other"), intMember("partIndex", 0), jsvalue.Member{Key: "silent", Value: jsvalue.BoolValue(true)})
	for _, wrong := range append(spoiled(full, 1), as(full, full.With(said("sourceTimestamp", "yesterday")), full.With(intMember("partIndex", -1)))...) {
		list = append(list, func() jsvalue.Value { return added("pendingToolCalls", wrong()) })
	}
	const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	used := objectOf(said("id", "gone"), said("toolName", "t"), said("persistedCallId", "p"), said("settled", digest), jsvalue.Member{Key: "orphan", Value: jsvalue.BoolValue(true)})
	for _, wrong := range append(spoiled(used, 1), as(used, used.With(said("settled", digest[1:])), used.With(said("settled", digest[1:]+"G")), used.Without("settled"), used.With(said("id", "extra")))...) {
		list = append(list, func() jsvalue.Value { return added("usedCalls", wrong()) })
	}
	for _, twice := range []string{"pendingToolCalls", "usedCalls"} {
		if first := state.Get(twice).At(0); !first.IsUndefined() {
			list = append(list, func() jsvalue.Value { return added(twice, first) })
		}
	}
	return list
}

package faults

import (
	"context"
	"fmt"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func blockFaults() []Fault {
	anyBlock := func(jsvalue.Value) bool { return true }
	return []Fault{
		{ID: "member-of-its-own", Says: "A block has a member that no rule gives it.", Breaks: []string{"block-members"}, Wrap: onFirst(anyBlock, setting("eventId", jsvalue.IntValue(1)))},
		{ID: "id-twice", Says: "Two blocks have one id.", Breaks: []string{"block-ids"}, Wrap: onBlocks(idTwice)},
		{ID: "real-clock", Says: "createdAt is not the fixed clock.", Breaks: []string{"fixed-clock"}, Wrap: onFirst(anyBlock, setting("createdAt", jsvalue.IntValue(1784019600000)))},
		{ID: "tool-left-open", Says: "A tool that failed stays in progress.", Breaks: []string{"nothing-open"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return b.Get("status").Text() == "failed" }, setting("status", str("in_progress")),
		)},
		{ID: "streaming-for-ever", Says: "The last text streams on.", Breaks: []string{"nothing-open"}, Wrap: onFirst(has("streaming"), setting("streaming", jsvalue.BoolValue(true)))},
		{ID: "head-instead-of-tail", Says: "maxBlocks keeps the first blocks.", Breaks: []string{"limit-is-the-tail"}, Wrap: fault.Wrap(limited(func(blocks []jsvalue.Value, limit int) []jsvalue.Value {
			return blocks[:limit]
		}))},
		{ID: "one-block-more", Says: "maxBlocks keeps one block more.", Breaks: []string{"max-blocks"}, Wrap: fault.Wrap(limited(func(blocks []jsvalue.Value, limit int) []jsvalue.Value {
			return blocks[max(len(blocks)-limit-1, 0):]
		}))},
		{ID: "foreign-source", Says: "A block names a record that does not exist.", Breaks: []string{"provenance-on-chain"}, Wrap: onFirst(anyBlock, func(b jsvalue.Value) jsvalue.Value {
			return set(b, "sourceRecordIds", jsvalue.ArrayValue(append(list(b.Get("sourceRecordIds")), str("nobody"))...))
		})},
		{ID: "no-source", Says: "A status block has no sources.", Breaks: []string{"provenance-on-chain"}, Wrap: onFirst(isKind("status"), func(b jsvalue.Value) jsvalue.Value {
			return b.Without("sourceRecordIds")
		})},
		{ID: "source-dropped", Says: "The record of the result is not among the sources of a tool.", Breaks: []string{"calls-are-answered"}, Wrap: onFirst(severalSources, func(b jsvalue.Value) jsvalue.Value {
			return set(b, "sourceRecordIds", jsvalue.ArrayValue(list(b.Get("sourceRecordIds"))[:1]...))
		})},
		{ID: "sources-backwards", Says: "The sources of a tool stand in reverse order.", Breaks: []string{"provenance-on-chain"}, Wrap: onFirst(severalSources, func(b jsvalue.Value) jsvalue.Value {
			ids := list(b.Get("sourceRecordIds"))
			ids[0], ids[len(ids)-1] = ids[len(ids)-1], ids[0]
			return set(b, "sourceRecordIds", jsvalue.ArrayValue(ids...))
		})},
		{ID: "blocks-swapped", Says: "The first and the last block change places.", Breaks: []string{"blocks-along-chain"}, Wrap: onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			if n := len(blocks); n > 1 {
				blocks[0], blocks[n-1] = blocks[n-1], blocks[0]
			}
			return renumbered(blocks)
		})},
		{ID: "time-of-another-record", Says: "A block has the time of the last block.", Breaks: []string{"times-of-sources"}, Wrap: onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			if n := len(blocks); n > 1 && blocks[0].Has("serverTimestamp") {
				blocks[0] = set(blocks[0], "serverTimestamp", blocks[n-1].Get("serverTimestamp"))
			}
			return blocks
		})},
		{ID: "segment-without-record", Says: "A segment is named by its number alone.", Breaks: []string{"segments-of-records"}, Wrap: onFirst(has("segmentId"), setting("segmentId", str("0")))},
		{ID: "thought-is-said", Says: "A thought becomes a message of the assistant.", Breaks: []string{"texts-of-chain"}, Wrap: onFirst(isKind("thought"), func(b jsvalue.Value) jsvalue.Value {
			return set(set(b.Without("collapsed"), "kind", str("assistant")), "id", str("assistant"+b.Get("id").Text()[len("thought"):]))
		})},
		{ID: "user-is-the-assistant", Says: "What the user says becomes a message of the assistant.", Breaks: []string{"blocks-of-their-kind"}, Wrap: onFirst(isKind("user"), func(b jsvalue.Value) jsvalue.Value {
			return set(set(b, "kind", str("assistant")), "id", str("assistant"+b.Get("id").Text()[len("user"):]))
		})},
	}
}

func setting(key string, value jsvalue.Value) func(jsvalue.Value) jsvalue.Value {
	return func(b jsvalue.Value) jsvalue.Value { return set(b, key, value) }
}

func severalSources(b jsvalue.Value) bool { return b.Get("sourceRecordIds").Len() > 1 }

func idTwice(blocks []jsvalue.Value) []jsvalue.Value {
	for i := 1; i < len(blocks); i++ {
		if blocks[i].Get("kind").Text() == blocks[0].Get("kind").Text() {
			blocks[i] = set(blocks[i], "id", blocks[0].Get("id"))
			break
		}
	}
	return blocks
}

// renumbered gives blocks the ids of their new places.
func renumbered(blocks []jsvalue.Value) []jsvalue.Value {
	for i, b := range blocks {
		blocks[i] = set(b, "id", str(fmt.Sprintf("%s-%d", b.Get("kind").Text(), i+1)))
	}
	return blocks
}

// limited answers maxBlocks by a cut of its own. It differs from the right implementation only where that leaves out blocks.
func limited(cut func(blocks []jsvalue.Value, limit int) []jsvalue.Value) fault.Handler {
	return func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		limit, _ := request.Options.Get("maxBlocks").SafeInteger()
		if err != nil || request.Op != "project" || answer.Kind() != protocol.ResultAnswer || limit < 1 {
			return answer, err
		}
		request.Options = request.Options.Without("maxBlocks")
		whole, err := right.Call(ctx, request)
		if blocks := list(whole.Result().Get("blocks")); err == nil && int64(len(blocks)) > limit {
			answer = protocol.Result(set(answer.Result(), "blocks", jsvalue.ArrayValue(cut(blocks, int(limit))...)))
		}
		return answer, err
	}
}

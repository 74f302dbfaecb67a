package faults

import (
	"context"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func blockFaults() []Fault {
	anyBlock := func(jsvalue.Value) bool { return true }
	return []Fault{
		{"member-of-its-own", "A block has a member that no rule gives it.", []string{"block-members"}, onFirst(anyBlock, setting("eventId", jsvalue.IntValue(1)))},
		{"id-twice", "Two blocks have one id.", []string{"block-ids"}, onBlocks(idTwice)},
		{"real-clock", "createdAt is not the fixed clock.", []string{"fixed-clock"}, onFirst(anyBlock, setting("createdAt", jsvalue.IntValue(1784019600000)))},
		{"tool-left-open", "A tool that failed stays in progress.", []string{"nothing-open"}, onFirst(
			func(b jsvalue.Value) bool { return b.Get("status").Text() == "failed" }, setting("status", str("in_progress")),
		)},
		{"streaming-for-ever", "The last text streams on.", []string{"nothing-open"}, onFirst(has("streaming"), setting("streaming", jsvalue.BoolValue(true)))},
		{"head-instead-of-tail", "maxBlocks keeps the first blocks.", []string{"limit-is-the-tail"}, wrap(limited(func(blocks []jsvalue.Value, limit int) []jsvalue.Value {
			return blocks[:limit]
		}))},
		{"one-block-more", "maxBlocks keeps one block more.", []string{"max-blocks"}, wrap(limited(func(blocks []jsvalue.Value, limit int) []jsvalue.Value {
			return blocks[max(len(blocks)-limit-1, 0):]
		}))},
		{"foreign-source", "A block names a record that does not exist.", []string{"provenance-on-chain"}, onFirst(anyBlock, func(b jsvalue.Value) jsvalue.Value {
			return set(b, "sourceRecordIds", jsvalue.ArrayValue(append(list(b.Get("sourceRecordIds")), str("nobody"))...))
		})},
		{"no-source", "A status block has no sources.", []string{"provenance-on-chain"}, onFirst(isKind("status"), func(b jsvalue.Value) jsvalue.Value {
			return b.Without("sourceRecordIds")
		})},
		{"source-dropped", "The record of the result is not among the sources of a tool.", []string{"calls-are-answered"}, onFirst(severalSources, func(b jsvalue.Value) jsvalue.Value {
			return set(b, "sourceRecordIds", jsvalue.ArrayValue(list(b.Get("sourceRecordIds"))[:1]...))
		})},
		{"sources-backwards", "The sources of a tool stand in reverse order.", []string{"provenance-on-chain"}, onFirst(severalSources, func(b jsvalue.Value) jsvalue.Value {
			ids := list(b.Get("sourceRecordIds"))
			ids[0], ids[len(ids)-1] = ids[len(ids)-1], ids[0]
			return set(b, "sourceRecordIds", jsvalue.ArrayValue(ids...))
		})},
		{"blocks-swapped", "The first and the last block change places.", []string{"blocks-along-chain"}, onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			if n := len(blocks); n > 1 {
				blocks[0], blocks[n-1] = blocks[n-1], blocks[0]
			}
			return renumbered(blocks)
		})},
		{"time-of-another-record", "A block has the time of the last block.", []string{"times-of-sources"}, onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			if n := len(blocks); n > 1 && blocks[0].Has("serverTimestamp") {
				blocks[0] = set(blocks[0], "serverTimestamp", blocks[n-1].Get("serverTimestamp"))
			}
			return blocks
		})},
		{"segment-without-record", "A segment is named by its number alone.", []string{"segments-of-records"}, onFirst(has("segmentId"), setting("segmentId", str("0")))},
		{"thought-is-said", "A thought becomes a message of the assistant.", []string{"texts-of-chain"}, onFirst(isKind("thought"), func(b jsvalue.Value) jsvalue.Value {
			return set(set(b.Without("collapsed"), "kind", str("assistant")), "id", str("assistant"+b.Get("id").Text()[len("thought"):]))
		})},
		{"user-is-the-assistant", "What the user says becomes a message of the assistant.", []string{"blocks-of-their-kind"}, onFirst(isKind("user"), func(b jsvalue.Value) jsvalue.Value {
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
func limited(cut func(blocks []jsvalue.Value, limit int) []jsvalue.Value) handler {
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

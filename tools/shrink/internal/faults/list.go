package faults

import (
	"context"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// All are the faults.
func All() []Fault {
	return []Fault{
		{Name: "no cycle check", Answer: withoutDiagnostic("parent_cycle", "")},
		{Name: "text merged across records", Answer: answerBlocks(mergeTexts)},
		{Name: "last parent, not first", Ask: lastParent},
		{Name: "provenance union dropped", Answer: eachBlock(firstSourceOnly)},
		{Name: "reused call id drops a call", Answer: answerBlocks(dropRenamedCalls)},
		{Name: "prototype key dropped", Answer: eachBlock(dropPrototype)},
		{Name: "result to wrong call", Ask: exchangeResults},
		{Name: "timestamp of first fragment", Ask: firstTimestamp},
		{Name: "maxBlocks from wrong end", Answer: firstBlocks},
		{Name: "slash output lost", Ask: dropSlashOutput},
		{Name: "usage counted twice", Answer: eachBlock(doubleUsage)},
		{Name: "byte order mark dropped", Answer: eachBlock(changeText(func(t string) string { return strings.TrimPrefix(t, "\ufeff") }))},
		{Name: "lone surrogate replaced", Answer: eachBlock(changeText(jsvalue.WellFormed))},
		{Name: "nested key not redacted", Answer: eachBlock(showNestedSecrets)},
		{Name: "failed status lost", Answer: eachBlock(completeAll)},
		{Name: "todo list reversed", Answer: eachBlock(reverseTodos)},
		{Name: "segment id kept too long", Answer: answerBlocks(keepSegment)},
		{Name: "unknown subtype silent", Answer: withoutDiagnostic("unknown_record_or_part", "subtype")},
		{Name: "gap not reported", Answer: withoutDiagnostic("history_gap", "")},
		{Name: "crash on __proto__", Ask: crashOnPrototype},
	}
}

// answerFunc is the type of Fault.Answer.
type answerFunc = func(records []jsvalue.Value, options, answer jsvalue.Value) jsvalue.Value

// answerBlocks changes the blocks of the answer.
func answerBlocks(change func([]jsvalue.Value) []jsvalue.Value) answerFunc {
	return func(_ []jsvalue.Value, _, answer jsvalue.Value) jsvalue.Value {
		return answer.With(member("blocks", jsvalue.ArrayValue(change(elements(answer.Get("blocks")))...)))
	}
}

func eachBlock(change func(jsvalue.Value) jsvalue.Value) answerFunc {
	return answerBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
		for i := range blocks {
			blocks[i] = change(blocks[i])
		}
		return blocks
	})
}

// withoutDiagnostic says nothing of a code, at a path if one is given, and is complete where it should not be.
func withoutDiagnostic(code, path string) answerFunc {
	return func(_ []jsvalue.Value, _, answer jsvalue.Value) jsvalue.Value {
		complete := !answer.Get("truncated").IsTrue()
		kept := slices.DeleteFunc(elements(answer.Get("diagnostics")), func(d jsvalue.Value) bool {
			gone := d.Get("code").Text() == code && (path == "" || d.Get("path").Text() == path)
			complete = complete && (gone || !d.Get("affectsCompleteness").IsTrue())
			return gone
		})
		return answer.With(member("diagnostics", jsvalue.ArrayValue(kept...)), member("complete", jsvalue.BoolValue(complete)))
	}
}

func mergeTexts(blocks []jsvalue.Value) []jsvalue.Value {
	var merged []jsvalue.Value
	for _, block := range blocks {
		if n := len(merged); n > 0 && block.Has("text") && mergeable(merged[n-1], block) {
			text := jsvalue.Concat(merged[n-1].Get("text").Text(), block.Get("text").Text())
			merged[n-1] = merged[n-1].With(member("text", jsvalue.StringValue(text)))
			continue
		}
		merged = append(merged, block)
	}
	return merged
}

func mergeable(a, b jsvalue.Value) bool {
	same := func(key string) bool { return jsvalue.Equal(a.Get(key), b.Get(key)) }
	return same("kind") && !same("sourceRecordIds")
}

func firstSourceOnly(block jsvalue.Value) jsvalue.Value {
	if ids := block.Get("sourceRecordIds"); ids.Len() > 1 {
		return block.With(member("sourceRecordIds", jsvalue.ArrayValue(ids.At(0))))
	}
	return block
}

// dropRenamedCalls loses the second call of an id, which the reference gives a suffix.
func dropRenamedCalls(blocks []jsvalue.Value) []jsvalue.Value {
	known := map[string]bool{}
	return slices.DeleteFunc(blocks, func(block jsvalue.Value) bool {
		id := block.Get("toolCallId").Text()
		base, renamed := strings.CutSuffix(id, ":2")
		known[id] = true
		return renamed && known[base]
	})
}

func dropPrototype(block jsvalue.Value) jsvalue.Value {
	if input := block.Get("rawInput"); input.Has("__proto__") {
		return block.With(member("rawInput", input.Without("__proto__")))
	}
	return block
}

func doubleUsage(block jsvalue.Value) jsvalue.Value {
	usage := block.Get("usage")
	if usage.IsUndefined() {
		return block
	}
	for key, count := range usage.Members() {
		usage = usage.With(member(key, jsvalue.NumberValue(2*count.Float())))
	}
	return block.With(member("usage", usage))
}

func changeText(change func(string) string) func(jsvalue.Value) jsvalue.Value {
	return func(block jsvalue.Value) jsvalue.Value {
		if text := block.Get("text"); text.IsString() {
			return block.With(member("text", jsvalue.StringValue(change(text.Text()))))
		}
		return block
	}
}

func completeAll(block jsvalue.Value) jsvalue.Value {
	if block.Get("status").Text() == "failed" {
		return block.With(member("status", jsvalue.StringValue("completed")))
	}
	return block
}

func keepSegment(blocks []jsvalue.Value) []jsvalue.Value {
	last := jsvalue.Value{}
	for i, block := range blocks {
		if segment := block.Get("segmentId"); !segment.IsUndefined() {
			if block.Get("kind").Text() == "user" && !last.IsUndefined() {
				blocks[i] = block.With(member("segmentId", last))
			}
			last = segment
		}
	}
	return blocks
}

// firstBlocks keeps the first blocks of all, where the reference keeps the last.
func firstBlocks(records []jsvalue.Value, options, answer jsvalue.Value) jsvalue.Value {
	if !answer.Get("truncated").IsTrue() || !options.Has("maxBlocks") {
		return answer
	}
	all, err := ask(context.Background(), records, options.Without("maxBlocks"))
	if err != nil {
		return answer
	}
	n := min(answer.Get("blocks").Len(), all.Get("blocks").Len())
	return answer.With(member("blocks", jsvalue.ArrayValue(elements(all.Get("blocks"))[:n]...)))
}

// showNestedSecrets shows what stands under secret keys, except for those of the outermost object.
func showNestedSecrets(block jsvalue.Value) jsvalue.Value {
	input := block.Get("rawInput")
	for key, value := range input.Members() {
		input = input.With(member(key, shown(value, 0)))
	}
	if input.Len() == 0 {
		return block
	}
	return block.With(member("rawInput", input))
}

func shown(v jsvalue.Value, depth int) jsvalue.Value {
	const deepest = 16 // deeper values are cut by the reference
	if depth > deepest || !v.IsObject() && !v.IsArray() {
		return v
	}
	if v.IsArray() {
		list := elements(v)
		for i := range list {
			list[i] = shown(list[i], depth+1)
		}
		return jsvalue.ArrayValue(list...)
	}
	for key, value := range v.Members() {
		if redact.IsSecretKey(key) {
			v = v.With(member(key, jsvalue.StringValue("shown")))
		} else {
			v = v.With(member(key, shown(value, depth+1)))
		}
	}
	return v
}

func reverseTodos(block jsvalue.Value) jsvalue.Value {
	output := block.Get("rawOutput")
	if list := elements(output.Get("entries")); len(list) > 0 && block.Get("toolKind").Text() == "updated_plan" {
		slices.Reverse(list)
		return block.With(member("rawOutput", output.With(member("entries", jsvalue.ArrayValue(list...)))))
	}
	return block
}

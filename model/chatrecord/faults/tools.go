package faults

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func toolFaults() []Fault {
	return []Fault{
		{"call-id-twice", "Two tool blocks have one call id.", []string{"one-block-per-call"}, onBlocks(callIDTwice)},
		{"failed-is-completed", "A failed tool is completed.", []string{"calls-are-answered"}, onFirst(
			func(b jsvalue.Value) bool { return b.Get("status").Text() == "failed" }, setting("status", str("completed")),
		)},
		{"cancelled-is-failed", "A cancelled tool has failed.", []string{"calls-are-answered"}, onFirst(
			func(b jsvalue.Value) bool { return b.Get("status").Text() == "cancelled" }, setting("status", str("failed")),
		)},
		{"tool-block-lost", "The block of a call is lost.", []string{"calls-are-answered"}, onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			for i, b := range blocks {
				if isKind("tool")(b) {
					return renumbered(append(blocks[:i], blocks[i+1:]...))
				}
			}
			return blocks
		})},
		{"input-lost", "The input of a tool is empty.", []string{"inputs-of-calls"}, onFirst(has("rawInput"), setting("rawInput", jsvalue.ObjectValue()))},
		{"prototype-key-lost", "A key __proto__ is lost from the input of a tool.", []string{"tracers-come-out-once"}, onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			if b.Get("rawInput").Has("__proto__") {
				b = set(b, "rawInput", b.Get("rawInput").Without("__proto__"))
			}
			return b
		}))},
		{"content-lost", "The content of a tool is lost.", []string{"tracers-come-out-once"}, onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			if b.Has("content") {
				b = set(b, "content", jsvalue.ArrayValue())
			}
			return b
		}))},
		{"usage-twice", "Usage is counted twice.", []string{"usage-adds-up"}, onFirst(has("usage"), func(b jsvalue.Value) jsvalue.Value {
			usage := b.Get("usage")
			return set(b, "usage", set(usage, "inputTokens", jsvalue.NumberValue(2*usage.Get("inputTokens").Float()+1)))
		})},
		{"secrets-shown", "The input of a tool is not redacted.", []string{"secrets-are-redacted", "planted-secrets-stay-in"}, secretsShown()},
		{"secrets-in-preview", "The preview of a tool quotes the unredacted input.", []string{"planted-secrets-stay-in"}, secretsInPreview()},
		{"details-of-the-title", "The details of a tool are its title.", []string{"details-are-a-summary"}, onFirst(has("details"), func(b jsvalue.Value) jsvalue.Value {
			return set(b, "details", str(b.Get("title").Text()+"!"))
		})},
	}
}

func callIDTwice(blocks []jsvalue.Value) []jsvalue.Value {
	first := -1
	for i, b := range blocks {
		switch {
		case !isKind("tool")(b):
		case first < 0:
			first = i
		default:
			blocks[i] = set(b, "toolCallId", blocks[first].Get("toolCallId"))
			return blocks
		}
	}
	return blocks
}

// arguments are those of each call, by its id.
func arguments(request protocol.Request) map[string]jsvalue.Value {
	byID := make(map[string]jsvalue.Value)
	records, _ := recordsOf(request.Input)
	for _, record := range records {
		for _, part := range record.Get("message").Get("parts").Elements() {
			if call := part.Get("functionCall"); call.Get("args").IsObject() && call.Get("id").Text() != "" {
				byID[call.Get("id").Text()] = call.Get("args")
			}
		}
	}
	return byID
}

func onInputs(damage func(b, args jsvalue.Value) jsvalue.Value) func(protocol.Subject) protocol.Subject {
	return onResult("project", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		byID := arguments(request)
		blocks := list(result.Get("blocks"))
		for i, b := range blocks {
			if args, ok := byID[b.Get("toolCallId").Text()]; ok && b.Has("rawInput") {
				blocks[i] = damage(b, args)
			}
		}
		return set(result, "blocks", jsvalue.ArrayValue(blocks...))
	})
}

func secretsShown() func(protocol.Subject) protocol.Subject {
	return onInputs(func(b, args jsvalue.Value) jsvalue.Value { return set(b, "rawInput", args) })
}

func secretsInPreview() func(protocol.Subject) protocol.Subject {
	return onInputs(func(b, args jsvalue.Value) jsvalue.Value {
		return set(b, "preview", jsvalue.ObjectValue(jsvalue.Member{Key: "kind", Value: str("generic")}, jsvalue.Member{Key: "raw", Value: args}))
	})
}

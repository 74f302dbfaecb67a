package faults

import (
	"strings"

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

// memberFaults damage members of blocks that carry no content of their own, or lose content that a summary still shows.
func memberFaults() []Fault {
	losing := func(key string) func(protocol.Subject) protocol.Subject {
		return onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value { return b.Without(key) }))
	}
	faults := []Fault{
		{"title-empty", "A tool has an empty title.", []string{"tools-are-named"}, onFirst(isKind("tool"), setting("title", str("")))},
		{"orphan-title", "A result without a call is called Tool.", []string{"tools-are-named"}, onFirst(
			func(b jsvalue.Value) bool { return isKind("tool")(b) && !b.Has("rawInput") && !isPlan(b) }, setting("title", str("Tool")),
		)},
		{"tool-name-lower-case", "Tool names are written in lower case.", []string{"tools-are-named"}, onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			if !b.Has("toolName") {
				return b
			}
			return set(b, "toolName", str(jsvalue.ToLower(b.Get("toolName").Text())))
		}))},
		{"another-prompt", "The prompt id of a user block is another.", []string{"prompts-and-turns"}, onFirst(
			func(b jsvalue.Value) bool { return isKind("user")(b) && b.Has("promptId") }, setting("promptId", str("another")),
		)},
		{"content-replaced", "The content of a tool is a text of its own.", []string{"content-of-results"}, onFirst(
			func(b jsvalue.Value) bool { return b.Get("content").Len() > 0 && !isPlan(b) }, func(b jsvalue.Value) jsvalue.Value {
				text := set(set(jsvalue.ObjectValue(), "type", str("text")), "text", str("done"))
				item := set(set(jsvalue.ObjectValue(), "type", str("content")), "content", text)
				return set(b, "content", jsvalue.ArrayValue(item))
			},
		)},
		{"old-text-lost", "A diff has no old text.", []string{"content-of-results"}, onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			items := list(b.Get("content"))
			for i, item := range items {
				if item.Get("type").Text() == "diff" {
					items[i] = set(item, "oldText", str(""))
				}
			}
			if len(items) == 0 {
				return b
			}
			return set(b, "content", jsvalue.ArrayValue(items...))
		}))},
		{"output-replaced", "The output of a tool is an empty object.", []string{"outputs-of-results"}, onFirst(
			func(b jsvalue.Value) bool { return b.Has("rawOutput") && !isPlan(b) }, setting("rawOutput", jsvalue.ObjectValue()),
		)},
		{"output-invented", "A tool without output has an empty one.", []string{"outputs-of-results"}, onFirst(
			func(b jsvalue.Value) bool { return isKind("tool")(b) && !b.Has("rawOutput") }, setting("rawOutput", str("")),
		)},
		{"thought-opened", "Thoughts are not collapsed.", []string{"members-of-kinds"}, onFirst(isKind("thought"), setting("collapsed", jsvalue.BoolValue(false)))},
		{"status-of-the-session", "A notice has the source of another kind.", []string{"members-of-kinds"}, onFirst(isKind("status"), setting("source", str("session")))},
		{"cancelled-late", "A cancellation took longer than it did.", []string{"members-of-kinds"}, onFirst(isKind("prompt_cancelled"), func(b jsvalue.Value) jsvalue.Value {
			return set(b, "elapsedMs", jsvalue.NumberValue(b.Get("elapsedMs").Float()+1))
		})},
		{"preview-of-no-kind", "The preview of a tool has no kind.", []string{"members-of-kinds"}, onFirst(isKind("tool"), setting("preview", jsvalue.ObjectValue()))},
	}
	for _, lost := range [][2]string{
		{"toolName", "tools-are-named"},
		{"toolKind", "tools-are-named"},
		{"locations", "tools-are-named"},
		{"promptId", "prompts-and-turns"},
		{"backgroundTurn", "prompts-and-turns"},
		{"background", "outputs-of-results"},
		{"subagentSessionReady", "outputs-of-results"},
		{"rawOutput", "outputs-of-results"},
		{"content", "content-of-results"},
		{"details", "details-are-a-summary"},
		{"resultPreview", "members-of-kinds"},
		{"data", "members-of-kinds"},
	} {
		id := "no-" + strings.ToLower(lost[0])
		faults = append(faults, Fault{id, "Blocks have no " + lost[0] + ".", []string{lost[1]}, losing(lost[0])})
	}
	return faults
}

func isPlan(b jsvalue.Value) bool { return b.Get("toolName").Text() == "todo_write" }

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

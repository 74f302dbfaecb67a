package faults

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func toolFaults() []Fault {
	return []Fault{
		{ID: "call-id-twice", Says: "Two tool blocks have one call id.", Breaks: []string{"one-block-per-call"}, Wrap: onBlocks(callIDTwice)},
		{ID: "failed-is-completed", Says: "A failed tool is completed.", Breaks: []string{"calls-are-answered"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return b.Get("status").Text() == "failed" }, setting("status", str("completed")),
		)},
		{ID: "cancelled-is-failed", Says: "A cancelled tool has failed.", Breaks: []string{"calls-are-answered"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return b.Get("status").Text() == "cancelled" }, setting("status", str("failed")),
		)},
		{ID: "tool-block-lost", Says: "The block of a call is lost.", Breaks: []string{"calls-are-answered"}, Wrap: onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			for i, b := range blocks {
				if isKind("tool")(b) {
					return renumbered(append(blocks[:i], blocks[i+1:]...))
				}
			}
			return blocks
		})},
		{ID: "input-lost", Says: "The input of a tool is empty.", Breaks: []string{"inputs-of-calls"}, Wrap: onFirst(has("rawInput"), setting("rawInput", jsvalue.ObjectValue()))},
		{ID: "prototype-key-lost", Says: "A key __proto__ is lost from the input of a tool.", Breaks: []string{"tracers-come-out-once"}, Wrap: onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			if b.Get("rawInput").Has("__proto__") {
				b = set(b, "rawInput", b.Get("rawInput").Without("__proto__"))
			}
			return b
		}))},
		{ID: "content-lost", Says: "The content of a tool is lost.", Breaks: []string{"tracers-come-out-once"}, Wrap: onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			if b.Has("content") {
				b = set(b, "content", jsvalue.ArrayValue())
			}
			return b
		}))},
		{ID: "usage-twice", Says: "Usage is counted twice.", Breaks: []string{"usage-adds-up"}, Wrap: onFirst(has("usage"), func(b jsvalue.Value) jsvalue.Value {
			usage := b.Get("usage")
			return set(b, "usage", set(usage, "inputTokens", jsvalue.NumberValue(2*usage.Get("inputTokens").Float()+1)))
		})},
		{ID: "secrets-shown", Says: "The input of a tool is not redacted.", Breaks: []string{"secrets-are-redacted", "planted-secrets-stay-in"}, Wrap: secretsShown()},
		{ID: "secrets-in-preview", Says: "The preview of a tool quotes the unredacted input.", Breaks: []string{"planted-secrets-stay-in"}, Wrap: secretsInPreview()},
		{ID: "details-of-the-title", Says: "The details of a tool are its title.", Breaks: []string{"details-are-a-summary"}, Wrap: onFirst(has("details"), func(b jsvalue.Value) jsvalue.Value {
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
		{ID: "title-empty", Says: "A tool has an empty title.", Breaks: []string{"tools-are-named"}, Wrap: onFirst(isKind("tool"), setting("title", str("")))},
		{ID: "orphan-title", Says: "A result without a call is called Tool.", Breaks: []string{"tools-are-named"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return isKind("tool")(b) && !b.Has("rawInput") && !isPlan(b) }, setting("title", str("Tool")),
		)},
		{ID: "tool-name-lower-case", Says: "Tool names are written in lower case.", Breaks: []string{"tools-are-named"}, Wrap: onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
			if !b.Has("toolName") {
				return b
			}
			return set(b, "toolName", str(jsvalue.ToLower(b.Get("toolName").Text())))
		}))},
		{ID: "another-prompt", Says: "The prompt id of a user block is another.", Breaks: []string{"prompts-and-turns"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return isKind("user")(b) && b.Has("promptId") }, setting("promptId", str("another")),
		)},
		{ID: "content-replaced", Says: "The content of a tool is a text of its own.", Breaks: []string{"content-of-results"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return b.Get("content").Len() > 0 && !isPlan(b) }, func(b jsvalue.Value) jsvalue.Value {
				text := set(set(jsvalue.ObjectValue(), "type", str("text")), "text", str("done"))
				item := set(set(jsvalue.ObjectValue(), "type", str("content")), "content", text)
				return set(b, "content", jsvalue.ArrayValue(item))
			},
		)},
		{ID: "old-text-lost", Says: "A diff has no old text.", Breaks: []string{"content-of-results"}, Wrap: onBlocks(onEach(func(b jsvalue.Value) jsvalue.Value {
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
		{ID: "output-replaced", Says: "The output of a tool is an empty object.", Breaks: []string{"outputs-of-results"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return b.Has("rawOutput") && !isPlan(b) }, setting("rawOutput", jsvalue.ObjectValue()),
		)},
		{ID: "output-invented", Says: "A tool without output has an empty one.", Breaks: []string{"outputs-of-results"}, Wrap: onFirst(
			func(b jsvalue.Value) bool { return isKind("tool")(b) && !b.Has("rawOutput") }, setting("rawOutput", str("")),
		)},
		{ID: "thought-opened", Says: "Thoughts are not collapsed.", Breaks: []string{"members-of-kinds"}, Wrap: onFirst(isKind("thought"), setting("collapsed", jsvalue.BoolValue(false)))},
		{ID: "status-of-the-session", Says: "A notice has the source of another kind.", Breaks: []string{"members-of-kinds"}, Wrap: onFirst(isKind("status"), setting("source", str("session")))},
		{ID: "cancelled-late", Says: "A cancellation took longer than it did.", Breaks: []string{"members-of-kinds"}, Wrap: onFirst(isKind("prompt_cancelled"), func(b jsvalue.Value) jsvalue.Value {
			return set(b, "elapsedMs", jsvalue.NumberValue(b.Get("elapsedMs").Float()+1))
		})},
		{ID: "preview-of-no-kind", Says: "The preview of a tool has no kind.", Breaks: []string{"members-of-kinds"}, Wrap: onFirst(isKind("tool"), setting("preview", jsvalue.ObjectValue()))},
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
		faults = append(faults, Fault{ID: id, Says: "Blocks have no " + lost[0] + ".", Breaks: []string{lost[1]}, Wrap: losing(lost[0])})
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
	return fault.OnResult("project", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
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

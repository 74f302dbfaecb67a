package faults

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func textFaults() []Fault {
	return []Fault{
		{ID: "line-feed-invented", Says: "A text gets a line feed in its middle.", Breaks: []string{"texts-of-chain"}, Wrap: onFirst(isKind("assistant"), editText(func(s string) string {
			half := len(jsvalue.Prefix(s, jsvalue.Length(s)/2))
			return s[:half] + "\n" + s[half:]
		}))},
		{ID: "text-trimmed", Says: "White space around a text is lost.", Breaks: []string{"texts-of-chain"}, Wrap: onBlocks(onEach(editText(jsvalue.Trim)))},
		{ID: "half-a-character", Says: "A character outside the basic plane becomes U+FFFD.", Breaks: []string{"texts-of-chain"}, Wrap: onBlocks(onEach(editText(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xFFFF {
					return 0xFFFD
				}
				return r
			}, s)
		})))},
		{ID: "texts-swapped", Says: "Two texts of the user change places.", Breaks: []string{"tracers-come-out-once", "texts-of-chain"}, Wrap: onBlocks(textsSwapped)},
		{ID: "text-block-lost", Says: "The first text of the assistant is lost.", Breaks: []string{"tracers-come-out-once", "texts-of-chain"}, Wrap: onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			for i, b := range blocks {
				if isKind("assistant", "thought")(b) {
					return renumbered(append(blocks[:i], blocks[i+1:]...))
				}
			}
			return blocks
		})},
		{ID: "merged-over-records", Says: "Texts of the assistant in a row become one block, of all their records.", Breaks: []string{"blocks-of-their-kind"}, Wrap: onBlocks(mergedOverRecords)},
		{ID: "image-lost", Says: "The last image of a block is lost.", Breaks: []string{"media-of-chain"}, Wrap: onFirst(has("images"), func(b jsvalue.Value) jsvalue.Value {
			images := list(b.Get("images"))
			return set(b, "images", jsvalue.ArrayValue(images[:len(images)-1]...))
		})},
		{ID: "file-of-another", Says: "A file has another id.", Breaks: []string{"media-of-chain"}, Wrap: onFirst(has("files"), func(b jsvalue.Value) jsvalue.Value {
			files := list(b.Get("files"))
			files[0] = set(files[0], "attachmentId", str("another"))
			return set(b, "files", jsvalue.ArrayValue(files...))
		})},
		{ID: "no-gap-notice", Says: "Nothing is shown where a gap is.", Breaks: []string{"gap-notice"}, Wrap: fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			blocks := list(result.Get("blocks"))
			for _, d := range list(result.Get("diagnostics")) {
				if hasCode("history_gap")(d) && len(blocks) > 0 {
					return set(result, "blocks", jsvalue.ArrayValue(renumbered(blocks[1:])...))
				}
			}
			return result
		})},
	}
}

func editText(edit func(string) string) func(jsvalue.Value) jsvalue.Value {
	return func(b jsvalue.Value) jsvalue.Value {
		if !b.Has("text") {
			return b
		}
		return set(b, "text", str(edit(b.Get("text").Text())))
	}
}

func textsSwapped(blocks []jsvalue.Value) []jsvalue.Value {
	first := -1
	for i, b := range blocks {
		switch {
		case !isKind("user")(b):
		case first < 0:
			first = i
		default:
			other := blocks[first].Get("text")
			blocks[first] = set(blocks[first], "text", b.Get("text"))
			blocks[i] = set(b, "text", other)
			return blocks
		}
	}
	return blocks
}

func mergedOverRecords(blocks []jsvalue.Value) []jsvalue.Value {
	for i := 1; i < len(blocks); i++ {
		a, b := blocks[i-1], blocks[i]
		if isKind("assistant")(a) && isKind("assistant")(b) {
			ids := append(list(a.Get("sourceRecordIds")), list(b.Get("sourceRecordIds"))...)
			merged := set(a, "text", str(jsvalue.Concat(a.Get("text").Text(), b.Get("text").Text())))
			blocks[i-1] = set(merged, "sourceRecordIds", jsvalue.ArrayValue(ids...))
			return renumbered(append(blocks[:i], blocks[i+1:]...))
		}
	}
	return blocks
}

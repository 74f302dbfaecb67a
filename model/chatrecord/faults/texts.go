package faults

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func textFaults() []Fault {
	return []Fault{
		{"line-feed-invented", "A text gets a line feed in its middle.", []string{"texts-of-chain"}, onFirst(isKind("assistant"), editText(func(s string) string {
			half := len(jsvalue.Prefix(s, jsvalue.Length(s)/2))
			return s[:half] + "\n" + s[half:]
		}))},
		{"text-trimmed", "White space around a text is lost.", []string{"texts-of-chain"}, onBlocks(onEach(editText(jsvalue.Trim)))},
		{"half-a-character", "A character outside the basic plane becomes U+FFFD.", []string{"texts-of-chain"}, onBlocks(onEach(editText(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xFFFF {
					return 0xFFFD
				}
				return r
			}, s)
		})))},
		{"texts-swapped", "Two texts of the user change places.", []string{"tracers-come-out-once", "texts-of-chain"}, onBlocks(textsSwapped)},
		{"text-block-lost", "The first text of the assistant is lost.", []string{"tracers-come-out-once", "texts-of-chain"}, onBlocks(func(blocks []jsvalue.Value) []jsvalue.Value {
			for i, b := range blocks {
				if isKind("assistant", "thought")(b) {
					return renumbered(append(blocks[:i], blocks[i+1:]...))
				}
			}
			return blocks
		})},
		{"merged-over-records", "Texts of the assistant in a row become one block, of all their records.", []string{"blocks-of-their-kind"}, onBlocks(mergedOverRecords)},
		{"image-lost", "The last image of a block is lost.", []string{"media-of-chain"}, onFirst(has("images"), func(b jsvalue.Value) jsvalue.Value {
			images := list(b.Get("images"))
			return set(b, "images", jsvalue.ArrayValue(images[:len(images)-1]...))
		})},
		{"file-of-another", "A file has another id.", []string{"media-of-chain"}, onFirst(has("files"), func(b jsvalue.Value) jsvalue.Value {
			files := list(b.Get("files"))
			files[0] = set(files[0], "attachmentId", str("another"))
			return set(b, "files", jsvalue.ArrayValue(files...))
		})},
		{"no-gap-notice", "Nothing is shown where a gap is.", []string{"gap-notice"}, onResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
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

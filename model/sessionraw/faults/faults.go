// Package faults plants faults: each wraps a right implementation of the dialect sessionraw and damages one thing.
//
// They measure the model. A fault that no invariant or relation sees shows a hole, and so does an invariant that no fault
// breaks. Start at [All].
package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// All lists the faults, each with another id. A wrapped subject is for one goroutine.
func All() []fault.Fault {
	return slices.Concat(itemFaults, diagnosticFaults, rowFaults, fileFaults, pageFaults, wholeFaults, writeFaults)
}

type wrapper = func(protocol.Subject) protocol.Subject

// onItems damages the list of the items, on pages too.
func onItems(damage func(items []jsvalue.Value) []jsvalue.Value) wrapper {
	change := func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "items", jsvalue.ArrayValue(damage(list(result.Get("items")))...))
	}
	return func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("page", change)(fault.OnResult("items", change)(right))
	}
}

// onEach damages each item of a kind, in sub-agents too.
func onEach(kind string, damage func(item jsvalue.Value) jsvalue.Value) wrapper {
	var each func(items []jsvalue.Value) []jsvalue.Value
	each = func(items []jsvalue.Value) []jsvalue.Value {
		for i, item := range items {
			if item.Get("kind").Text() == "subagent" {
				items[i] = with(item, "items", jsvalue.ArrayValue(each(list(item.Get("items")))...))
			}
			if item.Get("kind").Text() == kind {
				items[i] = damage(items[i])
			}
		}
		return items
	}
	return onItems(each)
}

// onTexts changes the texts of all files, of all operations, before they are read.
func onTexts(damage func(text string) string) wrapper {
	change := func(request protocol.Request) protocol.Request {
		var files []protocol.File
		for _, file := range request.Input.Files() {
			files = append(files, protocol.File{Name: file.Name, Text: damage(file.Text)})
		}
		request.Input = protocol.FilesOf(files...)
		return request
	}
	return func(right protocol.Subject) protocol.Subject {
		for _, op := range []string{"items", "page", "context"} {
			right = fault.OnRequest(op, change)(right)
		}
		return right
	}
}

// onLines drops lines of all files.
func onLines(drops func(line string) bool) wrapper {
	return onTexts(func(text string) string {
		var kept strings.Builder
		for line := range strings.SplitAfterSeq(text, "\n") {
			if !drops(line) {
				kept.WriteString(line)
			}
		}
		return kept.String()
	})
}

func list(value jsvalue.Value) (elements []jsvalue.Value) {
	for _, element := range value.Elements() {
		elements = append(elements, element)
	}
	return elements
}

func with(object jsvalue.Value, key string, value jsvalue.Value) jsvalue.Value {
	return object.With(jsvalue.Member{Key: key, Value: value})
}

func text(value string) jsvalue.Value { return jsvalue.StringValue(value) }

// changing gives each item of a kind another text in a member that it has.
func changing(kind, member string, change func(string) string) wrapper {
	return onEach(kind, func(item jsvalue.Value) jsvalue.Value {
		if !item.Has(member) {
			return item
		}
		return with(item, member, text(change(item.Get(member).Text())))
	})
}

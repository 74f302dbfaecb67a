package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var (
	snapshotOp = []string{"snapshot"}
	pageOp     = []string{"page"}
)

// onOptions changes the options of an operation before it sees them.
func onOptions(op string, damage func(options jsvalue.Value, text string) jsvalue.Value) wrapper {
	return fault.OnRequest(op, func(request protocol.Request) protocol.Request {
		request.Options = damage(request.Options, request.Input.Text())
		return request
	})
}

func number(n float64) jsvalue.Value { return jsvalue.NumberValue(n) }

var historyFaults = []fault.Fault{
	{ID: "the-flag-is-dropped", Says: "A snapshot does not say that its window is truncated.", Breaks: []string{"one-truth-about-older-history", "snapshot-by-definition"}, Wrap: onResults(snapshotOp, func(result jsvalue.Value) jsvalue.Value {
		return with(result, "truncated", jsvalue.BoolValue(false))
	})},
	{ID: "history-is-always-complete", Says: "A snapshot is complete.", Breaks: []string{"history-says-what-it-lacks"}, Wrap: onResults(snapshotOp, func(result jsvalue.Value) jsvalue.Value {
		return with(result, "complete", jsvalue.BoolValue(true))
	})},
	{ID: "history-diagnostics-backwards", Says: "The newest diagnostic of a history stands first.", Breaks: []string{"history-is-told-by-place"}, Wrap: onList("diagnostics", []string{"snapshot", "page"}, func(list []jsvalue.Value) []jsvalue.Value {
		slices.Reverse(list)
		return list
	})},
	{ID: "history-of-nobody", Says: "A history names no session.", Breaks: []string{"history-names-its-session"}, Wrap: onResults([]string{"snapshot", "page"}, func(result jsvalue.Value) jsvalue.Value {
		return with(result, "sessionId", jsvalue.NullValue())
	})},
	{ID: "cursor-is-the-end", Says: "The cursor of a snapshot that lacks something is the size of the file.", Breaks: []string{"snapshot-by-definition"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("snapshot", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if result.Get("hasOlderHistory").IsTrue() {
				return with(result, "tailStartOffset", number(float64(len(request.Input.Text()))))
			}
			return result
		})(right)
	}},
	{ID: "cursor-is-too-old", Says: "The cursor of a snapshot is that of a line before.", Breaks: []string{"snapshot-and-pages-are-the-history", "snapshot-by-definition"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("snapshot", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if cursor := int(result.Get("tailStartOffset").Float()); result.Get("hasOlderHistory").IsTrue() && cursor > 1 {
				if before := strings.LastIndexByte(request.Input.Text()[:cursor-1], '\n') + 1; before > 0 {
					return with(result, "tailStartOffset", number(float64(before)))
				}
			}
			return result
		})(right)
	}},
	{ID: "tail-begins-a-byte-late", Says: "A line that begins with the tail is left out.", Breaks: []string{"snapshot-by-definition"}, Wrap: onOptions("snapshot", func(options jsvalue.Value, _ string) jsvalue.Value {
		if n := options.Get("maxBytes"); n.IsNumber() && n.Float() >= 1 {
			return with(options, "maxBytes", number(n.Float()-1))
		}
		return options
	})},
	{ID: "what-is-held-comes-again", Says: "Events that are held are given beside those that were read.", Breaks: []string{"snapshot-by-definition"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("snapshot", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if events := list(result.Get("events")); request.Options.Get("resident").Float() >= 1 && len(events) > 0 {
				return with(result, "events", jsvalue.ArrayValue(append(events, events[len(events)-1])...))
			}
			return result
		})(right)
	}},
	{ID: "what-is-held-hides", Says: "Where events are held, none of the file is given.", Breaks: []string{"what-is-held-adds"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("snapshot", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			events, held := list(result.Get("events")), int(min(request.Options.Get("resident").Float(), 1e6))
			if request.Options.Get("resident").IsNumber() && held >= 1 && len(events) > held {
				return with(result, "events", jsvalue.ArrayValue(events[len(events)-held:]...))
			}
			return result
		})(right)
	}},
	{ID: "page-starts-at-its-window", Says: "startOffset is where the window begins, in the middle of a line.", Breaks: []string{"cursors-go-down", "page-by-definition"}, Wrap: onResults(pageOp, func(result jsvalue.Value) jsvalue.Value {
		if start := result.Get("startOffset").Float(); start > 3 {
			return with(result, "startOffset", number(start-3))
		}
		return result
	})},
	{ID: "large-lines-in-silence", Says: "Nothing is said of a line that is larger than a page.", Breaks: []string{"page-by-definition", "cursors-go-down"}, Wrap: onResults(pageOp, func(result jsvalue.Value) jsvalue.Value {
		diagnostics := list(result.Get("diagnostics"))
		left := slices.DeleteFunc(diagnostics, func(d jsvalue.Value) bool { return d.Get("code").Text() == "line_beyond_page" })
		return with(with(result, "diagnostics", jsvalue.ArrayValue(left...)), "complete", jsvalue.BoolValue(len(left) == 0))
	})},
	{ID: "large-lines-end-the-history", Says: "Where no line begins in a page, nothing is older.", Breaks: []string{"snapshot-and-pages-are-the-history", "page-by-definition"}, Wrap: onResults(pageOp, func(result jsvalue.Value) jsvalue.Value {
		if slices.ContainsFunc(list(result.Get("diagnostics")), func(d jsvalue.Value) bool { return d.Get("code").Text() == "line_beyond_page" }) {
			return with(with(result, "startOffset", number(0)), "hasMore", jsvalue.BoolValue(false))
		}
		return result
	})},
	{ID: "page-that-stands-still", Says: "A page with no event leads to its own cursor.", Breaks: []string{"cursors-go-down"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("page", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if before := request.Options.Get("beforeOffset"); before.IsNumber() && result.Get("hasMore").IsTrue() && result.Get("events").Len() == 0 {
				return with(result, "startOffset", before)
			}
			return result
		})(right)
	}},
	{ID: "pages-look-ahead", Says: "A line that goes on behind the cursor is given as a whole.", Breaks: []string{"pages-do-not-change", "page-by-definition"}, Wrap: onOptions("page", func(options jsvalue.Value, text string) jsvalue.Value {
		before := options.Get("beforeOffset")
		if at := before.Float(); before.IsNumber() && at >= 1 && at < float64(len(text)) {
			if end := strings.IndexByte(text[int(at):], '\n'); end >= 0 {
				return with(options, "beforeOffset", number(at+float64(end)))
			}
		}
		return options
	})},
	{ID: "more-bytes-are-other-bytes", Says: "Of more than 70,000 bytes the end of a page is left out.", Breaks: []string{"more-bytes-more-events", "page-by-definition"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("page", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if events := list(result.Get("events")); request.Options.Get("maxBytes").Float() > 70_000 && len(events) > 0 {
				return with(result, "events", jsvalue.ArrayValue(events[:len(events)-1]...))
			}
			return result
		})(right)
	}},
	{ID: "small-pages-are-small", Says: "A size below the least is no size.", Breaks: []string{"bounds-are-clamped"}, Wrap: fault.OnRequest("page", func(request protocol.Request) protocol.Request {
		if n := request.Options.Get("maxBytes"); n.IsNumber() && n.Float() < 65_536 {
			request.Options = with(request.Options, "beforeOffset", number(0))
		}
		return request
	})},
	{ID: "candidates-as-they-come", Says: "The first file is chosen.", Breaks: []string{"choice-by-definition", "choice-is-an-order"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return fault.OnResult("candidate", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			files := request.Input.Files()
			candidates := list(result.Get("candidates"))
			slices.SortFunc(candidates, func(a, b jsvalue.Value) int {
				place := func(c jsvalue.Value) int {
					return slices.IndexFunc(files, func(f protocol.File) bool { return f.Name == c.Get("name").Text() })
				}
				return place(a) - place(b)
			})
			if len(candidates) > 0 {
				result = with(result, "chosen", candidates[0].Get("name"))
			}
			return with(result, "candidates", jsvalue.ArrayValue(candidates...))
		})(right)
	}},
}

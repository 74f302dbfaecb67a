package subject

import (
	"fmt"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/turn"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// parseEvents is the text of a file to {envelopes, complete, diagnostics}, of all its sessions (TP-PROTO-20).
func parseEvents(request protocol.Request) (jsvalue.Value, error) {
	envelopes, findings, err := envelopesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return jsvalue.ObjectValue(append([]jsvalue.Member{
		{Key: "envelopes", Value: listOf(envelopes, event.Envelope.Value)},
	}, foundIn(findings)...)...), nil
}

// entriesOfChat answers {sessionId, entries, complete, diagnostics} (ES-ENTRY-01), and with an option limit, maxChars or before
// a page of them and nextBefore (ES-PAGE-01 to ES-PAGE-03).
func entriesOfChat(request protocol.Request) (jsvalue.Value, error) {
	options, paged, err := textPageOptions(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return showChat(request, func(chat eventstream.Chat) []jsvalue.Member {
		if !paged {
			return []jsvalue.Member{{Key: "entries", Value: listOf(chat.Entries, entries.Entry.Value)}}
		}
		page := chat.Page(options)
		before := jsvalue.NullValue()
		if page.NextBefore > 0 {
			before = jsvalue.IntValue(int64(page.NextBefore))
		}
		return []jsvalue.Member{{Key: "entries", Value: listOf(page.Chunks, entries.Chunk.Value)}, {Key: "nextBefore", Value: before}}
	})
}

// textPageOptions are limit, maxChars and before, and whether any of them is there. Integers of any size are taken.
func textPageOptions(request protocol.Request) (options entries.PageOptions, paged bool, err error) {
	for _, option := range []struct {
		name        string
		into        *int
		least, most float64
	}{
		{"limit", &options.Limit, 1, entries.MaxLimit},
		{"maxChars", &options.MaxUnits, entries.MinUnits, entries.MaxUnits},
		{"before", &options.Before, -1, math.MaxInt32},
	} {
		value := request.Options.Get(option.name)
		if value.IsUndefined() {
			continue
		}
		n := value.Float()
		if !value.IsFinite() || n != math.Trunc(n) {
			return options, false, badOptions(option.name + " is no integer")
		}
		paged = true
		if *option.into = int(max(option.least, min(n, option.most))); *option.into == 0 {
			*option.into = -1 // before the first byte, where 0 is the default
		}
	}
	return options, paged, nil
}

// rowsOfChat answers {sessionId, rows, complete, diagnostics} (ES-ROW-01).
func rowsOfChat(request protocol.Request) (jsvalue.Value, error) {
	return showChat(request, func(chat eventstream.Chat) []jsvalue.Member {
		return []jsvalue.Member{{Key: "rows", Value: listOf(chat.Rows, rows.Row.Value)}}
	})
}

// groupsOfChat answers {sessionId, rows, turns, complete, diagnostics} (ES-GROUP-01, ES-TURN-01).
func groupsOfChat(request protocol.Request) (jsvalue.Value, error) {
	return showChat(request, func(chat eventstream.Chat) []jsvalue.Member {
		return []jsvalue.Member{
			{Key: "rows", Value: listOf(chat.Groups, rows.Row.Value)},
			{Key: "turns", Value: listOf(chat.Turns, turn.Turn.Value)},
		}
	})
}

// summaryOfChat answers {sessionId, summary, complete, diagnostics}; option maxChars (ES-SUM-03).
func summaryOfChat(request protocol.Request) (jsvalue.Value, error) {
	return showChat(request, func(chat eventstream.Chat) []jsvalue.Member {
		return []jsvalue.Member{{Key: "summary", Value: textOrNull(chat.Summary)}}
	})
}

// showChat is the text of a file to {sessionId, ..., complete, diagnostics}; options sessionId and now (ES-VIEW-01).
func showChat(request protocol.Request, view func(eventstream.Chat) []jsvalue.Member) (jsvalue.Value, error) {
	options, err := chatOptions(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	text, err := fileTextOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	chat := eventstream.Show(text, options)
	members := append([]jsvalue.Member{{Key: "sessionId", Value: textOrNull(chat.Session)}}, view(chat)...)
	return jsvalue.ObjectValue(append(members, foundIn(chat.Diagnostics)...)...), nil
}

// chatOptions are those of the operations that show a chat (TP-PROTO-20).
func chatOptions(request protocol.Request) (options eventstream.Options, err error) {
	if options.Now, err = nowOf(request); err != nil {
		return options, err
	}
	if session := request.Options.Get("sessionId"); !session.IsUndefined() {
		if options.Session = jsvalue.Trim(session.Text()); options.Session == "" {
			return options, badOptions("sessionId is no string that is not blank")
		}
	}
	units := request.Options.Get("maxChars")
	if request.Op != "summary" || units.IsUndefined() {
		return options, nil
	}
	n := units.Float()
	if !units.IsFinite() || n != math.Trunc(n) || n < 1 {
		return options, badOptions("maxChars is no integer from 1 on")
	}
	options.SummaryUnits = int(min(n, math.MaxInt32))
	return options, nil
}

// maxNow bounds the time of reading, in UTF-16 units: each envelope without a time has it (TP-PROTO-11, TP-PROTO-20).
const maxNow = 64

func nowOf(request protocol.Request) (string, error) {
	now := request.Options.Get("now")
	if !now.IsUndefined() && !now.IsString() {
		return "", badOptions("now is no string")
	}
	if jsvalue.Length(now.Text()) > maxNow {
		return "", badOptions(fmt.Sprintf("now has more than %d UTF-16 units", maxNow))
	}
	return now.Text(), nil
}

// fileTextOf is the input of an operation that reads one file.
func fileTextOf(request protocol.Request) (string, error) {
	if request.Input.Kind() != protocol.TextInput {
		return "", badInput("the operation takes jsonl or jsonl_base64")
	}
	return request.Input.Text(), nil
}

// foundIn are the members complete and diagnostics (ES-VIEW-01).
func foundIn(findings []diagnostic.Diagnostic) []jsvalue.Member {
	incomplete := slices.ContainsFunc(findings, diagnostic.Diagnostic.AffectsCompleteness)
	return []jsvalue.Member{
		{Key: "complete", Value: jsvalue.BoolValue(!incomplete)},
		{Key: "diagnostics", Value: diagnostic.ListValue(findings)},
	}
}

func listOf[T any](list []T, value func(T) jsvalue.Value) jsvalue.Value {
	values := make([]jsvalue.Value, len(list))
	for i, element := range list {
		values[i] = value(element)
	}
	return jsvalue.ArrayValue(values...)
}

func textOrNull(text string) jsvalue.Value {
	if text == "" {
		return jsvalue.NullValue()
	}
	return jsvalue.StringValue(text)
}

package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	chatfaults "github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	eventfaults "github.com/transcriptspec/transcriptspec/model/eventstream/faults"
	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/model/sessionraw"
	rawfaults "github.com/transcriptspec/transcriptspec/model/sessionraw/faults"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// suite is what is measured of a dialect.
type suite struct {
	model  model.Model
	faults []fault.Fault
	opOf   map[string]string // the operation of the cases by which an invariant or relation is judged, where that is not the usual one
	// generated is the case of a seed, made with the help of the right implementation; op "" is the usual operation.
	generated func(ctx context.Context, right protocol.Subject, op string, seed uint64) (testcase.Case, error)
}

// suites are the dialects that are measured.
func suites() []suite {
	return []suite{
		{chatrecord.Model(), chatfaults.All(), map[string]string{
			"read-accounts-for-lines": "read", "state-is-taken-back": "replay", "compacted-stream-reduces-alike": "compact",
		}, generatedFor},
		{sessionraw.Model(), rawfaults.All(), map[string]string{
			"page-members": "page", "cursor-of-nobody": "page", "context-is-the-last-set": "context", "page-by-definition": "page", "context-by-definition": "context",
			"unknown-lines-are-told": "alone", "compactions-are-marked": "alone",
			"file-only-grows": "append", "lines-name-their-request": "append", "header-ends-the-batch": "append", "context-is-what-was-asked": "append",
			"written-lines-are-clean": "append", "tried-again-is-inert": "append", "cut-batch-leaves-a-context": "append", "cut-batch-is-completed": "append",
			"live-is-replay": "append", "usage-finds-its-row": "append", "usage-leaves-what-the-row-has": "append",
			"batch-by-definition": "append",
		}, generatedFiles},
		{eventstream.Model(), eventfaults.All(), map[string]string{
			"envelopes-by-definition": "parse", "parsed-is-parsed": "parse", "clock-is-an-input": "parse", "entries-by-definition": "entries", "pages-are-the-text": "entries",
			"summary-is-the-last-said": "summary", "shorter-summary": "summary", "groups-by-definition": "groups", "turns-by-definition": "groups",
			"phases-are-folded": "groups", "groups-keep-rows": "groups", "groups-of-the-rows": "groups",
			"stored-by-definition": "store", "caps-hold": "store", "previews-add-up": "store", "small-events-stay": "store", "no-half-characters": "store",
			"wire-has-no-details": "wire", "stored-stays": "store", "wire-of-stored": "wire", "stored-shows-the-same": "store",
			"batches-by-definition": "batch", "batches-keep-order": "batch", "flushes-count-all": "batch", "batched-says-the-same": "batch",
			"merged-by-definition": "merge", "repeats-are-counted": "merge", "snapshots-keep-their-order": "merge", "merging-tells": "merge",
			"merging-again-changes-nothing": "merge", "pushed-in-parts": "merge", "counters-are-no-identity": "merge",
			"cursor-by-definition": "cursor", "views-are-never-blank": "follow", "requests-end": "follow", "nothing-is-invented": "follow",
			"asked-by-definition": "follow", "shown-by-definition": "follow", "reached-by-definition": "follow", "conditions-by-definition": "follow",
			"repair-adds-what-is-missing": "repair", "repair-is-in-order": "repair", "repair-invents-nothing": "repair", "repaired-needs-nothing": "repair",
			"repair-leaves-nothing-running": "repair", "older-turns-are-left": "repair", "settled-turns-get-nothing": "repair",
			"recovery-by-definition": "recovery", "offers-are-in-time": "recovery", "settled-by-definition": "recovery", "ended-offers-do-not-stand": "recovery", "queues-are-restored-once": "recovery", "restored-is-over": "recovery", "settled-is-settled": "recovery",
			"guardrail-by-definition": "guardrail", "live-readings-are-apart": "guardrail", "one-fallback-an-episode": "guardrail",
			"meter-by-definition": "meter", "percentages-are-measured": "meter", "workflow-by-definition": "workflow", "agents-start-and-end-once": "workflow",
			"history-says-what-it-lacks": "snapshot", "history-is-told-by-place": "snapshot", "history-names-its-session": "snapshot",
			"one-truth-about-older-history": "snapshot", "snapshot-by-definition": "snapshot", "snapshot-and-pages-are-the-history": "snapshot",
			"what-is-held-adds": "snapshot", "cursors-go-down": "page", "page-by-definition": "page", "pages-do-not-change": "page",
			"more-bytes-more-events": "page", "bounds-are-clamped": "page", "choice-by-definition": "candidate", "choice-is-an-order": "candidate",
		}, generatedChat},
	}
}

// generatedChat is the chat of a seed: its rows, or another view.
func generatedChat(_ context.Context, _ protocol.Subject, op string, seed uint64) (testcase.Case, error) {
	if slices.Contains(generate.ClientOps, op) {
		return testcase.Case{Dialect: eventstream.Dialect, Op: op, Name: fmt.Sprintf("seed %d", seed), Input: generate.NewClientCase(generate.NewPCG(seed), op)}, nil
	}
	if c, ok := dialect.HistoryCase(op, generate.NewPCG(seed)); ok {
		c.Name = fmt.Sprintf("seed %d", seed)
		return c, nil
	}
	made := generate.NewEventCase
	switch op {
	case "store", "wire":
		made = generate.NewStoreCase
	case "batch":
		made = generate.NewStreamCase
	case "repair", "recovery", "guardrail", "meter", "workflow":
		made = generate.NewTornCase
	}
	source := generate.NewPCG(seed)
	chat := made(source)
	c := testcase.Case{Dialect: eventstream.Dialect, Op: op, Name: fmt.Sprintf("seed %d", seed), Input: protocol.TextOf(chat.Text), Options: chat.Options}
	switch op {
	case "":
		c.Op = "rows"
	case "parse", "store", "wire":
		c.Options = c.Options.Without("sessionId")
	case "recovery":
		ending := c.Options.With(jsvalue.Member{Key: "ending", Value: jsvalue.StringValue("crash")})
		c.Options = dialect.WithRestores(ending, generate.NewRestores(source, chat.Text))
	case "summary":
		c.Options = c.Options.With(jsvalue.Member{Key: "maxChars", Value: jsvalue.IntValue(12)})
	}
	return c, nil
}

// generatedFiles are the session files of a seed: the items of their thread, a page of them, the context of the first file,
// or the items of the first file alone; or a file of it and a batch to append.
func generatedFiles(_ context.Context, _ protocol.Subject, op string, seed uint64) (testcase.Case, error) {
	if op == "append" {
		return generatedAppend(seed), nil
	}
	raw := generate.NewRawCase(generate.NewPCG(seed))
	var files []protocol.File
	for _, file := range raw.Files {
		files = append(files, protocol.File{Name: file.Name, Text: file.Text})
	}
	c := testcase.Case{Dialect: sessionraw.Dialect, Op: op, Name: fmt.Sprintf("seed %d", seed)}
	thread := member("threadId", jsvalue.StringValue(raw.ThreadID))
	switch op {
	case "", "page":
		c.Input, c.Options = protocol.FilesOf(files...), thread
		if op == "" {
			c.Op = "items"
		}
	case "alone":
		c.Op = "items"
		fallthrough
	default:
		c.Input = protocol.FilesOf(files[:1]...)
	}
	return c, nil
}

func generatedAppend(seed uint64) testcase.Case {
	raw := generate.NewRawAppend(generate.NewPCG(seed))
	var files []protocol.File
	for _, file := range raw.Files {
		files = append(files, protocol.File{Name: file.Name, Text: file.Text})
	}
	return testcase.Case{Dialect: sessionraw.Dialect, Op: "append", Name: fmt.Sprintf("seed %d", seed), Input: protocol.FilesOf(files...), Options: raw.Options}
}

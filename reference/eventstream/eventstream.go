// Package eventstream shows the chat that a file of events holds: one text, one list of rows, the same for every client.
//
// It promises: no character is invented but the blank lines that an entry says are inferred; no text, thought or step of work is
// lost between the rows and the groups; what is left out is named by a diagnostic with its line; no clock is read. SPEC.md,
// section 10, has the rules.
//
// Start at Show; Count is for the machines of recovery, guardrail, contextmeter and workflow. The rooms below: event reads envelopes,
// textrun says which pieces of text belong together, rows draws, entries and groups are made over the rows, presentation lays out the
// groups; compaction makes events small, for the file and for the wire, and batching sends text in fewer of them; history reads the
// end of a file and the pages before it, merge and scrollback are a client that follows a chat and reads it backwards; recovery settles
// what a crash left open; guardrail, contextmeter and workflow are machines of a host; backgroundjob, localhost, turn, sources,
// scheduledwork, pendinginput, tooluse and runtimeevent answer questions of their own. Whoever follows a chat while it grows takes
// event.Reader, and rows.Machine and entries.Machine, which take one envelope after the other.
package eventstream

import (
	"cmp"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/groups"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/turn"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// Options say what is shown.
type Options struct {
	// Session is the session that is shown; "" is that of the first envelope.
	Session string
	// Now is the timestamp of an envelope that has none (ES-READ-03).
	Now string
	// SummaryUnits is how long the summary is at most, in UTF-16 units; 0 is event.SummaryUnits.
	SummaryUnits int
}

// Chat is what a file of events shows.
type Chat struct {
	Session   string           // "" if there is no envelope
	Envelopes []event.Envelope // those that count (ES-VIEW-01)
	Entries   []entries.Entry
	Rows      []rows.Row
	Groups    []rows.Row
	Turns     []turn.Turn
	Summary   string // "" if nothing was said
	// Diagnostics are the findings by line.
	Diagnostics []diagnostic.Diagnostic
	// Complete says that no diagnostic affects what is shown.
	Complete bool

	said *entries.Machine
}

// Page cuts a page from the entries (ES-PAGE-01 to ES-PAGE-03).
func (c Chat) Page(options entries.PageOptions) entries.Page { return c.said.Page(options) }

// Show reads the text of a file and shows one session of it (ES-VIEW-01). It never fails.
func Show(text string, options Options) Chat {
	envelopes, findings := event.Read(text, options.Now)
	chat := Chat{Session: sessionOf(envelopes, options)}
	drawn, said := rows.New(chat.Session), entries.New(chat.Session)
	for _, envelope := range envelopes {
		change := drawn.Add(envelope)
		said.Take(envelope, change)
		findings = append(findings, change.Diagnostics...)
		if !change.Ignored {
			chat.Envelopes = append(chat.Envelopes, envelope)
		}
	}
	findings = diagnostic.SortByLine(findings)
	chat.said, chat.Entries, chat.Rows = said, said.Entries(), drawn.Rows()
	chat.Groups, chat.Turns = groups.Fold(chat.Rows), turn.Turns(chat.Envelopes)
	chat.Summary = event.Summary(chat.Envelopes, cmp.Or(options.SummaryUnits, event.SummaryUnits))
	chat.Diagnostics = findings
	chat.Complete = !slices.ContainsFunc(findings, diagnostic.Diagnostic.AffectsCompleteness)
	return chat
}

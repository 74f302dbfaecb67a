// Package textview writes a projection, the history of a thread or a chat as text that a person would like to read.
//
// It promises: who said what, when (UTC), and what each tool was given and gave back; a loss is marked where it happened
// and explained once, in the table at the end, below the word complete or incomplete; a file of which nothing is shown is
// not called complete; nothing from the file can act on the terminal (tools/sanitize); what is left out to keep it short
// is counted. The layout is for people and no contract: programs read the JSON form. Start at Write for chatrecord:
// blocks.go and tool.go draw the blocks, losses.go finds the place of a loss, summary.go is the end. Start at WriteThread
// and WriteContext for sessionraw: thread_items.go draws the items, thread_notes.go finds the place of a loss. Start at
// WriteChat for eventstream; there a loss is only explained at the end, with its line, since a row is of many lines.
package textview

import (
	"io"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
)

// Session is a projection and the lines that it was made from, which tell where a loss happened.
type Session struct {
	Lines      []jsonl.Line
	Projection chatrecord.Projection
	Branch     Branch
}

// Branch is what is known of the tree of records that the projection is one branch of; the zero value is nothing.
type Branch struct {
	Records     int      // of the file that belong to the branch
	OtherLeaves []string // the records that end other branches, newest first
}

// Options of the text.
type Options struct {
	Color bool // use ANSI colours
	Full  bool // shorten no input and no output of a tool
}

// Write writes the text. The error is the writer's.
func Write(w io.Writer, s Session, o Options) error {
	at := newLocator(s)
	v := &view{printer: &printer{w: w, style: style{color: o.Color}, full: o.Full}, session: s, at: at, losses: placeLosses(s, at)}
	v.header()
	v.blocks()
	v.summary()
	return v.printer.err
}

// view draws one session.
type view struct {
	*printer
	session Session
	at      locator
	losses  losses
	day     string // the day of the last time shown
}

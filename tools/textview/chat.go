package textview

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// Chat is what a file of events shows, and which view of it is drawn.
type Chat struct {
	eventstream.Chat
	View   ChatView
	Others []string // other sessions of the file
	Part   bool     // it is a part of a history
	Older  bool     // of which there is more before it
	Repair string   // the command that shows what the latest turn lacks; "" if nothing is to be said of it
}

// ChatView is a view of a chat.
type ChatView string

// The views.
const (
	Entries ChatView = "entries"
	Rows    ChatView = "rows"
	Groups  ChatView = "groups"
	Summary ChatView = "summary"
)

// shortRows says what a view leaves out that is not full.
const shortRows = "What people and the assistant said is whole. Of other rows long lines are cut, and what tools were given and " +
	"gave and what lists hold is left out; --full shows all of it."

// WriteChat writes a view of a chat as text. The error is the writer's.
func WriteChat(w io.Writer, c Chat, o Options) error {
	v := &chatView{printer: &printer{w: w, style: style{color: o.Color}, full: o.Full, meanings: chatMeanings}, chat: c, depths: map[string]int{}, cut: map[string]bool{}}
	for _, turn := range c.Turns {
		v.cut[turn.ID] = turn.Ended && turn.Status != "completed"
	}
	if c.Session == "" {
		v.line(v.style.strong("no chat"))
	} else {
		v.line(v.style.strong("chat "+sanitize.Line(c.Session)), v.times())
	}
	v.line()
	switch c.View {
	case Entries:
		v.entries()
	case Summary: // which is short
		v.line(shown(c.Summary))
	case Rows:
		v.rows(c.Rows)
	default:
		v.rows(c.Groups)
	}
	v.summary()
	return v.printer.err
}

// chatMeanings are for codes that say of a line, or of an envelope, what they say elsewhere of its pieces, or of a record.
var chatMeanings = map[diagnostic.Code]string{
	diagnostic.InvalidJSONLine:  "A line is not JSON and was lost.", // ES-READ-01
	diagnostic.InvalidTimestamp: "An event has no time of its own.", // ES-READ-03
}

// chatView draws one chat.
type chatView struct {
	*printer
	chat   Chat
	day    string         // the day of the last time shown
	depths map[string]int // of the items that were drawn, by their ids
	// exitCodes are those of commands, by turn and item; nil until one is asked for.
	exitCodes map[[2]string]jsvalue.Value
	cut       map[string]bool // turns that ended without being completed
	hidden    bool            // something stands behind a row that is not drawn
}

func (v *chatView) list() []rows.Row {
	if v.chat.View == Rows {
		return v.chat.Rows
	}
	return v.chat.Groups
}

// times is the time that the rows cover. The day it begins with needs no further announcement.
func (v *chatView) times() string {
	var first, last time.Time
	known := false // the zero time is a time
	for _, row := range v.chat.Rows {
		at, ok := instant(row.Timestamp)
		if ok && (!known || at.Before(first)) {
			first = at
		}
		if ok && (!known || at.After(last)) {
			last = at
		}
		known = known || ok
	}
	if !known {
		return "  no times"
	}
	v.day = first.Format(dayLayout)
	until := last.Format(timeLayout)
	if day := last.Format(dayLayout); day != v.day {
		until = day + " " + until
	}
	return "  " + v.day + " " + first.Format(timeLayout) + " to " + until + " UTC"
}

func instant(timestamp string) (at time.Time, ok bool) {
	ms, ok := jstime.Parse(timestamp)
	return time.UnixMilli(int64(ms)).UTC(), ok
}

// clock is the time of day. A new day is announced on a line of its own.
func (v *chatView) clock(timestamp string) string {
	at, ok := instant(timestamp)
	if !ok {
		return noTime
	}
	if day := at.Format(dayLayout); day != v.day {
		v.day = day
		v.line(v.style.dim("-- " + day + " --"))
	}
	return at.Format(timeLayout)
}

func (v *chatView) entries() {
	for i, entry := range v.chat.Entries {
		if i > 0 {
			v.line()
		}
		text, marks := entry.Text, ""
		if entry.DisplayText != "" {
			marks = fmt.Sprintf("  (shown in place of a text of %d bytes)", len(entry.Text))
			if v.full {
				marks = fmt.Sprintf("  (chats show in its place: %s)", v.short(event.OneLine(entry.DisplayText)))
			} else {
				text = entry.DisplayText
			}
		}
		if entry.Inferred {
			marks += "  (the blank line between its parts is inferred)"
		}
		v.line(v.clock(entry.Timestamp), "  ", v.style.speaker(string(entry.Role)), v.style.dim(marks))
		v.whole(indent, text, v.style.plain)
	}
}

// size is how many things the view shows, in words.
func (v *chatView) size() string {
	if v.chat.View == Entries {
		if n := len(v.chat.Entries); n != 1 {
			return fmt.Sprintf("%d entries", n)
		}
		return "1 entry"
	}
	return count(len(v.list()), "row")
}

func (v *chatView) summary() {
	c, table := v.chat, newTable(v.chat.Diagnostics)
	if len(c.Rows) > 0 { // else nothing stands behind the line below the head
		v.line()
	}
	whole := "the chat"
	if c.Part && c.Session != "" {
		whole = "this part of the chat"
	}
	switch {
	case c.Complete && len(c.Rows) == 0:
		v.line(v.style.warn("nothing to show"), ": ", whole, " has no event that draws anything")
	case c.Complete:
		v.line(v.style.good("complete"), ": ", v.size(), ", nothing is missing from ", whole)
	default:
		v.line(v.style.warn("incomplete"), ": ", v.size(), ", ", table.lost())
	}
	short := v.hidden || v.shortened
	v.shortened = false // chats say it in their own words
	v.findings(table, whereInChat)
	if short {
		v.line(v.style.dim(shortRows))
	}
	if c.Repair != "" {
		v.line("The latest turn has no end: it still runs, or a crash or a Stop left it open; ", c.Repair, " shows what it lacks.")
	}
	if len(c.Others) > 0 {
		v.line("Other sessions of the file, for --session: ", named(c.Others))
	}
}

// named names the first of some ids.
func named(ids []string) string {
	names := make([]string, 0, maxPlaces+1)
	for i, id := range ids {
		if i == maxPlaces {
			names = append(names, fmt.Sprintf("and %d more", len(ids)-i))
			break
		}
		names = append(names, clip(id))
	}
	return strings.Join(names, ", ")
}

// whereInChat is the line that a diagnostic names, and its message.
func whereInChat(d diagnostic.Diagnostic) string {
	where := ""
	if line, _, ok := d.Line(); ok {
		where = fmt.Sprintf("line %d", line)
	} else if offset, ok := d.Offset(); ok {
		where = fmt.Sprintf("byte %d", offset)
	}
	if d.Path() != "" {
		where += "  " + clip(d.Path())
	}
	return where + ": " + sanitize.Line(d.Message())
}

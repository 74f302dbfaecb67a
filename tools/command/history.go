package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// historyCommand is "transcript history".
type historyCommand struct {
	Path     string      `arg:"" name:"file" help:"File of a chat, compressed by gzip too, or a directory that has .ade/transcripts. - reads standard input."`
	Session  *string     `placeholder:"ID" help:"Show this session. Default: of a file that of the first event; of a directory it is required, and without it those that are there are named."`
	Before   *blockLimit `placeholder:"OFFSET" help:"Show the page that ends before this byte, as the text names it. Default: the end of the history."`
	MaxBytes *blockLimit `name:"max-bytes" placeholder:"N" help:"Bytes of the file to read. Default: 2000000, of a page 1000000. The end has at most 8000000, a page 65536 to 2000000."`
	View     *chatView   `placeholder:"VIEW" help:"What to show: its text (entries), what was drawn (rows), that as a timeline groups it (groups), or what was said last (summary). Default: groups."`
	Now      *string     `placeholder:"TIME" help:"Time of an event that has none. Default: none."`
	Format   string      `enum:"text,json" default:"text" help:"text is for people: what was said is whole, and other rows are short; json is for programs and whole."`
	Full     bool        `help:"Shorten nothing in the text. Not with --format json, which is whole."`
}

// Help is the long help.
func (historyCommand) Help() string {
	return `Shows the end of the history of a chat, and says whether there is older history and the command that shows it. Of the file no
more than --max-bytes are read, however large it is; without --session also what it takes to find the first event, which names
the session, at most 8000000 bytes. A page is cut by bytes, so that it can begin inside a turn.

What is compressed by gzip is read whole. Of data that is cut off what came before is shown, and the rest as one loss; stderr
tells (input_truncated). Of lines that are lost the last 100000 are named; stderr tells how many more there are
(too_many_findings).

  transcript history chat.jsonl
  transcript history --before 1048576 --max-bytes 262144 chat.jsonl
  transcript history --session chat-7 ~/project

Of a directory the file of the session is chosen: .ade/transcripts/chat/ID.jsonl or the older .ade/transcripts/ID.jsonl, both
also with .gz. One with events wins, then one that is not capped, not compressed, newer, larger; stderr tells which it was,
and why. A link that leads out of the directory is refused.

--format json writes one object, the answer of the operation snapshot, or with --before of page (SPEC.md, section 10.26); it has no
--view and no --full. A --max-bytes out of bounds is brought into them, and stderr says so.

Exit codes:
  0  shown
  2  wrong use, or the history cannot be read (input_not_found, input_unreadable, not_a_session, session_not_found); the
     code and the reason are on stderr`
}

// Run shows a snapshot or a page.
func (c *historyCommand) Run(s *Streams) error {
	now, err := c.check()
	if err != nil {
		return err
	}
	file, err := c.open(s)
	if err != nil {
		return err
	}
	defer file.close()
	tellCut(s, file.name, file.cut)
	session, err := c.session(file)
	if err != nil {
		return err
	}
	c.tellBound(s)
	if c.Before != nil {
		return c.page(s, file, history.PageOptions{Session: session, Now: now, BeforeOffset: sizeBound(c.Before), MaxBytes: sizeBound(c.MaxBytes)})
	}
	return c.snapshot(s, file, history.SnapshotOptions{Session: session, Now: now, MaxBytes: sizeBound(c.MaxBytes)})
}

// check refuses flags that would do nothing, and gives the time of reading.
func (c *historyCommand) check() (now string, err error) {
	if c.Format == "json" && (c.View != nil || c.Full) {
		return "", failure("usage", "--view and --full are of the text; --format json is the answer of the operation, and whole")
	}
	if c.Now == nil {
		return "", nil
	}
	if _, ok := jstime.Parse(*c.Now); !ok {
		return "", failure("usage", "--now: %s is no timestamp, such as 2026-08-10T10:00:00Z", sanitize.Line(*c.Now))
	}
	return *c.Now, nil
}

// tellBound says that --max-bytes is brought into its bounds (ES-HIST-03, ES-HIST-08).
func (c *historyCommand) tellBound(s *Streams) {
	what, least, most := "the end of a history", int64(0), int64(history.MaxWindowBytes)
	if c.Before != nil {
		what, least, most = "a page", history.MinPageBytes, history.MaxPageBytes
	}
	if c.MaxBytes == nil {
		return
	}
	if n := int64(*c.MaxBytes); n < least || n > most {
		fmt.Fprintf(s.Err, "transcript: --max-bytes of %s is %d to %d; %d are read\n", what, least, most, min(max(n, least), most))
	}
}

// chatFile is a file that is read by windows.
type chatFile struct {
	name string // for messages
	path string // for commands
	io.ReaderAt
	size     int64
	close    func() error
	isChosen bool  // since it is that of the session
	cut      error // why it is not all that was compressed
}

// open opens the file, or that of the session in the directory.
func (c *historyCommand) open(s *Streams) (chatFile, error) {
	if c.Path == "-" {
		text, cut, err := readUnpacked(c.Path, s.In)
		return chatFile{inputName(c.Path), c.Path, strings.NewReader(text), int64(len(text)), func() error { return nil }, false, cut}, err
	}
	name := inputName(c.Path)
	info, err := os.Stat(c.Path)
	if err != nil {
		return chatFile{}, openFailure(name, err)
	}
	if info.IsDir() {
		if c.Session == nil || isBlank(*c.Session) {
			return chatFile{}, whichSession(c.Path)
		}
		return chooseFile(s, c.Path, jsvalue.Trim(*c.Session))
	}
	if !info.Mode().IsRegular() {
		return chatFile{}, openFailure(name, errNotRegular)
	}
	disk, err := os.OpenFile(c.Path, os.O_RDONLY|sessiondir.WithoutWaiting, 0)
	if err != nil {
		return chatFile{}, openFailure(name, err)
	}
	return readable(disk, name, c.Path, false)
}

// session is the one to show.
func (c *historyCommand) session(file chatFile) (string, error) {
	if c.Session != nil {
		if session := jsvalue.Trim(*c.Session); session != "" {
			return session, nil
		}
		return "", failure("usage", "--session: it is blank")
	}
	session, err := history.Session(io.NewSectionReader(file, 0, file.size))
	if session != "" {
		return session, nil
	}
	if err != nil && !errors.Is(err, history.ErrNoSession) {
		return "", failure("input_unreadable", "%s: %v", file.name, reason(err))
	}
	return "", noChat(file, err != nil)
}

// noChat says what a file is whose beginning has no event; isLong: it goes on behind that. An empty one, one of blank lines,
// or one that lost its only event, is a chat without events.
func noChat(file chatFile, isLong bool) error {
	text, err := io.ReadAll(io.NewSectionReader(file, 0, min(file.size, history.MaxSessionBytes)))
	if err != nil {
		return failure("input_unreadable", "%s: %v", file.name, reason(err))
	}
	if isLong {
		return failure("session_not_found", "%s: %v; say which, --session ID", file.name, history.ErrNoSession)
	}
	return checkChat(file.name, string(text))
}

func (c *historyCommand) snapshot(s *Streams, file chatFile, options history.SnapshotOptions) error {
	session := options.Session
	lines := fewerLosses{ReaderAt: file}
	snapshot, err := history.ReadSnapshot(&lines, file.size, options)
	if err != nil {
		return failure("input_unreadable", "%s: %v", file.name, reason(err))
	}
	isEmpty := file.isChosen && len(snapshot.Diagnostics) == 0 // the name of the file is that of the session
	switch isSought := c.Session != nil && !snapshot.SessionFound && !isEmpty; {
	case isSought && file.cut != nil:
		return failure("session_not_found", "no event of session %s stands in what could be read of %s; whether the rest has one is not known",
			sanitize.Line(session), file.name)
	case isSought:
		return failure("session_not_found", "there is no session %s in %s", sanitize.Line(session), file.name)
	}
	tellLeft(s.Err, lines.left)
	notes := c.whyNothing(snapshot, file.size)
	return c.write(s, part{snapshot.Members(), session, snapshot.Events, snapshot.Diagnostics, snapshot.TailStartOffset, noCut, notes})
}

func (c *historyCommand) page(s *Streams, file chatFile, options history.PageOptions) error {
	lines := fewerLosses{ReaderAt: file}
	page, err := history.ReadPage(&lines, file.size, options)
	if err != nil {
		return failure("input_unreadable", "%s: %v", file.name, reason(err))
	}
	cut, err := cutLine(file, page.Diagnostics, min(int64(*c.Before), file.size))
	if err != nil {
		return failure("input_unreadable", "%s: %v", file.name, reason(err))
	}
	tellLeft(s.Err, lines.left)
	notes := c.notes(file, page, cut)
	if len(page.Events) == 0 {
		notes = append(notes, unseen(page.Session)...)
	}
	return c.write(s, part{page.Members(), options.Session, page.Events, page.Diagnostics, page.StartOffset, cut, notes})
}

// sizeBound is the bound that was given; 0 if none was.
func sizeBound(n *blockLimit) int64 {
	if n == nil {
		return 0
	}
	return cmp.Or(max(int64(*n), history.None), history.None)
}

// part is what was read of a history.
type part struct {
	members     []jsvalue.Member
	session     string
	events      []event.Envelope
	diagnostics []diagnostic.Diagnostic
	older       int64    // the cursor of what is older; 0 if nothing is
	cut         int      // where a line begins that the part ends in, or noCut
	notes       []string // lines for people
}

func (c *historyCommand) write(s *Streams, p part) error {
	return writeOut(s, func(out io.Writer) error {
		if c.Format == "json" {
			complete := !slices.ContainsFunc(p.diagnostics, diagnostic.Diagnostic.AffectsCompleteness)
			answer := jsvalue.ObjectValue(append(p.members,
				jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(complete)},
				jsvalue.Member{Key: "diagnostics", Value: diagnostic.ListValue(p.diagnostics)},
			)...)
			return writeObject(out, answer, jsvalue.Append)
		}
		view := textview.Groups
		if c.View != nil {
			view = textview.ChatView(*c.View)
		}
		chat := textview.Chat{Chat: p.chat(), View: view, Part: true, Older: p.older > 0}
		if err := textview.WriteChat(out, chat, textview.Options{Color: wantsColor(s), Full: c.Full}); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, strings.Join(append(p.notes, c.older(p)), "\n"))
		return err
	})
}

// chat shows the events of a part, with diagnostics by their places in the file. A line that it ends in is lost to the part, as the
// answer of the operation has it (ES-HIST-10), and not to the chat.
func (p part) chat() eventstream.Chat {
	var text []byte
	for _, envelope := range p.events {
		text = append(jsvalue.Append(text, envelope.Value()), '\n')
	}
	chat := eventstream.Show(string(text), eventstream.Options{Session: p.session})
	diagnostics := slices.DeleteFunc(slices.Clone(p.diagnostics), func(d diagnostic.Diagnostic) bool {
		at, _ := d.Offset()
		return at == p.cut && d.Code() == diagnostic.InvalidJSONLine
	})
	for _, d := range chat.Diagnostics {
		if line, _, ok := d.Line(); ok && d.Code() != diagnostic.InvalidTimestamp {
			diagnostics = append(diagnostics, d.AtOffset(p.events[line-1].Offset))
		}
	}
	slices.SortStableFunc(diagnostics, func(a, b diagnostic.Diagnostic) int {
		atA, _ := a.Offset()
		atB, _ := b.Offset()
		return atA - atB
	})
	chat.Diagnostics = diagnostics
	chat.Complete = !slices.ContainsFunc(diagnostics, diagnostic.Diagnostic.AffectsCompleteness)
	return chat
}

// older says whether there is older history, and the command that shows it.
func (c *historyCommand) older(p part) string {
	if p.older == 0 {
		return "This is the beginning: nothing is older."
	}
	command := []string{"transcript history"}
	if c.Session != nil {
		command = append(command, "--session="+quoteWord(p.session))
	}
	if c.MaxBytes != nil {
		page := min(max(int64(*c.MaxBytes), history.MinPageBytes), history.MaxPageBytes) // the end can be read by fewer, or more
		command = append(command, "--max-bytes", fmt.Sprint(page))
	}
	if c.View != nil {
		command = append(command, "--view", string(*c.View))
	}
	if c.Now != nil {
		command = append(command, "--now="+quoteWord(*c.Now))
	}
	if c.Full {
		command = append(command, "--full")
	}
	path := c.Path
	if strings.HasPrefix(path, "-") && path != "-" {
		path = "./" + path // else it is taken for a flag
	}
	return "Older history: " + strings.Join(append(command, "--before", fmt.Sprint(p.older), quoteWord(path)), " ")
}

package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/recovery"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// repairCommand is "transcript repair".
type repairCommand struct {
	File    string  `arg:"" help:"A file of events of a chat, or - for standard input."`
	Session *string `placeholder:"ID" help:"The session to repair; that of the first event unless it is given."`
	Now     *string `placeholder:"TIME" help:"The time of what is appended; the time of this call unless it is given."`
	Write   bool    `help:"Append it to the file."`
}

// Help is the long help.
func (repairCommand) Help() string {
	return `Reads the events of a chat and shows what has to be appended so that its latest turn is settled, as after a crash or a Stop:
the ends of jobs in the background and of sub-agents that nothing runs any more, then the status and the done of the turn. Only
what is missing is appended, and only for the latest turn; a turn that has both ends gets nothing. Each line stands with the rule of
SPEC.md, section 10.29, that asks for it. Repair a file only when no process writes it.

A file that is compressed by gzip is read as what it holds; where that is cut off or damaged, the ends can be what is lost, and
it is refused.

With --write the lines are appended in one write, and are on the disk when the command returns; nothing that stands in the file
is changed, and a file that changed since it was read is refused, as is one that another repair writes. Links are followed: the
file they lead to is written. A last line without line feed gets one first, which is said, as is a last line that is torn. Other
sessions of the file are named, and not repaired.

Exit codes:
  0  nothing is missing, or it was appended
  1  something is missing; what is shown was not appended
  2  wrong use, or the file could not be read or written, is compressed and cut off (input_truncated), is compressed at all with
     --write (input_compressed), changed meanwhile (file_changed), or lacks more than ten million units and four times the file
     (repair_too_long); the code and the reason are on stderr`
}

// Run shows what a repair appends, or appends it (ES-REPAIR-07).
func (c *repairCommand) Run(s *Streams) error {
	if c.Write && c.File == "-" {
		return failure("usage", "--write needs a file, and not standard input")
	}
	now := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	if c.Now != nil {
		if _, ok := jstime.Parse(*c.Now); !ok {
			return failure("usage", "--now: %s is no timestamp, such as 2026-08-10T10:00:00Z", sanitize.Line(*c.Now))
		}
		now = *c.Now
	}
	before, err := statOf(c.File)
	if err != nil {
		return err
	}
	if c.Write && !before.Mode().IsRegular() && !before.IsDir() { // one that is read could wait for ever
		return failure("usage", "--write: %s is no regular file", inputName(c.File))
	}
	text, err := c.read(s)
	if err != nil {
		return err
	}
	found, err := c.look(text, now)
	if err != nil {
		return err
	}
	write := c.Write && len(found.added) > 0
	if write {
		if err := appendLines(c.File, recovery.Lines(found.added, found.isOpen), before, text); err != nil {
			return err
		}
	}
	err = writeOut(s, func(out io.Writer) error { return c.show(out, found) })
	var failed *Failure
	switch {
	case errors.As(err, &failed) && write:
		return failure(failed.Code, "%s; the lines were appended to %s all the same", failed.Message, inputName(c.File))
	case err == nil && len(found.added) > 0 && !c.Write:
		return errNo
	}
	return err
}

// read reads the file, also one that is compressed if all of it is there; to such a one lines cannot be appended.
func (c *repairCommand) read(s *Streams) (string, error) {
	if !c.Write {
		text, cut, err := readUnpacked(c.File, s.In)
		if err == nil && cut != nil { // to append what was there once is no repair
			err = failure("input_truncated", "%s; what its latest turn lacks can be what is lost, so nothing is shown", cutText(inputName(c.File), cut))
		}
		return text, err
	}
	text, err := readInput(c.File, s.In)
	if err == nil && isCompressed(text, c.File) {
		err = failure("input_compressed", "--write: %s is compressed by gzip; decompress it first", inputName(c.File))
	}
	return text, err
}

// toRepair is what a file lacks, and what else is to be said of it.
type toRepair struct {
	session string // "" if there is no chat
	turn    recovery.Turn
	added   []recovery.Addition
	others  []string // sessions that are left alone
	isOpen  bool     // the last line has no line feed
	isTorn  bool     // and is no JSON, nor the notice that the file was capped
	capped  bool     // a program of old stopped writing, and said so
}

// look finds what the session that was asked for lacks.
func (c *repairCommand) look(text, now string) (toRepair, error) {
	chat, sessions, err := c.count(text, now)
	if err != nil {
		return toRepair{}, err
	}
	found := toRepair{
		session: chat.Session,
		added:   recovery.Repair(chat.Session, chat.Envelopes, chat.Rows.Running(), now),
		others:  slices.DeleteFunc(sessions, func(id string) bool { return id == chat.Session }),
	}
	if !recovery.Fits(found.added, text) {
		return toRepair{}, failure("repair_too_long", "what is missing has more than %d units, since a long name is copied into each line; nothing is shown",
			recovery.MaxUnits(jsvalue.Length(text)))
	}
	found.capped = isCapped(text)
	found.turn, _ = recovery.LatestTurn(chat.Envelopes)
	if last := text[strings.LastIndexByte(text, '\n')+1:]; last != "" {
		_, err := jsvalue.Decode(last)
		found.isOpen, found.isTorn = true, err != nil && !isBlank(last) && jsvalue.Trim(last) != history.CapNotice
	}
	return found, nil
}

// count reads the session that was asked for, and names all.
func (c *repairCommand) count(text, now string) (chat eventstream.Counted, sessions []string, err error) {
	if err := checkChat(inputName(c.File), text); err != nil {
		return chat, nil, err
	}
	text, _ = withFewerLosses(text, false) // none is named
	envelopes, _ := event.Read(text, now)
	sessions = sessionsOf(envelopes)
	session, err := (&projectCommand{Session: c.Session}).chooseSession(sessions, false) // what is cut off was refused
	if err != nil {
		return chat, nil, err
	}
	return eventstream.Count(text, eventstream.Options{Session: session, Now: now}), sessions, nil
}

// show writes the lines with their reasons, and what else is to be said. The lines are in ASCII, so that none acts on a terminal.
func (c *repairCommand) show(out io.Writer, found toRepair) error {
	if found.session == "" {
		_, err := fmt.Fprintln(out, "no chat: nothing to repair")
		return err
	}
	if _, err := fmt.Fprintln(out, c.head(found)); err != nil {
		return err
	}
	for _, a := range found.added {
		if _, err := fmt.Fprintf(out, "%s\n    %s: %s\n", jsvalue.AppendASCII(nil, a.Value()), a.Rule, a.Why); err != nil {
			return err
		}
	}
	notes := c.lastLine(found)
	if found.capped && len(found.added) > 0 {
		notes = append(notes, "The file was capped by who wrote it: what it lacks can be among the events that were omitted.")
	}
	for _, note := range notes {
		if _, err := fmt.Fprintln(out, note); err != nil {
			return err
		}
	}
	if len(found.others) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(out, "Other sessions of the file are not looked at, --session ID repairs one: %s\n", listed(found.others, ""))
	return err
}

// head says what happens to the chat.
func (c *repairCommand) head(found toRepair) string {
	chat := "chat " + sanitize.Line(found.session)
	if len(found.added) == 0 {
		return chat + ": nothing to repair"
	}
	turn := "a turn without a name"
	if found.turn.ID != "" {
		turn = "turn " + sanitize.Line(found.turn.ID)
	}
	if c.Write {
		return fmt.Sprintf("%s, %s, appended:", chat, turn)
	}
	return fmt.Sprintf("%s, %s, to append:", chat, turn)
}

// lastLine tells of a last line without line feed (ES-REPAIR-07).
func (c *repairCommand) lastLine(found toRepair) []string {
	feed := "a line feed goes first"
	if c.Write {
		feed = "a line feed went first"
	}
	switch {
	case found.isTorn && len(found.added) > 0:
		return []string{"The last line of the file is torn and stays as it is; " + feed + ", so that it is lost alone."}
	case found.isTorn:
		return []string{"The last line of the file is torn, and stays as it is."}
	case found.isOpen && len(found.added) > 0:
		return []string{"The last line of the file has no line feed; " + feed + "."}
	}
	return nil
}

// isCapped reports whether a line of a text is the notice that the file was capped (ES-HIST-12).
func isCapped(text string) bool {
	for line := range strings.Lines(text) {
		if strings.Contains(line, history.CapNotice) && jsvalue.Trim(line) == history.CapNotice {
			return true
		}
	}
	return false
}

// statOf is what the file is before it is read; nil for standard input. What cannot be asked is left to the reader.
func statOf(path string) (os.FileInfo, error) {
	if path == "-" {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, openFailure(inputName(path), err)
	}
	return info, nil
}

// appendLines appends to a file that is as it was when it was read, in one write, and waits until it is on the disk. Where the
// system has locks it holds that of the file meanwhile, so that of two repairs one is refused (ES-REPAIR-07).
func appendLines(path, lines string, read os.FileInfo, text string) (err error) {
	name := inputName(path)
	if !read.Mode().IsRegular() {
		return failure("usage", "--write: %s is no regular file", name)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_RDWR|sessiondir.WithoutWaiting, 0)
	if err != nil {
		return failure("output_failed", "%s: %v", name, reason(err))
	}
	defer func() {
		if closed := file.Close(); err == nil && closed != nil {
			err = failure("output_failed", "%s: %v", name, reason(closed))
		}
	}()
	locked := sessiondir.Lock(file)
	if locked != nil && !errors.Is(locked, sessiondir.ErrLocked) && !errors.Is(locked, errors.ErrUnsupported) {
		return failure("output_failed", "%s: %v", name, locked)
	}
	same, err := holds(file, read, text)
	if err != nil {
		return failure("output_failed", "%s: %v", name, reason(err))
	}
	if !same || errors.Is(locked, sessiondir.ErrLocked) {
		return failure("file_changed", "%s changed since it was read, and nothing was appended; another process writes it", name)
	}
	if _, err := file.WriteString(lines); err != nil {
		return failure("output_failed", "%s: %v; a part of the lines may be there", name, reason(err))
	}
	if err := file.Sync(); err != nil {
		return failure("output_failed", "%s: %v", name, reason(err))
	}
	return nil
}

// holds reports whether a file is the one that was read and still has its text.
func holds(file *os.File, read os.FileInfo, text string) (bool, error) {
	info, err := file.Stat()
	if err != nil || !os.SameFile(info, read) || info.Size() != int64(len(text)) {
		return false, err
	}
	from := io.NewSectionReader(file, 0, info.Size())
	part := make([]byte, 64<<10)
	for len(text) > 0 {
		n, err := from.Read(part[:min(len(part), len(text))])
		if string(part[:n]) != text[:n] || errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		text = text[n:]
	}
	return true, nil
}

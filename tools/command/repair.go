package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/recovery"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
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

With --write the lines are appended in one write, and are on the disk when the command returns; nothing that stands in the file
is changed, and a file that changed since it was read is refused. A last line without line feed gets one first.

Exit codes:
  0  nothing is missing, or it was appended
  1  something is missing; what is shown was not appended
  2  wrong use, or the file could not be read or written, or changed meanwhile (file_changed); the code and the reason are on
     stderr`
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
	text, err := readInput(c.File, s.In)
	if err != nil {
		return err
	}
	chat, err := c.count(text, now)
	if err != nil {
		return err
	}
	added := recovery.Repair(chat.Session, chat.Envelopes, chat.Rows.Running(), now)
	turn, _ := recovery.LatestTurn(chat.Envelopes)
	if c.Write && len(added) > 0 {
		if err := appendLines(c.File, recovery.Lines(added, text[len(text)-1] != '\n'), before, len(text)); err != nil {
			return err
		}
	}
	if err := writeOut(s, func(out io.Writer) error { return c.show(out, chat.Session, turn, added) }); err != nil {
		return err
	}
	if len(added) > 0 && !c.Write {
		return errNo
	}
	return nil
}

// count reads the session that was asked for.
func (c *repairCommand) count(text, now string) (eventstream.Counted, error) {
	chat := eventstream.Count(text, eventstream.Options{Now: now})
	envelopes, _ := event.Read(text, now)
	if err := checkChat(inputName(c.File), text, envelopes); err != nil {
		return chat, err
	}
	session, err := (&projectCommand{Session: c.Session}).chooseSession(sessionsOf(envelopes))
	if err != nil || session == "" || session == chat.Session {
		return chat, err
	}
	return eventstream.Count(text, eventstream.Options{Session: session, Now: now}), nil
}

// show writes the lines with their reasons. The lines are in ASCII, so that none acts on a terminal.
func (c *repairCommand) show(out io.Writer, session string, turn recovery.Turn, added []recovery.Addition) error {
	name := "a turn without a name"
	if turn.ID != "" {
		name = "turn " + sanitize.Line(turn.ID)
	}
	said := "to append"
	switch {
	case session == "":
		_, err := fmt.Fprintln(out, "no chat: nothing to repair")
		return err
	case len(added) == 0:
		_, err := fmt.Fprintf(out, "chat %s: nothing to repair\n", sanitize.Line(session))
		return err
	case c.Write:
		said = "appended"
	}
	if _, err := fmt.Fprintf(out, "chat %s, %s, %s:\n", sanitize.Line(session), name, said); err != nil {
		return err
	}
	for _, a := range added {
		if _, err := fmt.Fprintf(out, "%s\n    %s: %s\n", jsvalue.AppendASCII(nil, a.Value()), a.Rule, a.Why); err != nil {
			return err
		}
	}
	return nil
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

// appendLines appends to a file that is as it was when it was read, in one write, and waits until it is on the disk
// (ES-REPAIR-07).
func appendLines(path, lines string, read os.FileInfo, size int) (err error) {
	name := inputName(path)
	if !read.Mode().IsRegular() {
		return failure("usage", "--write: %s is no regular file", name)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return failure("output_failed", "%s: %v", name, reason(err))
	}
	defer func() {
		if closed := file.Close(); err == nil && closed != nil {
			err = failure("output_failed", "%s: %v", name, reason(closed))
		}
	}()
	info, err := file.Stat()
	if err != nil {
		return failure("output_failed", "%s: %v", name, reason(err))
	}
	if !os.SameFile(info, read) || info.Size() != int64(size) || read.Size() != info.Size() || !info.ModTime().Equal(read.ModTime()) {
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

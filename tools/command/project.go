package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"

	"github.com/alecthomas/kong"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// projectCommand is "transcript project".
type projectCommand struct {
	Files           []string    `arg:"" name:"file" help:"Session file: one JSON record a line. - reads standard input. Of sessionraw also several files, or directories."`
	Dialect         string      `enum:"chatrecord,sessionraw,eventstream" default:"chatrecord" help:"Format of the files: chatrecord, sessionraw or eventstream. Default: chatrecord."`
	Leaf            *string     `placeholder:"UUID" group:"chatrecord" help:"End the branch at this record, such as another leaf that the text names. Default: the last record of the conversation."`
	MaxBlocks       *blockLimit `placeholder:"N" group:"chatrecord" help:"Show only the last N blocks."`
	Thread          *string     `placeholder:"ID" group:"sessionraw" help:"Show this thread. Default: the only one that is there; of one file the file by itself."`
	Context         bool        `group:"sessionraw" help:"Show what the model is given of one file, or of the newest file of the thread."`
	Page            *string     `placeholder:"CURSOR" group:"sessionraw" help:"Show the page of items before this cursor; an empty one asks for the newest page."`
	Limit           *blockLimit `placeholder:"N" group:"sessionraw" help:"Items of a page; less than 1 is 1, more than 500 is 500. Default: 50."`
	View            *chatView   `placeholder:"VIEW" group:"eventstream" help:"What to show of the chat: its text (entries), what was drawn (rows), that as a timeline groups it (groups), or what was said last (summary). Default: groups."`
	Session         *string     `placeholder:"ID" group:"eventstream" help:"Show this session. Default: that of the first event."`
	Now             *string     `placeholder:"TIME" group:"eventstream" help:"Time of an event that has none. Default: none."`
	Format          string      `enum:"text,json" default:"text" help:"text is for people and shortens long input and output of tools, of a chat all that nobody said; json is for programs and whole."`
	Full            bool        `help:"Shorten nothing in the text, and show what programs put before the words of the user. Not with --format json, which is whole."`
	RequireComplete bool        `help:"Exit with 1 if anything is missing or cut."`
}

// Help is the long help.
func (projectCommand) Help() string {
	return `Follows the live branch of the session, joins what belongs together, matches tool results to their calls, and names
every loss: it is marked where it happened and explained at the end. The text shortens long input and output of tools, and
says so; --full does not.

  transcript project --full session.jsonl | less
  transcript project --format json - <session.jsonl
  transcript project --require-complete session.jsonl >/dev/null || echo something is missing
  transcript project --dialect sessionraw --thread thread-7 workspace/session_raw
  transcript project --dialect sessionraw --limit 20 --format json session_raw/1714000000_main.jsonl
  transcript project --dialect eventstream --view entries chat.jsonl

Of sessionraw it shows a thread with its sub-agents in their places, the page of it that --page and --limit say, or with
--context what the model was given last. A directory is a store of session files, or a workspace that has stores
(session_raw and session_raw-PROFILE); "transcript threads DIR" lists its threads. A link that is given as an argument is
followed; one inside a directory is left out and named on stderr, be it session_raw: name it, or what it leads to.

Of eventstream it shows the events of a chat, a row a line, further in what another row started; --full puts below it what
tools were given and gave, and what else it holds. The time of a row is that of its last change, so that times can go back.
A step that still ran when its turn was cut is interrupted; a sub-agent runs until its own end, which can come later.
--view entries shows who said what. A file holds one session, or several: the first, or the one that --session names, is
shown.

--format json writes one object: blocks, diagnostics, complete, truncated. A diagnostic that names a record by its index
(recordIndex, from 0, among the records that were read) or a piece of a line has also line, from 1, and byteOffset in the
file. Of sessionraw it writes the answer of items, page or context as SPEC.md has it in section 9; each diagnostic names its
file. Of eventstream it writes the answer of the operation that --view names, section 8.4.

A file of chatrecord or eventstream that is compressed by gzip is shown as what it holds; of one that is cut off, which stderr
tells (input_truncated), what came before, and the rest as one loss. Of lines that are lost 100000 are named, and of those
that were mended (recovered_record); stderr tells how many more there are (too_many_findings).

Exit codes:
  0  shown
  1  shown, but incomplete, with --require-complete
  2  wrong use, or the file cannot be shown (not_a_session: none of its lines is a record; several_threads,
     thread_not_found and session_not_found name those that are there; no_thread, no_session_files, invalid_cursor,
     missing_header), or the output could not be written; the code and the reason are on stderr

Colours appear on a terminal only; NO_COLOR=1 turns them off.`
}

// blockLimit is an integer of any size; the projection says which sizes it takes.
type blockLimit int64

// Decode takes the next word, also one such as -1, which is no flag. What is too large it keeps as the nearest int64, which is out of range
// as well.
func (l *blockLimit) Decode(ctx *kong.DecodeContext) error {
	word := fmt.Sprint(ctx.Scan.Peek().Value)
	n, ok := new(big.Int).SetString(word, 10)
	if !ok {
		if err := ctx.Scan.PopValueInto("value", &word); err != nil {
			return err
		}
		return errors.New("an integer is needed")
	}
	ctx.Scan.Pop()
	switch {
	case n.IsInt64():
		*l = blockLimit(n.Int64())
	case n.Sign() > 0:
		*l = math.MaxInt64
	default:
		*l = math.MinInt64
	}
	return nil
}

// Run projects the file and writes the result.
func (c *projectCommand) Run(s *Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	switch c.Dialect {
	case "sessionraw":
		return c.showThread(s)
	case "eventstream":
		return c.showChat(s)
	}
	file := c.Files[0]
	text, cut, err := readUnpacked(file, s.In)
	if err != nil {
		return err
	}
	tellCut(s, inputName(file), cut)
	progress := newProgress(s, len(text))
	lines, damages, left := readLines(text, progress)
	progress.done()
	if err := checkSession(inputName(file), text, lines); err != nil {
		return err
	}
	tellLeft(s.Err, left)
	projection, err := chatrecord.ProjectLines(lines, damages, c.options())
	if err != nil {
		return err
	}
	projection.Diagnostics = withLines(projection.Diagnostics, lines)
	if err := c.write(s, lines, projection); err != nil {
		return err
	}
	if c.RequireComplete && !projection.Complete {
		return errNo
	}
	return nil
}

// check refuses flags and files that the dialect does not have.
func (c *projectCommand) check() error {
	foreign := map[string][]string{}
	note := func(dialect, flag string, given bool) {
		if given {
			foreign[dialect] = append(foreign[dialect], flag)
		}
	}
	note("chatrecord", "--leaf", c.Leaf != nil)
	note("chatrecord", "--max-blocks", c.MaxBlocks != nil)
	note("sessionraw", "--thread", c.Thread != nil)
	note("sessionraw", "--context", c.Context)
	note("sessionraw", "--page", c.Page != nil)
	note("sessionraw", "--limit", c.Limit != nil)
	note("eventstream", "--view", c.View != nil)
	note("eventstream", "--session", c.Session != nil)
	note("eventstream", "--now", c.Now != nil)
	for _, dialect := range []string{"chatrecord", "sessionraw", "eventstream"} {
		if flags := foreign[dialect]; dialect != c.Dialect && len(flags) > 0 {
			return failure("usage", "%s is of the dialect %s; --dialect is %s", flags[0], dialect, c.Dialect)
		}
	}
	switch {
	case c.Dialect != "sessionraw" && len(c.Files) > 1:
		return failure("usage", "unexpected argument %s: a session of %s is one file", sanitize.Line(c.Files[1]), c.Dialect)
	case c.Format == "json" && c.Full:
		return failure("usage", "--full is of the text; --format json is whole")
	case c.Context && (c.Page != nil || c.Limit != nil):
		return failure("usage", "--context has no pages; leave out --page and --limit")
	}
	return nil
}

func (c *projectCommand) options() chatrecord.Options {
	return chatrecord.Options{LeafUUID: c.Leaf, MaxBlocks: (*int64)(c.MaxBlocks)}
}

// readLines reads the lines, but of those that are lost, and of what was mended, only so many (mostFindings), and how many are left. What
// was mended is no loss, and takes the place of none.
func readLines(text string, progress *progress) (lines []jsonl.Line, damages []diagnostic.Diagnostic, left int) {
	lost, mended := 0, 0
	holds := func(held *int) bool {
		*held++
		return *held <= mostFindings
	}
	for line, damage := range jsonl.Lines(text) {
		isMended := damage != nil && damage.Code() == diagnostic.RecoveredRecord
		switch {
		case damage == nil && resemblesRecord(line), isMended && holds(&mended), !isMended && holds(&lost):
			if damage != nil {
				damages = append(damages, *damage)
				continue
			}
			lines = append(lines, line)
			progress.at(line.Offset)
		default:
			left++
		}
	}
	return lines, damages, left
}

// write writes the projection.
func (c *projectCommand) write(s *Streams, lines []jsonl.Line, p chatrecord.Projection) error {
	return writeOut(s, func(out io.Writer) error {
		if c.Format == "json" {
			if err := p.WriteJSON(out); err != nil {
				return err
			}
			_, err := io.WriteString(out, "\n")
			return err
		}
		return textview.Write(out, textview.Session{Lines: lines, Projection: p, Branch: branchOf(lines, c.Leaf)}, c.look(s))
	})
}

func (c *projectCommand) look(s *Streams) textview.Options {
	return textview.Options{Color: wantsColor(s), Full: c.Full}
}

// writeOut writes to standard output. A reader who closes the pipe has seen enough; that is no failure.
func writeOut(s *Streams, write func(out io.Writer) error) error {
	out := bufio.NewWriterSize(s.Out, 64<<10)
	err := write(out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil && !isClosedPipe(err) {
		return failure("output_failed", "%v", err)
	}
	return nil
}

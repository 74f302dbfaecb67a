package command

import (
	"bufio"
	"errors"
	"io"
	"math"
	"math/big"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// projectCommand is "transcript project".
type projectCommand struct {
	File            string      `arg:"" help:"Session file: one JSON record a line. - reads standard input."`
	Leaf            *string     `placeholder:"UUID" help:"End the branch at this record, such as another leaf that the text names. Default: the last record of the conversation."`
	MaxBlocks       *blockLimit `placeholder:"N" help:"Show only the last N blocks."`
	Format          string      `enum:"text,json" default:"text" help:"text is for people and shortens long input and output of tools, json is for programs and whole."`
	Full            bool        `help:"Shorten nothing in the text."`
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

--format json writes one object: blocks, diagnostics, complete, truncated. A diagnostic that names a record by its index
(recordIndex, from 0, among the records that were read) or a piece of a line has also line, from 1, and byteOffset in the
file.

Exit codes:
  0  shown
  1  shown, but incomplete, with --require-complete
  2  wrong use, or the file cannot be shown (not_a_session: none of its lines is a record), or the output could not be
     written; the code and the reason are on stderr

Colours appear on a terminal only; NO_COLOR=1 turns them off.`
}

// blockLimit is an integer of any size; the projection says which sizes it takes.
type blockLimit int64

// UnmarshalText keeps what is too large as the nearest int64, which is out of range as well.
func (l *blockLimit) UnmarshalText(text []byte) error {
	n, ok := new(big.Int).SetString(string(text), 10)
	switch {
	case !ok:
		return errors.New("an integer is needed")
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
	text, err := readInput(c.File, s.In)
	if err != nil {
		return err
	}
	progress := newProgress(s, len(text))
	lines, damages := readLines(text, progress)
	progress.done()
	if err := checkSession(inputName(c.File), text, lines); err != nil {
		return err
	}
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

func (c *projectCommand) options() chatrecord.Options {
	return chatrecord.Options{LeafUUID: c.Leaf, MaxBlocks: (*int64)(c.MaxBlocks)}
}

func readLines(text string, progress *progress) (lines []jsonl.Line, damages []diagnostic.Diagnostic) {
	for line, damage := range jsonl.Lines(text) {
		if damage != nil {
			damages = append(damages, *damage)
			continue
		}
		lines = append(lines, line)
		progress.at(line.Offset)
	}
	return lines, damages
}

// write writes the projection. A reader who closes the pipe has seen enough; that is no failure.
func (c *projectCommand) write(s *Streams, lines []jsonl.Line, p chatrecord.Projection) error {
	out := bufio.NewWriterSize(s.Out, 64<<10)
	var err error
	if c.Format == "json" {
		if err = p.WriteJSON(out); err == nil {
			_, err = io.WriteString(out, "\n")
		}
	} else {
		err = textview.Write(out, textview.Session{Lines: lines, Projection: p, Branch: branchOf(lines, c.Leaf)},
			textview.Options{Color: wantsColor(s), Full: c.Full})
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil && !isClosedPipe(err) {
		return failure("output_failed", "%v", err)
	}
	return nil
}

package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// compactCommand is "transcript compact".
type compactCommand struct {
	File            string `arg:"" name:"file" help:"File of the events of a chat, one envelope a line. - reads standard input."`
	For             string `required:"" enum:"storage,wire" placeholder:"FORM" help:"storage is what the file of a chat keeps of each event, wire what other clients are sent."`
	RequireComplete bool   `help:"Exit with 1 if a line was left out, or the input is cut off."`
}

// Help is the long help.
func (compactCommand) Help() string {
	return `Writes the events of a chat again, one a line, with what is bulky made small: outputs of commands, results of tools, diffs,
thoughts and inline images become previews that say how much was left out, as section 10.24 of SPEC.md has it. All else of
a line stays, and a file that was compacted before is written as it is.

  transcript compact --for storage chat.jsonl >small.jsonl
  transcript compact --for wire - <chat.jsonl

What is compressed by gzip is read as what it holds; of data that is cut off, which stderr tells (input_truncated), what came
before. A line that is no envelope is left out, and named on stderr; so is the data of an image that no member accounts for.
The notice of a file that was capped stays. Behind 100000 of these stderr tells how many more there are (too_many_findings).

Exit codes:
  0  written
  1  written, but lines were left out or the input is cut off, with --require-complete
  2  wrong use, or the file is no chat (not_a_session) or cannot be read, or the output could not be written; the code and
     the reason are on stderr`
}

// Run writes the file in another form.
func (c *compactCommand) Run(s *Streams) error {
	text, cut, err := readUnpacked(c.File, s.In)
	if err != nil {
		return err
	}
	tellCut(s, inputName(c.File), cut)
	if err := checkChat(inputName(c.File), text); err != nil {
		return err
	}
	var complete bool
	if err := writeOut(s, func(out io.Writer) (err error) {
		complete, err = c.write(out, s.Err, text)
		return err
	}); err != nil {
		return err
	}
	if c.RequireComplete && !complete {
		return errNo
	}
	return nil
}

// write writes each envelope as it came, but for its event, and names what it leaves out. It is complete if no line is left out.
func (c *compactCommand) write(out, told io.Writer, text string) (complete bool, err error) {
	form := compaction.ForStorage
	if c.For == "wire" {
		form = compaction.ForWire
	}
	complete = true
	named := findings{to: told}
	defer func() { tellLeft(told, named.left) }()
	var buffer []byte
	for line, damage := range jsonl.WholeLines(text) {
		if damage != nil {
			complete = complete && !damage.AffectsCompleteness()
			number, at, _ := damage.Line()
			if raw, _, _ := strings.Cut(text[at:], "\n"); jsvalue.Trim(raw) != history.CapNotice {
				named.name(number, string(damage.Code()), damage.Message())
				continue
			}
			named.name(number, string(damage.Code()), "the notice that the file was capped stays")
			if _, err := io.WriteString(out, history.CapNotice+"\n"); err != nil {
				return complete, err
			}
			continue
		}
		envelope, wrong := event.FromValue(line.Value, "")
		if envelope.Event.IsUndefined() {
			named.name(line.Number, string(wrong[0].Code()), wrong[0].Message())
			complete = false
			continue
		}
		made := form(envelope.Event)
		for _, gone := range made.Unaccounted {
			named.name(line.Number, "omitted_data_uri", fmt.Sprintf("the data of an image of %d bytes was left out of event.%s", gone.Bytes, gone.Member))
		}
		buffer = jsvalue.AppendSource(buffer[:0], line.Value.With(jsvalue.Member{Key: "event", Value: made.Event}))
		if _, err := out.Write(append(buffer, '\n')); err != nil {
			return complete, err
		}
	}
	return complete, nil
}

package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// serveCommand is "transcript serve".
type serveCommand struct {
	MaxLine byteSize `placeholder:"SIZE" default:"1G" help:"Longest line taken, in bytes; K, M and G multiply by 1024. Default: 1G."`
}

// Help is the long help.
func (serveCommand) Help() string {
	return `One JSON object a line each way; a line ends at LF. Each line that is not blank gets exactly one answer, in order, with
the same id, a string or an integer. Everything written is ASCII; stderr is for people.

  -> {"id":1,"op":"describe"}
  <- {"id":1,"result":{"protocol":1,"spec":"1.0", ... "dialects":{"chatrecord":["project", ...]}}}
  -> {"id":2,"dialect":"chatrecord","op":"project","jsonl":"{\"uuid\":\"a\", ... }\n","options":{"maxBlocks":10}}
  <- {"id":2,"result":{"blocks":[ ... ],"diagnostics":[],"complete":true,"truncated":false}}
  -> {"id":3,"dialect":"chatrecord","op":"project","jsonl":"","options":{"leafUuid":"x"}}
  <- {"id":3,"error":{"code":"leaf_not_found","message":" ... "}}
  -> {"id":4,"dialect":"chatrecord","op":"juggle"}
  <- {"id":4,"unsupported":"the dialect has no such operation"}
  -> {"id":5,"dialect":"sessionraw","op":"items","files":{"1_a.jsonl":"{\"_meta\": ... }\n"},"options":{"threadId":"T"}}
  <- {"id":5,"result":{"threadId":"T","hasTranscript":true,"items":[ ... ],"diagnostics":[],"complete":true}}
  -> {"id":6,"dialect":"eventstream","op":"entries","jsonl":"{\"sessionId\":\"s\", ... }\n"}
  <- {"id":6,"result":{"sessionId":"s","entries":[ ... ],"complete":true,"diagnostics":[]}}

The input is one of: jsonl, the text of a file; jsonl_base64, its bytes, only for a file that is not valid UTF-8; value, a
JSON value; files, an object from names to texts, or {"base64": ... } in place of a text that is not valid UTF-8. sessionraw
takes files: items and page all of a directory with options.threadId, items and context one file without it; append is in
SPEC.md, section 8. eventstream takes jsonl as it is, damage too.

project refuses text with a damaged line (bad_input): for a real file call read first, then project with the
records that it gives as value. Put the diagnostics of both together (lines[recordIndex] is the line of a record); the file
is complete if none of them has affectsCompleteness true, whatever complete says of the records alone. SPEC.md, section 8,
is the whole protocol, and spec/schema has it as JSON Schemas.

Exit codes:
  0    standard input has ended, or standard output was closed, or SIGTERM came
  2    wrong use, or reading or writing failed; the code and the reason are on stderr
  130  SIGINT came
After a signal the answer in flight is finished; a second signal does not wait for it.`
}

// Run answers until there is nothing to answer.
func (c *serveCommand) Run(s *Streams) error {
	ctx, caught, stop := untilSignal()
	defer stop()
	err := protocol.Serve(ctx, subject.New(buildVersion()), s.In, s.Out, protocol.ServeOptions{
		MaxLine: int(c.MaxLine), Log: s.Err,
	})
	switch {
	case err != nil && !isClosedPipe(err): // TP-PROTO-14
		return failure("serve_failed", "%v", err)
	case caught() == os.Interrupt:
		return errInterrupted
	}
	return nil
}

// errInterrupted is the end by SIGINT: nothing to report, exit code 130.
var errInterrupted = errors.New("interrupted")

// untilSignal makes a context that ends with the first SIGINT or SIGTERM; caught says which, stop gives back what was
// taken. A second signal has its usual effect. A closed standard output becomes an error instead of a SIGPIPE.
func untilSignal() (ctx context.Context, caught func() os.Signal, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals, pipe := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	signal.Notify(pipe, syscall.SIGPIPE)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(signalError{s})
		case <-ctx.Done():
		}
	}()
	caught = func() os.Signal {
		var err signalError
		if errors.As(context.Cause(ctx), &err) {
			return err.Signal
		}
		return nil
	}
	return ctx, caught, func() {
		signal.Stop(signals)
		signal.Stop(pipe)
		cancel(nil)
	}
}

type signalError struct{ os.Signal }

func (e signalError) Error() string { return "signal: " + e.String() }

// byteSize is a number of bytes above 0.
type byteSize int

// UnmarshalText reads an integer, perhaps with the letter K, M or G.
func (b *byteSize) UnmarshalText(text []byte) error {
	digits, factor := string(text), int64(1)
	for i, letter := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(digits, letter); ok {
			digits, factor = rest, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt/factor {
		return fmt.Errorf("a number of bytes above 0 is needed, such as 4096 or 64M")
	}
	*b = byteSize(n * factor)
	return nil
}

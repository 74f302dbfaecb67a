package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ServeOptions bound a server and say where it complains.
type ServeOptions struct {
	MaxLine int       // longest line, in bytes; 0 is DefaultMaxLine
	Log     io.Writer // for people: panics, with their stack; nil for nowhere
}

// Serve reads requests from in and writes one answer for each line that is not blank to out, in order, until in ends.
// One request is in flight at a time (TP-PROTO-04).
//
// A call that panics is answered internal_error, and the next request is served (TP-PROTO-13). When ctx is done, the
// answer in flight is finished and Serve returns nil (TP-PROTO-14); a Read of in that then still blocks is left behind.
// An error means that in could not be read or out not be written.
func Serve(ctx context.Context, subject Subject, in io.Reader, out io.Writer, options ServeOptions) error {
	s := server{subject: subject, log: options.Log}
	if s.log == nil {
		s.log = io.Discard
	}
	return ServeLines(ctx, in, out, options.MaxLine, s.reply)
}

// ServeLines is the loop of Serve for any protocol of lines: it writes to out what reply makes of each line that is not
// blank, or nothing, one line after the other. err is nil, or ErrLineTooLong with no line.
func ServeLines(ctx context.Context, in io.Reader, out io.Writer, maxLine int, reply func(ctx context.Context, line string, err error) []byte) error {
	l := lines{in: NewLineReader(in, maxLine), out: out, reply: reply}
	ended := make(chan error, 1)
	go func() { ended <- l.serve(ctx) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		l.answering.Lock() // the answer in flight is finished, and none begins after it
		return l.failure
	}
}

// lines are served by a goroutine of their own, which may be left behind in a Read.
type lines struct {
	in        *LineReader
	out       io.Writer
	reply     func(ctx context.Context, line string, err error) []byte
	answering sync.Mutex // held for an answer, and by who wants no more of them
	failure   error      // of the last answer
}

// serve reads and answers one line after the other.
func (l *lines) serve(ctx context.Context) error {
	for {
		line, err := l.in.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, ErrLineTooLong):
			return fmt.Errorf("reading a request: %w", err)
		case err == nil && IsBlank(line):
			continue
		}
		if !l.answer(ctx, line, err) {
			return l.failure
		}
	}
}

// answer writes what is to be said to a line, and reports whether another may follow.
func (l *lines) answer(ctx context.Context, line string, err error) (more bool) {
	l.answering.Lock()
	defer l.answering.Unlock()
	if ctx.Err() != nil {
		return false
	}
	if answer := l.reply(context.WithoutCancel(ctx), line, err); len(answer) > 0 {
		if _, err := l.out.Write(answer); err != nil {
			l.failure = fmt.Errorf("writing an answer: %w", err)
		}
	}
	return l.failure == nil
}

// server answers single lines. It keeps the buffer of the last answer, unless that was large.
type server struct {
	subject Subject
	log     io.Writer
	buffer  []byte
}

// keptBuffer is the largest buffer that is kept for the next answer.
const keptBuffer = 1 << 20

// reply is the answer to a line, as a line; it is valid until the next call.
func (s *server) reply(ctx context.Context, line string, err error) []byte {
	if cap(s.buffer) > keptBuffer {
		s.buffer = nil
	}
	if err != nil { // TP-PROTO-11
		s.buffer = Fail(LineTooLong, "the line is longer than this program takes").AppendLine(s.buffer[:0], jsvalue.Value{})
		return s.buffer
	}
	request, err := ParseRequest(line)
	if err != nil {
		coded := AsError(err)
		s.buffer = Fail(coded.Code, coded.Message).AppendLine(s.buffer[:0], request.ID)
		return s.buffer
	}
	s.buffer = s.call(ctx, request)
	return s.buffer
}

// call runs one request to its written answer. Whatever goes wrong inside becomes internal_error.
func (s *server) call(ctx context.Context, request Request) (line []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(s.log, "panic in %q %q: %q\n%s", request.Dialect, request.Op, fmt.Sprint(fault), debug.Stack())
			line = Fail(InternalError, "the call panicked; standard error of the program says more").AppendLine(nil, request.ID)
		}
	}()
	answer, err := s.answer(ctx, request)
	if err != nil {
		fmt.Fprintf(s.log, "error in %q %q: %q\n", request.Dialect, request.Op, err.Error())
		coded := AsError(err)
		answer = Fail(coded.Code, coded.Message)
	}
	return answer.AppendLine(s.buffer[:0], request.ID)
}

func (s *server) answer(ctx context.Context, request Request) (Answer, error) {
	if request.Op == OpDescribe {
		return s.describe(ctx, request)
	}
	if request.Dialect == "" { // TP-PROTO-06: left out, it must not look like a dialect that is not supported
		return Fail(BadRequest, "dialect is missing or empty"), nil
	}
	return s.subject.Call(ctx, request)
}

// describe takes no input (TP-PROTO-12); a dialect makes no difference.
func (s *server) describe(ctx context.Context, request Request) (Answer, error) {
	switch {
	case !request.HasValidOptions():
		return Fail(BadOptions, "options is neither an object nor null"), nil
	case request.Input.Kind() != NoInput:
		return Fail(BadInput, "describe takes no input"), nil
	}
	description, err := s.subject.Describe(ctx)
	if err != nil {
		return Answer{}, err
	}
	return Result(description.Value()), nil
}

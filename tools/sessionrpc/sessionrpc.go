// Package sessionrpc serves the threads of session files by JSON-RPC 2.0, one message a line.
//
// It promises: each line that is not blank is answered, in order, unless it consists of notifications; a wrong message
// costs itself only; nothing of it lasts from one call to the next but the store. The method is threads.transcript_get
// (SR-RPC-01). Start at Serve; call.go has the method.
package sessionrpc

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// DefaultMaxMessage is the length of a message, in bytes, above which it is refused. Requests are short, but for the cursor
// of a thread of many files: 16 MiB hold that of 100,000 roots.
const DefaultMaxMessage = 16 << 20

// MaxBatch is the number of requests above which a batch is refused: their answers lie in memory together.
const MaxBatch = 100

// Options bound a server and say where it complains.
type Options struct {
	MaxMessage int       // bytes; 0 is DefaultMaxMessage
	Log        io.Writer // for people: files that were left out, and panics
}

// Serve reads messages from in and writes answers to out until in ends or ctx is done; then it finishes the answer that is
// due and returns nil. An error means that in could not be read or out not be written, or that nobody read out when ctx was
// done; a Write that then still blocks is left behind.
func Serve(ctx context.Context, store *sessiondir.Store, in io.Reader, out io.Writer, options Options) error {
	if options.MaxMessage <= 0 {
		options.MaxMessage = DefaultMaxMessage
	}
	if options.Log == nil {
		options.Log = io.Discard
	}
	caller := caller{store: store, log: options.Log}
	ours, theirs := channel.Direct()
	server := jrpc2.NewServer(caller, &jrpc2.ServerOptions{DisableBuiltin: true, Concurrency: 1}).Start(theirs)
	defer func() {
		_ = ours.Close()
		_ = server.Wait()
	}()
	out = &patient{ctx: ctx, out: out}
	answers := answerer{ours, options.MaxMessage}
	return protocol.ServeLines(ctx, in, out, options.MaxMessage, answers.line)
}

// answerer puts one line at a time to the server, which would run ahead of its answers and drop those that are due when
// the input ends.
type answerer struct {
	server     channel.Channel
	maxMessage int
}

// line is the answer to a line; nil if none is due.
func (a answerer) line(_ context.Context, line string, err error) []byte {
	if err != nil {
		return refusal(jrpc2.InvalidRequest, fmt.Sprintf("the message is longer than %d bytes", a.maxMessage))
	}
	if hasNullID(line) {
		return refusal(jrpc2.InvalidRequest, "an id is null: the answer could not be told from one to no request")
	}
	requests, err := jrpc2.ParseRequests([]byte(line))
	if err == nil && len(requests) > MaxBatch {
		return refusal(jrpc2.InvalidRequest, fmt.Sprintf("the batch has more than %d requests", MaxBatch))
	}
	if err := a.server.Send([]byte(line)); err != nil {
		return refusal(jrpc2.InternalError, "the server has ended")
	}
	if err == nil && !answerDue(requests) {
		return nil
	}
	answer, err := a.server.Recv()
	if err != nil {
		return refusal(jrpc2.InternalError, "the server has ended")
	}
	return append(answer, '\n')
}

// answerDue: calls are answered, notifications are not, and what is neither is answered with an error. An empty batch is
// such an error.
func answerDue(requests []*jrpc2.ParsedRequest) bool {
	for _, request := range requests {
		if request.ID != "" || request.Error != nil || request.Method == "" {
			return true
		}
	}
	return len(requests) == 0
}

// hasNullID reports whether a request has null as its id. By JSON-RPC it is none without an id, which are notifications, and
// the library would not answer it.
func hasNullID(line string) bool {
	if !strings.Contains(line, "null") {
		return false
	}
	value, err := jsvalue.Decode(jsvalue.FromUTF8String(line))
	if err != nil {
		return false
	}
	isNull := func(request jsvalue.Value) bool { return request.Has("id") && request.Get("id").IsNullish() }
	for _, request := range value.Elements() {
		if isNull(request) {
			return true
		}
	}
	return isNull(value)
}

// refusal is an answer to what the server never sees.
func refusal(code jrpc2.Code, message string) []byte {
	line, err := json.Marshal(struct {
		Version string       `json:"jsonrpc"`
		ID      any          `json:"id"`
		Error   *jrpc2.Error `json:"error"`
	}{"2.0", nil, &jrpc2.Error{Code: code, Message: message}})
	if err != nil {
		panic(err) // a code and a text are written as JSON
	}
	return append(line, '\n')
}

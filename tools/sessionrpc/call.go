package sessionrpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strings"

	"github.com/creachadair/jrpc2"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// Method is the name of the only method (SR-RPC-01).
const Method = "threads.transcript_get"

// The codes that stand as {"code": ...} in the data of an error.
const (
	InvalidParams   = "invalid_params"
	InvalidCursor   = "invalid_cursor"
	StoreUnreadable = "store_unreadable"
	InternalError   = "internal_error"
)

type caller struct {
	store *sessiondir.Store
	log   io.Writer
}

// Assign finds the method. An unknown one is answered by a handler too: the server would hold the id of a request without
// a handler for taken from then on.
func (c caller) Assign(_ context.Context, method string) jrpc2.Handler {
	if method == Method {
		return c.handle
	}
	return func(context.Context, *jrpc2.Request) (any, error) {
		return nil, jrpc2.MethodNotFound.Err()
	}
}

// handle answers a call with the page, whose numbers keep their text (SR-LINE-10).
func (c caller) handle(_ context.Context, request *jrpc2.Request) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(c.log, "panic in %s: %q\n%s", Method, fmt.Sprint(fault), debug.Stack())
			result, err = nil, failure(jrpc2.InternalError, InternalError, "the call panicked; standard error of the program says more")
		}
	}()
	p, err := parseParams(request.ParamString())
	if err != nil {
		return nil, err
	}
	shown, skipped, err := c.store.Page(p.thread, p.cursor, p.limit)
	for _, s := range skipped {
		fmt.Fprintln(c.log, "left out: "+sanitize.Line(s.Error()))
	}
	switch {
	case errors.Is(err, page.ErrInvalidCursor):
		return nil, failure(jrpc2.InvalidParams, InvalidCursor, "invalid params: the cursor is none, or what it names is not there")
	case err != nil:
		fmt.Fprintln(c.log, sanitize.Line(err.Error()))
		return nil, failure(jrpc2.SystemError, StoreUnreadable, "the session files cannot be read; standard error of the program says more")
	}
	return encode(shown), nil
}

// params are {thread_id, cursor?, limit?}; null is the same as absent, and other members are ignored.
type params struct {
	thread string
	cursor string
	limit  int
}

func parseParams(text string) (params, error) {
	value, err := jsvalue.Decode(jsvalue.FromUTF8String(text))
	if err != nil || !value.IsObject() {
		return params{}, invalid("an object with thread_id is needed")
	}
	p := params{limit: page.DefaultLimit}
	thread, cursor, limit := value.Get("thread_id"), value.Get("cursor"), value.Get("limit")
	if p.thread = strings.TrimSpace(thread.Text()); !thread.IsNullish() && !thread.IsString() {
		return params{}, invalid("thread_id is no string")
	}
	if p.thread == "" {
		return params{}, invalid("thread_id is required")
	}
	if p.cursor = cursor.Text(); !cursor.IsNullish() && !cursor.IsString() {
		return params{}, invalid("cursor is no string")
	}
	if !limit.IsNullish() {
		n := limit.Float()
		if !limit.IsNumber() || n < 0 || n != math.Trunc(n) {
			return params{}, invalid("limit is no integer from 0 on")
		}
		p.limit = int(min(n, page.MaxLimit))
	}
	return p, nil
}

func invalid(what string) error {
	return failure(jrpc2.InvalidParams, InvalidParams, "invalid params: "+what)
}

func failure(code jrpc2.Code, data, message string) error {
	return (&jrpc2.Error{Code: code, Message: message}).WithData(map[string]string{"code": data})
}

package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// scripted is a subject whose operations are the ways in which a call can go.
type scripted struct{ called chan struct{} }

func (scripted) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Protocol: 1, Name: "scripted", Concurrency: 1}, nil
}

func (s scripted) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	switch request.Op {
	case "echo":
		return protocol.Result(request.Input.Value()), nil
	case "panic":
		panic("a secret")
	case "index":
		var list []int
		list[len(request.Op)] = 1
	case "error":
		return protocol.Answer{}, errors.New("a secret")
	case "coded":
		return protocol.Answer{}, &protocol.Error{Code: "some_code", Message: "m"}
	case "nothing":
		return protocol.Answer{}, nil
	case "slow":
		s.called <- struct{}{}
		<-s.called
		return protocol.Result(jsvalue.IntValue(7)), ctx.Err()
	}
	return protocol.Unsupported("no such operation"), nil
}

func serve(t *testing.T, in string, options protocol.ServeOptions) string {
	t.Helper()
	var out bytes.Buffer
	if err := protocol.Serve(t.Context(), scripted{}, strings.NewReader(in), &out, options); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestServe(t *testing.T) {
	const in = `{"id":1,"op":"describe"}

   ` + "\t\r" + `
{"id":2,"dialect":"d","op":"echo","value":["\ud800",1]}
x
{"id":"\ud800","dialect":"d","op":"juggle"}
{"id":3,"dialect":"d","op":"coded"}
{"id":4,"dialect":"d","op":"nothing"}
{"id":5,"dialect":"d","op":"echo","value":5}` // no LF at the end (TP-PROTO-01)
	const want = `{"id":1,"result":{"protocol":1,"spec":"","name":"scripted","version":"","language":"","dialects":{},"unsupported":[],"concurrency":1}}
{"id":2,"result":["\ud800",1]}
{"id":null,"error":{"code":"bad_json","message":"the line is not one JSON value: invalid JSON at byte 0: a value was expected"}}
{"id":"\ud800","unsupported":"no such operation"}
{"id":3,"error":{"code":"some_code","message":"m"}}
{"id":4,"error":{"code":"internal_error","message":"the call gave no answer"}}
{"id":5,"result":5}
`
	if got := serve(t, in, protocol.ServeOptions{}); got != want {
		t.Errorf("got:\n%s", got)
	}
}

// TestServeRefuses: a forgotten dialect is a fault and not a feature that is missing (TP-PROTO-06); describe takes nothing,
// and a dialect makes no difference (TP-PROTO-07, TP-PROTO-09, TP-PROTO-12).
func TestServeRefuses(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"op":"echo","value":0}`:                        `"error":{"code":"bad_request"`,
		`{"id":1,"dialect":"","op":"echo","value":0}`:           `"error":{"code":"bad_request"`,
		`{"id":1,"op":"juggle"}`:                                `"error":{"code":"bad_request"`,
		`{"id":1,"dialect":"d","op":"juggle","jsonl":5}`:        `"error":{"code":"bad_request"`,
		`{"id":1,"dialect":"d","op":"juggle","options":5}`:      `"unsupported":`,
		`{"id":1,"op":"describe","jsonl":"x"}`:                  `"error":{"code":"bad_input"`,
		`{"id":1,"op":"describe","value":null}`:                 `"error":{"code":"bad_input"`,
		`{"id":1,"op":"describe","options":[]}`:                 `"error":{"code":"bad_options"`,
		`{"id":1,"op":"describe","options":null,"dialect":"d"}`: `"result":{"protocol":1`,
		`{"id":1,"op":"describe","options":{},"dialect":""}`:    `"result":{"protocol":1`,
	} {
		if got := serve(t, line, protocol.ServeOptions{}); !strings.HasPrefix(got, `{"id":1,`+want) {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestServeAfterAFault: a call that panics or fails costs its own answer only, which says nothing of why (TP-PROTO-13).
func TestServeAfterAFault(t *testing.T) {
	for _, op := range []string{"panic", "index", "error"} {
		var log bytes.Buffer
		got := serve(t, `{"id":1,"dialect":"d","op":"`+op+`"}`+"\n"+`{"id":2,"dialect":"d","op":"echo","value":0}`, protocol.ServeOptions{Log: &log})
		lines := strings.Split(got, "\n")
		if len(lines) != 3 || !strings.HasPrefix(lines[0], `{"id":1,"error":{"code":"internal_error",`) || lines[1] != `{"id":2,"result":0}` {
			t.Errorf("%s: answers:\n%s", op, got)
		}
		if strings.Contains(got, "secret") {
			t.Errorf("%s: the answer says %s", op, got)
		}
		if !strings.Contains(log.String(), `"`+op+`"`) {
			t.Errorf("%s: the log does not name the operation: %s", op, log.String())
		}
	}
}

// TestServeLongLine: the line behind one that is too long is served, and a long line is answered though it is blank
// (TP-PROTO-01, TP-PROTO-11).
func TestServeLongLine(t *testing.T) {
	const tooLong = `{"id":null,"error":{"code":"line_too_long","message":"the line is longer than this program takes"}}` + "\n"
	if got := serve(t, strings.Repeat(" ", 101)+"\n"+strings.Repeat("\t", 99)+"\r\n", protocol.ServeOptions{MaxLine: 100}); got != tooLong {
		t.Errorf("two blank lines: %s", got)
	}
	got := serve(t, `{"id":1,"dialect":"d","op":"echo","value":"`+strings.Repeat("x", 100_000)+"\"}\n"+`{"id":2,"dialect":"d","op":"echo","value":0}`,
		protocol.ServeOptions{MaxLine: 100})
	if want := tooLong + `{"id":2,"result":0}` + "\n"; got != want {
		t.Errorf("got:\n%s", got)
	}
}

// TestServeEnds: the streams end the loop, and say why if it is not their end (TP-PROTO-14).
func TestServeEnds(t *testing.T) {
	broken := errors.New("cable cut")
	if err := protocol.Serve(t.Context(), scripted{}, iotest.ErrReader(broken), io.Discard, protocol.ServeOptions{}); !errors.Is(err, broken) {
		t.Errorf("a broken input: %v", err)
	}
	reader, writer := io.Pipe()
	reader.CloseWithError(broken)
	in := strings.NewReader("x\nx\n")
	if err := protocol.Serve(t.Context(), scripted{}, in, writer, protocol.ServeOptions{}); !errors.Is(err, broken) {
		t.Errorf("a broken output: %v", err)
	}
}

// TestServeIsCancelled: idle, the loop ends at once; during a call, behind its answer (TP-PROTO-14).
func TestServeIsCancelled(t *testing.T) {
	in, requests := io.Pipe()
	defer requests.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	subject, ended := scripted{make(chan struct{})}, make(chan error)
	go func() { ended <- protocol.Serve(ctx, subject, in, &out, protocol.ServeOptions{}) }()
	if _, err := io.WriteString(requests, `{"id":1,"dialect":"d","op":"slow"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	<-subject.called
	cancel()
	subject.called <- struct{}{}
	if err := <-ended; err != nil || out.String() != `{"id":1,"result":7}`+"\n" {
		t.Errorf("%v, answers %q", err, out.String())
	}

	ctx, cancel = context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	idle, idleWriter := io.Pipe()
	defer idleWriter.Close()
	if err := protocol.Serve(ctx, subject, idle, io.Discard, protocol.ServeOptions{}); err != nil {
		t.Errorf("idle: %v", err)
	}
}

// waiting reads one request and then checks that nothing more is asked for before the answer is out.
type waiting struct {
	t   *testing.T
	out *bytes.Buffer
	n   int
}

func (w *waiting) Read(p []byte) (int, error) {
	if strings.Count(w.out.String(), "\n") != w.n {
		w.t.Errorf("read request %d after %q", w.n, w.out.String())
	}
	if w.n++; w.n > 3 {
		return 0, io.EOF
	}
	return copy(p, `{"id":1,"dialect":"d","op":"x"}`+"\n"), nil
}

// TestServeOneInFlight: the next request is read only when the answer has been written (TP-PROTO-04).
func TestServeOneInFlight(t *testing.T) {
	var out bytes.Buffer
	if err := protocol.Serve(t.Context(), scripted{}, &waiting{t: t, out: &out}, &out, protocol.ServeOptions{}); err != nil {
		t.Fatal(err)
	}
}

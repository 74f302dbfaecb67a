package replay

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
)

// receiver notes what it gets and fails where told to.
type receiver struct {
	got   []Emission
	fails map[int]error // by number of the send, from 1
	each  func(n int)   // looks at each send
}

func (r *receiver) send(ctx context.Context, e Emission) error {
	r.got = append(r.got, e)
	if r.each != nil {
		r.each(len(r.got))
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("sent with a context that has ended: %w", err)
	}
	return r.fails[len(r.got)]
}

// twoCalls gives five emissions, and closes x and y.
const twoCalls = `{"uuid":"a","type":"assistant","timestamp":"2026","message":{"parts":[{"functionCall":{"id":"x","name":"g","args":{"secret words":1}}},{"text":"t"}]}}
{"uuid":"b","type":"assistant","message":{"parts":[{"functionCall":{"id":"y","name":"g"}},{"functionCall":{"id":"z","name":"g"}}]}}
{"uuid":"c","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"z","name":"g"}}]}}`

func records(t failer) []*prepare.Record { return chain(t, strings.Split(twoCalls, "\n")...) }

func pendingIDs(s State) string {
	var ids []string
	for _, p := range s.PendingToolCalls {
		ids = append(ids, p.CallID)
	}
	return strings.Join(ids, " ")
}

var (
	errSend    = errors.New("the line is down")
	errClosing = errors.New("the line is still down")
)

// CR-SEND-01: all is sent, in order; pages with the state carried are one session.
func TestSend(t *testing.T) {
	all := replayAll(records(t))
	whole := &receiver{}
	state, err := Send(t.Context(), records(t), SendOptions{}, whole.send)
	if err != nil || pendingIDs(state) != "" || len(state.UsedCalls) != 3 {
		t.Errorf("pending %q, err %v", pendingIDs(state), err)
	}
	pages := &receiver{}
	for i, record := range records(t) {
		var first Options
		if i > 0 {
			first.InitialState = &state
		}
		state, err = Send(t.Context(), []*prepare.Record{record}, SendOptions{Options: first, KeepOpen: i < 2}, pages.send)
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, r := range map[string]*receiver{"one pass": whole, "pages": pages} {
		got := transcript{emissions: r.got}
		if diff := cmp.Diff(all.lines(), got.lines()); diff != "" {
			t.Errorf("%s (-replayed +sent):\n%s", name, diff)
		}
	}
}

// CR-SEND-02, CR-SEND-03, CR-SEND-04.
func TestSendFails(t *testing.T) {
	tests := []struct {
		name    string
		fails   map[int]error
		open    bool
		sends   int
		pending string
		errs    []error
		message string
	}{
		{name: "at the first", fails: map[int]error{1: errSend}, sends: 1, errs: []error{errSend}, message: `replay: sending update 0 of record "a": the line is down`},
		{name: "at the second", fails: map[int]error{2: errSend}, sends: 3, errs: []error{errSend}, message: `replay: sending update 1 of record "a": the line is down`},
		{name: "at a start, left open", fails: map[int]error{3: errSend}, open: true, sends: 3, pending: "x", errs: []error{errSend}, message: `replay: sending update 0 of record "b": the line is down`},
		{name: "at a result, which left pending early", fails: map[int]error{5: errSend}, sends: 7, errs: []error{errSend}, message: `replay: sending update 0 of record "c": the line is down`},
		{name: "closing, at the first", fails: map[int]error{6: errClosing}, sends: 7, pending: "x", errs: []error{errClosing}, message: `replay: closing a call of record "a": the line is still down`},
		{name: "closing, at both", fails: map[int]error{6: errClosing, 7: errSend}, sends: 7, pending: "x y", errs: []error{errClosing}, message: `replay: closing a call of record "a": the line is still down`},
		{
			name: "replay and closing", fails: map[int]error{5: errSend, 7: errClosing}, sends: 7, pending: "y", errs: []error{errSend, errClosing},
			message: "replay: sending update 0 of record \"c\": the line is down\nreplay: closing a call of record \"b\": the line is still down",
		},
		{name: "left open", open: true, sends: 5, pending: "x y"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := &receiver{fails: test.fails}
			state, err := Send(t.Context(), records(t), SendOptions{KeepOpen: test.open}, r.send)
			if len(r.got) != test.sends || pendingIDs(state) != test.pending {
				t.Errorf("%d sends, pending %q; want %d, %q", len(r.got), pendingIDs(state), test.sends, test.pending)
			}
			for _, target := range []error{errSend, errClosing} {
				wanted := false
				for _, want := range test.errs {
					wanted = wanted || want == target
				}
				if errors.Is(err, target) != wanted {
					t.Errorf("errors.Is(%v, %v) is not %v", err, target, wanted)
				}
			}
			if err != nil && err.Error() != test.message || err == nil && test.message != "" {
				t.Errorf("the error is\n%v\nwant\n%s", err, test.message)
			}
		})
	}
}

// CR-SEND-02, CR-SEND-03: the end of the context ends the replay before the next send, and not the closing.
func TestSendEnds(t *testing.T) {
	type key struct{}
	for k := range 6 {
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
		r := &receiver{each: func(n int) {
			if n == k {
				cancel()
			}
		}}
		if k == 0 {
			cancel()
		}
		closing := 0
		state, err := Send(ctx, records(t), SendOptions{}, func(ctx context.Context, e Emission) error {
			if ctx.Value(key{}) != "kept" {
				t.Error("a send lost the values of the context")
			}
			if ctx.Done() == nil {
				closing++
			}
			r.got = append(r.got, e)
			r.each(len(r.got))
			return nil
		})
		cancel()
		wantClosing := []int{0, 1, 1, 2, 2, 2}[k]
		if closing != wantClosing || len(r.got) != k+closing || pendingIDs(state) != "" {
			t.Errorf("ended at send %d: %d sends, %d of them to close", k, len(r.got), closing)
		}
		if ended := k < 5; errors.Is(err, context.Canceled) != ended {
			t.Errorf("ended at send %d: %v", k, err)
		}
	}
}

// CR-SEND-06: what could not be closed is closed from the returned state; a record is sent again from the state before it.
func TestSendAgain(t *testing.T) {
	sendFrom := func(from State, records []*prepare.Record, open bool, fails map[int]error) (State, []string) {
		r := &receiver{fails: fails}
		state, err := Send(t.Context(), records, SendOptions{Options: Options{InitialState: &from}, KeepOpen: open}, r.send)
		if (err != nil) != (fails != nil) {
			t.Errorf("%v", err)
		}
		var ids []string
		for _, e := range r.got {
			if id := e.Update.ToolCallID; id != "" {
				ids = append(ids, id+" "+string(e.Update.ToolStatus))
			}
		}
		return state, ids
	}
	down := map[int]error{1: errSend}

	state, _ := sendFrom(State{}, records(t)[:2], true, nil)
	state, _ = sendFrom(state, nil, false, down)
	state, closed := sendFrom(state, nil, false, nil)
	if diff := cmp.Diff([]string{"x failed"}, closed); diff != "" || pendingIDs(state) != "" {
		t.Errorf("still pending %q, closed (-want +got)\n%s", pendingIDs(state), diff)
	}

	before := State{}
	after, _ := sendFrom(before, records(t)[:1], true, down)
	for _, again := range []struct {
		from State
		want string
	}{{before, "x in_progress"}, {after, "x:2 in_progress"}} {
		if _, sent := sendFrom(again.from, records(t)[:1], true, nil); len(sent) != 1 || sent[0] != again.want {
			t.Errorf("sent %q, want %s", sent, again.want)
		}
	}
}

// CR-SEND-04: the cause of a cancellation is recognised, and so is the cancellation.
func TestSendTellsTheCause(t *testing.T) {
	for _, cause := range []error{nil, errSend, fmt.Errorf("too late: %w", context.Canceled)} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		_, err := Send(ctx, records(t), SendOptions{}, (&receiver{}).send)
		if !errors.Is(err, context.Canceled) || cause != nil && !errors.Is(err, cause) {
			t.Errorf("cause %v: %v", cause, err)
		}
	}
}

// CR-SEND-05: a panic passes through, and Goexit too; nothing is sent after it, and the machine has stopped.
func TestSendPanics(t *testing.T) {
	sent := 0
	func() {
		defer func() {
			if got := recover(); got != "gone" {
				t.Errorf("recovered %v", got)
			}
		}()
		_, _ = Send(t.Context(), records(t), SendOptions{}, func(context.Context, Emission) error {
			if sent++; sent == 2 {
				panic("gone")
			}
			return nil
		})
	}()
	m := New(Options{})
	func() {
		defer func() { _ = recover() }()
		_ = sendRecords(t.Context(), m, records(t), func(context.Context, Emission) error { panic("gone") })
	}()
	if sent != 2 || !errors.Is(m.Err(), ErrStopped) || pendingIDs(m.Snapshot()) != "" {
		t.Errorf("%d sends, Err() = %v, pending %q", sent, m.Err(), pendingIDs(m.Snapshot()))
	}
	exited := make(chan int)
	go func() {
		n := 0
		defer func() { exited <- n }()
		_, _ = Send(t.Context(), records(t), SendOptions{}, func(context.Context, Emission) error {
			n++
			runtime.Goexit()
			return nil
		})
	}()
	if n := <-exited; n != 1 {
		t.Errorf("%d sends after Goexit", n)
	}
}

// CR-SEND-01, CR-SEND-04: at whichever emission a send fails, the state is that of a consumer who left there.
func TestSendKeepsTheContract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := drawSession(t, false)
		all := replayAll(chain(t, lines...))
		k := rapid.IntRange(1, len(all.emissions)+1).Draw(t, "k")
		open := rapid.Bool().Draw(t, "open")

		want := runUntil(chain(t, lines...), k, "break")
		wantErr := want.Err() != nil
		closing := 0
		if !open {
			for range want.Finalize() {
				closing++
			}
		}
		r := &receiver{fails: map[int]error{}}
		if wantErr {
			r.fails[k] = errSend
		}
		got, err := Send(context.Background(), chain(t, lines...), SendOptions{KeepOpen: open}, r.send)
		if errors.Is(err, errSend) != wantErr {
			t.Fatalf("send %d failed: %v", k, err)
		}
		if diff := cmp.Diff(want.Snapshot(), got); diff != "" {
			t.Fatalf("at send %d (-machine +Send):\n%s", k, diff)
		}
		if wantErr && len(r.got) != k+closing {
			t.Fatalf("%d sends; want %d and %d to close", len(r.got), k, closing)
		}
	})
}

package process_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

type subject func(ctx context.Context) (protocol.Answer, error)

func (s subject) Call(ctx context.Context, _ protocol.Request) (protocol.Answer, error) {
	return s(ctx)
}

func (subject) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Name: "mine"}, nil
}

func TestGuard(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	broken := errors.New("broken pipe")
	for name, c := range map[string]struct {
		subject     subject
		limit       time.Duration
		crash, hang bool
		err         error
	}{
		"answers":          {subject: func(context.Context) (protocol.Answer, error) { return protocol.Result(jsvalue.IntValue(1)), nil }},
		"answers in time":  {limit: time.Hour, subject: func(context.Context) (protocol.Answer, error) { return protocol.Result(jsvalue.IntValue(1)), nil }},
		"refuses":          {limit: time.Hour, subject: func(context.Context) (protocol.Answer, error) { return protocol.Fail("leaf_not_found", ""), nil }},
		"panics":           {limit: time.Hour, crash: true, subject: func(context.Context) (protocol.Answer, error) { panic("no") }},
		"panics, no limit": {crash: true, subject: func(context.Context) (protocol.Answer, error) { panic(errors.New("no")) }},
		"recovered a panic": {limit: time.Hour, crash: true, subject: func(context.Context) (protocol.Answer, error) {
			return protocol.Fail(protocol.InternalError, "no"), nil
		}},
		"hangs": {limit: time.Millisecond, hang: true, subject: func(context.Context) (protocol.Answer, error) { <-block; return protocol.Answer{}, nil }},
		"fails": {limit: time.Hour, err: broken, subject: func(context.Context) (protocol.Answer, error) { return protocol.Answer{}, broken }},
	} {
		guarded := process.Guard(c.subject, c.limit)
		answer, err := guarded.Call(t.Context(), protocol.Request{})
		var crash *process.Crash
		var hang *process.Hang
		if errors.As(err, &crash) != c.crash || errors.As(err, &hang) != c.hang || c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: %v", name, err)
		}
		if wants := !c.crash && !c.hang && c.err == nil; wants != (err == nil) || wants != (answer.Kind() != 0) {
			t.Errorf("%s: answer %v, error %v", name, answer.Kind(), err)
		}
	}
}

func TestGuardDescribesWhatItGuards(t *testing.T) {
	d, err := process.Guard(subject(nil), time.Second).Describe(t.Context())
	if err != nil || d.Name != "mine" {
		t.Errorf("%v, %v", d, err)
	}
}

func TestGuardEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	block := make(chan struct{})
	defer close(block)
	guarded := process.Guard(subject(func(context.Context) (protocol.Answer, error) { <-block; return protocol.Answer{}, nil }), time.Hour)
	if _, err := guarded.Call(ctx, protocol.Request{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// mute does not say what it is.
type mute struct {
	subject
	describe func() protocol.Description
}

func (m mute) Describe(context.Context) (protocol.Description, error) { return m.describe(), nil }

func TestGuardOfADescription(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	var crash *process.Crash
	panics := mute{describe: func() protocol.Description { panic("no") }}
	if _, err := process.Guard(panics, time.Hour).Describe(t.Context()); !errors.As(err, &crash) {
		t.Errorf("it panics: %v", err)
	}
	var hang *process.Hang
	hangs := mute{describe: func() protocol.Description { <-block; return protocol.Description{} }}
	if _, err := process.Guard(hangs, time.Millisecond).Describe(t.Context()); !errors.As(err, &hang) {
		t.Errorf("it hangs: %v", err)
	}
}

// TestGuardGivesALargeQuestionMore: a second for each MiB. Time is that of a bubble.
func TestGuardGivesALargeQuestionMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guarded := process.Guard(subject(func(context.Context) (protocol.Answer, error) {
			time.Sleep(12 * time.Second)
			return protocol.Result(jsvalue.IntValue(1)), nil
		}), 10*time.Second)
		large := protocol.Request{Input: protocol.FilesOf(protocol.File{Name: "a", Text: strings.Repeat("x", 1<<20)}, protocol.File{Name: "b", Text: strings.Repeat("x", 2<<20)})}
		if _, err := guarded.Call(t.Context(), large); err != nil {
			t.Error(err)
		}
		large.Input = protocol.TextOf(strings.Repeat("x", 1<<20))
		var hang *process.Hang
		if _, err := guarded.Call(t.Context(), large); !errors.As(err, &hang) || err.Error() != "no answer within 11s to a question of 1 MiB" {
			t.Error(err)
		}
		time.Sleep(time.Minute) // the call goes on
	})
}

// TestGuardLeavesNothingBehind: no goroutine waits for another question when the context has ended, or if it never does;
// the bubble fails if one is left.
func TestGuardLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended, end := context.WithCancel(t.Context())
		guarded := process.Guard(subject(func(context.Context) (protocol.Answer, error) { return protocol.Result(jsvalue.IntValue(1)), nil }), time.Hour)
		for _, ctx := range []context.Context{context.Background(), ended, ended, context.Background(), ended} {
			if _, err := guarded.Call(ctx, protocol.Request{}); err != nil {
				t.Error(err)
			}
		}
		end()
	})
}

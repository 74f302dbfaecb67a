package crosscheck_test

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/adapters/protocoltest"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

const oneRecord = `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"\ud800 \u0000 \u2028"}]}}`

// TestAdapter: the adapter answers in each of the ways that the protocol has, and goes on after each.
func TestAdapter(t *testing.T) {
	adapter := needAdapter(t)
	ask := func(c crosscheck.Case) protocol.Answer {
		t.Helper()
		answer, err := adapter.Ask(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	good := crosscheck.Case{Lines: []string{oneRecord}}
	for range 2 {
		if text := ask(good).Result().Get("blocks").At(0).Get("text").Text(); text != "\xed\xa0\x80 \x00 \u2028" {
			t.Errorf("the text came back as %q", text)
		}
		if code := ask(crosscheck.Case{Argument: jsvalue.IntValue(5)}).Err().Code; code != "invalid_records" {
			t.Errorf("a number for records: %s", code)
		}
		if code := ask(crosscheck.Case{Lines: []string{"{"}}).Err().Code; code != protocol.BadInput {
			t.Errorf("a torn line: %s", code)
		}
		if failed := ask(crosscheck.Case{Lines: good.Lines, Options: jsvalue.NullValue()}).Err(); failed.Code != protocol.InternalError || failed.Message != "TypeError" {
			t.Errorf("an exception: %+v", failed)
		}
		adapter.Close() // the next request starts another process
	}
}

func TestAdapterStopsWithItsContext(t *testing.T) {
	adapter := needAdapter(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := adapter.Ask(ctx, crosscheck.Case{Lines: []string{oneRecord}}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if _, err := adapter.Ask(t.Context(), crosscheck.Case{Lines: []string{oneRecord}}); err != nil {
		t.Errorf("after that: %v", err)
	}
}

func TestMissingAdapter(t *testing.T) {
	if _, err := crosscheck.NewAdapter(t.TempDir()); err == nil {
		t.Error("an empty directory is no adapter")
	}
}

// TestAdapterKeepsTheProtocol: it answers and ends as section 8 of SPEC.md wants.
func TestAdapterKeepsTheProtocol(t *testing.T) {
	needAdapter(t)
	protocoltest.Check(t, func(ctx context.Context) *exec.Cmd {
		node := exec.CommandContext(ctx, "node", "adapter.mjs")
		node.Dir = directory
		return node
	})
}

package fuzz

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/fuzz/rapidsource"
	"github.com/transcriptspec/transcriptspec/fuzz/targets"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// modelHolds draws a session and judges its projection by the whole model: every invariant, every relation.
func modelHolds(t *rapid.T) {
	d, _ := dialect.ByName("chatrecord")
	if err := targets.RunCase(t.Context(), "modelHolds", d.Generate(rapidsource.New(t))); err != nil {
		t.Fatal(err)
	}
}

func TestModelHolds(t *testing.T) { rapid.Check(t, modelHolds) }

// modelHoldsOfChats is modelHolds for the file of a chat.
func modelHoldsOfChats(t *rapid.T) {
	d, _ := dialect.ByName("eventstream")
	if err := targets.RunCase(t.Context(), "modelHoldsOfChats", d.Generate(rapidsource.New(t))); err != nil {
		t.Fatal(err)
	}
}

func TestModelHoldsOfChats(t *testing.T) { rapid.Check(t, modelHoldsOfChats) }

// TestModelHoldsOfKeptChats is TestModelHoldsOfChats for bulky events that are stored or sent, and for streams in batches.
func TestModelHoldsOfKeptChats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom([]string{"store", "wire", "batch"}).Draw(t, "op")
		make := generate.NewStoreCase
		if op == "batch" {
			make = generate.NewStreamCase
		}
		chat := make(rapidsource.New(t))
		options := chat.Options
		if op != "batch" {
			options = options.Without("sessionId")
		}
		c := testcase.Case{Dialect: "eventstream", Op: op, Input: protocol.TextOf(chat.Text), Options: options}
		if err := targets.RunCase(t.Context(), "modelHoldsOfKeptChats", c); err != nil {
			t.Fatal(err)
		}
	})
}

// modelHoldsOfTornChats is modelHolds for a chat that a crash, a Stop or a host left, whatever is asked of it.
func modelHoldsOfTornChats(t *rapid.T) {
	chat := generate.NewTornCase(rapidsource.New(t))
	for _, op := range []string{"repair", "recovery", "guardrail", "meter", "workflow"} {
		c := testcase.Case{Dialect: "eventstream", Op: op, Input: protocol.TextOf(chat.Text), Options: chat.Options}
		if err := targets.RunCase(t.Context(), "modelHoldsOfTornChats", c); err != nil {
			t.Fatal(err)
		}
	}
}

func TestModelHoldsOfTornChats(t *testing.T) { rapid.Check(t, modelHoldsOfTornChats) }

// FuzzModelHolds lets the engine of go test make the choices that rapid makes above.
func FuzzModelHolds(f *testing.F) { f.Fuzz(rapid.MakeFuzz(modelHolds)) }

// TestGeneratedCasesHold judges cases of the default mix by the whole model.
func TestGeneratedCasesHold(t *testing.T) {
	cases := 300
	if testing.Short() {
		cases = 50
	}
	for _, d := range dialect.All() {
		for n := range cases {
			c := d.Case(4, n)
			if err := targets.RunCase(t.Context(), c.Name, c); err != nil {
				t.Fatal(err)
			}
		}
	}
}

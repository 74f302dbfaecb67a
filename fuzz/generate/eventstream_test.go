package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

func eventCase(source generate.Source) testcase.Case {
	chat := generate.NewEventCase(source)
	return testcase.Case{Dialect: "eventstream", Op: "rows", Input: protocol.TextOf(chat.Text), Options: chat.Options}
}

// hostOps are the operations that a part of the features is of.
var hostOps = []string{"store", "batch", "snapshot", "page", "repair", "recovery", "guardrail", "meter", "workflow", "cursor", "cursor", "store"}

// hostCase asks for one of them.
func hostCase(seed uint64) testcase.Case {
	op, chatFor := hostOps[seed%uint64(len(hostOps))], generate.NewTornCase
	switch op {
	case "cursor":
		return testcase.Case{Dialect: "eventstream", Op: op, Input: generate.NewClientCase(generate.NewPCG(seed), op)}
	case "store":
		chatFor = generate.NewStoreCase
	case "batch":
		chatFor = generate.NewStreamCase
	}
	chat := chatFor(generate.NewPCG(seed))
	return testcase.Case{Dialect: "eventstream", Op: op, Input: protocol.TextOf(chat.Text), Options: chat.Options}
}

// TestEveryFeatureOfEventsIsInTheMix: in at least 1 % of the cases, or the generator does not cover it; and of all cases half are
// without damage.
func TestEveryFeatureOfEventsIsInTheMix(t *testing.T) {
	const size = 1000
	counts := map[string]int{}
	whole := 0
	for seed := range uint64(size) {
		c := eventCase(generate.NewPCG(seed))
		if again := eventCase(generate.NewPCG(seed)); again.Digest() != c.Digest() {
			t.Fatalf("seed %d is not the same twice", seed)
		}
		for _, name := range slices.Concat(eventstream.FeaturesOf(c), eventstream.FeaturesOf(hostCase(seed))) {
			counts[name]++
		}
		if in := eventstream.Read(c); len(in.Told) == 0 && len(in.Envelopes) > 0 {
			whole++
		}
	}
	for _, feature := range eventstream.Features() {
		t.Logf("%5.1f %%  %s", 100*float64(counts[feature.Name])/size, feature.Name)
		if counts[feature.Name] < size/100 {
			t.Errorf("%s is in %d of %d cases", feature.Name, counts[feature.Name], size)
		}
	}
	if whole < size/2 {
		t.Errorf("%d of %d cases are without damage", whole, size)
	}
}

// TestFeaturesOfEventsCanBeTakenAway, each from a case that has it, whatever is asked.
func TestFeaturesOfEventsCanBeTakenAway(t *testing.T) {
	for seed := range uint64(160) {
		c := eventCase(generate.NewPCG(seed))
		switch {
		case seed >= 60:
			c = testcase.Case{Dialect: "eventstream", Op: "cursor", Input: generate.NewClientCase(generate.NewPCG(seed), "cursor")}
		case seed%2 == 1:
			c = hostCase(seed)
		}
		for _, feature := range eventstream.Features() {
			without, ok := feature.Without(c)
			if !ok || feature.Has(without) || !feature.Has(c) && without.Digest() != c.Digest() {
				t.Errorf("seed %d: %s cannot be taken away", seed, feature.Name)
			}
			if eventstream.Read(without).Session != eventstream.Read(c).Session {
				t.Errorf("seed %d: without %s another session is shown", seed, feature.Name)
			}
		}
	}
}

// TestDryEventSource: a source that gives only zeros ends, with a plain chat.
func TestDryEventSource(t *testing.T) {
	c := eventCase(zeros{})
	if in := eventstream.Read(c); len(in.Envelopes) == 0 || len(in.Told) > 0 {
		t.Errorf("%+v\n%s", in.Told, c.Input.Text())
	}
}

// TestTornCases: of the chats that a crash left some need nothing, some an end of the turn, and some the ends of what runs; each
// seed gives the same chat twice.
func TestTornCases(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(300) {
		c := generate.NewTornCase(generate.NewPCG(seed))
		if again := generate.NewTornCase(generate.NewPCG(seed)); again.Text != c.Text {
			t.Fatalf("seed %d is not the same twice", seed)
		}
		for _, kind := range []string{
			`"status","turnStatus":"started"`, `"done"`, `"subagent_started"`, `"background_task"`, `"queue_recovery"`, `"interrupt_receipt"`, `"context_usage"`, `"context_compact"`,
			`"workflow_progress"`, `"prompt_too_long"`, `"plan_approval"`,
		} {
			if strings.Contains(c.Text, kind) {
				counts[kind]++
			}
		}
	}
	for kind, n := range counts {
		if n < 15 {
			t.Errorf("%s is in %d of 300 cases", kind, n)
		}
	}
	if len(counts) < 11 {
		t.Error(counts)
	}
	if c := generate.NewTornCase(zeros{}); c.Text == "" {
		t.Error("a dry source gives nothing")
	}
}

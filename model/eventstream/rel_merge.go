package eventstream

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// mergeRelations compare merges of changed inputs.
var mergeRelations = []model.Relation{
	{
		ID: "merging-again-changes-nothing", Rules: []string{"ES-MERGE-03", "ES-MERGE-04"},
		Says:  "What is merged again with what came changes nothing, unless an event repeats in a snapshot or before it.",
		Check: relate(merging, mergedAgain),
	},
	{
		ID: "pushed-in-parts", Rules: []string{"ES-MERGE-03"},
		Says:  "Events that are pushed in two parts give what they give at once.",
		Check: relate(merging, pushedInParts),
	},
	{
		ID: "counters-are-no-identity", Rules: []string{"ES-MERGE-01"},
		Says:  "Other sequences and provenances of what comes change which event is where in nothing.",
		Check: relate(merging, otherCounters),
	},
}

// merge asks to merge values; it is nil if the subject cannot say.
func (t *trial) merge(existing []jsvalue.Value, name string, came []jsvalue.Value) (*View, error) {
	file := func(name string, values []jsvalue.Value) protocol.File {
		text := ""
		for _, value := range values {
			text += lineOf(value) + "\n"
		}
		return protocol.File{Name: name, Text: text}
	}
	options := t.Case.Options
	if session := readMerge(t.Case).session; session != "" {
		options = options.With(textOf("sessionId", session))
	}
	answer, ok, err := t.asker.Ask(t.ctx, "merge", protocol.FilesOf(file("existing.jsonl", existing), file(name, came)), options)
	if err != nil || !ok || answer.Kind() != protocol.ResultAnswer {
		return nil, err
	}
	return seeResult(answer.Result()), nil
}

func valuesOf(list []Envelope) (values []jsvalue.Value) {
	for _, e := range list {
		values = append(values, e.value())
	}
	return values
}

func (in mergeInput) comesFrom() string {
	if in.pushed {
		return "incoming.jsonl"
	}
	return "snapshot.jsonl"
}

func repeats(list []Envelope) bool { return len(counts(list)) < len(list) }

func mergedAgain(t *trial) error {
	in, merged := readMerge(t.Case), t.list("envelopes")
	if !in.pushed && (repeats(in.existing) || repeats(in.came)) || in.watched {
		return nil
	}
	changed, err := t.merge(merged, in.comesFrom(), valuesOf(in.came))
	if changed != nil {
		t.same(changed, func(r jsvalue.Value) jsvalue.Value { return r.Get("envelopes") })
		if len(merged) > 0 && !changed.Result.Get("sameAsExisting").IsTrue() {
			t.add("sameAsExisting", "what is merged again is not the same")
		}
	}
	return err
}

func pushedInParts(t *trial) error {
	in := readMerge(t.Case)
	if !in.pushed || len(in.came) < 2 {
		return nil
	}
	half := len(in.came) / 2
	first, err := t.merge(valuesOf(in.existing), "incoming.jsonl", valuesOf(in.came[:half]))
	if first == nil {
		return err
	}
	second, err := t.merge(first.list("envelopes"), "incoming.jsonl", valuesOf(in.came[half:]))
	if second != nil {
		t.same(second, func(r jsvalue.Value) jsvalue.Value { return r.Get("envelopes") })
	}
	return err
}

func otherCounters(t *trial) error {
	in := readMerge(t.Case)
	if in.watched || strings.Contains(t.Case.Options.Get("now").Text(), "\x00") {
		return nil
	}
	came := valuesOf(in.came)
	for i, value := range came {
		came[i] = value.With(member("sequence", jsvalue.IntValue(int64(100+i))), member("provenance", jsvalue.ObjectValue(textOf("role", "worker"))))
	}
	changed, err := t.merge(valuesOf(in.existing), in.comesFrom(), came)
	if changed != nil {
		t.same(changed, func(r jsvalue.Value) jsvalue.Value { return without(r.Get("envelopes"), "sequence", "provenance") })
	}
	return err
}

package eventstream

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// storeRelations ask again about what was stored, sent and batched.
var storeRelations = []model.Relation{
	{
		ID: "stored-stays", Rules: []string{"ES-STORE-07"},
		Says:  "The stored form of stored events is those events, byte for byte.",
		Check: relate([]string{"store"}, storedStays),
	},
	{
		ID: "wire-of-stored", Rules: []string{"ES-WIRE-01", "ES-STORE-07"},
		Says:  "The wire form of the stored events, and that of the sent ones, is that of the original ones, byte for byte.",
		Check: relate(wireOnly, wireOfStored),
	},
	{
		ID: "stored-shows-the-same", Rules: []string{"ES-STORE-01", "ES-ENTRY-01", "ES-ROW-01"},
		Says:  "What is stored or sent has the canonical text of the original, and rows of the same keys.",
		Check: relate(keeping, storedShowsTheSame),
	},
	{
		ID: "batched-says-the-same", Rules: []string{"ES-BATCH-02", "ES-BATCH-03", "ES-ENTRY-02"},
		Says:  "The canonical text of what is sent in batches is that of the single pieces.",
		Check: relate(batching, batchedSaysTheSame),
	},
}

// written are the envelopes of an answer as a file: as a program writes them, which has no infinite numbers (CR-JS-03).
func (v *View) written() string {
	var text []byte
	for _, envelope := range v.list("envelopes") {
		text = append(jsvalue.Append(text, envelope), '\n')
	}
	return string(text)
}

// equals demands that another answer has the same envelopes, byte for byte.
func (t *trial) equals(again *View) {
	t.judged = true
	for i, envelope := range t.list("envelopes") {
		other := again.Result.Get("envelopes").At(i)
		if string(jsvalue.Append(nil, other)) != string(jsvalue.Append(nil, envelope)) {
			once, twice := shortly(envelope, other)
			t.add("envelopes", "the form of a form is another one: %s, and then %s", once, twice)
			return
		}
	}
	if again.Result.Get("envelopes").Len() != t.Result.Get("envelopes").Len() {
		t.add("envelopes", "the form of a form has other events")
	}
}

func storedStays(t *trial) error {
	again, err := t.again(t.written())
	if again != nil {
		t.equals(again)
	}
	return err
}

func wireOfStored(t *trial) error {
	stored, err := t.ask("store", t.Case.Input.Text(), t.Case.Options)
	if stored == nil || err != nil {
		return err
	}
	for _, text := range []string{stored.written(), t.written()} {
		again, err := t.again(text)
		if again == nil || err != nil {
			return err
		}
		t.equals(again)
	}
	return nil
}

// storedShowsTheSame says nothing where two envelopes that only differ in what was left out have become repeats.
func storedShowsTheSame(t *trial) error {
	text := t.written()
	again := t.Case
	again.Input = protocol.TextOf(text)
	repeated := func(e Envelope) bool { return e.Repeated }
	if count(Read(again).Envelopes, repeated) != count(t.Input.Envelopes, repeated) {
		return nil
	}
	for _, view := range []struct {
		op, list string
		left     func(jsvalue.Value) jsvalue.Value
	}{
		{"entries", "entries", asItIs},
		{"rows", "rows", func(row jsvalue.Value) jsvalue.Value { return row.Get("key") }},
	} {
		was, err := t.ask(view.op, t.Case.Input.Text(), t.Case.Options)
		if was == nil || err != nil {
			return err
		}
		is, err := t.ask(view.op, text, t.Case.Options)
		if is == nil || err != nil {
			return err
		}
		t.judged = true
		before, after := was.list(view.list), is.list(view.list)
		if !slices.EqualFunc(before, after, func(a, b jsvalue.Value) bool { return same(view.left(a), view.left(b)) }) {
			t.add("envelopes", "the %s of what is kept are others", view.op)
		}
	}
	return nil
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, one := range list {
		if is(one) {
			n++
		}
	}
	return n
}

func batchedSaysTheSame(t *trial) error {
	single, err := t.ask("entries", t.Case.Input.Text(), t.Case.Options)
	if single == nil || err != nil {
		return err
	}
	batched, err := t.ask("entries", t.written(), t.Case.Options)
	if batched == nil || err != nil {
		return err
	}
	t.judged = true
	if want, got := single.list("entries"), batched.list("entries"); !slices.EqualFunc(want, got, same) {
		batches, pieces := shortly(jsvalue.ArrayValue(got...), jsvalue.ArrayValue(want...))
		t.add("envelopes", "the entries of the batches are %s, of the pieces %s", batches, pieces)
	}
	return nil
}

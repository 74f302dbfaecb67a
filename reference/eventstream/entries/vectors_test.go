package entries_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// gone is an entry that a retraction took.
const gone = ""

// righted are the entries of marked vectors, by their places, in which a shipped program is wrong, with the members that are
// others; all else is as it answers. They are read off the input, by these rules:
//   - edge-trim: the ends of what the assistant said stay (ES-ENTRY-01).
//   - retraction: it takes the entries of its messages (ES-TEXT-05).
//   - break-rule: what draws a row ends a run, and nothing else (ES-TEXT-02, ES-ENTRY-03).
//   - item-turn-identity: an item is of its turn (ES-TEXT-01).
var righted = map[int]map[int]string{
	3:   {0: `{"text":"A  \n\n B"}`},
	9:   {0: gone},
	11:  {0: `{"text":"Half a word."}`}, // a status that started draws nothing
	13:  {0: `{"text":"a"}`, 1: `{"role":"assistant","text":"b","timestamp":"2026-08-10T10:00:03.400Z","turnId":"t2","itemId":"i1"}`},
	15:  {0: `{"text":"\n\nHi\n"}`},
	20:  {1: `{"text":"from\n\n lin\n\ne parts while cannot out goes skips before"}`}, // plan_text draws
	33:  {1: `{"text":"runners \n\nbeforecheck build"}`},
	36:  {0: `{"text":"review \n\nthe buildparts small the"}`},
	39:  {1: `{"text":"from\n\n it"}`},
	40:  {1: `{"text":"goes\n"}`},
	47:  {0: `{"text":"runners\n"}`},
	50:  {1: gone},
	53:  {0: gone},
	55:  {4: `{"text":"parts release runners "}`},
	57:  {1: `{"text":"the notes "}`},
	64:  {0: gone},
	72:  {4: `{"text":"# Head\n\nskips for\n"}`},
	82:  {0: `{"text":"cannotouttests keeps\n"}`},
	83:  {1: `{"text":"an\n\nd no\n\ntes before parts goes cannot"}`}, // ade_card draws
	86:  {0: gone, 2: gone},
	94:  {1: gone, 2: `{"text":"line parts","timestamp":"2026-08-10T10:00:00.181Z"}`}, // said after the retraction
	99:  {1: gone},
	108: {4: `{"text":"review from with parser \u00df we line review\n"}`},
	115: {1: `{"text":"\u20ac5 review \u00df keeps with out so ke\n\neps twice"}`}, // plan_text draws
	116: {1: `{"text":"\ud83d\udc69\u200d\ud83d\udcbb tests\n\n parser parser line the keeps twice it"}`},
	132: {0: `{"text":"while \u20ac5 parser\n\nbefore  \n"}`},
	135: {0: gone},
	138: {3: `{"text":"# Head\n\nit so and with\n"}`, 5: `{"text":"# Head\n\nit from cannot\n"}`},
	144: {4: `{"text":"# Head\n\nrunners tests\n"}`, 5: `{"text":"- item\nbuild review and the line small\n"}`},
	147: {1: `{"text":"the caf\u00e9 for \u20ac5"}`}, // neither do an unknown event, and a status that started
}

// rightAnyway are marked vectors that the program answers right: it is its rows that differ, or (21) a boundary stands where
// the rule puts it too.
var rightAnyway = []int{12, 21, 65, 127}

// inferredAnyhow is whether an entry is inferred, where the vector says otherwise: it goes by what the program broke off.
var inferredAnyhow = map[int]bool{11: false, 115: true, 147: false}

// TestVectors compares with a shipped program: what bears no mark is equal, and what bears one is, where it differs, what is
// read off the input. The mark of what is inferred, which the program lacks, is told apart (ES-ENTRY-01 to ES-ENTRY-03).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("entries")
	if err != nil || len(vectors) != 150 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		m := entries.New(vector.Input.Get("sessionId").Text())
		for _, value := range vector.Input.Get("envelopes").Elements() {
			envelope, _ := event.FromValue(value, "")
			m.Add(envelope)
		}
		var list []jsvalue.Value
		inferred := false
		for _, entry := range m.Entries() {
			inferred = inferred || entry.Inferred
			list = append(list, entry.Value().Without("inferred"))
		}
		wantInferred, known := inferredAnyhow[vector.Index]
		if !known {
			wantInferred = slices.Contains(vector.Soft, "inferred-flag")
		}
		if inferred != wantInferred {
			t.Errorf("vector %d: inferred is %v", vector.Index, inferred)
		}
		changes := righted[vector.Index]
		if marked := len(vector.Deviates) > 0; marked != (changes != nil || slices.Contains(rightAnyway, vector.Index)) {
			t.Errorf("vector %d %v: %d changes", vector.Index, vector.Deviates, len(changes))
		}
		if diff := cmp.Diff(changed(t, vector, changes), texts(list)); diff != "" {
			t.Errorf("vector %d %v:\n%s", vector.Index, vector.Deviates, diff)
		}
	}
}

// changed are the entries of a vector with the changes, each of which changes something.
func changed(t *testing.T, vector fixtures.Vector, changes map[int]string) []string {
	t.Helper()
	var list []jsvalue.Value
	for i, entry := range vector.Output.Elements() {
		change, known := changes[i]
		switch {
		case !known:
			list = append(list, entry)
		case change != gone:
			righted := with(t, entry, change)
			if jsvalue.Equal(righted, entry) {
				t.Errorf("vector %d: entry %d is right anyway", vector.Index, i)
			}
			list = append(list, righted)
		}
	}
	if change, more := changes[vector.Output.Len()]; more {
		list = append(list, with(t, jsvalue.ObjectValue(), change))
	}
	return texts(list)
}

func with(t *testing.T, entry jsvalue.Value, change string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(change)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", change, err))
	}
	for key, member := range value.Members() {
		entry = entry.With(jsvalue.Member{Key: key, Value: member})
	}
	return entry
}

func texts(list []jsvalue.Value) (texts []string) {
	for _, value := range list {
		texts = append(texts, string(jsvalue.Append(nil, value)))
	}
	return texts
}

package blocks

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// from is the origin of a test update.
func from(record, segment string) *update.Origin {
	return &update.Origin{RecordID: record, SegmentID: segment}
}

func agent(text, record, segment string, extra ...jsvalue.Member) update.Update {
	return update.AgentMessage(update.TextContent(text), extra, from(record, segment))
}

// reduce returns the blocks of some updates, and the truncations.
func reduce(limit int64, updates ...update.Update) ([]Block, []Truncation) {
	var cuts []Truncation
	r := NewReducer(Options{OnTruncation: func(t Truncation) { cuts = append(cuts, t) }})
	for _, u := range updates {
		r.Reduce(u)
	}
	r.Finalize()
	return r.Blocks(limit), cuts
}

func texts(blocks []Block) []string {
	list := []string{}
	for _, b := range blocks {
		list = append(list, string(b.Kind)+" "+b.Text)
	}
	return list
}

// CR-BLOCK-06 to CR-BLOCK-08: which chunks join.
func TestChunksJoin(t *testing.T) {
	discreteExtra := discreteValue()
	user := func(text, segment string) update.Update {
		return update.UserMessage(update.TextContent(text), nil, from("u", segment))
	}
	tests := []struct {
		name    string
		updates []update.Update
		want    []string
	}{
		{"one segment", []update.Update{agent("a", "r", "s"), agent("b", "r", "s")}, []string{"assistant ab"}},
		{"two segments", []update.Update{agent("a", "r", "s"), agent("b", "r", "t")}, []string{"assistant a", "assistant b"}},
		{"two records", []update.Update{agent("a", "r", "s"), agent("b", "q", "s")}, []string{"assistant a", "assistant b"}},
		{"discrete", []update.Update{agent("a", "r", "s", discreteExtra), agent("b", "r", "s")}, []string{"assistant a", "assistant b"}},
		{"a thought between", []update.Update{agent("a", "r", "s"), update.AgentThought(update.TextContent("t"), nil, from("r", "x")), agent("b", "r", "s")}, []string{"assistant a", "thought t", "assistant b"}},
		{"user segments are lines", []update.Update{user("a", "1"), user("b", "2")}, []string{"user a\nb"}},
		{"no second line feed", []update.Update{user("a\n", "1"), user("b", "2")}, []string{"user a\nb"}},
		{"one user segment", []update.Update{user("a", "1"), user("b", "1")}, []string{"user ab"}},
		{"live chunks without provenance", []update.Update{update.AgentMessage(update.TextContent("a"), nil, nil), update.AgentMessage(update.TextContent("b"), nil, nil)}, []string{"assistant ab"}},
		{"CR-JS-07 halves of an emoji meet", []update.Update{agent("\xed\xa0\xbd", "r", "s"), agent("\xed\xb8\x80", "r", "s")}, []string{"assistant \U0001F600"}},
	}
	for _, test := range tests {
		blocks, _ := reduce(0, test.updates...)
		if diff := cmp.Diff(test.want, texts(blocks)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		for _, b := range blocks {
			if b.Streaming {
				t.Errorf("%s: %s still streams", test.name, b.ID)
			}
		}
	}
}

func discreteValue() jsvalue.Member {
	return jsvalue.Member{Key: discrete, Value: jsvalue.BoolValue(true)}
}

// CR-DEC-32: a segment id that is too long is not shown, but still tells segments apart.
func TestLongSegmentIDStillSeparates(t *testing.T) {
	long := strings.Repeat("s", maxIDUnits)
	blocks, _ := reduce(0, agent("a", "r", long+"1"), agent("b", "r", long+"2"), agent("c", "r", long+"2"))
	if diff := cmp.Diff([]string{"assistant a", "assistant bc"}, texts(blocks)); diff != "" || blocks[0].SegmentID != "" {
		t.Errorf("segment %q (-want +got):\n%s", blocks[0].SegmentID, diff)
	}
	blocks, _ = reduce(0, agent("a", "r", long))
	if blocks[0].SegmentID != long {
		t.Error("a segment id of exactly the limit is shown")
	}
}

// CR-CAP-01 to CR-CAP-04, CR-DEC-24: the cap counts UTF-16 units, is said, and leaves pairs whole. A builder fed in any pieces
// ends with the text that it gets at once.
func TestTextCap(t *testing.T) {
	emoji := "\U0001F600"
	tests := []struct {
		name, text, wantEnd string
		units               int
		cut                 bool
	}{
		{"exactly full", strings.Repeat("a", 100_000), "aaa", 100_000, false},
		{"one over", strings.Repeat("a", 100_001), "aaa" + truncationSuffix, 100_000, true},
		{"a pair over the edge", strings.Repeat("a", 99_986) + strings.Repeat(emoji, 9), "aaa" + truncationSuffix, 99_999, true},
		{"a byte order mark", "\ufeff" + strings.Repeat("a", 100_000), "aaa" + truncationSuffix, 100_000, true},
		{"a lone surrogate", "\xed\xa0\x80" + strings.Repeat("a", 100_000), "aaa" + truncationSuffix, 100_000, true},
	}
	for _, test := range tests {
		var b textBuilder
		if got := b.add(test.text); got != test.cut || jsvalue.Length(b.String()) != test.units || !strings.HasSuffix(b.String(), test.wantEnd) {
			t.Errorf("%s: cut %v, %d units, end %q", test.name, got, jsvalue.Length(b.String()), b.String()[len(b.String())-20:])
		}
		if test.cut && jsvalue.WellFormed(b.String()) != b.String() {
			t.Errorf("%s: a cut text is well-formed", test.name)
		}
		full := b.String()
		if !b.add("more") || b.String() != full {
			t.Errorf("%s: a full text takes more, or in silence", test.name)
		}
	}
	_, cuts := reduce(0, agent(strings.Repeat("a", 100_001), "r", "s"))
	want := []Truncation{{Kind: TextTruncated, BlockID: "assistant-1", SourceRecordIDs: []string{"r"}}}
	if diff := cmp.Diff(want, cuts); diff != "" { // CR-DEC-25
		t.Errorf("hook (-want +got):\n%s", diff)
	}
}

// CR-DEC-19, CR-CAP-05: a limit gives exactly the tail of the unlimited blocks.
func TestLimitIsTheTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var updates []update.Update
		for range rapid.IntRange(0, 12).Draw(t, "updates") {
			record := rapid.SampledFrom([]string{"r", "q"}).Draw(t, "record")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				updates = append(updates, agent("a", record, "s"))
			case 1:
				updates = append(updates, update.UserMessage(update.TextContent("u"), nil, from(record, "s")))
			case 2:
				updates = append(updates, update.ToolCallStart(update.ToolStart{CallID: rapid.SampledFrom([]string{"1", "x", "__proto__"}).Draw(t, "id"), ToolName: "g", Args: jsvalue.ObjectValue()}, nil, from(record, "")))
			default:
				updates = append(updates, update.DanglingToolCall("x", "", "g", "gone", from(record, "")))
			}
		}
		limit := rapid.Int64Range(1, 6).Draw(t, "limit")
		all, _ := reduce(0, updates...)
		tail, cuts := reduce(limit, updates...)
		trimmed := max(0, len(all)-int(limit))
		if len(cuts) != trimmed {
			t.Fatalf("%d cuts reported, %d blocks trimmed", len(cuts), trimmed)
		}
		for i, b := range all[trimmed:] {
			if got, want := string(tail[i].AppendJSON(nil)), string(b.AppendJSON(nil)); got != want {
				t.Fatalf("block %d:\n got %s\nwant %s", i, got, want)
			}
		}
	})
}

// CR-BLOCK-16: provenance is a union in order, also of very many records.
func TestProvenanceUnion(t *testing.T) {
	var updates []update.Update
	var want []string
	for i := range 100 {
		record := strings.Repeat("r", i+1)
		want = append(want, record)
		for range 2 {
			updates = append(updates, update.DanglingToolCall("x", "", "g", "gone", from(record, "")))
		}
	}
	blocks, _ := reduce(0, updates...)
	if len(blocks) != 1 {
		t.Fatalf("%d blocks", len(blocks))
	}
	if diff := cmp.Diff(want, blocks[0].SourceRecordIDs); diff != "" {
		t.Error(diff)
	}
}

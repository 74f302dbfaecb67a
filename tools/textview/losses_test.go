package textview_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

func said(id, text string) blocks.Block {
	return blocks.Block{Kind: blocks.User, Text: text, SourceRecordIDs: []string{id}}
}

// A loss is drawn where it happened; ! marks it, and the texts of the blocks show the place.
func TestLossesInPlace(t *testing.T) {
	lines := []jsonl.Line{
		{Number: 1, Offset: 0, Value: value(t, `{"uuid":"a"}`)},
		{Number: 3, Offset: 30, Value: value(t, `{"uuid":"b"}`)},
		{Number: 4, Offset: 40, Value: value(t, `7`)},
		{Number: 5, Offset: 55, Value: value(t, `{"uuid":"c"}`)},
	}
	list := []blocks.Block{said("a", "A"), said("b", "B"), said("c", "C")}
	loss := diagnostic.New(diagnostic.InvalidRecord, "m")
	for _, c := range []struct {
		name string
		loss diagnostic.Diagnostic
		want string
	}{
		{"a line between records", diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(2, 20), "A ! B C"},
		{"torn before a record of the line", diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(5, 50), "A B ! C"},
		{"torn behind a record of the line", diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(3, 35), "A B ! C"},
		{"a line behind all", diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(6, 60), "A B C !"},
		{"a record without id", loss.AtRecord(2), "A B ! C"},
		{"a record with blocks", loss.AtRecord(1).OfRecord("b"), "A B ! C"},
		{"a record without blocks", loss.OfRecord("elsewhere"), "A B C"},
		{"blocks left out", diagnostic.New(diagnostic.TranscriptBlocksTruncated, "m"), "! A B C"},
		{"a gap without notice", diagnostic.New(diagnostic.HistoryGap, "m").OfRecord("b"), "A ! B C"},
		{"a cycle", diagnostic.New(diagnostic.ParentCycle, "m").OfRecord("a"), "! A B C"},
		{"no loss", diagnostic.New(diagnostic.InvalidTimestamp, "m").OfRecord("b"), "A B C"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := draw(t, textview.Session{Lines: lines, Projection: chatrecord.Projection{
				Blocks: list, Diagnostics: []diagnostic.Diagnostic{c.loss},
			}})
			text, summary, _ := strings.Cut(text, "\nincomplete: ")
			var marks []string
			for line := range strings.SplitSeq(text, "\n") {
				if line = strings.TrimSpace(line); len(line) == 1 || strings.HasPrefix(line, "!") {
					marks = append(marks, line[:1])
				}
			}
			if got := strings.Join(marks, " "); got != c.want {
				t.Errorf("order %s, want %s\n%s", got, c.want, text)
			}
			if c.loss.AffectsCompleteness() && strings.Count(summary, string(c.loss.Code())) != 1 {
				t.Errorf("the summary does not explain it once:\n%s", summary)
			}
		})
	}
}

func TestGapNotice(t *testing.T) {
	notice := blocks.Block{
		Kind: blocks.Assistant, Text: "earlier messages are gone", SourceRecordIDs: []string{"b"},
		Meta: value(t, `{"qwenDiscreteMessage":true}`),
	}
	got := drawBlocks(t, []diagnostic.Diagnostic{diagnostic.New(diagnostic.HistoryGap, "m").OfRecord("b")}, notice, said("b", "B"))
	want := "~~~~~~~~ history is missing here (history_gap) ~~~~~~~~\n    earlier messages are gone\n\n--:--:--  user\n    B\n"
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// Two of three calls of a record were never answered; the marks are on those two.
func TestMissingResults(t *testing.T) {
	call := func(title string, status update.ToolStatus, ids ...string) blocks.Block {
		b := tool(blocks.ToolCall{Title: title, Status: status, Content: []update.ToolContent{{Text: "text of the kernel"}}})
		b.SourceRecordIDs = ids
		return b
	}
	missing := diagnostic.New(diagnostic.MissingToolResult, "m").OfRecord("a")
	got := drawBlocks(t, []diagnostic.Diagnostic{missing.AtPath("message.parts[0]"), missing.AtPath("message.parts[2]")},
		call("one", update.Failed, "a"), call("two", update.Failed, "a", "r"), call("three", update.Failed, "a"))
	want := "--:--:--  ? tool one  no result\n  ! missing_tool_result: m\n\n" +
		"--:--:--  ✗ tool two  failed\n    | text of the kernel\n\n" +
		"--:--:--  ? tool three  no result\n  ! missing_tool_result: m\n"
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// The end says in words how it went and has one row for each code.
func TestSummary(t *testing.T) {
	var many []diagnostic.Diagnostic
	for i := range 30 {
		many = append(many, diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(i+1, 0))
	}
	cut := diagnostic.New(diagnostic.TranscriptTextTruncated, "m").OfRecord("a").AtPath("p")
	for _, c := range []struct {
		name       string
		projection chatrecord.Projection
		want       string
	}{
		{"complete", chatrecord.Projection{Complete: true}, "complete: 0 blocks, nothing is missing from the session\n"},
		{
			"complete with a note",
			chatrecord.Projection{Complete: true, Diagnostics: []diagnostic.Diagnostic{diagnostic.New(diagnostic.RecoveredRecord, "m").AtLine(2, 9)}},
			"complete: 0 blocks, nothing is missing from the session\n" +
				"  note  recovered_record     1  A record was recovered from a damaged line.\n        line 2: m\n",
		},
		{
			"many",
			chatrecord.Projection{Diagnostics: many},
			"incomplete: 0 blocks, 30 losses\n  loss  invalid_json_line    30  A piece of a line is not JSON and was lost.\n" +
				"        line 1\n        line 2\n        line 3\n        line 4\n        line 5\n" +
				"        and 25 more; use --format json\n",
		},
		{
			"without a place",
			chatrecord.Projection{Diagnostics: []diagnostic.Diagnostic{diagnostic.New(diagnostic.TranscriptBlocksTruncated, "m")}},
			"incomplete: 0 blocks, 1 loss\n  loss  transcript_blocks_truncated     1  Earlier blocks were left out because of maxBlocks.\n",
		},
		{"cut", chatrecord.Projection{Truncated: true}, "incomplete: 0 blocks, something was cut\n"},
		{
			"a note and a loss of two codes",
			chatrecord.Projection{Truncated: true, Diagnostics: []diagnostic.Diagnostic{
				diagnostic.New(diagnostic.RepeatedRecord, "m").OfRecord("b"), cut, cut.AtPath("q"),
			}},
			"incomplete: 0 blocks, 2 losses\n" +
				"  loss  transcript_text_truncated     2  The text of a block reached its cap and was cut.\n" +
				"        record a  p\n        record a  q\n" +
				"  note  repeated_record               1  A copy of a record came again and adds nothing.\n        record b: m\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := draw(t, textview.Session{Projection: c.projection})
			if !strings.HasSuffix(text, "\n\n"+c.want) {
				t.Errorf("got:\n%swant at the end:\n%s", text, c.want)
			}
		})
	}
}

// Records that give no block are not called a complete session.
func TestNothingToShow(t *testing.T) {
	line := jsonl.Line{Number: 1, Value: value(t, `{"sessionId":"s"}`)}
	loss := diagnostic.New(diagnostic.InvalidRecord, "m").AtRecord(0)
	artifacts := []diagnostic.Diagnostic{diagnostic.New(diagnostic.ArtifactOnly, "m")}
	for _, c := range []struct {
		name       string
		lines      []jsonl.Line
		projection chatrecord.Projection
		want       string
	}{
		{
			"two records",
			[]jsonl.Line{line, line},
			chatrecord.Projection{Complete: true},
			"nothing to show: 2 records, none of them has anything this format shows; is this a chatrecord file?\n",
		},
		{
			"a loss as well",
			[]jsonl.Line{line},
			chatrecord.Projection{Diagnostics: []diagnostic.Diagnostic{loss}},
			"nothing to show: 1 record, and it has nothing this format shows; is this a chatrecord file?\nincomplete: 0 blocks, 1 loss\n",
		},
		{
			"artifacts",
			[]jsonl.Line{line, line},
			chatrecord.Projection{Complete: true, Diagnostics: artifacts},
			"nothing to show: 2 records, none of them is part of a conversation\n",
		},
		{
			"an artifact",
			[]jsonl.Line{line},
			chatrecord.Projection{Complete: true, Diagnostics: artifacts},
			"nothing to show: 1 record, and it is no part of a conversation\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := draw(t, textview.Session{Lines: c.lines, Projection: c.projection})
			if !strings.Contains(text, "\n"+c.want) || strings.Contains(text, "nothing is missing") {
				t.Errorf("no %q in:\n%s", c.want, text)
			}
		})
	}
}

// Many losses at one place are counted, not listed.
func TestManyLossesAtOnePlace(t *testing.T) {
	var many []diagnostic.Diagnostic
	for i := range 1000 {
		many = append(many, diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(i+2, i+2))
	}
	got := drawBlocks(t, many, said("a", "A"))
	if strings.Count(got, "!") != 6 || !strings.HasSuffix(got, "  ! and 995 more losses here\n") {
		t.Errorf("got:\n%s", got)
	}
}

package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/sessionraw"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

func rawCase(seed uint64) testcase.Case {
	raw := generate.NewRawCase(generate.NewPCG(seed))
	var files []protocol.File
	for _, f := range raw.Files {
		files = append(files, protocol.File{Name: f.Name, Text: f.Text})
	}
	return testcase.Case{
		Dialect: "sessionraw", Op: "items", Input: protocol.FilesOf(files...),
		Options: jsvalue.ObjectValue(jsvalue.Member{Key: "threadId", Value: jsvalue.StringValue(raw.ThreadID)}),
	}
}

// TestEveryFeatureOfFilesIsInTheMix: in at least 1 % of the cases, or the generator does not cover it; and one case in ten
// has no damage.
func TestEveryFeatureOfFilesIsInTheMix(t *testing.T) {
	const size = 600
	counts := map[string]int{}
	whole := 0
	for seed := range uint64(size) {
		c := rawCase(seed)
		if again := rawCase(seed); again.Digest() != c.Digest() {
			t.Fatalf("seed %d is not the same twice", seed)
		}
		for _, name := range sessionraw.FeaturesOf(c) {
			counts[name]++
		}
		plain := true
		for _, f := range sessionraw.Read(c).Files {
			plain = plain && (f.Plain || !f.Session)
		}
		if plain {
			whole++
		}
	}
	for _, feature := range sessionraw.Features() {
		t.Logf("%5.1f %%  %s", 100*float64(counts[feature.Name])/size, feature.Name)
		if counts[feature.Name] < size/100 {
			t.Errorf("%s is in %d of %d cases", feature.Name, counts[feature.Name], size)
		}
	}
	if whole < size/10 {
		t.Errorf("%d of %d cases are without damage", whole, size)
	}
}

// TestEveryKindOfWriteIsInTheMix: of the file that there is, and of the batch.
func TestEveryKindOfWriteIsInTheMix(t *testing.T) {
	const size = 600
	counts := map[string]int{}
	for seed := range uint64(size) {
		raw, again := generate.NewRawAppend(generate.NewPCG(seed)), generate.NewRawAppend(generate.NewPCG(seed))
		if !slices.Equal(raw.Files, again.Files) || !jsvalue.Equal(raw.Options, again.Options) {
			t.Fatalf("seed %d is not the same twice", seed)
		}
		texts := map[string]string{}
		for _, file := range raw.Files {
			texts[file.Name] = file.Text
		}
		held, isHeld := texts["file.jsonl"]
		rows, given := texts["rows.jsonl"]
		for kind, has := range map[string]bool{
			"no file": !isHeld, "blank file": isHeld && strings.TrimSpace(held) == "", "torn file": held != "" && !strings.HasSuffix(held, "\n"),
			"no rows": !given, "empty context": given && rows == "", "summary": strings.Contains(rows, "[summary]"), "partial": raw.Options.Has("partial"),
			"blank partial": raw.Options.Has("partial") && strings.TrimSpace(raw.Options.Get("partial").Get("text").Text()) == "",
			"usage":         raw.Options.Has("usage"), "bundle": strings.Contains(rows, "openhuman_turn_usage"), "failure": strings.Contains(rows, "openhuman_tool_failure"),
			"no request": !raw.Options.Has("requestId"), "other thread": raw.Options.Get("meta").Get("thread_id").Text() == "another",
		} {
			if has {
				counts[kind]++
			} else {
				counts[kind] += 0 // so that it is asked for below
			}
		}
	}
	for kind, count := range counts {
		if count < size/100 {
			t.Errorf("%s is in %d of %d cases", kind, count, size)
		}
	}
}

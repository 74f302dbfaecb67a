package chatrecord_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

const hello = `{"uuid":"u1","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"hello"}]}}` + "\n"

// TestProjectText: the reader's diagnostics come first, and the losses of both count (CR-PREP-29).
func TestProjectText(t *testing.T) {
	late := `{"uuid":"u2","parentUuid":"u1","sessionId":"s","type":"user","timestamp":"never","message":{"parts":[{"text":"late"}]}}`
	odd := `{"uuid":"u3","parentUuid":"u1","sessionId":"s","type":"user","message":{"parts":[{"text":"odd"},{"odd":1}]}}`
	for _, test := range []struct {
		name, text string
		codes      []diagnostic.Code
		blocks     int
		complete   bool
	}{
		{"nothing", "", nil, 0, true},
		{"sound", hello, nil, 1, true},
		{"the reader lost a piece", hello + "{torn", []diagnostic.Code{diagnostic.InvalidJSONLine}, 1, false},
		{
			"the reader repaired, and the projection has a note", strings.TrimSpace(hello) + late,
			[]diagnostic.Code{diagnostic.RecoveredRecord, diagnostic.InvalidTimestamp},
			2, true,
		},
		{"the projection lost a piece", hello + odd, []diagnostic.Code{diagnostic.UnknownRecordOrPart}, 2, false},
		{
			"both lost a piece", hello + odd + "\n{torn",
			[]diagnostic.Code{diagnostic.InvalidJSONLine, diagnostic.UnknownRecordOrPart},
			2, false,
		},
	} {
		p, err := chatrecord.ProjectText(test.text, chatrecord.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var codes []diagnostic.Code
		for _, d := range p.Diagnostics {
			codes = append(codes, d.Code())
		}
		if !slices.Equal(codes, test.codes) || len(p.Blocks) != test.blocks || p.Complete != test.complete {
			t.Errorf("%s: %q, %d blocks, complete %v; want %q, %d, %v",
				test.name, codes, len(p.Blocks), p.Complete, test.codes, test.blocks, test.complete)
		}
	}
}

// TestProjectTextFails: an input that cannot be projected at all is an error of the same kind as that of Project.
func TestProjectTextFails(t *testing.T) {
	nobody := "nobody"
	p, err := chatrecord.ProjectText(hello+"{torn", chatrecord.Options{LeafUUID: &nobody})
	var wrong *chatrecord.InputError
	if !errors.As(err, &wrong) || wrong.Code != chatrecord.LeafNotFound || p.Diagnostics != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestProjectLinesLeavesItsArguments: the caller's slices are not written to.
func TestProjectLinesLeavesItsArguments(t *testing.T) {
	lines, found := jsonl.Read(`{"uuid":7}` + "\n" + hello + "{torn")
	backing := append(make([]diagnostic.Diagnostic, 0, 8), found...)
	p, err := chatrecord.ProjectLines(lines, backing, chatrecord.Options{})
	if err != nil || len(p.Diagnostics) != 2 {
		t.Fatalf("%v, %v", p.Diagnostics, err)
	}
	if beyond := backing[:2][1]; beyond != (diagnostic.Diagnostic{}) {
		t.Errorf("the diagnostics were appended to the caller's slice: %v", beyond)
	}
}

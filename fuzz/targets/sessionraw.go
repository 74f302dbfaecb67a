package targets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/fuzz/crash"
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const (
	sessionraw = "sessionraw"
	rawThread  = "T"    // the thread that is asked for
	rawCut     = "\x1e" // stands between files, and in no JSON text
)

var sessionRawReader = Target{
	Name: "FuzzSessionRawReader",
	Says: "The bytes are session files, cut at the byte 1E: the first byte says what is asked of them; of one file its items or its context, of several the items of thread T or a page of them.",
	Case: func(data []byte) (testcase.Case, bool) {
		if len(data) == 0 {
			return testcase.Case{}, false
		}
		return rawQuestion(data[0], strings.Split(string(data[1:]), rawCut)), true
	},
	Seeds: rawSeeds,
}

// rawNames are those of the files, in their order: roots, generations and sub-agents at several depths.
var rawNames = []string{
	"session_raw/100_a.jsonl", "session_raw/100_a__200_b.jsonl", "session_raw/300_c.jsonl", "session_raw/100_a__200_b__300_c.jsonl", "session_raw/300_c.g1.jsonl",
	"session_raw/300_c__400_d.jsonl", "session_raw/100_a__200_b.g1.jsonl",
}

func rawQuestion(choice byte, texts []string) testcase.Case {
	var files []protocol.File
	for i, text := range texts[:min(len(texts), len(rawNames))] {
		files = append(files, protocol.File{Name: rawNames[i], Text: text})
	}
	c := testcase.Case{Dialect: sessionraw, Op: "items", Input: protocol.FilesOf(files...)}
	options := object("threadId", jsvalue.StringValue(rawThread))
	switch odd := choice%2 == 1; {
	case len(files) == 1 && odd:
		c.Op = "context"
	case len(files) > 1 && odd:
		c.Op, c.Options = "page", options.With(jsvalue.Member{Key: "limit", Value: jsvalue.IntValue(int64(choice / 2))})
	case len(files) > 1:
		c.Options = options
	}
	return c
}

// rawSeeds are the small vectors that were put to the shipped program, and files of the generator.
func rawSeeds() [][]byte {
	var seeds [][]byte
	add := func(choice byte, texts ...string) {
		seed := append([]byte{choice}, strings.Join(texts, rawCut)...)
		if len(seed) <= maxSeed {
			seeds = append(seeds, seed)
		}
	}
	for _, op := range []string{"context", "items", "page"} {
		vectors, err := fixtures.Vectors(op)
		if errors.Is(err, fs.ErrNotExist) {
			continue // built by go-fuzz-build, which cannot embed them
		}
		if err != nil {
			panic(err) // they are embedded
		}
		for _, vector := range vectors[:min(len(vectors), 12)] {
			c, err := vector.Case()
			if err != nil {
				panic(err) // as above
			}
			var texts []string
			for _, file := range c.Input.Files() {
				texts = append(texts, file.Text)
			}
			add(byte(vector.Index), texts...)
		}
	}
	for seed := range uint64(12) {
		var texts []string
		for _, file := range generate.NewRawCase(generate.NewPCG(seed)).Files {
			texts = append(texts, file.Text)
		}
		add(byte(seed), texts...)
	}
	return seeds
}

var sessionRawWriter = Target{
	Name: "FuzzSessionRawWriter",
	Says: "The bytes are the choices of writes to a session file and of the bytes at which they are cut: the crash rule holds.",
	Property: func(_ context.Context, data []byte) error {
		if err := crash.Check(generate.FromBytes(data), nil); err != nil {
			return fmt.Errorf("SR-WRITE-10: %w", err)
		}
		return nil
	},
	Seeds: choices,
}

var sessionRawPages = Target{
	Name:     "FuzzSessionRawPages",
	Says:     "The bytes are the choices of session files, and of rows and sub-agents that come while their pages are read: each item that was there at first is on one page.",
	Property: func(_ context.Context, data []byte) error { return pagesOf(generate.FromBytes(data)) },
	Seeds:    choices,
}

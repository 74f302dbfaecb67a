package targets

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const eventstream = "eventstream"

var eventParse = Target{
	Name: "FuzzEventParse",
	Says: "The bytes are the file of a chat, damaged in any way: the first byte says what is asked of it, mostly its envelopes.",
	Case: func(data []byte) (testcase.Case, bool) {
		if len(data) == 0 {
			return testcase.Case{}, false
		}
		return chatOf(eventOps[int(data[0])%len(eventOps)], string(data[1:]), jsvalue.Value{}), true
	},
	Seeds: eventSeeds,
}

// eventOps are the operations of the dialect; that on the envelopes comes more often.
var eventOps = []string{"parse", "rows", "parse", "entries", "parse", "groups", "parse", "summary"}

var eventEntries = Target{
	Name: "FuzzEntries",
	Says: "The bytes are the choices of the generator of chats; the canonical text is what the model says.",
	Case: func(data []byte) (testcase.Case, bool) { return generatedChat("entries", data), true }, Seeds: choices,
}

var eventRows = Target{
	Name: "FuzzRows",
	Says: "The bytes are the choices of the generator of chats; the rows, or for an odd first byte the groups, are what the model says.",
	Case: func(data []byte) (testcase.Case, bool) {
		op := "rows"
		if len(data) > 0 && data[0]%2 == 1 {
			op = "groups"
		}
		return generatedChat(op, data), true
	},
	Seeds: choices,
}

var eventRowsGrowing = Target{
	Name: "FuzzRowsGrowing",
	Says: "The bytes are the choices of the generator of chats: events that are added one by one give the rows and the entries of all at once, byte for byte, and each change is what it is said to be.",
	Property: func(_ context.Context, data []byte) error {
		return chatGrows(generate.NewEventCase(generate.FromBytes(data)))
	},
	Seeds: choices,
}

func chatOf(op, text string, options jsvalue.Value) testcase.Case {
	if slices.Contains([]string{"parse", "store", "wire"}, op) && options.Has("sessionId") {
		options = options.Without("sessionId")
	}
	return testcase.Case{Dialect: eventstream, Op: op, Input: protocol.TextOf(text), Options: options}
}

func generatedChat(op string, data []byte) testcase.Case {
	chat := generate.NewEventCase(generate.FromBytes(data))
	return chatOf(op, chat.Text, chat.Options)
}

// hostileChats are files that readers get wrong.
var hostileChats = []string{
	"", "\n", "null\n5\n[]\n\"x\"\n{bad\n", "\ufeff{\"sessionId\":\"s\",\"event\":{}}\r\n", "{\"sessionId\":\"s\",\"event\":{\"type\":\"text\",\"text\":\"to",
	"{\"sessionId\":\" s\u00a0\",\"timestamp\":5,\"sequence\":1e400,\"provenance\":[],\"event\":{\"type\":\"__proto__\",\"__proto__\":{}}}\n\u00a0\xff\n\x00\x00\n",
	"{\"sessionId\":\"s\",\"event\":{\"type\":\"text\",\"text\":\"\\ud83d\",\"messageId\":\"m\"}}\n{\"sessionId\":\"s\",\"event\":{\"type\":\"text\",\"text\":\"\\ude80 \xe2\x82\",\"messageId\":\"m\"}}",
	"{\"sessionId\":\"s\",\"sequence\":-0,\"event\":{\"type\":\"done\"}}\n{\"event\":{\"type\":\"done\"},\"sequence\":0,\"sessionId\":\"s\"}\n",
	`{"sessionId":"s","event":{"type":"transcript_retraction","messageIds":["",null,5," m "]}}` + "\n" + `{"sessionId":"s","event":{"type":"user_message","metadata":[],"steerId":"s"}}`,
}

// eventSeeds are hostile files, files of the generator and what was put to the shipped program.
func eventSeeds() [][]byte {
	var seeds [][]byte
	add := func(choice int, text string) {
		if len(text) < maxSeed {
			seeds = append(seeds, append([]byte{byte(choice)}, text...))
		}
	}
	for i, text := range hostileChats {
		add(i, text)
	}
	for seed := range 16 {
		add(seed, generate.NewEventCase(generate.NewPCG(uint64(seed))).Text)
	}
	vectors, err := fixtures.EventVectors("parse")
	if errors.Is(err, fs.ErrNotExist) {
		return seeds // built by go-fuzz-build, which cannot embed them
	}
	if err != nil {
		panic(err) // they are embedded
	}
	for _, vector := range vectors[:min(len(vectors), 12)] {
		add(0, strings.ToValidUTF8(vector.Input.Get("raw").Text(), "\ufffd"))
	}
	return seeds
}

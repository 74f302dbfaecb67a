package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// generated is the case of a seed.
func generated(seed uint64) testcase.Case {
	c := generate.NewChatCase(generate.NewPCG(seed))
	return testcase.Case{
		Dialect: chatrecord.Dialect, Op: "project", Name: fmt.Sprintf("seed %d", seed),
		Input: protocol.TextOf(strings.Join(c.Lines, "\n")), Options: c.Options,
	}
}

// generatedFor is a case of another operation, made from the session of a seed with the help of the right implementation:
// its damaged text for read, the first half of its chain for replay, its updates for compact.
func generatedFor(ctx context.Context, right protocol.Subject, op string, seed uint64) (testcase.Case, error) {
	c := generated(seed)
	if op == "" {
		return c, nil
	}
	c.Op = op
	if op == "read" {
		c.Input, c.Options = protocol.TextOf(generate.DamageText(generate.NewPCG(seed), c.Input.Text())), jsvalue.Value{}
		return c, nil
	}
	prepared, err := right.Call(ctx, protocol.Request{Dialect: c.Dialect, Op: "prepare", Input: c.Input, Options: c.Options.Without("maxBlocks")})
	if err != nil {
		return c, err
	}
	var chain []jsvalue.Value
	records := prepared.Result().Get("records")
	for i, record := range records.Elements() {
		if op == "compact" || i <= records.Len()/2 {
			chain = append(chain, record)
		}
	}
	c.Input, c.Options = protocol.ValueOf(jsvalue.ArrayValue(chain...)), member("finalize", jsvalue.BoolValue(op == "compact"))
	if op == "replay" {
		return c, nil
	}
	replayed, err := right.Call(ctx, protocol.Request{Dialect: c.Dialect, Op: "replay", Input: c.Input, Options: c.Options})
	var updates []jsvalue.Value
	for _, emission := range replayed.Result().Get("emissions").Elements() {
		updates = append(updates, emission.Get("update"))
	}
	c.Input, c.Options = protocol.ValueOf(member("updates", jsvalue.ArrayValue(updates...))), jsvalue.Value{}
	return c, err
}

func member(key string, value jsvalue.Value) jsvalue.Value {
	return jsvalue.ObjectValue(jsvalue.Member{Key: key, Value: value})
}

// fixtureCases are the inputs of all fixtures.
func fixtureCases() ([]testcase.Case, error) {
	var cases []testcase.Case
	for _, group := range fixtures.Groups() {
		loaded, err := fixtures.Load(chatrecord.Dialect, group)
		if err != nil {
			return nil, err
		}
		for _, f := range loaded {
			c := testcase.Case{Dialect: chatrecord.Dialect, Op: "project", Name: string(group) + "/" + f.File, Options: f.Options}
			switch {
			case f.HasText:
				c.Op, c.Input = "read", protocol.TextOf(f.Text)
			case f.RecordsArgument.IsUndefined():
				c.Input = protocol.ValueOf(jsvalue.ArrayValue(f.Records...))
			default:
				c.Input = protocol.ValueOf(f.RecordsArgument)
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

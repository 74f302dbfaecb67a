// Package faults damages the reference on purpose, one thing at a time, so that there is something to shrink.
//
// It promises: a fault is a whole implementation (protocol.Subject) that answers as the reference does where the fault does
// not show. Start at All; Judge compares a fault with the reference.
package faults

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/shrink"
)

// Fault is one thing that is wrong. Ask changes what the reference is asked, Answer what it said; both may be nil, and get
// what the request holds and what its answer is.
type Fault struct {
	Name   string
	Ask    func(records []jsvalue.Value) []jsvalue.Value
	Answer func(records []jsvalue.Value, options, answer jsvalue.Value) jsvalue.Value
}

// ask gives an answer as the comparison wants it: a projection or {"error": code}.
func ask(ctx context.Context, records []jsvalue.Value, options jsvalue.Value) (jsvalue.Value, error) {
	answer, err := subject.New("x").Call(ctx, protocol.Request{
		Dialect: "chatrecord", Op: "project", Input: protocol.ValueOf(jsvalue.ArrayValue(records...)), Options: options,
	})
	if err != nil {
		return jsvalue.Value{}, fmt.Errorf("asking the reference: %w", err)
	}
	if answer.Kind() == protocol.ErrorAnswer {
		return jsvalue.ObjectValue(member("error", jsvalue.StringValue(string(answer.Err().Code)))), nil
	}
	return answer.Result(), nil
}

// answer is what the fault says; crash is what it panics with.
func (f Fault) answer(ctx context.Context, records []jsvalue.Value, options jsvalue.Value) (answer jsvalue.Value, crash any, err error) {
	defer func() { crash = recover() }()
	asked := records
	if f.Ask != nil {
		asked = f.Ask(slices.Clone(records))
	}
	answer, err = ask(ctx, asked, options)
	if err == nil && f.Answer != nil && !answer.Has("error") {
		answer = f.Answer(records, options, answer)
	}
	return answer, nil, err
}

// Keys are the ways in which a case fails under the fault, the first difference first.
func (f Fault) Keys(ctx context.Context, c testcase.Case) ([]string, error) {
	records, ok := recordsOf(c)
	if !ok {
		return nil, nil
	}
	want, err := ask(ctx, records, c.Options)
	if err != nil {
		return nil, err
	}
	got, crash, err := f.answer(ctx, records, c.Options)
	if err != nil {
		return nil, err
	}
	if crash != nil {
		return []string{"crash"}, nil
	}
	var keys []string
	for _, difference := range compare.Answers(want, got, compare.Options{Strict: true}) {
		if key := "fail " + keyOf(difference.Path); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// keyOf is a path without indexes, without the kinds of blocks, and without the names inside of values that can be anything.
func keyOf(path string) string {
	path = blockKinds.ReplaceAllString(path, "blocks[]")
	return opaque.ReplaceAllString(path, "$1.**")
}

var (
	blockKinds = regexp.MustCompile(`blocks\[[^\]]*\]`)
	opaque     = regexp.MustCompile(`(rawInput|rawOutput|meta|data)[.\[].*`)
)

// Judge names the failure with that key whenever it is there.
func (f Fault) Judge(key string) shrink.Judge {
	return func(ctx context.Context, c testcase.Case) (string, error) {
		keys, err := f.Keys(ctx, c)
		switch {
		case err != nil:
			return "", err
		case slices.Contains(keys, key):
			return key, nil
		case len(keys) > 0:
			return keys[0], nil
		}
		return "", nil
	}
}

// Case is the generated session of a seed.
func Case(seed uint64) testcase.Case {
	session := generate.NewChatCase(generate.NewPCG(seed))
	var text []byte
	for _, line := range session.Lines {
		text = append(append(text, line...), '\n')
	}
	return testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(string(text)), Options: session.Options}
}

// recordsOf are the values of the lines; false if a line is no JSON.
func recordsOf(c testcase.Case) ([]jsvalue.Value, bool) {
	if c.Input.Kind() == protocol.ValueInput {
		return elements(c.Input.Value()), c.Input.Value().IsArray()
	}
	answer, err := subject.New("x").Call(context.Background(), protocol.Request{
		Dialect: "chatrecord", Op: "read", Input: c.Input,
	})
	if err != nil || answer.Result().Get("diagnostics").Len() > 0 {
		return nil, false
	}
	return elements(answer.Result().Get("records")), true
}

func elements(v jsvalue.Value) []jsvalue.Value {
	list := make([]jsvalue.Value, v.Len())
	for i := range list {
		list[i] = v.At(i)
	}
	return list
}

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

package faults

import (
	"context"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func askingFaults() []Fault {
	return []Fault{
		{"every-second-answer", "Every second projection loses its last block.", []string{"same-answer-twice"}, everySecondAnswer},
		{"residue-of-prepare", "A projection behind a preparation loses its last block.", []string{"nothing-remembered"}, residueOfPrepare},
		{"errors-are-empty", "A coded error becomes an empty projection.", []string{"coded-errors"}, wrap(errorsAreEmpty)},
		{"error-quotes-the-leaf", "The error about a leaf that is not there quotes it.", []string{"errors-quote-nothing"}, wrap(errorQuotesTheLeaf)},
		{"last-of-value-lost", "The last element of a records value is not read.", []string{"text-or-value"}, onRequest("project", lastOfValueLost)},
		{"blank-line-is-a-record", "A blank line counts as a record.", []string{"blank-lines"}, onRequest("project", blankLineIsARecord)},
		{"unknown-option-refused", "An option that it does not know is refused.", []string{"options-that-say-nothing"}, wrap(unknownOptionRefused)},
		{
			"uuid-comes-first", "A record whose first member is not its uuid is dropped.",
			[]string{"member-order"},
			onRecords(func(records []jsvalue.Value) []jsvalue.Value {
				return keep(records, func(r jsvalue.Value) bool { return !r.IsObject() || r.Member(0).Key == "uuid" })
			}),
		},
		{
			"lookup-through-prototype", "What a part does not have is looked up in its member __proto__.",
			[]string{"unknown-members"},
			onRecords(func(records []jsvalue.Value) []jsvalue.Value {
				for i, record := range records {
					records[i] = eachPart(record, func(part jsvalue.Value) jsvalue.Value {
						if inherited := part.Get("__proto__").Get("text"); !part.Has("text") && !inherited.IsUndefined() {
							return set(part, "text", inherited)
						}
						return part
					})
				}
				return records
			}),
		},
	}
}

func keep(values []jsvalue.Value, holds func(jsvalue.Value) bool) []jsvalue.Value {
	var kept []jsvalue.Value
	for _, v := range values {
		if holds(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func withoutLastBlock(answer protocol.Answer) protocol.Answer {
	blocks := list(answer.Result().Get("blocks"))
	if len(blocks) == 0 {
		return answer
	}
	return protocol.Result(set(answer.Result(), "blocks", jsvalue.ArrayValue(blocks[:len(blocks)-1]...)))
}

func everySecondAnswer(right protocol.Subject) protocol.Subject {
	calls := 0
	return wrapped{right, func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if calls++; calls%2 == 0 && request.Op == "project" && err == nil {
			answer = withoutLastBlock(answer)
		}
		return answer, err
	}}
}

func residueOfPrepare(right protocol.Subject) protocol.Subject {
	prepared := false
	return wrapped{right, func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if request.Op == "project" && prepared && err == nil {
			answer = withoutLastBlock(answer)
		}
		prepared = request.Op == "prepare"
		return answer, err
	}}
}

func errorsAreEmpty(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
	answer, err := right.Call(ctx, request)
	if err == nil && request.Op == "project" && answer.Kind() == protocol.ErrorAnswer {
		answer, err = right.Call(ctx, protocol.Request{Dialect: request.Dialect, Op: "project", Input: protocol.TextOf("")})
	}
	return answer, err
}

func errorQuotesTheLeaf(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
	answer, err := right.Call(ctx, request)
	if err == nil && answer.Err().Code == "leaf_not_found" {
		answer = protocol.Fail(answer.Err().Code, "there is no record "+request.Options.Get("leafUuid").Text())
	}
	return answer, err
}

func lastOfValueLost(request protocol.Request) protocol.Request {
	if records := request.Input.Value(); records.Len() > 1 {
		request.Input = protocol.ValueOf(jsvalue.ArrayValue(list(records)[:records.Len()-1]...))
	}
	return request
}

func blankLineIsARecord(request protocol.Request) protocol.Request {
	if strings.Contains(request.Input.Text(), "\n\r\n") {
		request.Input = protocol.TextOf(request.Input.Text() + "\nnull")
	}
	return request
}

func unknownOptionRefused(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
	if request.Op == "project" && request.Options.Without("leafUuid", "maxBlocks").Len() > 0 {
		return protocol.Fail(protocol.BadOptions, "an option is not known"), nil
	}
	return right.Call(ctx, request)
}

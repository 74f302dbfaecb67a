package faults

import (
	"context"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func askingFaults() []Fault {
	return []Fault{
		{ID: "every-second-answer", Says: "Every second projection loses its last block.", Breaks: []string{"same-answer-twice"}, Wrap: everySecondAnswer},
		{ID: "residue-of-prepare", Says: "A projection behind a preparation loses its last block.", Breaks: []string{"nothing-remembered"}, Wrap: residueOfPrepare},
		{ID: "errors-are-empty", Says: "A coded error becomes an empty projection.", Breaks: []string{"coded-errors"}, Wrap: fault.Wrap(errorsAreEmpty)},
		{ID: "error-quotes-the-leaf", Says: "The error about a leaf that is not there quotes it.", Breaks: []string{"errors-quote-nothing"}, Wrap: fault.Wrap(errorQuotesTheLeaf)},
		{ID: "last-of-value-lost", Says: "The last element of a records value is not read.", Breaks: []string{"text-or-value"}, Wrap: fault.OnRequest("project", lastOfValueLost)},
		{ID: "blank-line-is-a-record", Says: "A blank line counts as a record.", Breaks: []string{"blank-lines"}, Wrap: fault.OnRequest("project", blankLineIsARecord)},
		{ID: "unknown-option-refused", Says: "An option that it does not know is refused.", Breaks: []string{"options-that-say-nothing"}, Wrap: fault.Wrap(unknownOptionRefused)},
		{
			ID: "uuid-comes-first", Says: "A record whose first member is not its uuid is dropped.",
			Breaks: []string{"member-order"},
			Wrap: onRecords(func(records []jsvalue.Value) []jsvalue.Value {
				return keep(records, func(r jsvalue.Value) bool { return !r.IsObject() || r.Member(0).Key == "uuid" })
			}),
		},
		{
			ID: "lookup-through-prototype", Says: "What a part does not have is looked up in its member __proto__.",
			Breaks: []string{"unknown-members"},
			Wrap: onRecords(func(records []jsvalue.Value) []jsvalue.Value {
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
	return fault.Wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if calls++; calls%2 == 0 && request.Op == "project" && err == nil {
			answer = withoutLastBlock(answer)
		}
		return answer, err
	})(right)
}

func residueOfPrepare(right protocol.Subject) protocol.Subject {
	prepared := false
	return fault.Wrap(func(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
		answer, err := right.Call(ctx, request)
		if request.Op == "project" && prepared && err == nil {
			answer = withoutLastBlock(answer)
		}
		prepared = request.Op == "prepare"
		return answer, err
	})(right)
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

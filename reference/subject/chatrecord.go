package subject

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/compact"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// project is records to {blocks, diagnostics, complete, truncated}; options leafUuid and maxBlocks.
func project(request protocol.Request) (jsvalue.Value, error) {
	records, err := recordsOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	projection, err := chatrecord.ProjectValue(records, request.Options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return projectionValue(projection)
}

// prepareRecords is records to {sessionId?, records, gaps, diagnostics}; option leafUuid.
func prepareRecords(request protocol.Request) (jsvalue.Value, error) {
	records, err := recordsOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	prepared, err := chatrecord.PrepareValue(records, request.Options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return prepared.Value(), nil
}

// reduceUpdates is {updates} to a projection; option maxBlocks.
func reduceUpdates(request protocol.Request) (jsvalue.Value, error) {
	updates, err := updatesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	options, err := chatrecord.ParseOptions(request.Options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	projection, err := chatrecord.Reduce(updates, options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return projectionValue(projection)
}

// compactUpdates is {updates} to {updates}, fewer of them.
func compactUpdates(request protocol.Request) (jsvalue.Value, error) {
	updates, err := updatesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	updates = compact.Compact(updates)
	values := make([]jsvalue.Value, len(updates))
	for i, u := range updates {
		values[i] = u.Value()
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: "updates", Value: jsvalue.ArrayValue(values...)}), nil
}

// read is the text of a file to {records, lines, diagnostics}.
func read(request protocol.Request) (jsvalue.Value, error) {
	if request.Input.Kind() != protocol.TextInput {
		return jsvalue.Value{}, badInput("the operation takes jsonl or jsonl_base64")
	}
	lines, diagnostics := jsonl.Read(request.Input.Text())
	records, numbers := make([]jsvalue.Value, len(lines)), make([]jsvalue.Value, len(lines))
	for i, line := range lines {
		records[i], numbers[i] = line.Value, jsvalue.IntValue(int64(line.Number))
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "records", Value: jsvalue.ArrayValue(records...)},
		jsvalue.Member{Key: "lines", Value: jsvalue.ArrayValue(numbers...)},
		jsvalue.Member{Key: "diagnostics", Value: diagnostic.ListValue(diagnostics)},
	), nil
}

// projectionValue takes the written form, so that there is one place that says how a block is written.
func projectionValue(projection chatrecord.Projection) (jsvalue.Value, error) {
	var text strings.Builder
	if err := projection.WriteJSON(&text); err != nil {
		return jsvalue.Value{}, fmt.Errorf("writing to memory: %w", err)
	}
	value, err := jsvalue.Decode(text.String())
	if err != nil {
		return jsvalue.Value{}, fmt.Errorf("the projection is no JSON: %w", err)
	}
	return value, nil
}

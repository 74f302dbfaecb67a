package subject

import (
	"errors"
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The names of the files that append takes (TP-PROTO-19).
const (
	heldFile = "file.jsonl" // what there is; absent if there is no file yet
	rowsFile = "rows.jsonl" // the context that there is to be, one row a line
)

// appendToFile is a file, the rows of the context and a batch to {file, usageWritten}, the whole text behind the write;
// options meta, requestId, time, seq, usage and partial (TP-PROTO-19).
func appendToFile(request protocol.Request) (jsvalue.Value, error) {
	options, err := rounded(request.Options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	batch, err := batchOf(options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	partial, interrupted, err := partialOf(options.Get("partial"))
	if err != nil {
		return jsvalue.Value{}, err
	}
	files, err := filesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	text, given := files[rowsFile]
	if !given && !interrupted {
		return jsvalue.Value{}, badInput("without partial the operation takes the file " + rowsFile)
	}
	if given {
		if batch.Rows, err = rowsOf(text); err != nil {
			return jsvalue.Value{}, err
		}
	}
	file, err := writer.Open(files[heldFile])
	if err != nil {
		return jsvalue.Value{}, err
	}
	write, err := file.Append, error(nil)
	if interrupted {
		write = func(b writer.Batch) (writer.Write, error) { return file.Interrupt(b, partial) }
	}
	w, err := write(batch)
	if err != nil {
		return jsvalue.Value{}, invalidBatch(err)
	}
	return written(files[heldFile], w), nil
}

// written is the answer to a write behind what the file held.
func written(held string, w writer.Write) jsvalue.Value {
	after := w.Bytes
	if w.Mode != writer.Create {
		after = held + w.Bytes
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "file", Value: protocol.FileValue(after)},
		jsvalue.Member{Key: "usageWritten", Value: jsvalue.BoolValue(w.UsageWritten)},
	)
}

// rounded is the options as they come out of a pipe, whose numbers are binary64 (TP-PROTO-19): here too, so that there is one
// right answer.
func rounded(options jsvalue.Value) (jsvalue.Value, error) {
	if options.IsUndefined() {
		return options, nil
	}
	return jsvalue.Decode(string(jsvalue.AppendExactASCII(nil, options)))
}

// batchOf reads all of a batch but its rows.
func batchOf(options jsvalue.Value) (batch writer.Batch, err error) {
	requestID, time, seq := options.Get("requestId"), options.Get("time"), options.Get("seq")
	if !isTextOrAbsent(requestID) || !isTextOrAbsent(time) {
		return batch, badOptions("requestId or time is no string")
	}
	batch.RequestID, batch.Time = requestID.Text(), time.Text()
	if !seq.IsUndefined() {
		n, ok := seq.SafeInteger()
		if !ok || n < 0 {
			return batch, badOptions("seq is no integer from 0 on that binary64 counts")
		}
		first := uint64(n)
		batch.Seq = &first
	}
	meta, usage := options.Get("meta"), options.Get("usage")
	if !meta.IsObject() || !usage.IsUndefined() && !usage.IsObject() {
		return batch, badOptions("meta is no object, or usage is none")
	}
	if batch.Meta, err = line.ParseMeta(meta); err != nil {
		return batch, invalidBatch(err)
	}
	if usage.IsObject() {
		if batch.Usage, err = writer.ParseUsage(usage); err != nil {
			return batch, invalidBatch(err)
		}
	}
	return batch, nil
}

func partialOf(value jsvalue.Value) (partial writer.Partial, given bool, err error) {
	if value.IsUndefined() {
		return partial, false, nil
	}
	text, reasoning := value.Get("text"), value.Get("reasoning")
	if !text.IsString() || !isTextOrAbsent(reasoning) {
		return partial, false, badOptions("partial is not {text, reasoning?, iteration?}")
	}
	return writer.Partial{Text: text.Text(), Reasoning: reasoning.Text(), Iteration: value.Get("iteration")}, true, nil
}

func isTextOrAbsent(v jsvalue.Value) bool { return v.IsUndefined() || v.IsString() }

// rowsOf reads one row a line. A line that is no JSON is no input, and one that is no row is an invalid batch.
func rowsOf(text string) ([]*line.Row, error) {
	rows := []*line.Row{}
	decoder := jsvalue.Decoder{KeepKeyOrder: true}
	number := 0
	for raw := range strings.SplitSeq(text, "\n") {
		number++
		if protocol.IsBlank(raw) {
			continue
		}
		value, err := decoder.Decode(jsvalue.FromUTF8String(raw))
		if err != nil {
			return nil, badInput(fmt.Sprintf("line %d of the rows is not one JSON value: %v", number, err))
		}
		row, err := line.ParseRow(value)
		if err != nil {
			return nil, invalidBatch(fmt.Errorf("line %d of the rows: %w", number, err))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// invalidBatch is the refusal of what could not be read back (SR-WRITE-09), or is of another thread (SR-WRITE-02). The
// messages of the writer name fields and rules, and quote nothing.
func invalidBatch(err error) error {
	if errors.Is(err, writer.ErrMissingHeader) {
		return err
	}
	return &protocol.Error{Code: InvalidBatch, Message: err.Error()}
}

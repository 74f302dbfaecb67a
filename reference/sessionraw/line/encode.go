package line

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// version is what a written header says; files without one are older than records (SR-WRITE-02).
const version = 1

// AppendMeta appends a header line (SR-WRITE-02). A request id that is not empty stands beside the header (SR-WRITE-03):
// what is in it counts for the session, not for the turn.
func AppendMeta(dst []byte, meta Meta, requestID string) []byte {
	var members object
	members.add("version", jsvalue.IntValue(version))
	for _, field := range metaFields {
		if field.name != "version" {
			members.add(field.name, meta.fields.Get(field.name))
		}
	}
	var line object
	line.add("_meta", members.value())
	line.add("request_id", textOrAbsent(requestID))
	return appendLine(dst, line.value())
}

// AppendRow appends a message line, which Read reads as the same row (SR-WRITE-03).
func AppendRow(dst []byte, row *Row) []byte { return appendLine(dst, row.lineValue()) }

// AppendCompaction appends a record by rows, in the document's spelling (SR-WRITE-05).
func AppendCompaction(dst []byte, record *Compaction) []byte {
	rows := make([]jsvalue.Value, len(record.Rows))
	for i, row := range record.Rows {
		rows[i] = row.lineValue()
	}
	var line object
	line.add("kind", jsvalue.StringValue("compaction"))
	line.add("replacement_history", jsvalue.ArrayValue(rows...))
	line.add("ts", record.TS)
	line.add("request_id", textOrAbsent(record.RequestID))
	return appendLine(dst, line.value())
}

// appendLine keeps the texts of numbers (SR-LINE-10).
func appendLine(dst []byte, value jsvalue.Value) []byte {
	return append(jsvalue.AppendSource(dst, value), '\n')
}

// Cloner copies rows. The zero value is ready; one for many rows is faster than one each, since copies share chunks of memory.
type Cloner struct{ decoder jsvalue.Decoder }

// Clone gives a row that keeps nothing of the file's text in memory.
func (c *Cloner) Clone(row *Row) *Row {
	c.decoder.KeepKeyOrder = true
	value, _ := c.decoder.Decode(string(AppendRow(nil, row))) // what was appended is JSON
	return (&reader{}).row(value, "")
}

// lineValue is the row as it stands in a file; Value is the row of a context.
func (r *Row) lineValue() jsvalue.Value {
	var line object
	line.add("id", r.ID)
	line.add("role", jsvalue.StringValue(r.Role))
	line.add("content", jsvalue.StringValue(r.Content))
	line.add("extra_metadata", r.ExtraMetadata)
	line.add("provider", r.Provider)
	line.add("model", r.Model)
	line.add("usage", r.Usage)
	line.add("reasoning_content", r.Reasoning)
	if r.HasCalls {
		line.add("tool_calls", callsValue(r.Calls))
	}
	line.add("tool_call_id", r.ToolCallID)
	line.add("iteration", r.Iteration)
	line.add("seq", r.Seq)
	line.add("ts", r.TS)
	line.add("request_id", textOrAbsent(r.RequestID))
	line.add("interrupted", trueOrAbsent(r.Interrupted))
	line.add("failure", trueOrAbsent(r.Failure))
	line.add("failure_detail", r.FailureDetail)
	return line.value()
}

func textOrAbsent(text string) jsvalue.Value {
	if text == "" {
		return jsvalue.Value{}
	}
	return jsvalue.StringValue(text)
}

func trueOrAbsent(b bool) jsvalue.Value {
	if !b {
		return jsvalue.Value{}
	}
	return jsvalue.BoolValue(true)
}

// Integer is the value of an unsigned integer of 64 bits, for the fields that are one.
func Integer(n uint64) jsvalue.Value {
	value, _ := jsvalue.Decode(strconv.FormatUint(n, 10)) // digits are JSON
	return value
}

package chatrecord

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Dialect is the name of the dialect.
const Dialect = "chatrecord"

// Input is the records argument and the options of a case whose operation takes records, project or prepare.
type Input struct {
	Records  []Record      // in file order, rejected ones included
	Argument jsvalue.Value // the records argument as one value
	NoArray  bool          // the argument is no array (CR-PREP-01)
	Broken   bool          // a line of the text is not JSON, or the input is none that the operation takes (TP-PROTO-08)
	Options  jsvalue.Value // Undefined when absent

	chain *Chain
}

// Read reads a case in the plainest way: lines end at LF, blank ones are skipped, each other one is a JSON value.
func Read(c testcase.Case) Input {
	in := Input{Options: c.Options}
	switch c.Input.Kind() {
	case protocol.TextInput:
		in.Argument, in.Broken = decodeLines(c.Input.Text())
	case protocol.ValueInput:
		in.Argument = c.Input.Value()
		in.NoArray = !in.Argument.IsArray()
	default:
		in.Broken = true
	}
	for i, value := range in.Argument.Elements() {
		in.Records = append(in.Records, readRecord(i, value))
	}
	in.chain = newChain(in.Records, in.Options.Get("leafUuid"))
	return in
}

func decodeLines(text string) (records jsvalue.Value, broken bool) {
	var values []jsvalue.Value
	for line := range strings.SplitSeq(text, "\n") {
		line = jsvalue.FromUTF8String(line)
		if isBlankLine(line) {
			continue
		}
		value, err := jsvalue.Decode(line)
		if err != nil {
			broken = true
			continue
		}
		values = append(values, value)
	}
	return jsvalue.ArrayValue(values...), broken
}

// Chain is the active branch of the input.
func (in Input) Chain() *Chain { return in.chain }

// MaxBlocks is the option of that name; 0 when it is absent.
func (in Input) MaxBlocks() int64 {
	limit, _ := in.Options.Get("maxBlocks").SafeInteger()
	return max(limit, 0)
}

// ErrorCode is the code of the error that the rules demand for the operation, "" if they demand an answer (CR-PREP-01 to
// CR-PREP-04, TP-PROTO-08).
func (in Input) ErrorCode(op string) protocol.Code {
	limit := in.Options.Get("maxBlocks")
	leaf := in.Options.Get("leafUuid")
	switch {
	case in.Broken:
		return protocol.BadInput
	case !in.Options.IsNullish() && !in.Options.IsObject():
		return protocol.BadOptions
	case in.NoArray:
		return "invalid_records"
	case op == "project" && !limit.IsUndefined() && in.MaxBlocks() == 0:
		return "invalid_max_blocks"
	case len(in.sessions()) > 1:
		return "mixed_session_ids"
	case !leaf.IsUndefined() && !in.chain.Found:
		return "leaf_not_found"
	}
	return ""
}

// sessions are the session ids of the accepted records, each once, in file order.
func (in Input) sessions() []string {
	var ids []string
	seen := make(map[string]bool)
	for _, r := range in.Records {
		if r.Accepted && !seen[r.SessionID] {
			seen[r.SessionID] = true
			ids = append(ids, r.SessionID)
		}
	}
	return ids
}

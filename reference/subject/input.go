package subject

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// recordsOf is the records argument of an operation (TP-PROTO-08): the array of the values that the lines of the text
// hold, or the value as it is, which then may be anything. A damaged line is no input of such an operation; read is there
// for it.
func recordsOf(request protocol.Request) (jsvalue.Value, error) {
	switch request.Input.Kind() {
	case protocol.ValueInput:
		return request.Input.Value(), nil
	case protocol.TextInput:
		return decodeLines(request.Input.Text())
	}
	return jsvalue.Value{}, badInput("the operation takes jsonl, jsonl_base64 or value")
}

func decodeLines(text string) (jsvalue.Value, error) {
	var decoder jsvalue.Decoder
	var records []jsvalue.Value
	for number := 1; text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if protocol.IsBlank(line) {
			continue
		}
		record, err := decoder.Decode(jsvalue.FromUTF8String(line)) // CR-JS-07
		if err != nil {
			return jsvalue.Value{}, badInput(fmt.Sprintf("line %d of the text is not one JSON value: %v", number, err))
		}
		records = append(records, record)
	}
	return jsvalue.ArrayValue(records...), nil
}

// updatesOf is the input {updates: [...]}. The first value that is no update is named by its index and path.
func updatesOf(request protocol.Request) ([]update.Update, error) {
	list := request.Input.Value().Get("updates")
	if !list.IsArray() {
		return nil, badInput("the operation takes value, an object with the list updates")
	}
	updates := make([]update.Update, 0, list.Len())
	for i, value := range list.Elements() {
		u, err := update.Parse(value)
		if err != nil {
			return nil, &protocol.Error{Code: InvalidUpdate, Message: fmt.Sprintf("updates[%d]: %v", i, err)}
		}
		updates = append(updates, u)
	}
	return updates, nil
}

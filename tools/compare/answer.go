package compare

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Plain is an answer as the value that Answers takes: the projection, or {"error": code}. Of an internal error, and of one
// that says that the operation is not there, the message counts too.
func Plain(answer protocol.Answer) jsvalue.Value {
	failure := string(answer.Err().Code)
	switch answer.Kind() {
	case protocol.ResultAnswer:
		return answer.Result()
	case protocol.UnsupportedAnswer:
		failure = "unsupported: " + answer.Why()
	}
	if answer.Err().Code == protocol.InternalError {
		failure += ": " + answer.Err().Message
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: "error", Value: jsvalue.StringValue(failure)})
}

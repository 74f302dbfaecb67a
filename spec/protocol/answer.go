package protocol

import (
	"errors"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// AnswerKind says which of the three an Answer is.
type AnswerKind uint8

// The kinds of an answer (TP-PROTO-05).
const (
	ResultAnswer AnswerKind = iota + 1
	ErrorAnswer
	UnsupportedAnswer
)

// Answer is exactly one of a result, a coded error, and the statement that the operation is not supported. The zero
// Answer is none of them and is never sent.
type Answer struct {
	kind   AnswerKind
	result jsvalue.Value
	source bool // the numbers of the result are written as the text they came as
	failed Error
	why    string
}

// Result is the answer that gives a result; Undefined counts as null.
func Result(value jsvalue.Value) Answer {
	if value.IsUndefined() {
		value = jsvalue.NullValue()
	}
	return Answer{kind: ResultAnswer, result: value}
}

// SourceResult is Result for a format whose numbers are not ECMAScript's: each is written as the text that it was decoded
// from (SR-LINE-10).
func SourceResult(value jsvalue.Value) Answer {
	answer := Result(value)
	answer.source = true
	return answer
}

// Fail is the answer that refuses a request. The message quotes no input.
func Fail(code Code, message string) Answer {
	return Answer{kind: ErrorAnswer, failed: Error{code, message}}
}

// Unsupported is the answer of a program that does not have the operation, or not for this input.
func Unsupported(why string) Answer { return Answer{kind: UnsupportedAnswer, why: why} }

// Kind says which of the three it is; 0 for the zero Answer.
func (a Answer) Kind() AnswerKind { return a.kind }

// Result is the result of a ResultAnswer, else Undefined.
func (a Answer) Result() jsvalue.Value { return a.result }

// Err is the error of an ErrorAnswer, else the zero Error.
func (a Answer) Err() Error { return a.failed }

// Why is the reason of an UnsupportedAnswer, else "".
func (a Answer) Why() string { return a.why }

// The members of an answer; of the last three exactly one is there.
const (
	keyResult      = "result"
	keyError       = "error"
	keyUnsupported = "unsupported"
)

// AppendLine appends the answer to the request of that id as one line of ASCII, with its line feed. An Undefined id is
// written null (TP-PROTO-03).
func (a Answer) AppendLine(dst []byte, id jsvalue.Value) []byte {
	if id.IsUndefined() {
		id = jsvalue.NullValue()
	}
	dst = append(dst, `{"id":`...)
	dst = jsvalue.AppendASCII(dst, id)
	key, value := a.member()
	dst = append(dst, `,"`+key+`":`...)
	if a.source {
		dst = jsvalue.AppendSourceASCII(dst, value)
	} else {
		dst = jsvalue.AppendASCII(dst, value)
	}
	return append(dst, "}\n"...)
}

func (a Answer) member() (key string, value jsvalue.Value) {
	switch a.kind {
	case ResultAnswer:
		return keyResult, a.result
	case UnsupportedAnswer:
		return keyUnsupported, jsvalue.StringValue(a.why)
	}
	failed := a.failed
	if a.kind != ErrorAnswer { // a fault of the subject: it returned the zero Answer
		failed = Error{InternalError, "the call gave no answer"}
	}
	return keyError, jsvalue.ObjectValue(text("code", string(failed.Code)), text("message", failed.Message))
}

// ParseAnswer reads a line, with or without its line feed, and returns the id and the answer. Members it does not know
// are ignored. Any error means that the program at the other end breaks the protocol.
func ParseAnswer(line string) (jsvalue.Value, Answer, error) {
	value, err := decodeLine(line)
	if err != nil {
		return jsvalue.Value{}, Answer{}, fmt.Errorf("protocol: an answer: %w", err)
	}
	id := value.Get(keyID)
	if !isID(id) && id.Kind() != jsvalue.Null {
		return jsvalue.Value{}, Answer{}, errors.New("protocol: an answer: no id that a request can have, nor null")
	}
	answer, err := parseOutcome(value)
	if err != nil {
		return id, Answer{}, fmt.Errorf("protocol: an answer: %w", err)
	}
	return id, answer, nil
}

func parseOutcome(value jsvalue.Value) (Answer, error) {
	var answer Answer
	found := 0
	if value.Has(keyResult) {
		found++
		answer = Result(value.Get(keyResult))
	}
	if why := value.Get(keyUnsupported); value.Has(keyUnsupported) {
		found++
		if !why.IsString() {
			return Answer{}, errors.New("unsupported is not a string")
		}
		answer = Unsupported(why.Text())
	}
	if failed := value.Get(keyError); value.Has(keyError) {
		found++
		code, message := failed.Get("code"), failed.Get("message")
		if code.Text() == "" || !message.IsString() {
			return Answer{}, errors.New("error is not {code, message}")
		}
		answer = Fail(Code(code.Text()), message.Text())
	}
	if found != 1 {
		return Answer{}, errors.New("not exactly one of result, error and unsupported")
	}
	return answer, nil
}

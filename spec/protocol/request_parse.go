package protocol

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ParseRequest reads a line, with or without its line feed. Members it does not know are ignored (TP-PROTO-06). The
// error is an *Error with the code bad_json or bad_request; the request then has the id, if that could be read
// (TP-PROTO-03), and nothing else.
func ParseRequest(line string) (Request, error) {
	value, err := decodeLine(line)
	if err != nil {
		return Request{}, err
	}
	return ParseRequestValue(value)
}

// decodeLine reads one JSON value, which must be UTF-8 (TP-PROTO-02).
func decodeLine(line string) (jsvalue.Value, error) {
	if !utf8.ValidString(line) {
		return jsvalue.Value{}, &Error{BadJSON, "the line is not UTF-8"}
	}
	value, err := jsvalue.Decode(line)
	if err != nil {
		return jsvalue.Value{}, &Error{BadJSON, "the line is not one JSON value: " + err.Error()}
	}
	return value, nil
}

// ParseRequestValue is ParseRequest for a line that was decoded already.
func ParseRequestValue(value jsvalue.Value) (Request, error) {
	if !value.IsObject() {
		return Request{}, badRequest("the request is not an object")
	}
	id := value.Get(keyID)
	if !isID(id) {
		return Request{}, badRequest("id is neither a string nor a safe integer")
	}
	request, err := parseCall(value)
	if err != nil {
		return Request{ID: id}, err
	}
	request.ID = id
	return request, nil
}

// parseCall reads everything but the id.
func parseCall(value jsvalue.Value) (Request, error) {
	op, dialect := value.Get(keyOp), value.Get(keyDialect)
	switch {
	case op.Text() == "":
		return Request{}, badRequest("op is not a string, or is empty")
	case !dialect.IsUndefined() && !dialect.IsString():
		return Request{}, badRequest("dialect is not a string")
	}
	input, err := parseInput(value)
	if err != nil {
		return Request{}, err
	}
	return Request{Dialect: dialect.Text(), Op: op.Text(), Input: input, Options: value.Get(keyOptions)}, nil
}

// isID reports whether an id can be echoed by every language: a string, or an integer that binary64 counts exactly.
func isID(id jsvalue.Value) bool {
	_, isInteger := id.SafeInteger()
	return isInteger || id.IsString()
}

// inputForms read the members that carry an input.
var inputForms = []struct {
	key  string
	read func(jsvalue.Value) (Input, error)
}{
	{keyText, parseText},
	{keyTextBase64, parseBase64},
	{keyFiles, parseFiles},
	{keyValue, func(value jsvalue.Value) (Input, error) { return ValueOf(value), nil }},
}

func parseInput(request jsvalue.Value) (Input, error) {
	var input Input
	for _, form := range inputForms {
		if !request.Has(form.key) {
			continue
		}
		if input.kind != NoInput {
			return Input{}, badRequest("more than one of jsonl, jsonl_base64, files and value")
		}
		var err error
		if input, err = form.read(request.Get(form.key)); err != nil {
			return Input{}, err
		}
	}
	return input, nil
}

func parseText(value jsvalue.Value) (Input, error) {
	if !value.IsString() {
		return Input{}, badRequest("jsonl is not a string")
	}
	if !utf8.ValidString(value.Text()) {
		return Input{}, badRequest("jsonl has a lone surrogate, which is no text of a file; use jsonl_base64 for bytes")
	}
	return TextOf(value.Text()), nil
}

func parseBase64(value jsvalue.Value) (Input, error) {
	if !value.IsString() {
		return Input{}, badRequest("jsonl_base64 is not a string")
	}
	raw, ok := bytesOf(value.Text())
	if !ok {
		return Input{}, badRequest("jsonl_base64 is not padded standard base64")
	}
	return TextOf(raw), nil
}

func bytesOf(encoded string) (raw string, ok bool) {
	bytes, err := base64.StdEncoding.Strict().DecodeString(encoded)
	return string(bytes), err == nil && !strings.ContainsAny(encoded, "\r\n") // which the decoder skips
}

func parseFiles(value jsvalue.Value) (Input, error) {
	if !value.IsObject() {
		return Input{}, badRequest("files is not an object")
	}
	files := make([]File, 0, value.Len())
	for name, content := range value.Members() {
		text, ok := ParseFile(content)
		if !ok || !utf8.ValidString(name) {
			return Input{}, badRequest("a member of files is neither a well-formed text nor its bytes as {base64}")
		}
		files = append(files, File{Name: name, Text: text})
	}
	return FilesOf(files...), nil
}

// ParseFile undoes FileValue; false if the value is no file.
func ParseFile(content jsvalue.Value) (text string, ok bool) {
	if encoded := content.Get(keyBase64); encoded.IsString() {
		return bytesOf(encoded.Text())
	}
	return content.Text(), content.IsString() && utf8.ValidString(content.Text())
}

func badRequest(message string) *Error { return &Error{BadRequest, message} }

// AsError is the coded error behind err; without one it is internal_error, and the message says nothing of err, which
// may quote the input.
func AsError(err error) *Error {
	var coded *Error
	if errors.As(err, &coded) {
		return coded
	}
	return &Error{InternalError, "the call failed; standard error of the program may say more"}
}

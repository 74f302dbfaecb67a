package protocol

import (
	"encoding/base64"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Request asks for one operation.
type Request struct {
	ID      jsvalue.Value // a string or a safe integer, echoed by the answer; Undefined where none was readable
	Dialect string        // "" for describe
	Op      string
	Input   Input
	Options jsvalue.Value // Undefined when not given; the operation judges them
}

// The members of a request; of the last four at most one is there (TP-PROTO-07).
const (
	keyID         = "id"
	keyDialect    = "dialect"
	keyOp         = "op"
	keyOptions    = "options"
	keyText       = "jsonl"
	keyTextBase64 = "jsonl_base64"
	keyFiles      = "files"
	keyValue      = "value"
	keyBase64     = "base64" // of a file among files
)

// Value is the request as its JSON object.
func (r Request) Value() jsvalue.Value {
	members := []jsvalue.Member{{Key: keyID, Value: r.ID}}
	if r.Dialect != "" {
		members = append(members, text(keyDialect, r.Dialect))
	}
	members = append(members, text(keyOp, r.Op))
	switch r.Input.kind {
	case NoInput:
	case TextInput:
		if utf8.ValidString(r.Input.text) {
			members = append(members, text(keyText, r.Input.text))
		} else {
			members = append(members, text(keyTextBase64, base64.StdEncoding.EncodeToString([]byte(r.Input.text))))
		}
	case FilesInput:
		files := make([]jsvalue.Member, len(r.Input.files))
		for i, file := range r.Input.files {
			files[i] = jsvalue.Member{Key: file.Name, Value: FileValue(file.Text)}
		}
		members = append(members, jsvalue.Member{Key: keyFiles, Value: jsvalue.ObjectValue(files...)})
	case ValueInput:
		members = append(members, jsvalue.Member{Key: keyValue, Value: r.Input.value})
	}
	return jsvalue.ObjectValue(append(members, jsvalue.Member{Key: keyOptions, Value: r.Options})...)
}

// FileValue is a file among files: its text, or its bytes where they are not UTF-8 (TP-PROTO-07).
func FileValue(content string) jsvalue.Value {
	if utf8.ValidString(content) {
		return jsvalue.StringValue(content)
	}
	return jsvalue.ObjectValue(text(keyBase64, base64.StdEncoding.EncodeToString([]byte(content))))
}

// HasValidOptions reports whether the options are absent, null or an object; others are bad_options (TP-PROTO-09).
func (r Request) HasValidOptions() bool { return r.Options.IsNullish() || r.Options.IsObject() }

// AppendLine appends the request as one line of ASCII, with its line feed (TP-PROTO-01, TP-PROTO-02). It reads back as it is.
func (r Request) AppendLine(dst []byte) []byte {
	return append(jsvalue.AppendExactASCII(dst, r.Value()), '\n')
}

func text(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

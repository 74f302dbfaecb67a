// Command go answers the protocol of transcriptspec, version 1 (SPEC.md, section 8), for an implementation in Go that does
// not import this module. One that does needs no pipe: see the test beside this file.
//
// Copy this file, and fill in description and project. What stands below them keeps the protocol and can stay as it is.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"unicode/utf8"
)

var description = map[string]any{
	"protocol": 1,
	"spec":     "1.0",
	"name":     "my-projection",
	"version":  "0",
	"language": runtime.Version(),
	"dialects": map[string][]string{"chatrecord": {"project"}},
	// Features of inputs that you do not claim to handle: transcript gen --stats lists them.
	"unsupported": []string{},
}

// refused is a coded error: refused{"leaf_not_found", "leafUuid names no record"}. The message quotes nothing of the input.
type refused struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (r refused) Error() string { return r.Code + ": " + r.Message }

// project calls your implementation. Each record is valid JSON, not decoded yet; so is each option. What it returns is
// written by json.Marshal.
func project(records []json.RawMessage, options map[string]json.RawMessage) (any, error) {
	_, _ = records, options
	return map[string]any{"blocks": []any{}, "diagnostics": []any{}, "complete": false, "truncated": false}, nil
}

// From here on nothing needs to be changed.

type object = map[string]json.RawMessage // a struct would take "Value" for "value"

func main() {
	signal.Ignore(syscall.SIGPIPE) // when nobody listens any more, a write fails, and that is the end
	output := os.Stdout
	os.Stdout = os.Stderr // what your implementation prints is no answer
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if len(bytes.Trim(line, " \t\r\n")) > 0 {
			if _, err := output.Write(append(reply(line), '\n')); err != nil {
				return
			}
		}
		if err != nil {
			if err != io.EOF {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
}

// reply is the answer to one line, without its line feed.
func reply(line []byte) []byte {
	id := json.RawMessage("null")
	key, value := "result", any(nil)
	var request object
	if !utf8.Valid(line) || !json.Valid(line) {
		key, value = "error", refused{"bad_json", "the line is no JSON in UTF-8"}
	} else if json.Unmarshal(line, &request) != nil || !isID(request["id"]) {
		key, value = "error", refused{"bad_request", "no object with an id"}
	} else {
		id = request["id"]
		key, value = outcome(request)
	}
	text, err := json.Marshal(value)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		key, text = "error", []byte(`{"code":"internal_error","message":"the result cannot be written"}`)
	}
	return fmt.Appendf(nil, `{"id":%s,"%s":%s}`, id, key, text)
}

// outcome turns errors and panics into answers.
func outcome(request object) (key string, value any) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n%s", fault, debug.Stack())
			key, value = "error", refused{"internal_error", "panic"}
		}
	}()
	key, value, err := answer(request)
	var coded refused
	switch {
	case errors.As(err, &coded):
		return "error", coded
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return "error", refused{"internal_error", "the call failed"}
	}
	return key, value
}

func answer(request object) (key string, value any, err error) {
	op, opOK := text(request["op"])
	dialect, dialectOK := text(request["dialect"])
	if !opOK || op == "" || request["dialect"] != nil && !dialectOK || op != "describe" && dialect == "" {
		return "", nil, refused{"bad_request", "op or dialect is missing or has the wrong shape"}
	}
	form, err := formOf(request)
	if err != nil {
		return "", nil, err
	}
	if op != "describe" && (dialect != "chatrecord" || op != "project") {
		return "unsupported", "only chatrecord: project", nil
	}
	var options object
	if raw := request["options"]; raw != nil && json.Unmarshal(raw, &options) != nil {
		return "", nil, refused{"bad_options", "options is no object"}
	}
	if (op == "describe") != (form == "") || form == "files" {
		return "", nil, refused{"bad_input", "project takes one of jsonl, jsonl_base64 and value; describe takes nothing"}
	}
	if op == "describe" {
		return "result", description, nil
	}
	records, err := recordsOf(form, request[form])
	if err != nil {
		return "", nil, err
	}
	value, err = project(records, options)
	return "result", value, err
}

// formOf is the member that carries the input, or "".
func formOf(request object) (string, error) {
	form := ""
	for _, key := range []string{"jsonl", "jsonl_base64", "files", "value"} {
		raw, given := request[key]
		if !given {
			continue
		}
		if form != "" || !hasForm(key, raw) {
			return "", refused{"bad_request", "the input has the wrong shape"}
		}
		form = key
	}
	return form, nil
}

func hasForm(form string, raw json.RawMessage) bool {
	switch form {
	case "jsonl":
		_, ok := text(raw)
		return ok && !hasLoneSurrogate(raw)
	case "jsonl_base64":
		coded, ok := text(raw)
		_, err := base64.StdEncoding.Strict().DecodeString(coded)
		return ok && err == nil && !strings.ContainsAny(coded, "\r\n")
	case "files":
		var files map[string]json.RawMessage
		err := json.Unmarshal(raw, &files)
		for _, file := range files {
			if _, ok := bytesOf(file); !ok {
				return false
			}
		}
		return err == nil && files != nil && !hasLoneSurrogate(raw)
	}
	return true
}

// bytesOf is a file among files: a text, or the bytes in {"base64": ...}.
func bytesOf(raw json.RawMessage) ([]byte, bool) {
	if content, ok := text(raw); ok {
		return []byte(content), true
	}
	var file object
	if json.Unmarshal(raw, &file) != nil || !hasForm("jsonl_base64", file["base64"]) {
		return nil, false
	}
	coded, _ := text(file["base64"])
	content, err := base64.StdEncoding.DecodeString(coded)
	return content, err == nil
}

func recordsOf(form string, raw json.RawMessage) ([]json.RawMessage, error) {
	if form == "value" {
		var records []json.RawMessage
		if json.Unmarshal(raw, &records) != nil || records == nil {
			return nil, refused{"invalid_records", "the records are no array"} // CR-PREP-01
		}
		return records, nil
	}
	file, _ := text(raw)
	if form == "jsonl_base64" {
		decoded, _ := base64.StdEncoding.DecodeString(file)
		file = string(decoded)
	}
	records := []json.RawMessage{}
	for line := range strings.SplitSeq(file, "\n") {
		if strings.Trim(line, " \t\r") == "" {
			continue
		}
		if !json.Valid([]byte(line)) {
			return nil, refused{"bad_input", "a line of the text does not parse"}
		}
		records = append(records, json.RawMessage(line))
	}
	return records, nil
}

// text is the string that raw is; null is none.
func text(raw json.RawMessage) (string, bool) {
	var s *string
	if json.Unmarshal(raw, &s) != nil || s == nil {
		return "", false
	}
	return *s, true
}

func isID(raw json.RawMessage) bool {
	if _, ok := text(raw); ok {
		return true
	}
	var number *float64
	return json.Unmarshal(raw, &number) == nil && number != nil && *number == math.Trunc(*number) && math.Abs(*number) < 1<<53
}

// escape matches every escape of JSON but half of a surrogate pair, which encoding/json would replace in silence.
var escape = regexp.MustCompile(`(?i)\\(?:[^u]|u(?:[^d]...|d[0-7]..|d[89ab]..\\ud[c-f]..))`)

func hasLoneSurrogate(raw json.RawMessage) bool {
	return bytes.Contains(raw, []byte(`\u`)) && bytes.Contains(escape.ReplaceAll(raw, nil), []byte(`\`))
}

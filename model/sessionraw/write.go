package sessionraw

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The files of a question to append (TP-PROTO-19).
const (
	heldName = "file.jsonl"
	rowsName = "rows.jsonl"
)

// write is what was asked of append, and the file behind it.
type write struct {
	held, after string
	rows        []Row // that were given
	given       bool
	request     string
	time        string
	partial     jsvalue.Value // Undefined unless the turn was interrupted
	meta        jsvalue.Value
}

// writing reads a question to append; false if its rows are not plain, or the answer has no file.
func (v *View) writing() (w write, ok bool) {
	options := v.Case.Options
	w = write{request: options.Get("requestId").Text(), time: options.Get("time").Text(), partial: options.Get("partial"), meta: options.Get("meta")}
	for _, file := range v.Case.Input.Files() {
		switch file.Name {
		case heldName:
			w.held = file.Text
		case rowsName:
			w.given = true
			if w.rows, ok = readRows(file.Text); !ok {
				return w, false
			}
		}
	}
	w.after, ok = protocol.ParseFile(v.Result.Get("file"))
	return w, ok
}

func readRows(text string) (rows []Row, ok bool) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Trim(line, " \t\r") == "" {
			continue
		}
		value, err := jsvalue.Decode(jsvalue.FromUTF8String(line))
		if err != nil {
			return nil, false
		}
		row, ok := rowOf(value)
		if !ok {
			return nil, false
		}
		rows = append(rows, row)
	}
	return rows, true
}

// isNew: there was no line.
func (w write) isNew() bool { return strings.Trim(w.held, " \t\r\n") == "" }

// added is what the file grew by; false if it did not just grow.
func (w write) added() (string, bool) { return strings.CutPrefix(w.after, w.held) }

// lines are those of the batch, without the piece that ends a last line without a line feed.
func (w write) lines() (lines []jsvalue.Value) {
	added, _ := w.added()
	if last := w.held[strings.LastIndexByte(w.held, '\n')+1:]; strings.Trim(last, " \t\r") != "" {
		_, added, _ = strings.Cut(added, "\n")
	}
	for line := range strings.SplitSeq(added, "\n") {
		if value, err := jsvalue.Decode(line); err == nil {
			lines = append(lines, value)
		}
	}
	return lines
}

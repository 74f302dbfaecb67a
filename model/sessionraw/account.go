package sessionraw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// told is a diagnostic that must be there. A line of 0 is any line or none, a path of "" any path.
type told struct {
	code, file string
	line       int
	path       string
}

// account is a file, read by the second definition, which knows more than [File] and is certain less often.
type account struct {
	File
	entries     []entry
	hasHeader   bool
	header      jsvalue.Value // the fields of the first line that are right; no object without one
	last        jsvalue.Value // those of the last header that counts
	threadID    string        // SR-FILE-03
	firstThread string        // the first that a header names, wherever it stands
	conflict    bool          // headers name several threads
	told        []told
	doubt       bool // it has something of which the plain way is not certain
}

// entry is a row, or a compaction record.
type entry struct {
	line int
	row  *Row
	// of a record: its rows, or the ids of rows
	record  jsvalue.Value
	rows    []*Row
	ids     []string
	byIDs   bool
	request string
}

// readAll reads a file. Lines that are damaged in another way than by their end are a doubt.
func readAll(f File) *account {
	r := &account{File: f, doubt: !utf8.ValidString(f.Text)}
	text := strings.TrimPrefix(f.Text, "\ufeff")
	begun, named := false, ""
	for i, line := range strings.Split(text, "\n") {
		if strings.Trim(line, " \t\r") == "" {
			continue
		}
		first := !begun
		begun = true
		value, err := jsvalue.Decode(jsvalue.FromUTF8String(line))
		if err != nil {
			r.torn(line, i+1)
			continue
		}
		thread := r.line(value, i+1, first)
		switch {
		case first && thread != "":
			named = thread
			r.threadID = thread
		case named == "" && thread != "":
			r.threadID = thread
		}
	}
	if !r.hasHeader {
		r.tell("missing_header", 0, "")
		r.threadID = ""
	}
	return r
}

// torn is a line that ends too early.
func (r *account) torn(line string, number int) {
	if !strings.HasPrefix(line, `{"`) || strings.Count(line, `{"`) > 1 || strings.Contains(line, "}") || strings.Contains(line, "\x00") {
		r.doubt = true
	}
	r.tell("invalid_json_line", number, "")
}

func (r *account) tell(code string, line int, path string) {
	r.told = append(r.told, told{code, r.Name, line, path})
}

// line takes a value (SR-LINE-02, SR-LINE-03) and gives the thread that it names, if it is a header that counts.
func (r *account) line(value jsvalue.Value, number int, first bool) (thread string) {
	one := Line{number, value}
	switch {
	case !value.IsObject():
		r.tell("malformed_line", number, "")
	case one.isMeta():
		return r.meta(value.Get("_meta"), number, first)
	case one.isRow():
		if row := r.row(value, number, ""); row != nil {
			r.entries = append(r.entries, entry{line: number, row: row})
		} else {
			r.tell("malformed_line", number, "")
		}
	case one.isCompaction():
		r.compaction(value, number)
	case one.isUnknown():
		r.tell("unknown_kind", number, "")
	}
	return ""
}

// row reads a row and tells of its fields; nil says that it is none. The path is that of the row in its line.
func (r *account) row(value jsvalue.Value, number int, path string) *Row {
	row, ok := rowOf(value)
	if !ok {
		return nil
	}
	row.Line = number
	for _, name := range rowFields {
		if given := value.Get(name.name); !given.IsNullish() && !name.right(given) {
			r.tell("malformed_field", number, path+name.name)
		}
	}
	if row.usageDoubt() {
		r.doubt = true
	}
	for i, call := range value.Get("tool_calls").Elements() {
		at := path + "tool_calls[" + strconv.Itoa(i) + "]"
		if !call.Get("name").IsString() {
			r.tell("malformed_field", number, at)
			continue
		}
		for _, name := range []string{"id", "arguments"} {
			if !call.Get(name).IsString() {
				r.tell("malformed_field", number, at+"."+name)
			}
		}
	}
	if !row.isKnown() {
		r.tell("unknown_role", number, "")
	}
	return &row
}

// compaction takes a record as a whole, or not at all (SR-LINE-09).
func (r *account) compaction(value jsvalue.Value, number int) {
	for _, name := range []string{"ts", "request_id"} {
		if given := value.Get(name); !given.IsNullish() && !given.IsString() {
			r.doubt = true // whether and how that is told, no rule says
		}
	}
	e := entry{line: number, record: value, request: value.Get("request_id").Text()}
	spelling := ""
	for _, name := range []string{"replacement_history", "replacement", "replacement_ids"} {
		if spelling == "" && value.Has(name) {
			spelling = name
		}
	}
	list := value.Get(spelling)
	r.doubt = r.doubt || spelling != "" && list.IsNullish()
	before := len(r.told)
	ok := spelling != "" && list.IsArray()
	e.byIDs = spelling == "replacement_ids"
	for i, element := range list.Elements() {
		if e.byIDs {
			ok = ok && element.IsString()
			e.ids = append(e.ids, element.Text())
			continue
		}
		var row *Row
		if element.IsObject() && (Line{Value: element}).isRow() {
			row = r.row(element, number, spelling+"["+strconv.Itoa(i)+"].")
		}
		ok = ok && row != nil
		e.rows = append(e.rows, row)
	}
	if !ok {
		r.doubt = r.doubt || len(r.told) > before // of the fields of rows that are not taken, no rule says
		r.told = r.told[:before]
		r.tell("malformed_compaction", number, "")
		return
	}
	r.entries = append(r.entries, e)
}

package shrink

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// frame is what never changes while a case shrinks.
type frame struct {
	dialectName, op, name string
	kind                  protocol.InputKind
	dialect               dialect
	list                  []string // keys that lead to the list of records in a value
	hasList               bool     // the value has such a list
}

// document is a case taken apart. It is a value: what a candidate changes, it copies.
type document struct {
	frame   *frame
	options jsvalue.Value
	around  jsvalue.Value // of a value: what stands around the list, or all of it if there is no list
	files   []string      // names
	records []record
}

// record is one line of a text or of a file, or one element of a list. A line that is no JSON has a text only.
type record struct {
	file  int
	text  string        // the line as it is written; "" for an element of a list
	value jsvalue.Value // Undefined for a line that is no JSON
	plain bool          // the value is all there is: the line is written as spell writes it
}

func documentOf(c testcase.Case) document {
	f := &frame{dialectName: c.Dialect, op: c.Op, name: c.Name, kind: c.Input.Kind(), dialect: dialectByName(c.Dialect)}
	d := document{frame: f, options: c.Options}
	switch f.kind {
	case protocol.NoInput:
	case protocol.TextInput:
		d.records = linesOf(c.Input.Text(), 0)
	case protocol.FilesInput:
		for i, file := range c.Input.Files() {
			d.files = append(d.files, file.Name)
			d.records = append(d.records, linesOf(file.Text, i)...)
		}
	case protocol.ValueInput:
		d.takeList(c.Input.Value())
	}
	return d
}

// takeList finds the records in a value.
func (d *document) takeList(value jsvalue.Value) {
	d.around = value
	keys := d.frame.dialect.list(d.frame.op)
	list := value
	var p path
	for _, key := range keys {
		p = append(p, step{key: key})
		list = list.Get(key)
	}
	if !list.IsArray() {
		return
	}
	d.frame.list, d.frame.hasList = keys, true
	for _, element := range list.Elements() {
		d.records = append(d.records, record{value: element, plain: true})
	}
	d.around = replaced(value, p, jsvalue.ArrayValue())
}

// linesOf cuts a text at its line feeds. A text that ends with one has an empty last line.
func linesOf(text string, file int) []record {
	var decoder jsvalue.Decoder
	decoder.KeepKeyOrder = true
	var records []record
	for line := range strings.SplitSeq(text, "\n") {
		value, err := decoder.Decode(jsvalue.FromUTF8String(line)) // CR-JS-07
		if err != nil {
			value = jsvalue.Value{}
		}
		plain := err == nil && line == string(spell(nil, value))
		records = append(records, record{file: file, text: line, value: value, plain: plain})
	}
	return records
}

// testcase puts the case together again.
func (d document) testcase() testcase.Case {
	c := testcase.Case{Dialect: d.frame.dialectName, Op: d.frame.op, Name: d.frame.name, Options: d.options}
	switch d.frame.kind {
	case protocol.NoInput:
	case protocol.TextInput:
		c.Input = protocol.TextOf(d.text(0))
	case protocol.FilesInput:
		files := make([]protocol.File, len(d.files))
		for i, name := range d.files {
			files[i] = protocol.File{Name: name, Text: d.text(i)}
		}
		c.Input = protocol.FilesOf(files...)
	case protocol.ValueInput:
		c.Input = protocol.ValueOf(d.value())
	}
	return c
}

// text is the text of one file.
func (d document) text(file int) string {
	var b strings.Builder
	first := true
	for _, r := range d.records {
		if r.file != file {
			continue
		}
		if !first {
			b.WriteByte('\n')
		}
		b.WriteString(r.text)
		first = false
	}
	return b.String()
}

func (d document) value() jsvalue.Value {
	if !d.frame.hasList {
		return d.around
	}
	list := make([]jsvalue.Value, len(d.records))
	for i, r := range d.records {
		list[i] = r.value
	}
	var p path
	for _, key := range d.frame.list {
		p = append(p, step{key: key})
	}
	return replaced(d.around, p, jsvalue.ArrayValue(list...))
}

// size weighs the document. Options count as JSON, files with their names; lines that are empty count as bytes only.
func (d document) size() size {
	var b []byte
	if !d.options.IsUndefined() {
		b = spell(b, d.options)
	}
	b = append(b, '\n')
	records := len(d.records)
	if d.frame.kind == protocol.ValueInput {
		b = spell(b, d.value())
	} else {
		for i, name := range d.files {
			b = append(append(b, name...), '\n')
			b = append(b, d.text(i)...)
		}
		if d.files == nil {
			b = append(b, d.text(0)...)
		}
		for _, r := range d.records {
			if protocol.IsBlank(r.text) {
				records--
			}
		}
	}
	text := string(b)
	return size{records: records, bytes: asciiBytes(text), text: text}
}

// isLines reports whether records are lines.
func (d document) isLines() bool {
	return d.frame.kind == protocol.TextInput || d.frame.kind == protocol.FilesInput
}

// withRecord is the document with another value for record i.
func (d document) withRecord(i int, value jsvalue.Value) document {
	d.records = slices.Clone(d.records)
	d.records[i] = d.recordOf(value, d.records[i].file)
	return d
}

// mapRecords is the document with records put through a function, which gives Undefined for one that stays as it is. Lines
// that are no JSON are left out.
func (d document) mapRecords(change func(i int, value jsvalue.Value) jsvalue.Value) document {
	records := slices.Clone(d.records)
	for i, r := range records {
		if r.value.IsUndefined() {
			continue
		}
		if value := change(i, r.value); !value.IsUndefined() {
			records[i] = d.recordOf(value, r.file)
		}
	}
	d.records = records
	return d
}

func (d document) recordOf(value jsvalue.Value, file int) record {
	r := record{file: file, value: value, plain: true}
	if d.isLines() {
		r.text = string(spell(nil, value))
	}
	return r
}

// without is the document without the records that are marked; nothing else changes.
func (d document) without(gone []bool) document {
	records := make([]record, 0, len(d.records))
	for i, r := range d.records {
		if !gone[i] {
			records = append(records, r)
		}
	}
	d.records = records
	return d
}

package sessionraw

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Features are what files of this dialect can have. All files of a case count, also those of other threads.
func Features() []model.Feature {
	var table []model.Feature
	for _, f := range features {
		table = append(table, model.Feature{
			Name: f.name, Rules: f.rules, Later: f.later, Says: f.says,
			Has:     func(c testcase.Case) bool { return f.has(Read(c)) },
			Without: f.without,
		})
	}
	return table
}

// FeaturesOf lists the names of the features that the case has, in the order of Features.
func FeaturesOf(c testcase.Case) []string {
	in := Read(c)
	var names []string
	for _, f := range features {
		if f.has(in) {
			names = append(names, f.name)
		}
	}
	return names
}

// feature is a Feature in terms of files, of lines or of rows: exactly one of file, text, line and row is there.
type feature struct {
	name  string
	rules []string
	later bool
	says  string

	file func(in Input, f File) bool // it is removed with the file
	text func(line string) bool      // of a line as it is written; it is removed with the line
	line func(line Line) bool        // of a line that is an object; so is it
	row  func(r Row) bool            // of a row, those in compaction records included; so is it
}

func (f feature) has(in Input) bool {
	return slices.ContainsFunc(in.Files, func(file File) bool { return f.file != nil && f.file(in, file) || f.edit(file) != file.Text })
}

// edit is the text of a file without the lines of the feature.
func (f feature) edit(file File) string {
	if f.file != nil {
		return file.Text
	}
	var kept strings.Builder
	for line := range strings.SplitAfterSeq(file.Text, "\n") {
		switch value, err := jsvalue.Decode(strings.TrimSpace(line)); {
		case f.text != nil:
			if !f.text(line) {
				kept.WriteString(line)
			}
		case err != nil || !value.IsObject():
			kept.WriteString(line)
		case f.line != nil:
			if !f.line(Line{Value: value}) {
				kept.WriteString(line)
			}
		case !f.inRows(value):
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// inRows reports whether a line is a row with the feature, or a record that holds one.
func (f feature) inRows(value jsvalue.Value) bool {
	one := File{Lines: []Line{{Value: value}}}
	return slices.ContainsFunc(one.rows(), f.row) || slices.ContainsFunc(one.replacements(), f.row)
}

func (f feature) without(c testcase.Case) (testcase.Case, bool) {
	in := Read(c)
	if !f.has(in) {
		return c, true
	}
	var files []protocol.File
	for _, file := range in.Files {
		if f.file == nil || !f.file(in, file) {
			files = append(files, protocol.File{Name: file.Name, Text: f.edit(file)})
		}
	}
	if len(files) == 0 {
		return c, false
	}
	c.Input = protocol.FilesOf(files...)
	return c, !f.has(Read(c))
}

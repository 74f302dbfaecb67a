package protocol

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// InputKind says which of its forms an Input has.
type InputKind uint8

// The forms of an input (TP-PROTO-07).
const (
	NoInput    InputKind = iota
	TextInput            // the bytes of one file
	FilesInput           // the texts of several files by name
	ValueInput           // one JSON value
)

// Input is what a request is about: exactly one of text, files and value, or nothing. The zero Input is nothing.
type Input struct {
	kind  InputKind
	text  string
	files []File
	value jsvalue.Value
}

// File is a named text: any bytes. The name is valid UTF-8.
type File struct{ Name, Text string }

// TextOf is the input that consists of a text: any bytes, usually one JSON value a line.
func TextOf(text string) Input { return Input{kind: TextInput, text: text} }

// FilesOf is the input that consists of files; names are unique. It takes ownership of the slice.
func FilesOf(files ...File) Input { return Input{kind: FilesInput, files: files} }

// ValueOf is the input that is itself a JSON value; Undefined counts as null.
func ValueOf(value jsvalue.Value) Input {
	if value.IsUndefined() {
		value = jsvalue.NullValue()
	}
	return Input{kind: ValueInput, value: value}
}

// Kind says which form the input has.
func (in Input) Kind() InputKind { return in.kind }

// Text is the text of a TextInput, "" of others.
func (in Input) Text() string { return in.text }

// Files are the files of a FilesInput, not to be changed.
func (in Input) Files() []File { return in.files }

// Value is the value of a ValueInput, Undefined of others.
func (in Input) Value() jsvalue.Value { return in.value }

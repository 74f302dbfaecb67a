package capsule

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

const (
	maxPlain    = 64 << 10 // longest section that stands as it is, and longest that is not compressed, in bytes
	maxSection  = 64 << 20 // longest that is read back, in bytes: a small file must not unpack without end
	base64Width = 100      // letters a line
)

// section is a named piece of a capsule: any bytes.
type section struct{ name, text string }

func (s section) digest() string {
	sum := sha256.Sum256([]byte(s.text))
	return hex.EncodeToString(sum[:])
}

// file is the section in the form that keeps it.
func (s section) file() txtar.File {
	switch {
	case s.isPlain():
		return txtar.File{Name: s.name, Data: []byte(s.text)}
	case len(s.text) <= maxPlain:
		return txtar.File{Name: s.name + ".b64", Data: wrapped([]byte(s.text))}
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed) // writes no time and no name, so that the same section gives the same bytes
	io.WriteString(w, s.text)    // to a buffer
	w.Close()
	return txtar.File{Name: s.name + ".gz.b64", Data: wrapped(packed.Bytes())}
}

// isPlain: the archive gives the text back as it is, and no editor or terminal changes it.
func (s section) isPlain() bool {
	// What would be shown as an escape hides or reorders text, or some program drops or changes it.
	if len(s.text) > maxPlain || sanitize.Text(s.text) != s.text {
		return false
	}
	archive := &txtar.Archive{Files: []txtar.File{{Name: s.name, Data: []byte(s.text)}, {Name: "end"}}}
	back := txtar.Parse(txtar.Format(archive))
	return len(back.Files) == 2 && back.Files[0].Name == s.name && string(back.Files[0].Data) == s.text
}

// maxIndented is how deep a value may lie to be indented: the indentation grows with the depth times the length.
const maxIndented = 100

// Readable is a value as a section: JSON with a line feed, indented, or in one line where it lies very deep.
func Readable(v jsvalue.Value) string {
	text := jsvalue.Append(nil, v)
	if nesting(text) <= maxIndented {
		text = jsvalue.AppendIndent(nil, v, "  ")
	}
	return string(text) + "\n"
}

// nesting is how many brackets of a JSON text stand open at most.
func nesting(text []byte) int {
	open, deepest, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			open++
			deepest = max(deepest, open)
		case c == '}' || c == ']':
			open--
		}
	}
	return deepest
}

func wrapped(data []byte) []byte {
	text := base64.StdEncoding.EncodeToString(data)
	var lines bytes.Buffer
	for len(text) > base64Width {
		lines.WriteString(text[:base64Width] + "\n")
		text = text[base64Width:]
	}
	lines.WriteString(text + "\n")
	return lines.Bytes()
}

// nameOf is the name of the section that a file of the archive holds.
func nameOf(f txtar.File) string {
	name, encoded := strings.CutSuffix(f.Name, ".b64")
	if encoded {
		name = strings.TrimSuffix(name, ".gz")
	}
	return name
}

// sectionOf undoes file.
func sectionOf(f txtar.File) (section, error) {
	name, encoded := strings.CutSuffix(f.Name, ".b64")
	if !encoded {
		return section{f.Name, string(f.Data)}, nil
	}
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(f.Data), "\n", ""))
	if err != nil {
		return section{}, fmt.Errorf("section %s: %w", f.Name, err)
	}
	name, packed := strings.CutSuffix(name, ".gz")
	if !packed {
		return section{name, string(data)}, nil
	}
	text, err := unpacked(data)
	if err != nil {
		return section{}, fmt.Errorf("section %s: %w", f.Name, err)
	}
	return section{name, text}, nil
}

func unpacked(data []byte) (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxSection+1))
	if err == nil && len(text) > maxSection {
		err = errors.New("it is larger than 64 MiB")
	}
	return string(text), err
}

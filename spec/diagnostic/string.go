package diagnostic

import (
	"strconv"
	"strings"
)

// String is the diagnostic on one line for people: code, the places that it names, and the message. It is no contract,
// and ids and paths stand in it as the input spells them.
func (d Diagnostic) String() string {
	var b strings.Builder
	b.WriteString(string(d.code))
	if d.file != "" {
		b.WriteString(" file " + d.file)
	}
	if line, _, ok := d.Line(); ok {
		b.WriteString(" line " + strconv.Itoa(line))
	} else if offset, ok := d.Offset(); ok {
		b.WriteString(" byte " + strconv.Itoa(offset))
	}
	if id, ok := d.RecordID(); ok {
		b.WriteString(" record " + id)
	} else if i, ok := d.RecordIndex(); ok {
		b.WriteString(" record #" + strconv.Itoa(i))
	}
	if d.path != "" {
		b.WriteString(" path " + d.path)
	}
	return b.String() + ": " + d.message
}

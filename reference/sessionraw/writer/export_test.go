package writer

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
)

// State is all that decides about the next write.
func (f *File) State() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %v %q %s %q %v\n", f.blank, f.exists, f.threadID, f.header.Created(), f.heal, f.seqs)
	for _, row := range f.context {
		b.Write(line.AppendRow(nil, row))
	}
	for _, row := range f.partials {
		b.Write(line.AppendRow([]byte("partial "), row))
	}
	return b.String()
}

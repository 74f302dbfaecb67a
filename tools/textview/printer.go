package textview

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// printer writes lines and keeps the first error. Its callers pass text from the file through sanitize first.
type printer struct {
	w     io.Writer
	style style
	err   error
}

// line writes one line, without spaces at its end.
func (p *printer) line(parts ...string) {
	n := len(parts)
	for n > 0 && strings.TrimRight(parts[n-1], " ") == "" {
		n--
	}
	for i, part := range parts[:n] {
		if i == n-1 {
			part = strings.TrimRight(part, " ")
		}
		p.write(part)
	}
	p.write("\n")
}

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, text)
	}
}

const (
	indent     = "    "
	maxColumns = 200 // of a line in a preview
)

// whole writes all lines of text from the file behind a prefix.
func (p *printer) whole(prefix, text string, paint paint) {
	for line := range strings.SplitSeq(strings.TrimRight(sanitize.Text(text), "\n"), "\n") {
		p.line(prefix, paint(line))
	}
}

// preview writes the first lines of text from the file, each cut to a width, and says what it left out.
func (p *printer) preview(prefix, text string, limit int, paint paint) {
	text = strings.TrimRight(text, "\r\n")
	for n := 0; ; n++ {
		line, rest, more := strings.Cut(text, "\n")
		p.line(prefix, paint(clip(strings.TrimSuffix(line, "\r"))))
		if !more {
			return
		}
		if left := 1 + strings.Count(rest, "\n"); n+1 == limit && left > 1 {
			p.line(prefix, p.style.dim(fmt.Sprintf("... %d more lines", left)))
			return
		}
		text = rest
	}
}

// clip makes a short single line of text from the file.
func clip(line string) string {
	// A byte takes at most ten columns as an escape, so this is all that can be needed.
	cut := line
	if len(cut) > 4*maxColumns {
		cut = cut[:4*maxColumns]
	}
	shown := strings.ReplaceAll(sanitize.Text(cut), "\t", "    ")
	if utf8.RuneCountInString(shown) <= maxColumns && cut == line {
		return shown
	}
	runes := []rune(shown)
	return fmt.Sprintf("%s... (%d bytes in all)", string(runes[:min(maxColumns, len(runes))]), len(line))
}

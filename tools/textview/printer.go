package textview

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// printer writes lines and keeps the first error. Its callers pass text from the file through sanitize first.
type printer struct {
	w         io.Writer
	style     style
	margin    string                     // before each line, for what is nested
	full      bool                       // shorten nothing
	source    bool                       // numbers are shown as they are written
	meanings  map[diagnostic.Code]string // of codes that mean something else here
	shortened bool                       // something was left out to keep the text short
	err       error
}

// line writes one line, without spaces at its end.
func (p *printer) line(parts ...string) {
	n := len(parts)
	for n > 0 && strings.TrimRight(parts[n-1], " ") == "" {
		n--
	}
	if n == 0 {
		p.write(strings.TrimRight(p.margin, " "))
	} else {
		p.write(p.margin)
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

// preview writes the first lines of text from the file, each cut to a width, and says what it left out; all of it if
// nothing is to be shortened.
func (p *printer) preview(prefix, text string, limit int, paint paint) {
	text = strings.TrimRight(text, "\r\n")
	for n := 0; ; n++ {
		line, rest, more := strings.Cut(text, "\n")
		p.line(prefix, paint(p.short(strings.TrimSuffix(line, "\r"))))
		if !more {
			return
		}
		if n+1 == limit && !p.full {
			if left := 1 + strings.Count(rest, "\n"); left > 1 {
				p.leftOut(prefix, count(left, "more line"))
				return
			}
		}
		text = rest
	}
}

// leftOut says in place of something what it was.
func (p *printer) leftOut(prefix, what string) {
	p.shortened = true
	p.line(prefix, p.style.dim("... "+what))
}

// short is a line of text from the file, cut to a width.
func (p *printer) short(line string) string {
	if p.full {
		return shown(line)
	}
	text, cut := clipped(line)
	p.shortened = p.shortened || cut
	return text
}

// clip makes a short single line of text from the file, such as a name.
func clip(line string) string {
	text, _ := clipped(line)
	return text
}

func clipped(line string) (text string, cut bool) {
	// A character takes at most four bytes, so this is all that can be needed.
	head := line[:min(4*maxColumns, len(line))]
	text = shown(head)
	if utf8.RuneCountInString(text) <= maxColumns && head == line {
		return text, false
	}
	runes := []rune(text)
	return fmt.Sprintf("%s... (%d bytes in all)", string(runes[:min(maxColumns, len(runes))]), len(line)), true
}

// shown makes a piece of a line harmless: it cannot end the line, and so not pass for one of the view.
func shown(line string) string { return sanitize.Line(strings.ReplaceAll(line, "\t", "    ")) }

// Package sanitize makes text from a file harmless to print.
//
// It promises: nothing in the result moves the cursor, changes the terminal, or reorders or hides other text. What could
// do so appears as a visible escape (\x1b, \u202e, \u{e0041}), so nothing is dropped and nothing looks like something
// else by accident; a backslash is not escaped, since the result is for people. Input is WTF-8 or any bytes; the result
// is valid UTF-8. Start at Line for ids, titles, names and paths, at Text for what may have several lines.
package sanitize

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s on one line: line feeds and tabs are escaped too.
func Line(s string) string { return escape(s, false) }

// Text returns s with its line feeds and tabs; CR LF becomes LF.
func Text(s string) string { return escape(s, true) }

func escape(s string, multiline bool) string {
	at := firstUnsafe(s, multiline)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:at])
	for at < len(s) {
		r, size := decode(s[at:])
		switch {
		case multiline && strings.HasPrefix(s[at:], "\r\n"):
			// The LF follows.
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[at])
		case safe(r, multiline):
			b.WriteRune(r)
		default:
			b.WriteString(visible(r))
		}
		at += size
	}
	return b.String()
}

// firstUnsafe is the offset of the first byte that cannot stay as it is, or the length.
func firstUnsafe(s string, multiline bool) int {
	for i := 0; i < len(s); {
		r, size := decode(s[i:])
		if r == utf8.RuneError && size == 1 || !safe(r, multiline) {
			return i
		}
		i += size
	}
	return len(s)
}

// decode is utf8.DecodeRuneInString, except that a lone surrogate is itself.
func decode(s string) (r rune, size int) {
	r, size = utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 && len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

func safe(r rune, multiline bool) bool {
	switch {
	case r == '\n' || r == '\t':
		return multiline
	case r < utf8.RuneSelf:
		return r >= ' ' && r != 0x7F
	case r == 0x200C || r == 0x200D:
		// Joiners: scripts and emoji need them, and they touch only their neighbours.
		return true
	case unicode.In(r, unicode.Prepended_Concatenation_Mark):
		return true // visible signs of Arabic and Syriac numbers
	default:
		// Cc: C1 controls. Cf: bidi overrides, isolates and marks, byte order mark, tags. Cs: surrogates. Zl, Zp: separators.
		return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Zl, unicode.Zp)
	}
}

func visible(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\u{%x}`, r)
	}
}

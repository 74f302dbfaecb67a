package jsvalue

// text reads the string whose opening quote is just before pos. Without escapes it is a part of the source. The loop is
// plainEnd's, repeated here because most strings are short and a call would cost as much.
func (p *parser) text(pos int) (string, int) {
	source, end := p.source, pos
	for ; end+8 <= len(source); end += 8 {
		if marks := stops(word(source, end)); marks != 0 {
			end += firstMark(marks)
			if source[end] == '"' {
				return source[pos:end], end + 1
			}
			return p.escapedText(pos, end)
		}
	}
	end = plainEnd(source, end)
	if end < len(source) && source[end] == '"' {
		return source[pos:end], end + 1
	}
	return p.escapedText(pos, end)
}

// escapedText reads on when plain text ended at pos, having begun at start. The result is well-formed WTF-8 also where
// halves of a surrogate pair are written in different ways (CR-JS-07).
func (p *parser) escapedText(start, pos int) (string, int) {
	source := p.source
	room := withRoom(p.buffer, 0, pos-start) // all of its bytes may be written, those before n are the text
	n := copy(room, source[start:pos])
	for pos+1 < len(source) && source[pos] == '\\' {
		room = withRoom(room, n, 0)
		if c := unescaped[source[pos+1]]; c != 0 {
			room[n] = c
			n++
			pos += 2
		} else if room, n, pos = p.unicodeEscape(room, n, pos); pos < 0 {
			return "", pos
		}
		room, n, pos = copyPlain(room, n, source, pos)
	}
	p.buffer = room
	switch {
	case pos >= len(source) || source[pos] == '\\':
		return p.failText(len(source), reasonEnd)
	case source[pos] < ' ':
		return p.failText(pos, reasonControl)
	}
	return p.slab.keepText(room[:n]), pos + 1
}

func (p *parser) failText(pos int, reason string) (string, int) {
	_, pos = p.fail(pos, reason)
	return "", pos
}

// unicodeEscape reads \uxxxx at pos and, if it is followed by one, a low surrogate in plain text.
func (p *parser) unicodeEscape(room []byte, n, pos int) ([]byte, int, int) {
	unit := hex4(p.source, pos+2)
	if p.source[pos+1] != 'u' || unit < 0 {
		reason := reasonEscape
		if p.source[pos+1] == 'u' {
			reason = reasonHex
		}
		_, pos = p.fail(pos, reason)
		return room, n, pos
	}
	text := appendUnit(room[:n], unit)
	pos += 6
	if startsLow(p.source[pos:]) {
		text = AppendText(text, p.source[pos:pos+3])
		pos += 3
	}
	return text[:cap(text)], len(text), pos
}

// copyPlain copies the run of plain text at s[i:] to room[n:], which it makes larger if need be, and returns both ends.
// Runs between escapes are mostly short: words are copied while they are looked at.
func copyPlain(room []byte, n int, s string, i int) ([]byte, int, int) {
	for ; i+8 <= len(s); i, n = i+8, n+8 {
		if n+8 > len(room) {
			room = withRoom(room, n, 0)
		}
		x := word(s, i)
		putWord(room, n, x)
		if marks := stops(x); marks != 0 {
			size := firstMark(marks)
			return room, n + size, i + size
		}
	}
	end := plainEnd(s, i)
	room = withRoom(room, n, 0)
	return room, n + copy(room[n:], s[i:end]), end
}

// withRoom is room, or a larger copy of its first n bytes, with space for size bytes and a word more behind them.
func withRoom(room []byte, n, size int) []byte {
	if n+size+8 <= len(room) {
		return room
	}
	larger := make([]byte, 2*(n+size)+256)
	copy(larger, room[:n])
	return larger
}

// unescaped is the character for the letter behind a backslash, 0 for none.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

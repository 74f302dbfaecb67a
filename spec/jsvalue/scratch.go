package jsvalue

// Scratch memory above these sizes is not kept for the next value.
const (
	scratchEntries = 4096
	scratchBytes   = 64 << 10
)

// release forgets the source and the parts of the value just decoded, so that scratch memory keeps nothing alive.
func (p *parser) release() {
	p.source, p.failure = "", nil
	p.members = emptied(p.members, max(p.high.members, len(p.members)))
	p.elems = emptied(p.elems, max(p.high.elems, len(p.elems)))
	p.high.members, p.high.elems = 0, 0
	if p.frames = p.frames[:0]; cap(p.frames) > scratchEntries {
		p.frames = nil
	}
	if cap(p.buffer) > scratchBytes {
		p.buffer = nil
	}
}

// emptied is the stack without its first used entries, or nil if it is large.
func emptied[T any](stack []T, used int) []T {
	if cap(stack) > scratchEntries {
		return nil
	}
	clear(stack[:used])
	return stack[:0]
}

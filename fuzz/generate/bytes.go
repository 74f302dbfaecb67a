package generate

// FromBytes is a source that reads its choices from bytes, as a fuzzing engine gives them: one byte for a choice among up
// to 256, two for one among up to 65,536, four above. When the bytes have run out, every choice is 0, the plainest.
//
// What a byte decides depends on the choices before it; the choices before a changed byte stay.
func FromBytes(data []byte) Source { return &byteSource{data} }

type byteSource struct{ rest []byte }

func (s *byteSource) Below(n int) int {
	width := 4
	switch {
	case n <= 1<<8:
		width = 1
	case n <= 1<<16:
		width = 2
	}
	if len(s.rest) < width {
		s.rest = nil
		return 0
	}
	number := uint64(0)
	for _, b := range s.rest[:width] {
		number = number<<8 | uint64(b)
	}
	s.rest = s.rest[width:]
	return int(number % uint64(n))
}

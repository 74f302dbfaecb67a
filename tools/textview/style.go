package textview

// style paints with the eight standard colours, which every theme makes readable, or not at all.
type style struct{ color bool }

type paint func(string) string

func (s style) sgr(code, text string) string {
	if !s.color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) plain(text string) string   { return text }
func (s style) strong(text string) string  { return s.sgr("1", text) }
func (s style) dim(text string) string     { return s.sgr("2", text) }
func (s style) bad(text string) string     { return s.sgr("31", text) }
func (s style) good(text string) string    { return s.sgr("32", text) }
func (s style) warn(text string) string    { return s.sgr("33", text) }
func (s style) speaker(text string) string { return s.sgr("1;36", text) }

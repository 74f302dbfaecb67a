package compare

import "unicode/utf8"

// Apart shows two texts that differ, at most limit bytes of each: of a longer one what stands around their first difference.
func Apart(a, b string, limit int) (string, string) {
	common := 0
	for common < min(len(a), len(b)) && a[common] == b[common] {
		common++
	}
	from := max(0, common-limit/3)
	return window(a, from, limit), window(b, from, limit)
}

// window is a part of a text, without half characters, and points where something is left out.
func window(text string, from, limit int) string {
	if len(text) <= limit {
		return text
	}
	to := min(from+limit, len(text))
	for from < to && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > from && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	shown := text[from:to]
	if from > 0 {
		shown = "... " + shown
	}
	if to < len(text) {
		shown += " ..."
	}
	return shown
}

package view

import (
	"regexp"
	"strings"
	"unicode"
)

// timeLine is the line that names the time, as it is put before what the user wrote (SR-SAN-02).
var timeLine = regexp.MustCompile(`^Current Date & Time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d( [A-Za-z0-9_+\-/:]+)?( \([A-Za-z0-9+\-:, ]+\))?(, [A-Z][a-z]+day)?$`)

// The beginnings of the blocks.
const (
	timePrefix  = "Current Date & Time:"
	channelHead = "[Channel context]"
	memoryHead  = "[Memory context]"
	contextHead = "[Context]"
)

// Sanitize cuts the injected blocks from the beginning of a user's text and reports whether there were any. Only whole
// blocks of the known shapes are cut, one after the other (SR-SAN-01 to SR-SAN-03).
func Sanitize(text string) (rest string, cut bool) {
	for rest = text; ; cut = true {
		behind, ok := cutBlock(trimLeft(rest))
		if !ok {
			return rest, cut
		}
		rest = behind
	}
}

// LooksInjected reports whether the text begins like an injected block (SR-SAN-04).
func LooksInjected(text string) bool {
	text = trimLeft(text)
	for _, head := range []string{timePrefix, channelHead, memoryHead, contextHead} {
		if strings.HasPrefix(text, head) {
			return true
		}
	}
	return false
}

func trimLeft(text string) string { return strings.TrimLeftFunc(text, unicode.IsSpace) }

// cutBlock cuts one block and the blank line behind it.
func cutBlock(text string) (rest string, ok bool) {
	first, behind, ended := cutLine(text)
	switch {
	case !ended:
		return "", false
	case first == contextHead:
		// The line alone is nobody's; only together with a block it is known.
		if next, _, _ := cutLine(behind); next == contextHead || next == channelHead {
			return "", false
		}
		return cutBlock(behind)
	case first == channelHead:
		return cutLines(behind, func(string) bool { return true })
	case first == memoryHead:
		return cutLines(behind, isMemory)
	case timeLine.MatchString(first):
		blank, behind, ended := cutLine(behind)
		return behind, ended && blank == ""
	}
	return "", false
}

func isMemory(text string) bool {
	return strings.HasPrefix(text, "- ") && strings.Contains(text, ": ")
}

// cutLines cuts one or more lines that fit, and the blank line behind them.
func cutLines(text string, fits func(string) bool) (rest string, ok bool) {
	for lines := 0; ; lines++ {
		first, behind, ended := cutLine(text)
		switch {
		case !ended:
			return "", false
		case first == "":
			return behind, lines > 0
		case !fits(first):
			return "", false
		}
		text = behind
	}
}

// cutLine cuts a line that ends with LF or CR LF.
func cutLine(text string) (first, rest string, ended bool) {
	first, rest, ended = strings.Cut(text, "\n")
	return strings.TrimSuffix(first, "\r"), rest, ended
}

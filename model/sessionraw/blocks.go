package sessionraw

import (
	"regexp"
	"strings"
	"unicode"
)

// The line that tells the time: what it is for certain, and what it can be for certain not (SR-SAN-02).
var (
	timeFor    = regexp.MustCompile(`^Current Date & Time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d( [A-Za-z]+(/[A-Za-z_]+)?)?( \([A-Za-z]+[+-]\d\d:\d\d\))?(, (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)?$`)
	timeBefore = regexp.MustCompile(`^Current Date & Time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
	memoryFor  = regexp.MustCompile(`^- [^\s:]+: \S`)
	memoryEver = regexp.MustCompile(`^- .*:`)
)

// answer of a question to which there may be none.
type answer int

const (
	no answer = iota
	yes
	unsure
)

// withoutBlocks is the text behind the injected blocks, and whether there are any (SR-SAN-01, SR-SAN-03).
func withoutBlocks(text string) (rest string, is answer) {
	rest, is = text, no
	for {
		behind, one := afterBlock(strings.TrimLeftFunc(rest, unicode.IsSpace))
		if one == unsure {
			return "", unsure
		}
		if one == no {
			return rest, is
		}
		rest, is = behind, yes
	}
}

// afterBlock is the text behind a block with which a text begins: the lines up to the first that is empty.
func afterBlock(text string) (rest string, is answer) {
	var lines []string
	ended := false
	for rest = text; !ended; {
		line, behind, found := strings.Cut(rest, "\n")
		if !found {
			return "", no // a block has a blank line at its end, and that has an end
		}
		rest = behind
		line = strings.TrimSuffix(line, "\r")
		ended = line == ""
		if !ended {
			lines = append(lines, line)
		}
		if !ended && isBlank(line) && looksLikeBlock(text) {
			return "", unsure // of white space in a blank line no rule speaks
		}
	}
	if len(lines) == 0 {
		return "", no
	}
	if lines[0] == "[Context]" {
		if lines = lines[1:]; len(lines) == 0 || lines[0] == "[Channel context]" {
			return "", no
		}
	}
	return rest, isBlock(lines)
}

// isBlock says whether these lines, before a blank one, are a block; [Context] is gone.
func isBlock(lines []string) answer {
	switch {
	case lines[0] == "[Channel context]":
		return either(len(lines) > 1)
	case lines[0] == "[Memory context]":
		is := either(len(lines) > 1)
		for _, line := range lines[1:] {
			switch {
			case !memoryEver.MatchString(line):
				return no
			case !memoryFor.MatchString(line):
				is = unsure
			}
		}
		return is
	case len(lines) > 1 || !timeBefore.MatchString(lines[0]):
		return no
	case timeFor.MatchString(lines[0]):
		return yes
	}
	return unsure
}

func either(is bool) answer {
	if is {
		return yes
	}
	return no
}

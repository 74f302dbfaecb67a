package jstime

import (
	"slices"
	"strconv"
	"strings"
)

// rfc2822Zones are the named zones of RFC 2822 section 4.3, in minutes east of UTC.
var rfc2822Zones = map[string]int{
	"UT": 0, "UTC": 0, "GMT": 0, "Z": 0,
	"EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
}

var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

var months = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// parseRFC2822 reads "[Weekday,] D Mon YYYY hh:mm[:ss] zone [(comment)]"; the weekday is not checked.
func parseRFC2822(text string) (float64, bool) {
	fields, ok := rfc2822Fields(text)
	if !ok {
		return 0, false
	}
	day, dayOK := number(fields[0], 1, 2)
	month := monthOf(fields[1])
	year, yearOK := number(fields[2], 4, 6)
	offset, zoneOK := zoneOf(fields[4])
	s := &scanner{rest: fields[3]}
	clock := s.clock()
	if !dayOK || month == 0 || !yearOK || !zoneOK || s.bad || s.rest != "" || strings.ContainsRune(fields[3], '.') {
		return 0, false
	}
	return instant(year, month, day, clock, offset)
}

// rfc2822Fields returns day, month, year, time, zone.
func rfc2822Fields(text string) ([]string, bool) {
	if before, comment, found := strings.Cut(strings.TrimRight(text, " \t"), "("); found {
		if !strings.HasSuffix(comment, ")") || strings.ContainsAny(comment[:len(comment)-1], "()") {
			return nil, false
		}
		text = before
	}
	if weekday, rest, found := strings.Cut(text, ","); found {
		if !slices.Contains(weekdays, strings.ToLower(strings.Trim(weekday, " \t"))) {
			return nil, false
		}
		text = rest
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' })
	return fields, len(fields) == 5
}

func monthOf(name string) int {
	for i, month := range months {
		if strings.ToLower(name) == month {
			return i + 1
		}
	}
	return 0
}

// asciiUpper leaves all but a to z alone: the names of months and zones have no other letters.
func asciiUpper(text string) string {
	return strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' {
			return c - 'a' + 'A'
		}
		return c
	}, text)
}

func number(text string, minDigits, maxDigits int) (int, bool) {
	if len(text) < minDigits || len(text) > maxDigits || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

func zoneOf(text string) (int, bool) {
	if offset, known := rfc2822Zones[asciiUpper(text)]; known {
		return offset, true
	}
	s := &scanner{rest: text}
	if len(text) != 5 {
		return 0, false
	}
	offset := s.zone("+-")
	return offset, !s.bad && s.rest == ""
}

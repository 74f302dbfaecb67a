// Package jstime reads the timestamps of records and events.
//
// It promises: one grammar, that of CR-DEC-13, whatever the host's clock and time zone are. Start at Parse.
package jstime

import (
	"strconv"
	"strings"
	"time"
)

// maxEpochMs bounds an ECMAScript time value.
const maxEpochMs = 8_640_000_000_000_000

// Parse reads a timestamp as milliseconds since 1970 in UTC, and reports whether it is one (CR-DEC-13, CR-TIME-01):
//
//	YYYY[-MM[-DD]] or a year of sign and six digits, then optionally one of T, t or a space and
//	hh:mm[:ss[.fraction]] and a zone: Z, z, +hh:mm or +hhmm; without a zone it is UTC. A date alone may carry Z.
//	RFC 2822 with an explicit zone.
//
// Fractions are cut to milliseconds. A day that the calendar lacks is invalid.
func Parse(text string) (ms float64, ok bool) {
	if ms, ok := parseISO(text); ok {
		return ms, true
	}
	return parseRFC2822(text)
}

// instant checks the calendar and the range; offsetMin is east of UTC.
func instant(year, month, day int, clock clockTime, offsetMin int) (float64, bool) {
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	seconds := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix()
	ms := seconds*1000 + clock.ms - int64(offsetMin)*60_000
	if ms > maxEpochMs || ms < -maxEpochMs {
		return 0, false
	}
	return float64(ms), true
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// scanner reads fixed-width fields; any failure sticks.
type scanner struct {
	rest string
	bad  bool
}

func (s *scanner) digits(n int) int {
	if len(s.rest) < n {
		s.bad = true
		return 0
	}
	value := 0
	for i := range n {
		c := s.rest[i]
		if c < '0' || c > '9' {
			s.bad = true
			return 0
		}
		value = value*10 + int(c-'0')
	}
	s.rest = s.rest[n:]
	return value
}

// skip consumes one byte of the set and returns it, or 0.
func (s *scanner) skip(set string) byte {
	if s.rest == "" || strings.IndexByte(set, s.rest[0]) < 0 {
		return 0
	}
	c := s.rest[0]
	s.rest = s.rest[1:]
	return c
}

func (s *scanner) demand(c string) {
	if s.skip(c) == 0 {
		s.bad = true
	}
}

type clockTime struct{ ms int64 }

func parseISO(text string) (float64, bool) {
	s := &scanner{rest: text}
	year, ok := s.year()
	if !ok {
		return 0, false
	}
	month, day := 1, 1
	if s.skip("-") != 0 {
		month = s.digits(2)
		if !s.bad && s.skip("-") != 0 {
			day = s.digits(2)
		}
	}
	var clock clockTime
	offset := 0
	if s.skip("Tt ") != 0 {
		clock = s.clock()
		offset = s.zone("+-")
	} else {
		offset = s.zone("")
	}
	if s.bad || s.rest != "" {
		return 0, false
	}
	return instant(year, month, day, clock, offset)
}

// year reads four digits, or a sign and six; -000000 is no year.
func (s *scanner) year() (int, bool) {
	sign := s.skip("+-")
	if sign == 0 {
		year := s.digits(4)
		return year, !s.bad
	}
	year := s.digits(6)
	if sign == '-' {
		return -year, !s.bad && year != 0
	}
	return year, !s.bad
}

// clock reads hh:mm[:ss[.fraction]]; 24:00:00 is the end of the day.
func (s *scanner) clock() clockTime {
	hour := s.digits(2)
	s.demand(":")
	minute := s.digits(2)
	second, ms, fractionIsZero := 0, 0, true
	if !s.bad && s.skip(":") != 0 {
		second = s.digits(2)
		if !s.bad && s.skip(".") != 0 {
			ms, fractionIsZero = s.fraction()
		}
	}
	endOfDay := hour == 24 && minute == 0 && second == 0 && fractionIsZero
	if hour > 23 && !endOfDay || minute > 59 || second > 59 {
		s.bad = true
	}
	return clockTime{ms: int64(hour)*3_600_000 + int64(minute)*60_000 + int64(second)*1000 + int64(ms)}
}

// fraction reads at least one digit and keeps three.
func (s *scanner) fraction() (ms int, isZero bool) {
	n := 0
	for n < len(s.rest) && s.rest[n] >= '0' && s.rest[n] <= '9' {
		n++
	}
	if n == 0 {
		s.bad = true
		return 0, false
	}
	digits := s.rest[:n]
	s.rest = s.rest[n:]
	ms, _ = strconv.Atoi((digits + "00")[:3])
	return ms, strings.Trim(digits, "0") == ""
}

// zone reads Z, an offset in minutes if signs allows it, or nothing, which is UTC.
func (s *scanner) zone(signs string) int {
	if s.bad || s.rest == "" || s.skip("Zz") != 0 {
		return 0
	}
	sign := s.skip(signs)
	if sign == 0 {
		s.bad = true
		return 0
	}
	hours := s.digits(2)
	s.skip(":")
	minutes := s.digits(2)
	if hours > 23 || minutes > 59 {
		s.bad = true
	}
	if sign == '-' {
		return -(hours*60 + minutes)
	}
	return hours*60 + minutes
}

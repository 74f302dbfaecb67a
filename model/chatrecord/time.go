package chatrecord

import (
	"regexp"
	"strconv"
	"strings"
)

const (
	hh = `(\d\d)`
	// clock has three groups and a fourth for the fraction.
	isoClock = hh + `:` + hh + `(?::` + hh + `(?:\.(\d+))?)?`
	isoZone  = `([Zz]|[+-]\d\d:?\d\d)?`
	isoDate  = `(\d{4}|[+-]\d{6})(?:-(\d\d)(?:-(\d\d))?)?`
	months   = "janfebmaraprmayjunjulaugsepoctnovdec"
	weekdays = "montuewedthufrisatsun"
)

var (
	isoDay     = regexp.MustCompile(`^` + isoDate + `[Zz]?$`)
	isoInstant = regexp.MustCompile(`^` + isoDate + `[Tt ]` + isoClock + isoZone + `$`)
	mailDate   = regexp.MustCompile(`^[ \t]*(?:([A-Za-z]{3})[ \t]*,[ \t]*)?(\d{1,2})[ \t]+([A-Za-z]{3})[ \t]+(\d{4,6})[ \t]+` +
		hh + `:` + hh + `(?::` + hh + `)?[ \t]+([+-]\d{4}|[A-Za-z]{1,3})[ \t]*(?:\([^()]*\))?[ \t]*$`)
)

var zoneHours = map[string]int64{
	"": 0, "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}

// ParseTime reads a timestamp by the grammar CR-DEC-13: epoch milliseconds, and whether it is valid.
func ParseTime(text string) (int64, bool) {
	if g := isoDay.FindStringSubmatch(text); g != nil {
		return instant(g[1], g[2], g[3], "00", "00", "", "", "")
	}
	if g := isoInstant.FindStringSubmatch(text); g != nil {
		return instant(g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8])
	}
	if g := mailDate.FindStringSubmatch(text); g != nil {
		month := strings.Index(months, strings.ToLower(g[3]))
		if month < 0 || month%3 != 0 || strings.Index(weekdays, strings.ToLower(g[1]))%3 != 0 {
			return 0, false
		}
		return instant(g[4], strconv.Itoa(month/3+1), g[2], g[5], g[6], g[7], "", g[8])
	}
	return 0, false
}

func instant(year, month, day, hour, minute, second, fraction, zone string) (int64, bool) {
	y, m, d := number(year, 0), number(month, 1), number(day, 1)
	h, mi, s := number(hour, 0), number(minute, 0), number(second, 0)
	ms := number((fraction + "000")[:3], 0)
	offset, ok := zoneMinutes(zone)
	endOfDay := h == 24 && mi == 0 && s == 0 && strings.Trim(fraction, "0") == ""
	if !ok || year == "-000000" || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) || h > 23 && !endOfDay || mi > 59 || s > 59 {
		return 0, false
	}
	t := (((dayNumber(y, m)+d-1)*24+h)*60+mi-offset)*60_000 + s*1000 + ms
	return t, -8.64e15 <= t && t <= 8.64e15
}

// number is the value of a group that is digits, perhaps signed, or empty.
func number(digits string, absent int64) int64 {
	if digits == "" {
		return absent
	}
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}

func zoneMinutes(zone string) (int64, bool) {
	if !strings.HasPrefix(zone, "+") && !strings.HasPrefix(zone, "-") {
		hours, ok := zoneHours[strings.ToUpper(zone)]
		return hours * 60, ok
	}
	digits := strings.Replace(zone[1:], ":", "", 1)
	h, m := number(digits[:2], 0), number(digits[2:], 0)
	offset := h*60 + m
	if zone[0] == '-' {
		offset = -offset
	}
	return offset, h <= 23 && m <= 59
}

func isLeap(y int64) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

func daysIn(y, m int64) int64 {
	days := [...]int64{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if m == 2 && isLeap(y) {
		return 29
	}
	return days[m-1]
}

// dayNumber is the day count of the first of a month since 1970-01-01, in the proleptic Gregorian calendar.
func dayNumber(y, m int64) int64 {
	// Count in cycles of 400 years, so that what is left is a year from 0 to 399.
	const daysIn400 = 146_097
	cycles := y / 400
	if y%400 < 0 {
		cycles--
	}
	rest := y - cycles*400
	days := cycles*daysIn400 + rest*365 + (rest+3)/4 - (rest+99)/100 + (rest+399)/400
	for i := int64(1); i < m; i++ {
		days += daysIn(y, i)
	}
	const epoch = 719_528 // days from 0000-01-01 to 1970-01-01
	return days - epoch
}

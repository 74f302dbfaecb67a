package textview

import (
	"fmt"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

const (
	dayLayout  = "2006-01-02"
	timeLayout = "15:04:05"
	noTime     = "--:--:--"
)

// header says which session this is, what time it covers, and where else its records lead.
func (v *view) header() {
	switch {
	case len(v.session.Lines) == 0 && len(v.session.Projection.Diagnostics) == 0:
		v.line("empty: no records")
		return
	case len(v.session.Lines) == 0:
		v.line("no record is left")
		return
	}
	title, records := v.style.strong("session "+v.sessionID()), count(len(v.session.Lines), "record")
	if len(v.session.Branch.OtherLeaves) == 0 {
		v.line(title, "  ", records, "  ", v.times())
		return
	}
	v.line(title, "  ", v.times())
	v.line(records, fmt.Sprintf(", %d on this branch; ", v.session.Branch.Records), otherLeaves(v.session.Branch.OtherLeaves))
}

// maxLeaves bounds how many leaves are named.
const maxLeaves = 5

func otherLeaves(leaves []string) string {
	if len(leaves) == 1 {
		return "1 other leaf: " + clip(leaves[0])
	}
	var names []string
	for _, leaf := range leaves[:min(maxLeaves, len(leaves))] {
		names = append(names, clip(leaf))
	}
	text := fmt.Sprintf("%d other leaves: %s", len(leaves), strings.Join(names, ", "))
	if more := len(leaves) - maxLeaves; more > 0 {
		text += fmt.Sprintf(" and %d older", more)
	}
	return text
}

// times is the time that the shown blocks cover; the day it begins with needs no further announcement.
func (v *view) times() string {
	first, last := v.timeRange()
	if !first.Valid {
		return "no times"
	}
	v.day = day(first)
	until := utc(last).Format(timeLayout)
	if day(last) != v.day {
		until = day(last) + " " + until
	}
	return v.day + " " + utc(first).Format(timeLayout) + " to " + until + " UTC"
}

func (v *view) sessionID() string {
	for _, line := range v.session.Lines {
		if id := line.Value.Get("sessionId"); id.IsString() {
			return sanitize.Line(id.Text())
		}
	}
	return "(without id)"
}

// timeRange is the times of the earliest and the latest block that is shown.
func (v *view) timeRange() (first, last update.Timestamp) {
	for _, block := range v.session.Projection.Blocks {
		t := block.ServerTimestamp
		if t.Valid && (!first.Valid || t.Ms < first.Ms) {
			first = t
		}
		if t.Valid && (!last.Valid || t.Ms > last.Ms) {
			last = t
		}
	}
	return first, last
}

// clock is the time of day of a block. A new day is announced on a line of its own.
func (v *view) clock(t update.Timestamp) string {
	if !t.Valid {
		return noTime
	}
	if day(t) != v.day {
		v.day = day(t)
		v.line()
		v.line(v.style.dim("-- " + v.day + " --"))
	}
	return utc(t).Format(timeLayout)
}

func utc(t update.Timestamp) time.Time { return time.UnixMilli(int64(t.Ms)).UTC() }

func day(t update.Timestamp) string { return utc(t).Format(dayLayout) }

// count words a number of things with a regular plural.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

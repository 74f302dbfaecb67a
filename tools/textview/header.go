package textview

import (
	"fmt"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

const (
	dayLayout  = "2006-01-02"
	timeLayout = "15:04:05"
	noTime     = "--:--:--"
)

// header says which session this is and what time it covers.
func (v *view) header() {
	title := v.style.strong("session " + v.sessionID())
	first, last := v.timeRange()
	switch {
	case len(v.session.Lines) == 0:
		v.line("empty: no records")
		return
	case !first.Valid:
		v.line(title, "  ", count(len(v.session.Lines), "record"), "  no times")
		return
	}
	v.day = day(first)
	until := utc(last).Format(timeLayout)
	if day(last) != v.day {
		until = day(last) + " " + until
	}
	v.line(title, "  ", count(len(v.session.Lines), "record"), "  ",
		v.day, " ", utc(first).Format(timeLayout), " to ", until, " UTC")
}

func (v *view) sessionID() string {
	for _, line := range v.session.Lines {
		if id := line.Value.Get("sessionId"); id.IsString() {
			return sanitize.Line(id.Text())
		}
	}
	return "(without id)"
}

// timeRange is the time that the shown blocks cover.
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

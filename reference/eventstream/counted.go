package eventstream

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// Counted is one session of a file, for machines that follow its events.
type Counted struct {
	Session string // "" if there is no envelope
	// Envelopes are those that count (ES-VIEW-01), and Places how many of any session stand before each.
	Envelopes []event.Envelope
	Places    []int
	// Rows hold what the envelopes draw.
	Rows *rows.Machine
	// Diagnostics are the findings by line.
	Diagnostics []diagnostic.Diagnostic
}

// Count reads the text of a file as Show does. It never fails.
func Count(text string, options Options) Counted {
	envelopes, findings := event.Read(text, options.Now)
	c := Counted{Session: sessionOf(envelopes, options)}
	c.Rows = rows.New(c.Session)
	for place, envelope := range envelopes {
		change := c.Rows.Add(envelope)
		findings = append(findings, change.Diagnostics...)
		if !change.Ignored {
			c.Envelopes, c.Places = append(c.Envelopes, envelope), append(c.Places, place)
		}
	}
	c.Diagnostics = diagnostic.SortByLine(findings)
	return c
}

// Now is the time of the call: the one that is given, else that of the last envelope.
func (c Counted) Now(given string) string {
	if given == "" && len(c.Envelopes) > 0 {
		return c.Envelopes[len(c.Envelopes)-1].Timestamp
	}
	return given
}

// sessionOf is the session that is shown.
func sessionOf(envelopes []event.Envelope, options Options) string {
	if options.Session == "" && len(envelopes) > 0 {
		return envelopes[0].SessionID
	}
	return options.Session
}

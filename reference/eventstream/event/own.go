package event

import "github.com/transcriptspec/transcriptspec/spec/diagnostic"

// Own are the envelopes of a session that count, each once; "" is the session of the first one. What is left out is named by a
// diagnostic (ES-ROW-02, ES-ROW-03).
func Own(envelopes []Envelope, session string) (own []Envelope, of string, findings []diagnostic.Diagnostic) {
	if session == "" && len(envelopes) > 0 {
		session = envelopes[0].SessionID
	}
	var repeats Repeats
	for _, envelope := range envelopes {
		switch {
		case envelope.SessionID != session:
			findings = append(findings, diagnostic.New(diagnostic.OtherSession, "an event of another session does not count").AtLine(envelope.Line, envelope.Offset).AtPath("sessionId"))
		case repeats.Take(envelope):
			findings = append(findings, diagnostic.New(diagnostic.RepeatedEvent, "an event came again as it was; it counts once").AtLine(envelope.Line, envelope.Offset))
		default:
			own = append(own, envelope)
		}
	}
	return own, session, findings
}

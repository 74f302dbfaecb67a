package eventstream

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// spoken is an entry (ES-ENTRY-01).
type spoken struct {
	role, text, display, time string
	event                     jsvalue.Value // the first
	of                        identity
	run                       int
	inferred, closed, gone    bool
}

func (c *chart) speakUser(event jsvalue.Value) {
	for _, s := range c.said {
		s.closed = true
	}
	text := trim(event.Get("text").Text())
	c.said = append(c.said, &spoken{role: "user", text: text, display: id(event, "displayText"), time: c.e.Time, event: event, closed: true})
}

// steerEntry brings up to date what a message that steered a turn said (ES-ENTRY-04).
func (c *chart) steerEntry(steer string, event jsvalue.Value) {
	for _, s := range c.said {
		if s.role == "user" && id(s.event, "steerId") == steer {
			s.text = first(trim(event.Get("text").Text()), s.text)
			s.display = first(id(event, "displayText"), s.display)
			return
		}
	}
}

// speak takes a piece of a run (ES-ENTRY-02, ES-ENTRY-03).
func (c *chart) speak(event jsvalue.Value, of identity, run int, begins bool) {
	piece := event.Get("text").Text()
	ofTurn := of.turn != "" && !of.named()
	for _, s := range c.said {
		switch {
		case s.closed || s.gone || s.of != of || s.run != run && !ofTurn:
			continue
		case begins && !strings.HasSuffix(s.text, "\n") && !strings.HasPrefix(piece, "\n"):
			s.text += "\n\n"
			s.inferred = true
		}
		s.text, s.run = jsvalue.Concat(s.text, piece), run
		return
	}
	c.said = append(c.said, &spoken{role: "assistant", text: piece, time: c.e.Time, event: event, of: of, run: run})
}

func (s *spoken) value() jsvalue.Value {
	members := []jsvalue.Member{textOf("role", s.role), textOf("text", s.text), textOf("timestamp", s.time)}
	if s.display != "" {
		members = append(members, textOf("displayText", s.display))
	}
	for _, key := range []string{"turnId", "messageId", "itemId"} {
		if value := s.event.Get(key); value.IsString() && !isBlank(value.Text()) && !(s.role == "user" && key == "itemId") {
			members = append(members, member(key, value))
		}
	}
	if s.inferred {
		members = append(members, member("inferred", jsvalue.BoolValue(true)))
	}
	return jsvalue.ObjectValue(members...)
}

// entries are those that nobody took back.
func (c *chart) entries() (list []jsvalue.Value) {
	for _, s := range c.said {
		if !s.gone && s.text != "" {
			list = append(list, s.value())
		}
	}
	return list
}

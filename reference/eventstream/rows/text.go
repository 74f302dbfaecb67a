package rows

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// texts knows the runs of text, and the rows of each message.
type texts struct {
	runs      textrun.Runs
	byMessage map[string][]*row
}

// text puts a piece behind the last row if that is of its run, else into a row of its own (ES-TEXT-04).
func (m *Machine) text(event jsvalue.Value) {
	piece := event.Get("text")
	if !piece.IsString() {
		m.unusable("text")
		return
	}
	run := m.texts.runs.Take(textrun.IdentityOf(event), piece.Text())
	switch last := m.rows.last; {
	case run == nil || piece.Text() == "":
	case last != nil && last.run == run:
		body := last.body.(*streamed)
		body.text.add(piece.Text())
		body.base = adopt(body.base, event)
		m.touch(last)
	default:
		m.drawText(run, event)
	}
}

func (m *Machine) drawText(run *textrun.Run, event jsvalue.Value) {
	key, message := "", run.Identity.Message
	if message != "" {
		key = m.session + ":text:" + message + ":" + m.place()
	}
	body := &streamed{base: event}
	body.text.add(event.Get("text").Text())
	r := m.draw(key, body)
	r.run = run
	m.texts.runs.Keep(run)
	if message != "" {
		m.texts.byMessage[message] = append(m.texts.byMessage[message], r)
	}
}

// adopt fills in the ids that the earlier event lacks.
func adopt(earlier, later jsvalue.Value) jsvalue.Value {
	var news []jsvalue.Member
	for _, key := range []string{"turnId", "itemId"} {
		if earlier.Get(key).IsNullish() && !later.Get(key).IsNullish() {
			news = append(news, member(key, later.Get(key)))
		}
	}
	if news == nil {
		return earlier
	}
	return earlier.With(news...)
}

// retract removes the rows that messages have so far; what comes of them later is drawn (ES-TEXT-05).
func (m *Machine) retract(event jsvalue.Value) {
	if !event.Get("messageIds").IsArray() {
		m.unusable("messageIds")
		return
	}
	for _, value := range event.Get("messageIds").Elements() {
		message := jsvalue.Trim(value.Text())
		for _, r := range m.texts.byMessage[message] {
			m.remove(r)
		}
		delete(m.texts.byMessage, message)
		m.texts.runs.Retract(message)
	}
}

package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// thoughts are the rows of reasoning at the end of the rows; none once another row was drawn.
type thoughts map[thought]*row

// thought is what a piece of reasoning belongs to.
type thought struct{ turn, item, part string }

// reasoning puts a piece of reasoning into the row of its item, or of its turn if it names no item (ES-THINK-01).
func (m *Machine) reasoning(event jsvalue.Value) {
	piece := event.Get("text")
	if !piece.IsString() {
		m.unusable("text")
		return
	}
	of := thought{turn: id(event, "turnId"), item: id(event, "itemId")}
	if index := event.Get("summaryIndex"); of.item != "" && index.IsNumber() {
		of.part = jsvalue.ToString(index)
	}
	if r := m.thoughts[of]; r != nil {
		body := r.body.(*streamed)
		body.text.add(piece.Text())
		if body.base.Get("startTimestamp").IsUndefined() {
			body.base = body.base.With(text("startTimestamp", r.timestamp))
		}
		m.touch(r)
		return
	}
	if !jsvalue.IsBlank(piece.Text()) {
		m.drawThought(of, event)
	}
}

func (m *Machine) drawThought(of thought, event jsvalue.Value) {
	body := &streamed{base: event}
	body.text.add(event.Get("text").Text())
	open := m.thoughts
	r := m.draw("", body)
	if open == nil {
		open = thoughts{}
	}
	if of.turn != "" || of.item != "" {
		open[of] = r
	}
	m.thoughts = open // reasoning does not end what is open
}

package rows

import "github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"

// row is a drawn row. Its place never changes; pointers to it stay good while others come and go.
type row struct {
	key, timestamp string
	body           body
	run            *textrun.Run // of a row of text
	prev, next     *row
	removed        bool
}

func (r *row) shown() Row { return Row{r.key, r.timestamp, r.body.event()} }

// list is the rows in their order. To append and to remove takes no more time when there are many.
type list struct {
	first, last *row
	length      int
}

func (l *list) push(r *row) {
	if r.prev = l.last; r.prev == nil {
		l.first = r
	} else {
		r.prev.next = r
	}
	l.last = r
	l.length++
}

func (l *list) remove(r *row) {
	if r.prev == nil {
		l.first = r.next
	} else {
		r.prev.next = r.next
	}
	if r.next == nil {
		l.last = r.prev
	} else {
		r.next.prev = r.prev
	}
	l.length--
	r.removed = true
}

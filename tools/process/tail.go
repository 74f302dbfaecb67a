package process

import "sync"

// tail keeps the end of what is written to it, for an error message, and the beginning of what came since begin: that may name
// the cause of what follows at length, such as the stacks of all goroutines.
type tail struct {
	mutex sync.Mutex
	first []byte // the beginning since begin
	kept  []byte // the end of all
	since int    // bytes since begin
}

const (
	tailBytes  = 2000
	firstBytes = 1000
)

// Write never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.first = append(t.first, text[:min(len(text), firstBytes-len(t.first))]...)
	t.kept = append(t.kept, text...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	t.since += len(text)
	return len(text), nil
}

// begin begins a question: text leaves out what came before.
func (t *tail) begin() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.first, t.since = t.first[:0], 0
}

// text is what came since begin, on lines of its own, without its middle if it is long; "" if nothing came.
func (t *tail) text() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	rest := t.since - len(t.first) // bytes behind first
	switch {
	case t.since == 0:
		return ""
	case rest <= len(t.kept):
		return "\n" + string(t.first) + string(t.kept[len(t.kept)-rest:])
	}
	return "\n" + string(t.first) + "\n[...]\n" + string(t.kept)
}

// notSince stands before what was written before the question: a process that ends may have said why before it was asked again.
const notSince = "[nothing since this question began; what stands here came before it and may belong to another]\n"

// textOrBefore is text, or what came before begin if there is nothing else; then since is false.
func (t *tail) textOrBefore() (text string, since bool) {
	if text = t.text(); text != "" {
		return text, true
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if len(t.kept) == 0 {
		return "", true
	}
	return "\n" + notSince + string(t.kept), false
}

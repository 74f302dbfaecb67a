package process

import "sync"

// tail keeps the end of what is written to it, for an error message.
type tail struct {
	mutex sync.Mutex
	kept  []byte
}

const tailBytes = 2000

// Write never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.kept = append(t.kept, text...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(text), nil
}

// text is what was kept, on lines of its own, or "".
func (t *tail) text() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if len(t.kept) == 0 {
		return ""
	}
	return "\n" + string(t.kept)
}

package process

// Stderr is the end of all that the process has written to its standard error.
func (c *Child) Stderr() string {
	tail := &c.running.stderr.tail
	tail.mutex.Lock()
	defer tail.mutex.Unlock()
	return string(tail.kept)
}

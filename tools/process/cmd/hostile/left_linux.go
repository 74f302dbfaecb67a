package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// withToken lists the processes that have a token in their arguments.
func withToken(token string) []string {
	var found []string
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is right
	for _, file := range files {
		arguments, err := os.ReadFile(file)
		if err == nil && bytes.Contains(arguments, []byte(token)) {
			found = append(found, filepath.Base(filepath.Dir(file))+": "+string(bytes.ReplaceAll(arguments, []byte{0}, []byte{' '})))
		}
	}
	return found
}

func (m measured) leftText() string { return fmt.Sprint(len(m.left)) }

// newSession makes a process the leader of a session of its own.
func newSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// Package backgroundjob tells jobs of a shell from sub-agents, and names them.
//
// It promises: a job is named by its command without what only prepares it. Start at Label and Lifecycle.
package backgroundjob

import (
	"regexp"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// preparations are what may stand before a command: a change of directory, settings of variables, nohup and exec.
var preparations = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^cd (?:"[^"]*"|'[^']*'|[^ ]+) ?&& ?`),
	regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=(?:"[^"]*"|'[^']*'|[^ ]*)(?: |$)`),
	regexp.MustCompile(`(?i)^(?:nohup|exec)(?: |$)`),
}

// maxPreparations bounds how many are taken off.
const maxPreparations = 32

// Label is the first line of the command that is not blank, on one line, without its preparations unless nothing else is
// there (ES-JOB-01).
func Label(command string) string {
	line := ""
	for candidate := range strings.Lines(command) {
		if line = event.OneLine(candidate); line != "" {
			break
		}
	}
	rest := line
	for range maxPreparations {
		shorter := rest
		for _, preparation := range preparations {
			shorter = shorter[len(preparation.FindString(shorter)):]
		}
		if shorter == rest {
			break
		}
		rest = shorter
	}
	if jsvalue.IsBlank(rest) {
		return line
	}
	return rest
}

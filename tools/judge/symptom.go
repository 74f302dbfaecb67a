package judge

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// The symptoms of a difference from what is right. That of a schema is its keyword, that of a crash what it died of.
const (
	SymptomMissing = "missing" // what has to be there is not
	SymptomExtra   = "extra"   // what is there has no place there
	SymptomDiffers = "differs" // something else is there
)

// SymptomOf is that of a difference; a value that is undefined is not there.
func SymptomOf(want, got jsvalue.Value) string {
	switch {
	case got.IsUndefined():
		return SymptomMissing
	case want.IsUndefined():
		return SymptomExtra
	}
	return SymptomDiffers
}

// maxSymptom bounds a symptom, in bytes.
const maxSymptom = 100

// crashSymptom is what an implementation died of, without what depends on the input or the machine: the exception or the
// panic that its standard error ends with, else how the process ended or what it said itself. Numbers, addresses, paths, and
// texts in quotes and brackets are left out, so that one fault in two inputs has one symptom.
func crashSymptom(crash *process.Crash) string {
	reason, ended := crash.Reason, strings.Contains(crash.Reason, "the process ended: exit status ")
	if ended && !crash.Earlier {
		if cause := causeIn(crash.Stack); cause != "" {
			return stable(cause)
		}
	}
	if ended {
		return reason // its status is the symptom
	}
	return stable(reason)
}

// exceptionLine begins like the line of an exception in most languages, such as "pkg.KeyError: 'x'" or "TypeError [CODE]: no".
var exceptionLine = regexp.MustCompile(`^(?i:caused by: |fatal )?[\w.:$]*(?i:error|exception|interrupt)\b`)

// threadName stands before an exception of the JVM.
var threadName = regexp.MustCompile(`^Exception in thread "[^"]*" `)

// causeIn is the line of a standard error that names what a process died of, "" if there is none: the first one of a panic
// in Go or Rust, else the last one of an exception, else the last one that is not indented.
func causeIn(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	exception, last := "", ""
	for i, line := range lines {
		line = threadName.ReplaceAllString(strings.TrimRight(line, "\r \t"), "")
		switch {
		case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
			return line
		case strings.HasPrefix(line, "thread '") && strings.Contains(line, "' panicked at ") && i+1 < len(lines):
			return "panicked: " + lines[i+1]
		case line == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '}' || strings.HasPrefix(line, "Node.js v"):
			continue
		case exceptionLine.MatchString(line):
			exception = line
		}
		last = line
	}
	if exception != "" {
		return exception
	}
	return last
}

// kindOfFault is what stands before the message of a fault: the class of an exception, with a code perhaps.
var kindOfFault = regexp.MustCompile(`^(?:[Cc]aused by: )?[\w.:$]+(?: \[[\w]+\])?$`)

// tooDeep is what Python says of recursion; where in it the last call was is chance.
var tooDeep = regexp.MustCompile(`^(maximum recursion depth exceeded).*`)

// What stable leaves out. A quote opens where no letter stands before it, and reaches to the last of its kind, since what is
// quoted may have quotes.
var (
	quoted    = regexp.MustCompile("(^|[^\\pL\\pN])(?:'(?:.*'|.*$)|\"(?:.*\"|.*$)|`(?:.*`|.*$))")
	bracketed = regexp.MustCompile(`\[(?:.*\]|.*$)|\{(?:.*\}|.*$)`)
	leftOut   = regexp.MustCompile(`…[^\s]*(?: …[^\s]*)*`)
)

// stable is a line without what depends on the input or the machine.
func stable(line string) string {
	kind, message, found := strings.Cut(line, ": ")
	if !found || !kindOfFault.MatchString(kind) {
		kind, message = "", line
	} else {
		kind += ": "
	}
	message = tooDeep.ReplaceAllString(message, "$1")
	message = bracketed.ReplaceAllString(quoted.ReplaceAllString(message, "$1…"), "…")
	words := strings.Fields(message)
	for i, word := range words {
		if strings.ContainsAny(word, "0123456789/\\") || strings.IndexFunc(word, notPlain) >= 0 {
			words[i] = "…"
		}
	}
	return cutAt(kind+leftOut.ReplaceAllString(strings.Join(words, " "), "…"), maxSymptom)
}

// notPlain: no character of a word in a program's own messages.
func notPlain(r rune) bool { return r != '…' && (r <= ' ' && r != ' ' || r >= utf8.RuneSelf) }

// cutAt is a text, no longer than so many bytes, cut between words if it has any.
func cutAt(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	text = strings.ToValidUTF8(text[:limit], "")
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		text = text[:end]
	}
	return text
}

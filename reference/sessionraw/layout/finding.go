package layout

import "github.com/transcriptspec/transcriptspec/spec/diagnostic"

// Finding is a file that costs the thread something.
type Finding struct {
	Kind FindingKind
	File string
}

// FindingKind says what is wrong with a file.
type FindingKind int

// The kinds of findings.
const (
	AncestorMissing FindingKind = iota // a sub-agent was started from a file that is not there (SR-FILE-05)
	SubagentUnreadable
	SubagentWithoutHeader
	RootUnreadable // a root of the thread, or a file that may be one (SR-FILE-06)
)

var wordings = [...]struct {
	code    diagnostic.Code
	message string
}{
	AncestorMissing:       {diagnostic.MissingSubTranscript, "a sub-agent was started from this file, which is not there"},
	SubagentUnreadable:    {diagnostic.MissingSubTranscript, "the file of a sub-agent cannot be read"},
	SubagentWithoutHeader: {diagnostic.MissingHeader, "the file of a sub-agent does not begin with a header line"},
	RootUnreadable:        {diagnostic.UnreadableTranscript, "the file is, or may be, a root of the thread and cannot be read"},
}

// Valid reports whether it is one of the kinds above.
func (k FindingKind) Valid() bool { return k >= 0 && int(k) < len(wordings) }

// Diagnostics words the findings.
func (t Thread) Diagnostics() []diagnostic.Diagnostic {
	var list []diagnostic.Diagnostic
	for _, found := range t.Findings {
		list = append(list, diagnostic.New(wordings[found.Kind].code, wordings[found.Kind].message).InFile(found.File))
	}
	return list
}

// Unreadable is the finding that a file with this name cannot be read.
func Unreadable(file string) Finding {
	if name, ok := ParseName(file); ok && !name.IsRoot() {
		return Finding{SubagentUnreadable, file}
	}
	return Finding{RootUnreadable, file}
}

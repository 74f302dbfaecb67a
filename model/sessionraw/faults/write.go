package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// writing is what append was asked, and the lines that the right file grew by, each with its line feed.
type writing struct {
	held, rows string // the texts of the two files
	lines      []string
}

// onWrite damages what a file grew by; begin is what it held, with the end of its last line.
func onWrite(damage func(w writing) (begin string, lines []string)) wrapper {
	return fault.OnResult("append", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		var w writing
		for _, file := range request.Input.Files() {
			switch file.Name {
			case "file.jsonl":
				w.held = file.Text
			case "rows.jsonl":
				w.rows = file.Text
			}
		}
		after, _ := protocol.ParseFile(result.Get("file"))
		added, grown := strings.CutPrefix(after, w.held)
		if !grown {
			return result
		}
		if last := w.held[strings.LastIndexByte(w.held, '\n')+1:]; strings.Trim(last, " \t\r") != "" {
			end, rest, _ := strings.Cut(added, "\n")
			w.held, added = w.held+end+"\n", rest
		}
		w.lines = strings.SplitAfter(added, "\n")
		begin, lines := damage(w)
		return with(result, "file", protocol.FileValue(begin+strings.Join(lines, "")))
	})
}

// onWritten damages the lines only.
func onWritten(damage func(lines []string) []string) wrapper {
	return onWrite(func(w writing) (string, []string) { return w.held, damage(w.lines) })
}

// eachWritten changes each line.
func eachWritten(damage func(line string) string) wrapper {
	return onWritten(func(lines []string) []string {
		for i, line := range lines {
			lines[i] = damage(line)
		}
		return lines
	})
}

func isMeta(line string) bool { return strings.HasPrefix(line, `{"_meta"`) }

// isRow is true of message lines.
func isRow(line string) bool {
	return line != "" && !isMeta(line) && !strings.HasPrefix(line, `{"kind"`)
}

func isPartial(line string) bool { return strings.Contains(line, `"interrupted":true`) }

var writeFaults = []fault.Fault{
	{ID: "first-header-is-updated", Says: "The first header gets the new totals.", Breaks: []string{"file-only-grows"}, Wrap: onWrite(func(w writing) (string, []string) {
		return strings.Replace(w.held, `"updated":"2026-07-21T10:00:00Z"`, `"updated":"2026-07-21T12:00:00Z"`, 1), w.lines
	})},
	{ID: "torn-tail-is-cut-off", Says: "A torn line is removed before the next one is written.", Breaks: []string{"file-only-grows"}, Wrap: onWrite(func(w writing) (string, []string) {
		if before, torn := strings.CutSuffix(w.held, " torn\n"); torn {
			return before[:strings.LastIndexByte(before, '\n')+1], w.lines
		}
		return w.held, w.lines
	})},
	{ID: "headers-without-request", Says: "A header does not name the request.", Breaks: []string{"lines-name-their-request"}, Wrap: eachWritten(func(line string) string {
		if at := strings.LastIndex(line, `},"request_id":`); isMeta(line) && at > 0 {
			return line[:at] + "}}\n"
		}
		return line
	})},
	{ID: "rows-without-time", Says: "Rows have no time.", Breaks: []string{"lines-name-their-request"}, Wrap: eachWritten(func(line string) string { return strings.Replace(line, `,"ts":"2026`, `,"at":"2026`, 1) })},
	{ID: "no-header-behind", Says: "No header ends a batch.", Breaks: []string{"header-ends-the-batch"}, Wrap: onWritten(func(lines []string) []string {
		first := true
		return slices.DeleteFunc(lines, func(line string) bool {
			wasFirst := first
			first = false
			return isMeta(line) && !wasFirst
		})
	})},
	{ID: "created-when-written", Says: "A later header has another time of creation.", Breaks: []string{"header-ends-the-batch"}, Wrap: eachWritten(func(line string) string {
		return strings.Replace(line, `"created":"2026`, `"created":"2027`, 1)
	})},
	{ID: "last-row-is-late", Says: "The last row of a context is written with the next batch.", Breaks: []string{"context-is-what-was-asked"}, Wrap: fault.OnRequest("append", func(request protocol.Request) protocol.Request {
		var files []protocol.File
		for _, file := range request.Input.Files() {
			if lines := strings.SplitAfter(file.Text, "\n"); file.Name == "rows.jsonl" && len(lines) > 1 {
				file.Text = strings.Join(lines[:len(lines)-2], "")
			}
			files = append(files, file)
		}
		request.Input = protocol.FilesOf(files...)
		return request
	})},
	{ID: "partial-is-a-row", Says: "A partial answer is written like a whole one.", Breaks: []string{"context-is-what-was-asked"}, Wrap: eachWritten(replacing(`"interrupted":true`, `"interrupted":false`))},
	{ID: "calls-are-not-kept", Says: "The calls of rows are not written.", Breaks: []string{"context-is-what-was-asked"}, Wrap: eachWritten(replacing(`"tool_calls":`, `"calls":`))},
	{ID: "numbers-as-texts", Says: "The number of a row is written as a text.", Breaks: []string{"written-lines-are-clean"}, Wrap: eachWritten(replacing(`"seq":`, `"seq":"x","seq_number":`))},
	{ID: "batch-is-doubled", Says: "A batch that is there already is written again.", Breaks: []string{"tried-again-is-inert"}, Wrap: onWrite(func(w writing) (string, []string) {
		if w.rows != "" && strings.Contains(w.held, `{"role"`) && !slices.ContainsFunc(w.lines, func(line string) bool { return line != "" && !isMeta(line) }) {
			return w.held, append(strings.SplitAfter(w.rows, "\n"), w.lines...)
		}
		return w.held, w.lines
	})},
	{ID: "newest-row-first", Says: "Rows are written from the newest on.", Breaks: []string{"cut-batch-leaves-a-context"}, Wrap: onWritten(func(lines []string) []string {
		var rows []int
		for i, line := range lines {
			if isRow(line) {
				rows = append(rows, i)
			}
		}
		for i := range len(rows) / 2 {
			a, b := rows[i], rows[len(rows)-1-i]
			lines[a], lines[b] = lines[b], lines[a]
		}
		return lines
	})},
	{ID: "torn-batch-is-repeated", Says: "Behind a torn line the whole batch is written, whatever of it is there.", Breaks: []string{"cut-batch-is-completed"}, Wrap: onWrite(func(w writing) (string, []string) {
		whole := strings.TrimSuffix(w.held, "\n")
		if _, err := jsvalue.Decode(whole[strings.LastIndexByte(whole, '\n')+1:]); err != nil {
			return w.held, append(strings.SplitAfter(w.rows, "\n"), w.lines...)
		}
		return w.held, w.lines
	})},
	{ID: "partial-before-its-prompt", Says: "What an interrupted turn said stands before its prompt.", Breaks: []string{"live-is-replay"}, Wrap: onWritten(func(lines []string) []string {
		at := slices.IndexFunc(lines, isPartial)
		if at <= 0 {
			return lines
		}
		partial := lines[at]
		first := slices.IndexFunc(lines, isRow)
		return slices.Insert(slices.Delete(lines, at, at+1), first, partial)
	})},
	{ID: "usage-is-always-written", Says: "A usage is said to be written, whatever became of it.", Breaks: []string{"usage-finds-its-row"}, Wrap: fault.OnResult("append", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return with(result, "usageWritten", jsvalue.BoolValue(true))
	})},
	{ID: "half-a-usage-is-taken", Says: "A usage that is not whole is left out.", Breaks: []string{"usage-finds-its-row"}, Wrap: fault.OnRequest("append", func(request protocol.Request) protocol.Request {
		if usage := request.Options.Get("usage"); !usage.Get("ts").IsString() || !usage.Get("usage").IsObject() {
			request.Options = request.Options.Without("usage")
		}
		return request
	})},
	{ID: "usage-brings-its-time", Says: "A row that gets a usage has the time of the usage.", Breaks: []string{"usage-leaves-what-the-row-has"}, Wrap: eachWritten(replacing(`"ts":"2026-07-21T10:59:00Z"`, `"ts":"2026-07-21T11:00:00Z"`))},
	{ID: "usage-brings-its-number", Says: "A row that gets a usage has the number of the usage.", Breaks: []string{"usage-leaves-what-the-row-has"}, Wrap: eachWritten(replacing(`"iteration":4,`, `"iteration":2,`))},
	{ID: "answered-call-is-not-kept", Says: "A result that names its call by tool_call_id is written without it.", Breaks: []string{"context-is-what-was-asked"}, Wrap: eachWritten(replacing(`"tool_call_id":`, `"call_id":`))},
	{ID: "reasoning-is-not-kept", Says: "What the model thought is not written.", Breaks: []string{"live-is-replay"}, Wrap: eachWritten(replacing(`"reasoning_content":`, `"reasoning":`))},
	{ID: "failure-is-not-kept", Says: "The mark of a call that failed is not written.", Breaks: []string{"batch-by-definition"}, Wrap: eachWritten(replacing(`"failure":true`, `"failure":false`))},
	{ID: "numbers-are-not-kept", Says: "The numbers of rows are not written.", Breaks: []string{"batch-by-definition"}, Wrap: eachWritten(replacing(`"seq":`, `"number":`))},
}

package view

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// stream is the projection of one chain of files, row by row.
type stream struct {
	items       []*Item
	parts       []layout.Name // of each chain its first file: several roots have one stream
	runs        []run
	diagnostics []diagnostic.Diagnostic

	context  []*held // the model context so far, for compactions and seams
	latest   line.Latest
	decoder  jsvalue.Decoder // of arguments; one for all, since each has chunks of memory
	pairs    pairing
	shown    map[identity]*said // what was shown of rows with an id (SR-VIEW-11)
	partials map[partial]int    // partial answers that were shown
	last     *line.Row          // that was written, but for those of the system and of unknown roles (SR-SUB-06)

	request string // of the last row that had one
	own     string // of the row at hand
	place   Origin // of the row at hand; Ordinal is that of its next item
	offset  int
}

// held is a row of the context, with the calls that it made.
type held struct {
	row   *line.Row
	calls []*openCall
}

func newStream() *stream {
	return &stream{shown: map[identity]*said{}, partials: map[partial]int{}, latest: line.Latest{}, decoder: jsvalue.Decoder{KeepKeyOrder: true}, pairs: newPairing()}
}

// file shows the entries of one file. A later file of the chain can begin with rows of the one before (SR-VIEW-12).
func (s *stream) file(file line.File, later, generation bool) {
	var seam seam
	if later {
		seam = s.seam(file.Entries, generation)
	}
	for i, entry := range file.Entries {
		s.at(file.Name, entry)
		if entry.Row == nil {
			s.compaction(file.Name, entry)
			continue
		}
		s.isLast(entry.Row)
		if i < seam.length {
			s.replayed(entry.Row, seam, i)
			continue
		}
		held := &held{row: entry.Row}
		s.keep(held)
		s.show(held, "")
	}
}

// isLast remembers a row that is written, be it shown or not.
func (s *stream) isLast(row *line.Row) {
	if row.KnownRole() && row.Role != line.System {
		s.last = row
	}
}

// at makes an entry the one at hand. Records that are glued together stand on one line, and their items have numbers in it one
// after the other (SR-PAGE-04).
func (s *stream) at(name string, entry line.Entry) {
	if s.place.File != name || s.place.Line != entry.Line {
		s.place = Origin{File: name, Line: entry.Line}
	}
	s.offset = entry.Offset
}

// keep adds a row to the context (SR-CTX-01, SR-CTX-04).
func (s *stream) keep(h *held) {
	if !h.row.Interrupted {
		s.context = append(s.context, h)
		s.latest.Add(h.row)
	}
}

func (s *stream) emit(item *Item) *Item {
	item.Origin, item.RequestID, item.Turn, item.run = s.place, s.own, s.request, s.run()
	s.place.Ordinal++
	s.items = append(s.items, item)
	return item
}

func (s *stream) say(code diagnostic.Code, message string) {
	s.diagnostics = append(s.diagnostics, diagnostic.New(code, message).InFile(s.place.File).AtLine(s.place.Line, s.offset))
}

// show emits the items of one row; request is the turn of a row that names none itself.
func (s *stream) show(h *held, request string) {
	row := h.row
	if row.RequestID != "" {
		request = row.RequestID
	}
	if answers := row.Role == line.Tool && !row.Interrupted; !answers {
		rest, again := s.unsaid(row)
		if again {
			s.say(diagnostic.RepeatedRow, "the row stood before already")
		}
		if rest == nil {
			return
		}
		row = rest
	}
	s.own = request
	s.boundary(row, request)
	switch {
	case row.Role == line.System || !row.KnownRole(): // SR-VIEW-05
	case row.Interrupted: // SR-VIEW-04
		s.partials[partialOf(row, false)]++
		s.partials[partialOf(row, true)]++
		s.emit(&Item{Kind: InterruptedPartial, Content: row.Content, Thinking: row.Reasoning})
	case row.Role == line.User:
		s.user(row)
	case row.Role == line.Assistant:
		s.assistant(h, row)
	default:
		s.result(row)
	}
}

// boundary begins a turn where the request id changes (SR-VIEW-03), and follows the times of the turn (SR-SUB-03). A user
// row without an id begins a turn for pairing only (SR-VIEW-09).
func (s *stream) boundary(row *line.Row, request string) {
	if request != "" && request != s.request {
		s.settle()
		s.pairs.forget()
		s.request = request
		s.begin(request)
		s.emit(&Item{Kind: TurnBoundary})
	} else if request == "" && isPrompt(row) {
		s.settle()
		s.pairs.forget()
	}
	if request != "" {
		if s.run() < 0 { // the turn goes on from the root before
			s.begin(request)
		}
		s.runs[s.run()].see(row.TS.Text())
	}
}

func (s *stream) begin(request string) {
	s.runs = append(s.runs, run{request: request, part: len(s.parts) - 1})
}

// run is the number of the run of the chain at hand, or what stands before its first.
func (s *stream) run() int {
	part := len(s.parts) - 1
	if last := len(s.runs) - 1; last >= 0 && s.runs[last].part == part {
		return last
	}
	return beforeRuns(part)
}

// isPrompt reports whether the row is what a user wrote.
func isPrompt(row *line.Row) bool {
	if row.Role != line.User || row.Interrupted {
		return false
	}
	_, isResults := toolResults(row)
	return !isResults
}

// user shows what a user wrote, as it was stored (SR-VIEW-06).
func (s *stream) user(row *line.Row) {
	if results, ok := toolResults(row); ok {
		for _, result := range results {
			s.textResult(result)
		}
		return
	}
	item := s.emit(&Item{Kind: UserMessage, Content: row.Content})
	if text, cut := Sanitize(row.Content); cut {
		item.Display = jsvalue.StringValue(text)
		item.Lookalike = LooksInjected(text)
	} else {
		item.Lookalike = LooksInjected(row.Content)
	}
}

// meaning is what an assistant row says: its text, its calls, and what it thought that is not blank, of an envelope first.
func meaning(row *line.Row) (content string, calls []line.Call, reasoning []string) {
	content, calls = row.Content, row.Calls
	texts := []string{row.Reasoning.Text()}
	if envelope, ok := assistantEnvelope(row); ok {
		content, calls = envelope.content, envelope.calls
		if envelope.reasoning != texts[0] {
			texts = []string{envelope.reasoning, texts[0]}
		}
	}
	for _, text := range texts {
		if !isBlank(text) {
			reasoning = append(reasoning, text)
		}
	}
	return content, calls, reasoning
}

// assistant emits reasoning, text and calls of a row, or of what is left of it, in this order (SR-VIEW-07).
func (s *stream) assistant(h *held, row *line.Row) {
	content, calls, reasoning := meaning(row)
	for _, text := range reasoning {
		s.emit(&Item{Kind: Reasoning, Content: text})
	}
	if !isBlank(content) {
		item := s.emit(&Item{Kind: AssistantMessage, Content: content, Interim: len(calls) > 0, Iteration: row.Iteration})
		if row.HasTurnUsage() {
			item.Model = row.Model
		}
	}
	for _, call := range calls {
		item := s.emit(&Item{Kind: ToolCall, Call: &Call{ID: call.ID, Name: call.Name, Args: s.arguments(call.Arguments), Status: Running}})
		h.calls = append(h.calls, s.pairs.open(item))
	}
}

// arguments is the value of the text of arguments (SR-VIEW-08).
func (s *stream) arguments(text string) jsvalue.Value {
	text = strings.TrimSpace(text)
	if text == "" {
		return jsvalue.Value{}
	}
	if value, err := s.decoder.Decode(text); err == nil {
		return value
	}
	return jsvalue.StringValue(text)
}

// isBlank knows the white space of Unicode, as the shipped program does.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// finish settles what is open and removes the results that went to a call.
func (s *stream) finish() {
	s.settle()
	kept := s.items[:0]
	for _, item := range s.items {
		if !item.withdraw {
			kept = append(kept, item)
		}
	}
	s.items = kept
}

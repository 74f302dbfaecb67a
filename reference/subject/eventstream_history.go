package subject

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// snapshotOfChat answers the end of a history (ES-HIST-02); options maxBytes, maxEvents and resident (TP-PROTO-21).
func snapshotOfChat(request protocol.Request) (jsvalue.Value, error) {
	text, session, now, err := historyOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	options := history.SnapshotOptions{Session: session, Now: now}
	if options.MaxBytes, err = boundOf(request, "maxBytes"); err != nil {
		return jsvalue.Value{}, err
	}
	maxEvents, err := boundOf(request, "maxEvents")
	if err != nil {
		return jsvalue.Value{}, err
	}
	options.MaxEvents = int(maxEvents)
	resident, err := boundOf(request, "resident")
	if err != nil {
		return jsvalue.Value{}, err
	}
	if resident > 0 {
		options.Resident = newestOf(text, session, now, int(resident))
	}
	snapshot, err := history.ReadSnapshot(strings.NewReader(text), int64(len(text)), options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return jsvalue.ObjectValue(append(snapshot.Members(), foundIn(snapshot.Diagnostics)...)...), nil
}

// newestOf are the newest n events of the whole file, as a program holds them that wrote them (ES-HIST-04).
func newestOf(text, session, now string, n int) []event.Envelope {
	envelopes, _ := event.Read(text, now)
	own := slices.DeleteFunc(envelopes, func(e event.Envelope) bool { return !e.BelongsTo(session) })
	return own[max(0, len(own)-n):]
}

// pageOfHistory answers the page before a cursor (ES-HIST-08); options beforeOffset and maxBytes (TP-PROTO-21).
func pageOfHistory(request protocol.Request) (jsvalue.Value, error) {
	text, session, now, err := historyOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	options := history.PageOptions{Session: session, Now: now}
	if options.MaxBytes, err = boundOf(request, "maxBytes"); err != nil {
		return jsvalue.Value{}, err
	}
	if options.BeforeOffset, err = boundOf(request, "beforeOffset"); err != nil {
		return jsvalue.Value{}, err
	}
	page, err := history.ReadPage(strings.NewReader(text), int64(len(text)), options)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return jsvalue.ObjectValue(append(page.Members(), foundIn(page.Diagnostics)...)...), nil
}

// historyOf is what both operations read, and of which session (TP-PROTO-20).
func historyOf(request protocol.Request) (text, session, now string, err error) {
	options, err := chatOptions(request)
	if err != nil {
		return "", "", "", err
	}
	if text, err = fileTextOf(request); err != nil {
		return "", "", "", err
	}
	return text, cmp.Or(options.Session, firstSession(text)), options.Now, nil
}

// firstSession is the session of the first envelope; "" if there is none. The text is there as a whole, so that nothing bounds
// the search (ES-HIST-07).
func firstSession(text string) string {
	for line := range strings.Lines(text) {
		if envelopes, _ := event.Read(line, ""); len(envelopes) > 0 {
			return envelopes[0].SessionID
		}
	}
	return ""
}

// boundOf is an option that is a number, floored; 0 if it is absent, and history.None for one that is 0 or less.
func boundOf(request protocol.Request, name string) (int64, error) {
	value := request.Options.Get(name)
	if value.IsUndefined() {
		return 0, nil
	}
	if !value.IsNumber() {
		return 0, badOptions(name + " is no number")
	}
	n := int64(min(max(math.Floor(value.Float()), 0), math.MaxInt32))
	return cmp.Or(n, history.None), nil
}

// chooseTranscript answers which of several files of a session is read: {chosen, candidates} (ES-HIST-12); options sessionId and
// modified. A compressed file is given as what it holds.
func chooseTranscript(request protocol.Request) (jsvalue.Value, error) {
	options, err := chatOptions(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	if request.Input.Kind() != protocol.FilesInput {
		return jsvalue.Value{}, badInput("the operation takes files")
	}
	modified := request.Options.Get("modified")
	if !modified.IsUndefined() && !modified.IsObject() {
		return jsvalue.Value{}, badOptions("modified is no object")
	}
	for _, time := range modified.Members() {
		if !time.IsFinite() {
			return jsvalue.Value{}, badOptions("a time in modified is no finite number")
		}
	}
	var candidates []history.Candidate
	for _, file := range request.Input.Files() {
		candidate := history.Candidate{
			Name: file.Name, Compressed: history.CompressedName(file.Name), Size: int64(len(file.Text)),
		}
		if time := modified.Get(file.Name); time.IsNumber() {
			candidate.Modified = time.Float()
		}
		if err := candidate.Examine(strings.NewReader(file.Text), options.Session); err != nil {
			return jsvalue.Value{}, err
		}
		candidates = append(candidates, candidate)
	}
	slices.SortFunc(candidates, history.Prefer)
	chosen := jsvalue.NullValue()
	if len(candidates) > 0 {
		chosen = jsvalue.StringValue(candidates[0].Name)
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "chosen", Value: chosen},
		jsvalue.Member{Key: "candidates", Value: listOf(candidates, history.Candidate.Value)},
	), nil
}

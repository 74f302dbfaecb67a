package history

import (
	"io"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The bounds of a snapshot (ES-HIST-03, ES-HIST-05).
const (
	TailBytes       = 2_000_000 // that are read, unless another number is asked for
	MaxWindowBytes  = 8_000_000 // of JSON that is given
	MaxWindowEvents = 20_000
)

// None is a bound that lets nothing through, where 0 stands for the default.
const None = -1

// SnapshotOptions say how much of the end of a file is given.
type SnapshotOptions struct {
	// Session is the session whose events are wanted; "" is that of the first envelope of the file (Session).
	Session string
	// Now is the timestamp of an envelope that has none (ES-READ-03).
	Now string
	// MaxBytes bounds what is read of the file, and the JSON that is given; 0 is TailBytes, or MaxWindowBytes where no line begins
	// in these, and MaxWindowBytes of JSON.
	MaxBytes int64
	// MaxEvents bounds the events; 0 and more than MaxWindowEvents is MaxWindowEvents.
	MaxEvents int
	// Resident are the newest events that the program holds in memory, the oldest first, whether the file has them or not. Where
	// they stand in it is not known (ES-HIST-04).
	Resident []event.Envelope
}

// Snapshot is the end of a history.
type Snapshot struct {
	Session string // "" if none was asked for and the file has none
	Events  []event.Envelope
	// TranscriptTruncated: the file was not read from its start. WindowTruncated: events that were read are left out.
	TranscriptTruncated, WindowTruncated bool
	SessionFound                         bool // ES-HIST-07
	// TailStartOffset is the cursor of the newest page behind which nothing is missing; 0 if nothing is older (ES-HIST-06).
	TailStartOffset int64
	Diagnostics     []diagnostic.Diagnostic
}

// HasOlderHistory reports whether there is something to scroll back to (ES-HIST-02).
func (s Snapshot) HasOlderHistory() bool { return s.TranscriptTruncated || s.WindowTruncated }

// ReadSnapshot reads the end of a file of size bytes. The error is that of file, or ErrNoSession.
func ReadSnapshot(file io.ReaderAt, size int64, options SnapshotOptions) (Snapshot, error) {
	var err error
	if options.Session, err = sessionOf(file, size, options.Session); err != nil {
		return Snapshot{}, err
	}
	tail := int64(TailBytes)
	if options.MaxBytes != 0 {
		tail = min(max(options.MaxBytes, 0), MaxWindowBytes)
	}
	w, err := readWindow(file, size, tail)
	if err == nil && options.MaxBytes == 0 && !w.hasLine() { // so that the newest event is there, however large it is
		w, err = readWindow(file, size, MaxWindowBytes)
	}
	if err != nil {
		return Snapshot{}, err
	}
	f := w.read(options.Session, options.Now)
	kept, resident := merge(f, options)
	events := append(kept, resident.events...)
	dropped := len(events) - newest(events, options)
	s := Snapshot{
		Session: options.Session, Events: events[dropped:],
		TranscriptTruncated: w.start > 0, WindowTruncated: dropped > 0,
		SessionFound: w.start > 0 || f.named || resident.named,
	}
	s.TailStartOffset = size
	exact := dropped < len(kept)
	switch {
	case !s.HasOlderHistory():
		s.TailStartOffset = 0
	case exact:
		s.TailStartOffset = w.lineAt(s.Events[0].Offset)
	case !s.WindowTruncated:
		s.TailStartOffset = w.start
	}
	s.tell(f.findings, exact)
	return s, nil
}

// tell says what was left out, and what is wrong with the lines, but for those that the newest page tells of (ES-HIST-02).
func (s *Snapshot) tell(findings []diagnostic.Diagnostic, exact bool) {
	if s.HasOlderHistory() {
		s.Diagnostics = append(s.Diagnostics, diagnostic.New(diagnostic.HistoryTruncated, "older history is left out; pages have it").AtOffset(int(s.TailStartOffset)))
	}
	for _, finding := range findings {
		if at, _ := finding.Offset(); !exact || at >= int(s.TailStartOffset) {
			s.Diagnostics = append(s.Diagnostics, finding)
		}
	}
	slices.SortStableFunc(s.Diagnostics, byOffset)
}

// merge gives the events of the tail that are not resident, and those that are. An event that happened twice is there twice
// (ES-HIST-04).
func merge(tail found, options SnapshotOptions) (kept []event.Envelope, resident found) {
	for _, envelope := range options.Resident {
		resident.take(envelope, options.Session)
	}
	held := map[string]int{}
	for _, envelope := range resident.events {
		held[identity(envelope)]++
	}
	kept = make([]event.Envelope, len(tail.events))
	at := len(kept)
	for i := len(tail.events) - 1; i >= 0; i-- {
		if len(held) > 0 {
			if id := identity(tail.events[i]); held[id] > 0 {
				held[id]--
				continue
			}
		}
		at--
		kept[at] = tail.events[i]
	}
	return kept[at:], resident
}

// identity is what tells events apart: their time and all that they say.
func identity(envelope event.Envelope) string {
	return string(jsvalue.Append(jsvalue.AppendQuoted(nil, envelope.Timestamp), envelope.Event))
}

// newest is how many of the newest events fit into the bounds (ES-HIST-05).
func newest(events []event.Envelope, options SnapshotOptions) int {
	most, room, least := MaxWindowEvents, int64(MaxWindowBytes), 1
	if options.MaxEvents != 0 {
		most = min(max(options.MaxEvents, 0), MaxWindowEvents)
	}
	if options.MaxBytes != 0 {
		room, least = min(max(options.MaxBytes, 0), MaxWindowBytes), 0
	}
	n := 0
	for n < min(most, len(events)) {
		size := int64(len(jsvalue.Append(nil, events[len(events)-1-n].Value())))
		if size > room && n >= least {
			break
		}
		room -= size
		n++
	}
	return n
}

// Members are those of the answer of snapshot, without complete and diagnostics (ES-HIST-02).
func (s Snapshot) Members() []jsvalue.Member {
	cursor := jsvalue.NullValue()
	if s.TailStartOffset > 0 {
		cursor = jsvalue.IntValue(s.TailStartOffset)
	}
	return []jsvalue.Member{
		{Key: "sessionId", Value: textOrNull(s.Session)},
		{Key: "events", Value: valuesOf(s.Events)},
		{Key: "truncated", Value: jsvalue.BoolValue(s.HasOlderHistory())},
		{Key: "transcriptTruncated", Value: jsvalue.BoolValue(s.TranscriptTruncated)},
		{Key: "windowTruncated", Value: jsvalue.BoolValue(s.WindowTruncated)},
		{Key: "hasOlderHistory", Value: jsvalue.BoolValue(s.HasOlderHistory())},
		{Key: "sessionFound", Value: jsvalue.BoolValue(s.SessionFound)},
		{Key: "tailStartOffset", Value: cursor},
	}
}

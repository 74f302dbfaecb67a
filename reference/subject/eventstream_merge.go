package subject

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The names of the files that merge takes (TP-PROTO-21).
const (
	existingFile  = "existing.jsonl"  // what there is; absent if there is nothing
	incomingFile  = "incoming.jsonl"  // what is pushed
	snapshotFile  = "snapshot.jsonl"  // a snapshot of the history; exactly one of the two is there
	watermarkFile = "watermark.jsonl" // what there was before the snapshot was asked for; may be absent
)

// mergeEvents is files to {sessionId, envelopes, sameAsExisting, complete, diagnostics}; options sessionId and now (TP-PROTO-21).
func mergeEvents(request protocol.Request) (jsvalue.Value, error) {
	options, err := chatOptions(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	files, err := filesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	_, pushed := files[incomingFile]
	_, read := files[snapshotFile]
	_, watched := files[watermarkFile]
	if pushed == read || pushed && watched {
		return jsvalue.Value{}, badInput("the operation takes " + incomingFile + ", or " + snapshotFile + " and perhaps " + watermarkFile)
	}
	r := mergeReader{files: files, now: options.Now, session: options.Session}
	existing := r.read(existingFile)
	var merged []*merge.Event
	var same bool
	if pushed {
		merged, same = merge.Live(existing, r.read(incomingFile))
	} else {
		snapshot := r.read(snapshotFile)
		var held merge.Keys
		if watched {
			held = merge.KeysOf(r.read(watermarkFile))
		}
		rows := merge.Snapshot(existing, snapshot, held)
		merged, same = merge.Events(rows), merge.SameEvents(existing, rows)
	}
	return jsvalue.ObjectValue(append([]jsvalue.Member{
		{Key: "sessionId", Value: textOrNull(r.session)},
		{Key: "envelopes", Value: listOf(merged, (*merge.Event).Value)},
		{Key: "sameAsExisting", Value: jsvalue.BoolValue(same)},
	}, foundIn(r.findings)...)...), nil
}

// mergeReader reads files of one session: that which is asked for, else the first one.
type mergeReader struct {
	files        map[string]string
	now, session string
	findings     []diagnostic.Diagnostic
}

func (r *mergeReader) read(name string) (events []*merge.Event) {
	envelopes, findings := event.Read(r.files[name], r.now)
	if r.session == "" && len(envelopes) > 0 {
		r.session = envelopes[0].SessionID
	}
	for _, envelope := range envelopes {
		if envelope.BelongsTo(r.session) {
			events = append(events, merge.New(envelope))
			continue
		}
		finding := diagnostic.New(diagnostic.OtherSession, "an event of another session, or of the thread of a sub-agent, is not merged")
		findings = append(findings, finding.AtLine(envelope.Line, envelope.Offset))
	}
	for _, finding := range diagnostic.SortByLine(findings) {
		r.findings = append(r.findings, finding.InFile(name))
	}
	return events
}

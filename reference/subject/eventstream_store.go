package subject

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/batching"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// storedEvents answers as parse does, with each event as it is stored (ES-STORE-01, TP-PROTO-21).
func storedEvents(request protocol.Request) (jsvalue.Value, error) {
	return formsOf(request, compaction.ForStorage)
}

// sentEvents answers as parse does, with each event as it is sent (ES-WIRE-01, TP-PROTO-21).
func sentEvents(request protocol.Request) (jsvalue.Value, error) {
	return formsOf(request, compaction.ForWire)
}

func formsOf(request protocol.Request, form func(jsvalue.Value) compaction.Form) (jsvalue.Value, error) {
	envelopes, findings, err := envelopesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	for i, envelope := range envelopes {
		made := form(envelope.Event)
		envelopes[i].Event = made.Event
		for _, gone := range made.Unaccounted {
			why := fmt.Sprintf("the data of an image of %d bytes was left out", gone.Bytes)
			findings = append(findings, diagnostic.New(diagnostic.OmittedDataURI, why).AtPath("event."+gone.Member).AtLine(envelope.Line, envelope.Offset))
		}
	}
	return jsvalue.ObjectValue(append([]jsvalue.Member{
		{Key: "envelopes", Value: listOf(envelopes, event.Envelope.Value)},
	}, foundIn(diagnostic.SortByLine(findings))...)...), nil
}

// batchedEvents answers {sessionId, envelopes, flushes, complete, diagnostics}: the events of a session, with its text in
// batches, as if each event came at its timestamp (ES-BATCH-05, TP-PROTO-21).
func batchedEvents(request protocol.Request) (jsvalue.Value, error) {
	options, err := chatOptions(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	envelopes, findings, err := envelopesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	own, session, skipped := event.Own(envelopes, options.Session)
	var sent, flushes []jsvalue.Value
	for i, one := range batching.Replay(own) {
		sent = append(sent, one.Envelope.Value())
		if one.Flush != nil {
			flushes = append(flushes, flushValue(i, *one.Flush))
		}
	}
	return jsvalue.ObjectValue(append([]jsvalue.Member{
		{Key: "sessionId", Value: textOrNull(session)},
		{Key: "envelopes", Value: jsvalue.ArrayValue(sent...)},
		{Key: "flushes", Value: jsvalue.ArrayValue(flushes...)},
	}, foundIn(diagnostic.SortByLine(append(findings, skipped...)))...)...), nil
}

// flushValue tells of the flush that sent the envelope at an index (ES-BATCH-04).
func flushValue(envelope int, flush batching.Flush) jsvalue.Value {
	since := jsvalue.NullValue()
	if flush.SinceLast >= 0 {
		since = jsvalue.IntValue(flush.SinceLast)
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "envelope", Value: jsvalue.IntValue(int64(envelope))},
		jsvalue.Member{Key: "reason", Value: jsvalue.StringValue(string(flush.Reason))},
		jsvalue.Member{Key: "at", Value: jsvalue.IntValue(flush.At)},
		jsvalue.Member{Key: "fragments", Value: jsvalue.IntValue(int64(flush.Fragments))},
		jsvalue.Member{Key: "chars", Value: jsvalue.IntValue(int64(flush.Chars))},
		jsvalue.Member{Key: "msSinceLastFlush", Value: since},
	)
}

// envelopesOf reads the file of a request.
func envelopesOf(request protocol.Request) ([]event.Envelope, []diagnostic.Diagnostic, error) {
	now, err := nowOf(request)
	if err != nil {
		return nil, nil, err
	}
	text, err := fileTextOf(request)
	if err != nil {
		return nil, nil, err
	}
	envelopes, findings := event.Read(text, now)
	return envelopes, findings, nil
}

package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Origin says which persisted record an update replays. Live emitters pass nil: their updates carry no provenance and no
// timestamp, and are otherwise the same (CR-ITER-08).
type Origin struct {
	RecordID       string
	Timestamp      Timestamp
	SegmentID      string        // "" when the update belongs to no segment
	BackgroundTurn jsvalue.Value // validated; Undefined when absent
}

// meta joins the open members with what the origin adds (CR-REPLAY-02).
func (o *Origin) meta(extra []jsvalue.Member) Meta {
	m := Meta{Extra: extra}
	if o == nil {
		return m
	}
	m.Timestamp = o.Timestamp
	m.BackgroundTurn = o.BackgroundTurn
	m.Provenance = &Provenance{SourceRecordIDs: []string{o.RecordID}, SegmentID: o.SegmentID}
	return m
}

// member is a short form for an open meta member that is a string.
func member(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

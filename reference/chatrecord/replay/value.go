package replay

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Value returns the emission as its JSON object {sourceRecordId, sourceTimestamp?, emissionOrdinal, update}
// (CR-REPLAY-01).
func (e Emission) Value() jsvalue.Value {
	members := []jsvalue.Member{stringMember("sourceRecordId", e.SourceRecordID)}
	members = appendNonEmpty(members, "sourceTimestamp", e.SourceTimestamp)
	return jsvalue.ObjectValue(append(members,
		jsvalue.Member{Key: "emissionOrdinal", Value: jsvalue.IntValue(int64(e.Ordinal))},
		jsvalue.Member{Key: "update", Value: e.Update.Value()},
	)...)
}

package prepare

import (
	"errors"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Value returns the prepared chain as its JSON object {sessionId?, records, gaps, diagnostics}; sessionId is absent
// without valid records.
func (p Prepared) Value() jsvalue.Value {
	var members []jsvalue.Member
	if p.SessionID != "" {
		members = append(members, text("sessionId", p.SessionID))
	}
	records, gaps := make([]jsvalue.Value, len(p.Records)), make([]jsvalue.Value, len(p.Gaps))
	for i, record := range p.Records {
		records[i] = record.Value()
	}
	for i, gap := range p.Gaps {
		gaps[i] = gap.Value()
	}
	return jsvalue.ObjectValue(append(members,
		jsvalue.Member{Key: "records", Value: jsvalue.ArrayValue(records...)},
		jsvalue.Member{Key: "gaps", Value: jsvalue.ArrayValue(gaps...)},
		jsvalue.Member{Key: "diagnostics", Value: diagnostic.ListValue(p.Diagnostics)},
	)...)
}

// ErrInvalidGaps says that a value is no list of gaps.
var ErrInvalidGaps = errors.New("prepare: the gaps are not a list of {childUuid, missingParentUuid}")

// ParseGaps reads untrusted gaps: a list of objects with two strings, of which the first is not empty, or Undefined for
// none. The error is ErrInvalidGaps.
func ParseGaps(value jsvalue.Value) ([]Gap, error) {
	if !value.IsUndefined() && !value.IsArray() {
		return nil, ErrInvalidGaps
	}
	var gaps []Gap
	for _, entry := range value.Elements() {
		child, missing := entry.Get("childUuid"), entry.Get("missingParentUuid")
		if child.Text() == "" || !missing.IsString() {
			return nil, ErrInvalidGaps
		}
		gaps = append(gaps, Gap{ChildUUID: child.Text(), MissingParentUUID: missing.Text()})
	}
	return gaps, nil
}

package prepare

import (
	"errors"
	"iter"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The inputs that cannot be prepared at all.
var (
	// ErrLeafNotFound: the wanted leaf is no conversation record (CR-PREP-04).
	ErrLeafNotFound = errors.New("leaf_not_found")
	// ErrMixedSessionIDs: valid records of two sessions (CR-PREP-03).
	ErrMixedSessionIDs = errors.New("mixed_session_ids")
)

// Prepared is the active chain of one session.
type Prepared struct {
	SessionID   string    // "" without valid records
	Records     []*Record // shared, not to be changed
	Gaps        []Gap
	Diagnostics []diagnostic.Diagnostic // in the order of CR-PREP-26
}

// Prepare validates all records and returns the chain that ends at the wanted leaf, or at the last conversation record
// when leaf is nil. The error is ErrMixedSessionIDs or ErrLeafNotFound; no other input fails.
func Prepare(values []jsvalue.Value, leaf *string) (Prepared, error) {
	var prepared Prepared
	report := func(d diagnostic.Diagnostic) { prepared.Diagnostics = append(prepared.Diagnostics, d) }
	records := make([]Record, 0, len(values))
	for i, value := range values { // CR-DEC-26: also those off the chain
		if record, ok := Validate(value, i, report); ok {
			records = append(records, record)
		}
	}
	for i := range records { // CR-PREP-03: after all records were validated, side and artifact records included
		if records[i].SessionID != records[0].SessionID {
			return Prepared{}, ErrMixedSessionIDs
		}
		prepared.SessionID = records[0].SessionID
	}
	leafUUID, found := SelectLeaf(headersOf(records), leaf)
	if !found {
		if leaf != nil {
			return Prepared{}, ErrLeafNotFound
		}
		if len(records) > 0 { // CR-PREP-20
			report(diagnostic.New(diagnostic.ArtifactOnly, "the input holds no conversation records"))
		}
		return prepared, nil
	}
	tree := newTree(records, report)
	chain, branch := tree.walk(leafUUID)
	reportChain(chain, report)
	tree.reportSurroundings(branch, leaf == nil, report)
	prepared.Records = make([]*Record, len(branch.groups))
	for i, at := range branch.groups {
		prepared.Records[i] = tree.joined(tree.groups[at], report)
	}
	if chain.Gap != nil {
		prepared.Gaps = []Gap{*chain.Gap}
	}
	return prepared, nil
}

func headersOf(records []Record) iter.Seq[Header] {
	return func(yield func(Header) bool) {
		for i := range records {
			if !yield(records[i].Header) {
				return
			}
		}
	}
}

// reportChain says why the walk stopped before a root (CR-PREP-23).
func reportChain(chain Chain, report Report) {
	switch {
	case chain.Gap != nil:
		report(diagnostic.New(diagnostic.HistoryGap, "a parent record is missing; what stood before it is not shown").
			OfRecord(chain.Gap.ChildUUID))
	case chain.Cycle != nil:
		report(diagnostic.New(diagnostic.ParentCycle, "the parents form a cycle").OfRecord(*chain.Cycle))
	}
}

package certify

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/tools/report"
)

// knownEntries are the entries of the known failures, in the order of knownfailures.File.Entries.
func knownEntries(config Config) *report.KnownFailures {
	if config.Known.IsEmpty() {
		return nil
	}
	known := &report.KnownFailures{Subject: report.Name(config.Known.Subject), Strict: config.Strict}
	for _, entry := range config.Known.Entries() {
		e := report.KnownEntry{Kind: report.KnownKind(entry.Kind), Name: entry.Name, Link: entry.Link, Outcome: Outcome(entry.Outcome)}
		for _, p := range entry.Patterns {
			e.Patterns = append(e.Patterns, report.KnownPattern{Check: p.Check, Outcome: Outcome(p.Outcome), Path: p.Path})
		}
		known.Entries = append(known.Entries, e)
	}
	return known
}

// known are the entries that a case could need, and what it needs of them.
func (r Report) known(result Result) (has []int, needed []report.KnownUse) {
	if r.head.Known == nil || result.Outcome == NotRun {
		return nil, nil
	}
	for _, use := range result.Known {
		needed = append(needed, report.KnownUse{Entry: use.Entry, Pattern: use.Pattern})
	}
	slices.SortFunc(needed, report.KnownUse.Compare)
	for i, entry := range r.head.Known.Entries {
		could := false
		switch entry.Kind {
		case report.KnownFeature:
			could = slices.Contains(result.Planned.Case.Features, entry.Name)
		case report.KnownRelation:
			could = slices.Contains(result.Judged, entry.Name)
		case report.KnownCase:
			could = result.Planned.Digest() == entry.Name
		}
		// What an edit brought, or a relation that did not get an answer, is needed though it could not be.
		if could || slices.ContainsFunc(needed, func(use report.KnownUse) bool { return use.Entry == i }) {
			has = append(has, i)
		}
	}
	return has, needed
}

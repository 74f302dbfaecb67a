package chatrecord

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// projector runs a prepared chain through the machine and the reducer and collects what they say.
type projector struct {
	machine     *replay.Machine
	reducer     *blocks.Reducer
	diagnostics []diagnostic.Diagnostic
	seen        map[diagnostic.Diagnostic]bool // by Key
	truncated   bool
}

func newProjector(prepared prepare.Prepared) *projector {
	p := &projector{seen: map[diagnostic.Diagnostic]bool{}}
	for _, d := range prepared.Diagnostics { // CR-PREP-14: these are never told apart by their key
		p.diagnostics = append(p.diagnostics, d)
		p.seen[d.Key()] = true
	}
	p.machine = replay.New(replay.Options{Gaps: prepared.Gaps, OnDiagnostic: p.report})
	p.reducer = blocks.NewReducer(blocks.Options{OnDiagnostic: p.report, OnTruncation: p.cut})
	return p
}

// replay reduces every emission at once, then closes what dangles.
func (p *projector) replay(records []*prepare.Record) {
	for _, record := range records {
		for emission := range p.machine.Project(record) {
			p.reducer.Reduce(emission.Update)
		}
	}
	for emission := range p.machine.Finalize() {
		p.reducer.Reduce(emission.Update)
	}
	p.reducer.Finalize()
}

// report keeps the first diagnostic of a key (CR-PREP-27).
func (p *projector) report(d diagnostic.Diagnostic) {
	if key := d.Key(); !p.seen[key] {
		p.seen[key] = true
		p.diagnostics = append(p.diagnostics, d)
	}
}

// cut reports a truncation (CR-CAP-03, CR-CAP-06, CR-DEC-20).
func (p *projector) cut(t blocks.Truncation) {
	p.truncated = true
	if t.Kind == blocks.BlocksTruncated {
		p.report(diagnostic.New(diagnostic.TranscriptBlocksTruncated, "older blocks were left out to keep within maxBlocks"))
		return
	}
	d := diagnostic.New(diagnostic.TranscriptTextTruncated, "a text is longer than a block may be").AtPath("blocks." + t.BlockID)
	if t.Kind == blocks.ValueTruncated {
		d = diagnostic.New(diagnostic.TranscriptValueTruncated, "a value is nested deeper than a block may be").
			AtPath("blocks." + t.BlockID + "." + t.Field)
	}
	if len(t.SourceRecordIDs) > 0 {
		d = d.OfRecord(t.SourceRecordIDs[0])
	}
	p.report(d)
}

// projection ends the run. Complete means that no diagnostic affects completeness and nothing was cut (CR-PREP-29).
func (p *projector) projection(options Options) Projection {
	limit := int64(0)
	if options.MaxBlocks != nil {
		limit = *options.MaxBlocks
	}
	kept := p.reducer.Blocks(limit)
	complete := !p.truncated
	for _, d := range p.diagnostics {
		complete = complete && !d.AffectsCompleteness()
	}
	return Projection{Blocks: kept, Diagnostics: p.diagnostics, Complete: complete, Truncated: p.truncated}
}

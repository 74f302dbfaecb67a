package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// meta reads the open object and its typed members.
func (p *parser) meta(v jsvalue.Value) Meta {
	if !v.IsObject() {
		p.fail("_meta", "this is not an object")
		return Meta{}
	}
	var m Meta
	for key, value := range v.Members() {
		switch key {
		case "timestamp":
			m.Timestamp = p.timestamp(value)
		case "qwenTranscript":
			m.Provenance = p.provenance(value)
		case "backgroundTurn":
			p.backgroundTurn(value)
			m.BackgroundTurn = value
		default:
			m.Extra = append(m.Extra, jsvalue.Member{Key: key, Value: value})
		}
	}
	return m
}

// maxTime is the greatest instant, in epoch milliseconds, and the least one negated (CR-DEC-13).
const maxTime = 8_640_000_000_000_000

func (p *parser) timestamp(v jsvalue.Value) Timestamp {
	ms, ok := v.SafeInteger()
	if !ok || ms < -maxTime || ms > maxTime {
		p.fail("_meta.timestamp", "this is not a whole number of milliseconds, or is no date")
	}
	return Timestamp{Ms: float64(ms), Valid: true}
}

func (p *parser) provenance(v jsvalue.Value) *Provenance {
	const path = "_meta.qwenTranscript"
	p.only(v, path, "sourceRecordIds", "planToolCallId", "resultPreviewText", "segmentId")
	provenance := Provenance{
		PlanToolCallID:    p.optional(v, path, "planToolCallId"),
		ResultPreviewText: p.optional(v, path, "resultPreviewText"),
		SegmentID:         p.optional(v, path, "segmentId"),
	}
	if jsvalue.LongerThan(provenance.ResultPreviewText, maxResultPreviewUnits) {
		p.fail(path+".resultPreviewText", "this is too long") // CR-REPLAY-33
	}
	for _, id := range p.list(v, path, "sourceRecordIds") {
		if id.Text() == "" {
			p.fail(path+".sourceRecordIds", "an id is not a string, or is empty")
		}
		provenance.SourceRecordIDs = append(provenance.SourceRecordIDs, id.Text())
	}
	return &provenance
}

// backgroundTurn demands what a replay lets through (CR-REPLAY-04).
func (p *parser) backgroundTurn(v jsvalue.Value) {
	const path = "_meta.backgroundTurn"
	p.only(v, path, "turnId", "taskId", "kind", "startedAt", "toolUseId", "sourceTurnId", "label")
	for _, key := range []string{"turnId", "taskId"} {
		if id := p.text(v, path, key); id == "" || jsvalue.LongerThan(id, 256) {
			p.fail(path+"."+key, "this is empty or too long")
		}
	}
	switch p.text(v, path, "kind") {
	case "agent", "monitor", "shell", "workflow", "peer":
	default:
		p.fail(path+".kind", "this is no known kind")
	}
	if started := v.Get("startedAt"); !started.IsFinite() || started.Float() < 0 {
		p.fail(path+".startedAt", "this is not a number of milliseconds from 0 up")
	}
	for _, key := range []string{"toolUseId", "sourceTurnId", "label"} {
		if jsvalue.LongerThan(p.optional(v, path, key), 4096) {
			p.fail(path+"."+key, "this is too long")
		}
	}
}

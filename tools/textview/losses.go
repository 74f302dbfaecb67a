package textview

import (
	"sort"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// losses holds the affecting diagnostics by the place where they are shown.
type losses struct {
	before   map[int][]diagnostic.Diagnostic // by index of the block; the number of blocks is the end
	after    map[int][]diagnostic.Diagnostic
	gap      map[int]bool   // blocks that stand for missing history
	noResult map[int]bool   // tool calls that were never answered
	tried    map[string]int // by record: how many of its blocks were looked at for noResult
}

// locator knows where a record stands in the file, and which blocks came from it if a diagnostic names it.
type locator struct {
	session    Session
	placeOfID  map[string]place
	blocksOfID map[string][]int
	furthest   []int // by block: the largest offset of a first record up to there
}

// place is a line and a byte offset; the zero place is none.
type place struct{ line, offset int }

// placeLosses finds for every loss the block to show it at. A loss that names no record and no line has no place; the
// summary still has it.
func placeLosses(s Session, at locator) losses {
	l := losses{
		before: map[int][]diagnostic.Diagnostic{}, after: map[int][]diagnostic.Diagnostic{},
		gap: map[int]bool{}, noResult: map[int]bool{}, tried: map[string]int{},
	}
	for _, d := range s.Projection.Diagnostics {
		if !d.AffectsCompleteness() {
			continue
		}
		id, _ := d.RecordID()
		own := at.blocksOfID[id]
		switch {
		case d.Code() == diagnostic.TranscriptBlocksTruncated:
			l.before[0] = append(l.before[0], d)
		case d.Code() == diagnostic.MissingToolResult:
			l.placeMissingResult(d, id, own, s.Projection.Blocks)
		case len(own) > 0 && (d.Code() == diagnostic.HistoryGap || d.Code() == diagnostic.ParentCycle):
			if first := own[0]; isGapNotice(s.Projection.Blocks[first]) {
				l.gap[first] = true // drawn as the loss
			} else {
				l.before[first] = append(l.before[first], d)
			}
		case len(own) > 0:
			last := own[len(own)-1]
			l.after[last] = append(l.after[last], d)
		default:
			if where := at.place(d); where != (place{}) {
				next := at.firstBlockBehind(where.offset)
				l.before[next] = append(l.before[next], d)
			}
		}
	}
	return l
}

// placeMissingResult marks the next call of the record that nobody answered.
func (l *losses) placeMissingResult(d diagnostic.Diagnostic, id string, own []int, list []blocks.Block) {
	for ; l.tried[id] < len(own); l.tried[id]++ {
		i := own[l.tried[id]]
		open := list[i].Kind == blocks.Tool && list[i].Tool.Status == update.Failed && list[i].Tool.RawOutput.IsUndefined()
		if open && len(list[i].SourceRecordIDs) == 1 {
			l.noResult[i] = true
			l.after[i] = append(l.after[i], d)
			l.tried[id]++
			return
		}
	}
	if len(own) > 0 {
		l.after[own[len(own)-1]] = append(l.after[own[len(own)-1]], d)
	}
}

// isGapNotice tells the notice that the kernel puts before a gap from what somebody said.
func isGapNotice(b blocks.Block) bool {
	return b.Kind == blocks.Assistant && b.Meta.Get("qwenDiscreteMessage").IsTrue() && b.Meta.Get("source").IsUndefined()
}

func newLocator(s Session) locator {
	at := locator{session: s, placeOfID: map[string]place{}, blocksOfID: map[string][]int{}}
	for _, line := range s.Lines {
		if id := line.Value.Get("uuid"); id.IsString() {
			if _, known := at.placeOfID[id.Text()]; !known {
				at.placeOfID[id.Text()] = place{line.Number, line.Offset}
			}
		}
	}
	for _, d := range s.Projection.Diagnostics {
		if id, ok := d.RecordID(); ok {
			at.blocksOfID[id] = nil
		}
	}
	furthest := 0
	for i, block := range s.Projection.Blocks {
		if len(block.SourceRecordIDs) > 0 {
			furthest = max(furthest, at.placeOfID[block.SourceRecordIDs[0]].offset)
		}
		at.furthest = append(at.furthest, furthest)
		for _, id := range block.SourceRecordIDs {
			if list, named := at.blocksOfID[id]; named {
				at.blocksOfID[id] = append(list, i)
			}
		}
	}
	return at
}

// place is what part of the file the diagnostic is about.
func (at locator) place(d diagnostic.Diagnostic) place {
	if line, offset, ok := d.Line(); ok {
		return place{line, offset}
	}
	if i, ok := d.RecordIndex(); ok && i < len(at.session.Lines) {
		return place{at.session.Lines[i].Number, at.session.Lines[i].Offset}
	}
	id, _ := d.RecordID()
	return at.placeOfID[id]
}

// firstBlockBehind is the index of the first block whose record stands behind the offset.
func (at locator) firstBlockBehind(offset int) int {
	return sort.SearchInts(at.furthest, offset+1)
}

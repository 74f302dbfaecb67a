package entries

import (
	"slices"
	"sort"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Bounds of a page (ES-PAGE-01).
const (
	DefaultLimit, MaxLimit           = 20, 100
	DefaultUnits, MinUnits, MaxUnits = 8_000, 200, 40_000
)

// PageOptions say which page is asked for.
type PageOptions struct {
	Limit    int // of entries; 0 is DefaultLimit, others are clamped to 1 to MaxLimit
	MaxUnits int // UTF-16 units of text; 0 is DefaultUnits, others are clamped to MinUnits to MaxUnits
	// Before is where the page ends, in bytes from the start of the file: what lines from there on say is not on it. 0 is the end of
	// the file, as it stands; before a negative one nothing stands.
	Before int
}

// Chunk is as much of an entry as one page has.
type Chunk struct {
	Entry
	Offset int // in bytes, of the line with which the entry begins; all chunks of an entry have the same
}

// Value is that of the entry with the member entryOffset.
func (c Chunk) Value() jsvalue.Value {
	return c.Entry.Value().With(jsvalue.Member{Key: "entryOffset", Value: jsvalue.IntValue(int64(c.Offset))})
}

// Page is a part of the canonical text.
type Page struct {
	Chunks []Chunk
	// NextBefore is where the page before this one ends, in bytes; 0 if nothing lies before this one.
	NextBefore int
}

// Page cuts the newest page that ends at options.Before (ES-PAGE-02). The envelopes have to be of one file. Pages that each end
// where the next one begins have each piece once; the chunks of an entry, joined, are the entry (ES-PAGE-03).
func (m *Machine) Page(options PageOptions) Page {
	limit, units := bounded(options.Limit, DefaultLimit, 1, MaxLimit), bounded(options.MaxUnits, DefaultUnits, MinUnits, MaxUnits)
	var said []saying // the newest first
	on, more := map[*open]bool{}, false
	for _, one := range slices.Backward(m.order[:m.endBefore(options.Before)]) {
		if one.entry.retracted {
			continue
		}
		units -= jsvalue.Length(one.piece().text) + jsvalue.Length(one.entry.entry.DisplayText)
		if more = len(said) > 0 && (units < 0 || !on[one.entry] && len(on) == limit); more {
			break
		}
		on[one.entry] = true
		said = append(said, one)
	}
	slices.Reverse(said)
	page := Page{Chunks: chunksOf(said)}
	if more {
		page.NextBefore = said[0].piece().offset
	}
	return page
}

func bounded(value, otherwise, least, most int) int {
	if value == 0 {
		return otherwise
	}
	return min(max(value, least), most)
}

// saying is a piece of an entry.
type saying struct {
	entry *open
	at    int // in its pieces
}

func (s saying) piece() piece { return s.entry.pieces[s.at] }

// endBefore is how many pieces are of lines before an offset; 0 is the end of the file.
func (m *Machine) endBefore(offset int) int {
	if offset == 0 {
		return len(m.order)
	}
	return sort.Search(len(m.order), func(i int) bool { return m.order[i].piece().offset >= offset })
}

// chunksOf joins the pieces of each entry. A chunk is inferred if it has the blank line that is.
func chunksOf(said []saying) []Chunk {
	var entries []*open
	pieces := map[*open][]piece{}
	for _, one := range said {
		if pieces[one.entry] == nil {
			entries = append(entries, one.entry)
		}
		pieces[one.entry] = append(pieces[one.entry], one.piece())
	}
	chunks := make([]Chunk, len(entries))
	for i, entry := range entries {
		chunk := Chunk{entry.entry, entry.offset}
		chunk.Text = textOf(pieces[entry])
		chunk.Inferred = slices.ContainsFunc(pieces[entry], func(p piece) bool { return p.inferred })
		chunks[i] = chunk
	}
	return chunks
}

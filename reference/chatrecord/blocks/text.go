package blocks

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	maxTextUnits     = 100_000 // UTF-16 units of a block's text (CR-CAP-01)
	truncationSuffix = "\n[truncated]\n"
)

// textBuilder joins the chunks of a block without copying the text anew for each of them.
type textBuilder struct {
	single string // the only chunk so far, or all of the text once it is truncated
	joined []byte // all chunks, once there are several
	units  int    // UTF-16 units
	isCut  bool
}

func (b *textBuilder) String() string {
	if b.joined != nil {
		return string(b.joined)
	}
	return b.single
}

func (b *textBuilder) endsWithLF() bool {
	if b.joined != nil {
		return b.joined[len(b.joined)-1] == '\n'
	}
	return strings.HasSuffix(b.single, "\n")
}

// add appends a chunk; surrogates that meet become one character (CR-JS-07). It reports whether something was cut: over
// the cap the text ends in a suffix that says so (CR-CAP-01), and a full text takes nothing more (CR-CAP-02).
func (b *textBuilder) add(chunk string) (cut bool) {
	if chunk == "" {
		return false
	}
	if b.isCut || b.units >= maxTextUnits {
		b.isCut = true
		return true
	}
	over := jsvalue.LongerThan(chunk, maxTextUnits-b.units)
	if over {
		chunk = jsvalue.Prefix(chunk, maxTextUnits)
	}
	if b.units == 0 {
		b.single = chunk
	} else {
		if b.joined == nil {
			b.joined = append(make([]byte, 0, 2*(len(b.single)+len(chunk))), b.single...)
		}
		b.joined = jsvalue.AppendText(b.joined, chunk)
	}
	if over {
		// A cut text is made well-formed; pairs stay whole (CR-DEC-24, CR-BLOCK-23).
		kept := jsvalue.Prefix(b.String(), maxTextUnits-len(truncationSuffix))
		b.single, b.joined, b.isCut = jsvalue.WellFormed(kept)+truncationSuffix, nil, true
		b.units = maxTextUnits
		return true
	}
	b.units += jsvalue.Length(chunk)
	return false
}

// textChunk extends the active block of the kind, or opens a new one (CR-BLOCK-05 to CR-BLOCK-08).
func (r *Reducer) textChunk(kind Kind, text string, u *update.Update) {
	e := r.active(kind)
	if e != nil && extends(e, u) {
		r.extend(e, text, u)
		return
	}
	e = r.add(kind, u.Meta)
	e.meta = newMeta(u.Meta)
	e.segmentID = segmentID(u.Meta)
	e.Streaming = kind == Assistant || kind == Thought
	r.activate(e)
	r.noteUsageTarget(e, u.Meta)
	r.appendText(e, text)
}

func (r *Reducer) active(kind Kind) *entry {
	switch kind {
	case User:
		return r.activeUser
	case Assistant:
		return r.activeAssistant
	default:
		return r.activeThought
	}
}

// activate makes a text block the one of its kind that grows, and closes the others.
func (r *Reducer) activate(e *entry) {
	r.closeAll()
	switch e.Kind {
	case User:
		r.activeUser = e
	case Assistant:
		r.activeAssistant = e
	case Thought:
		r.activeThought = e
	}
}

func (r *Reducer) closeAll() {
	for _, e := range []*entry{r.activeAssistant, r.activeThought} {
		if e != nil {
			e.Streaming = false
		}
	}
	r.activeUser, r.activeAssistant, r.activeThought = nil, nil, nil
}

// extends reports whether an update continues a block (CR-BLOCK-06): same records, no other prompt; and, unless it is the
// user's own, the same segment and nothing discrete.
func extends(e *entry, u *update.Update) bool {
	if !sameOrigin(e, u.Meta) {
		return false
	}
	if e.Kind == User && len(e.SourceRecordIDs) > 0 {
		return true
	}
	return !e.meta.get(discrete).IsTrue() && !u.Meta.Get(discrete).IsTrue() && e.segmentID == segmentID(u.Meta)
}

const discrete = "qwenDiscreteMessage"

// sameOrigin compares record ids element by element, never as joined text, and prompts where both are known.
func sameOrigin(e *entry, meta update.Meta) bool {
	if id := promptID(meta); id != "" && e.PromptID != "" && id != e.PromptID {
		return false
	}
	var ids []string
	if meta.Provenance != nil {
		ids = meta.Provenance.SourceRecordIDs
	}
	return slices.Equal(e.SourceRecordIDs, ids)
}

// extend appends to a block. Segments of one user record are lines of their own (CR-BLOCK-07).
func (r *Reducer) extend(e *entry, text string, u *update.Update) {
	segment := segmentID(u.Meta)
	if e.Kind == User && segment != e.segmentID && e.text.units > 0 && !e.text.endsWithLF() && !strings.HasPrefix(text, "\n") {
		text = "\n" + text
	}
	r.appendText(e, text)
	if u.Meta.Timestamp.Valid {
		e.ServerTimestamp = u.Meta.Timestamp
	}
	if segment != "" {
		e.segmentID = segment
	}
	e.mergeMeta(u.Meta)
}

// mergeMeta lays the members of an update over those of the block.
func (e *entry) mergeMeta(meta update.Meta) {
	if e.PromptID == "" {
		e.PromptID = promptID(meta)
	}
	e.meta.add(meta)
}

func (r *Reducer) appendText(e *entry, text string) {
	if e.text.add(text) {
		r.truncated(TextTruncated, e, "") // CR-CAP-03
	}
}

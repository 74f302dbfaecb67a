package blocks

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Options of a reducer; both callbacks may be nil.
type Options struct {
	OnTruncation func(Truncation)
	OnDiagnostic func(diagnostic.Diagnostic)
}

// TruncationKind says what was cut.
type TruncationKind string

// The kinds of a truncation.
const (
	TextTruncated   TruncationKind = "text"
	ValueTruncated  TruncationKind = "value"
	BlocksTruncated TruncationKind = "blocks"
)

// Truncation is the detail of one cut (CR-DEC-25). Field names the cut member of a tool block ("rawInput" ...).
type Truncation struct {
	Kind            TruncationKind
	BlockID         string
	SourceRecordIDs []string
	Field           string
}

// Reducer turns updates into blocks. It is for one goroutine.
type Reducer struct {
	options Options
	entries []*entry
	tools   map[string]*entry // by toolCallId
	prompts map[string]*entry // prompt_cancelled blocks by promptId
	open    []*entry          // tools that may still be in progress

	// The blocks that the next chunk of their kind may extend.
	activeUser, activeAssistant, activeThought *entry
	// usageTarget is the assistant text since the last user block (CR-DEC-21).
	usageTarget *entry

	scratch []byte // of details
}

// entry is a block under construction.
type entry struct {
	Block
	text      textBuilder
	meta      metaBuilder
	segmentID string          // also when it is too long to be shown (CR-DEC-32)
	seenIDs   map[string]bool // of SourceRecordIDs, once there are many
	links     linkList
	previewed previewed
}

// NewReducer makes an empty reducer.
func NewReducer(options Options) *Reducer {
	return &Reducer{options: options, tools: map[string]*entry{}, prompts: map[string]*entry{}}
}

// Reduce applies one update (CR-BLOCK-01).
func (r *Reducer) Reduce(u update.Update) {
	switch u.Kind {
	case update.UserMessageChunk:
		r.userChunk(&u)
	case update.AgentMessageChunk:
		if u.Content.Text != "" {
			r.textChunk(Assistant, u.Content.Text, &u)
		} else if usage := u.Meta.Get("usage"); usage.IsObject() {
			r.foldUsage(usage, &u)
		}
	case update.AgentThoughtChunk:
		if u.Content.Text != "" {
			r.textChunk(Thought, u.Content.Text, &u)
		}
	case update.ToolCall, update.ToolCallUpdate:
		c := r.toolEvent(&u)
		r.upsertTool(&c)
	case update.Plan:
		c := planEvent(&u)
		r.upsertTool(&c)
	case update.Status:
		r.status(&u)
	case update.PromptCancelled:
		r.promptCancelled(&u)
	}
}

// Finalize ends all streaming; it shows nothing and changes no tool.
func (r *Reducer) Finalize() {
	r.activeUser, r.activeAssistant, r.activeThought = nil, nil, nil
	for _, e := range r.entries {
		e.Streaming = false
	}
}

// Blocks returns the last limit blocks, or all when limit is 0 (CR-DEC-19, CR-CAP-05, CR-CAP-06). The blocks are the ones
// of the unlimited projection, with its ids. The reducer must not be used afterwards.
func (r *Reducer) Blocks(limit int64) []Block {
	trimmed := 0
	if limit > 0 && int64(len(r.entries)) > limit {
		trimmed = len(r.entries) - int(limit)
	}
	for _, e := range r.entries[:trimmed] {
		r.truncated(BlocksTruncated, e, "")
	}
	blocks := make([]Block, 0, len(r.entries)-trimmed)
	for _, e := range r.entries[trimmed:] {
		e.Text = e.text.String()
		e.Meta = e.meta.value()
		e.ResourceLinks = e.links.values()
		e.previewed.derive(e.Tool)
		if !jsvalue.LongerThan(e.segmentID, maxIDUnits) {
			e.SegmentID = e.segmentID
		}
		blocks = append(blocks, e.Block)
	}
	return blocks
}

// maxIDUnits bounds the ids that are shown, in UTF-16 units.
const maxIDUnits = 512

// add appends a block of a kind (CR-BLOCK-02) with what all kinds take from an update (CR-BLOCK-03).
func (r *Reducer) add(kind Kind, meta update.Meta) *entry {
	e := &entry{Block: Block{
		ID: string(kind) + "-" + strconv.Itoa(len(r.entries)+1), Kind: kind,
		ServerTimestamp: meta.Timestamp, PromptID: promptID(meta),
	}}
	e.addSources(meta.Provenance)
	r.entries = append(r.entries, e)
	return e
}

// promptID is the daemon's prompt, else the background turn.
func promptID(meta update.Meta) string {
	if id := meta.Get("promptId").Text(); id != "" {
		return id
	}
	return meta.BackgroundTurn.Get("turnId").Text()
}

func segmentID(meta update.Meta) string {
	if meta.Provenance == nil {
		return ""
	}
	return meta.Provenance.SegmentID
}

// addSources joins record ids to those of the block: ordered, each once.
func (e *entry) addSources(p *update.Provenance) {
	if p == nil {
		return
	}
	if e.SourceRecordIDs == nil && len(p.SourceRecordIDs) == 1 { // the usual case: shared, and full, so that it stays as it is
		e.SourceRecordIDs = p.SourceRecordIDs[:1:1]
		return
	}
	for _, id := range p.SourceRecordIDs {
		if !e.hasSource(id) {
			e.SourceRecordIDs = append(e.SourceRecordIDs, id)
			if e.seenIDs != nil {
				e.seenIDs[id] = true
			}
		}
	}
}

// fewIDs is the number of ids up to which a linear search is the cheaper one.
const fewIDs = 16

func (e *entry) hasSource(id string) bool {
	if len(e.SourceRecordIDs) > fewIDs && e.seenIDs == nil {
		e.seenIDs = make(map[string]bool, 2*len(e.SourceRecordIDs))
		for _, known := range e.SourceRecordIDs {
			e.seenIDs[known] = true
		}
	}
	if e.seenIDs != nil {
		return e.seenIDs[id]
	}
	for _, known := range e.SourceRecordIDs {
		if known == id {
			return true
		}
	}
	return false
}

func (r *Reducer) truncated(kind TruncationKind, e *entry, field string) {
	if r.options.OnTruncation != nil {
		r.options.OnTruncation(Truncation{Kind: kind, BlockID: e.ID, SourceRecordIDs: e.SourceRecordIDs, Field: field})
	}
}

func (r *Reducer) report(d diagnostic.Diagnostic) {
	if r.options.OnDiagnostic != nil {
		r.options.OnDiagnostic(d)
	}
}

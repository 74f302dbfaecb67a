package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// run is the replay of one record. Its methods return false as soon as the consumer has left, and then nothing more may
// happen to the machine.
type run struct {
	machine *Machine
	record  *prepare.Record
	yield   func(Emission) bool
	ordinal int

	usageDone bool // the token counts of the record have been sent

	uuidDigest  string      // see segmentPrefix
	segment     string      // id of the running segment
	segmentKind update.Kind // "" when no segment is open
	segmentType string      // of the content

	always         []jsvalue.Member // open members of every update of the record, but the gap notice
	backgroundTurn jsvalue.Value
}

func (r *run) project() bool {
	r.backgroundTurn = backgroundTurn(r.record)
	if gap, ok := r.machine.gaps[r.record.UUID]; ok && !r.gapNotice(gap) {
		return false
	}
	if r.record.Subtype == "realtime_message" { // CR-REPLAY-05
		r.always = []jsvalue.Member{stringMember("source", "realtime_voice"), discreteMember}
	}
	switch r.record.Type {
	case prepare.User:
		return r.user()
	case prepare.Assistant:
		return r.assistant()
	case prepare.ToolResult:
		return r.toolResult()
	default:
		return r.system()
	}
}

// gapNotice says in place that history before the record is missing (CR-REPLAY-06).
func (r *run) gapNotice(gap prepare.Gap) bool {
	text := r.machine.historyGapText(gap)
	return r.emit(update.AgentMessage(update.TextContent(text), []jsvalue.Member{discreteMember}, r.origin()), nil)
}

// origin is the provenance of every update of the record.
func (r *run) origin() *update.Origin {
	return &update.Origin{RecordID: r.record.UUID, Timestamp: r.record.Timestamp, BackgroundTurn: r.backgroundTurn}
}

// emit yields an update and then commits its effect: a consumer that does not come back leaves it undone (CR-ITER-03).
func (r *run) emit(u update.Update, commit func()) bool {
	r.assignSegment(&u)
	e := Emission{SourceRecordID: r.record.UUID, SourceTimestamp: r.record.TimestampText, Ordinal: r.ordinal, Update: u}
	r.ordinal++
	if !r.yield(e) {
		return false
	}
	if commit != nil {
		commit()
	}
	return true
}

// assignSegment numbers runs of like chunks within the record (CR-REPLAY-03). A chunk without text neither opens nor
// closes a segment; a tool or a plan closes it, and so does a discrete message after itself.
func (r *run) assignSegment(u *update.Update) {
	switch u.Kind {
	case update.ToolCall, update.ToolCallUpdate, update.Plan:
		r.segmentKind = ""
	case update.PromptCancelled:
	default:
		if u.Content.Type != "text" || u.Content.Text != "" {
			if u.Kind != r.segmentKind || u.Content.Type != r.segmentType {
				r.segmentKind, r.segmentType = u.Kind, u.Content.Type
				r.segment = r.segmentPrefix() + ":" + strconv.Itoa(r.ordinal)
			}
			u.Meta.Provenance.SegmentID = r.segment
		}
	}
	if u.Meta.Get(discrete).IsTrue() {
		r.segmentKind = ""
	}
}

// maxSegmentUnits is the length in UTF-16 units from which on a segment id is not shown (CR-DEC-32).
const maxSegmentUnits = 512

// segmentPrefix is the uuid, or for a uuid that no block shows its digest: as good to tell segments apart, as long as it takes
// not to be shown, and of bounded size however long the uuid is.
func (r *run) segmentPrefix() string {
	if !jsvalue.LongerThan(r.record.UUID, maxSegmentUnits) {
		return r.record.UUID
	}
	if r.uuidDigest == "" {
		sum := sha256.Sum256([]byte(r.record.UUID))
		r.uuidDigest = strings.Repeat(hex.EncodeToString(sum[:]), 1+maxSegmentUnits/(2*sha256.Size))
	}
	return r.uuidDigest
}

// skipOrdinal counts an event that is never visible.
func (r *run) skipOrdinal() { r.ordinal++ }

// report reports something about the record as a whole.
func (r *run) report(code diagnostic.Code, message string) {
	r.machine.report(diagnostic.New(code, message).OfRecord(r.record.UUID))
}

// unknown reports a part of unknown kind, which is not shown.
func (r *run) unknown(path string) {
	r.machine.report(diagnostic.New(diagnostic.UnknownRecordOrPart, "the part is of no known kind").
		OfRecord(r.record.UUID).AtPath(path))
}

// malformed reports a piece of known kind that cannot be shown (CR-DEC-02).
func (r *run) malformed(path, message string) {
	r.machine.report(diagnostic.New(diagnostic.MalformedPart, message).OfRecord(r.record.UUID).AtPath(path))
}

// demandObject reports a payload that is no object; one that is absent, null or empty is silent (CR-DEC-02).
func (r *run) demandObject(v jsvalue.Value, path string) {
	if !v.IsEmpty() && !v.IsObject() {
		r.malformed(path, "the payload is not an object")
	}
}

// extra is a fresh list of the given open members followed by those of every update.
func (r *run) extra(members ...jsvalue.Member) []jsvalue.Member {
	return append(members[:len(members):len(members)], r.always...)
}

const discrete = "qwenDiscreteMessage"

var discreteMember = jsvalue.Member{Key: discrete, Value: jsvalue.BoolValue(true)}

func stringMember(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

func partPath(index int) string { return "message.parts[" + strconv.Itoa(index) + "]" }

// backgroundTurn returns the record's valid background turn, reduced to its seven members (CR-REPLAY-04).
func backgroundTurn(record *prepare.Record) jsvalue.Value {
	turn := record.BackgroundTurn
	if !turn.IsObject() || record.Subtype == subtypeBackgroundTask {
		return jsvalue.Value{}
	}
	for _, key := range []string{"turnId", "taskId"} {
		if id := turn.Get(key).Text(); id == "" || jsvalue.LongerThan(id, 256) {
			return jsvalue.Value{}
		}
	}
	switch turn.Get("kind").Text() {
	case "agent", "monitor", "shell", "workflow", "peer":
	default:
		return jsvalue.Value{}
	}
	if started := turn.Get("startedAt"); !started.IsFinite() || started.Float() < 0 {
		return jsvalue.Value{}
	}
	for _, key := range []string{"toolUseId", "sourceTurnId", "label"} {
		if v := turn.Get(key); !v.IsUndefined() && !v.IsString() || jsvalue.LongerThan(v.Text(), 4096) {
			return jsvalue.Value{}
		}
	}
	var members []jsvalue.Member
	for _, key := range []string{"turnId", "taskId", "kind", "startedAt", "toolUseId", "sourceTurnId", "label"} {
		members = append(members, jsvalue.Member{Key: key, Value: turn.Get(key)})
	}
	return jsvalue.ObjectValue(members...)
}

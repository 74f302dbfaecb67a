// Package generate makes synthetic transcripts for tests and benchmarks.
//
// It promises: the same choices of the Source give the same bytes; every record is one line of valid JSON; a Session is
// complete, so that whatever a projection of it loses is the projection's fault. The texts are invented. Start at Session.
package generate

import (
	"fmt"
	"iter"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Session yields the lines of a session of that many chat records, without line feeds. A line is valid until the next one.
//
// A record has about 1.4 KB on average. The session is one branch of turns: prompts, thoughts, texts in one piece or in
// streamed fragments, calls of six tools and their results, token counts, slash commands and telemetry.
func Session(seed uint64, records int) iter.Seq[[]byte] { return SessionFrom(NewPCG(seed), records) }

// SessionFrom is Session with the choices of another source, for one range.
func SessionFrom(source Source, records int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s := &session{Source: source, left: records, yield: yield, clock: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
		s.id = s.newUUID()
		for s.left > 0 {
			s.turn()
		}
	}
}

// session is a session being written.
type session struct {
	Source
	left   int // records to write
	yield  func([]byte) bool
	line   []byte
	clock  time.Time
	id     string
	uuids  int
	calls  int
	parent jsvalue.Value // Undefined before the first record
	uuid   string        // of the last record
	tokens int           // of the context
}

// stepRecords is the most that a step writes: an answer in fragments, calls, their results, and telemetry for all.
const stepRecords = 1 + maxFragments + 2*maxCalls

// turn is a prompt and what the agent does about it.
func (s *session) turn() {
	if s.left > stepRecords && oneIn(s, 12) {
		s.slashCommand()
	}
	s.user()
	spoke := false
	for range s.Below(6) {
		if s.left <= stepRecords {
			break
		}
		s.step(!spoke)
		spoke = true
	}
	if s.left > 0 {
		s.answer()
	}
}

// begin starts a record of its own, under the last one; the records written until the next begin are its fragments.
func (s *session) begin() {
	s.parent = jsvalue.NullValue()
	if s.uuid != "" {
		s.parent = jsvalue.StringValue(s.uuid)
	}
	s.uuid = s.newUUID()
}

// write writes one record, or one fragment, of the uuid that was begun.
func (s *session) write(kind string, members ...jsvalue.Member) {
	if s.left == 0 {
		return
	}
	s.clock = s.clock.Add(time.Duration(50+s.Below(9000)) * time.Millisecond)
	envelope := []jsvalue.Member{
		text("uuid", s.uuid),
		{Key: "parentUuid", Value: s.parent},
		text("sessionId", s.id),
		text("timestamp", s.clock.Format("2006-01-02T15:04:05.000Z")), text("type", kind),
		text("cwd", "/home/dev/project"), text("version", "0.14.2"), text("gitBranch", "main"),
	}
	s.line = jsvalue.Append(s.line[:0], jsvalue.ObjectValue(append(envelope, members...)...))
	s.left--
	if !s.yield(s.line) {
		s.left = 0
	}
}

// newUUID counts, so that ids differ whatever the source gives.
func (s *session) newUUID() string {
	s.uuids++
	return fmt.Sprintf("%s-%s-4%s-8%s-%012x", digits(s, 8), digits(s, 4), digits(s, 3), digits(s, 3), s.uuids)
}

func (s *session) newCallID() string {
	s.calls++
	return fmt.Sprintf("call_%s%08x", digits(s, 16), s.calls)
}

func text(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

func number(key string, value int) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.IntValue(int64(value))}
}

func flag(key string, value bool) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.BoolValue(value)}
}

func object(key string, members ...jsvalue.Member) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.ObjectValue(members...)}
}

func array(key string, elements ...jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.ArrayValue(elements...)}
}

// message is the content of a record.
func message(role string, parts ...jsvalue.Value) jsvalue.Member {
	return object("message", text("role", role), array("parts", parts...))
}

func textPart(value string) jsvalue.Value { return jsvalue.ObjectValue(text("text", value)) }

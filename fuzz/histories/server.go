package histories

import (
	"fmt"
	"math"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const session = "s"

// server is a file, the events that are to be written to it, and a ring of the newest ones.
type server struct {
	generate.Source
	truth   []*merge.Event // in the order of the file
	starts  []int          // where their lines begin, in bytes
	ends    []int          // and end; other lines stand between them
	written int            // events in the file
	began   int            // the first event since the process began: the ring has none before
	clock   int
	losses  int               // how often something was lost
	lost    map[merge.Key]int // how often an event was lost
	cut     map[merge.Key]int // and how often so that the stream went on
	gone    []*merge.Event    // what was lost
	silent  int               // the number of losses when the file was last cut so that the stream went on; 0 if it was not

	ring      int // events that it holds
	tail      int // bytes of a read of the tail
	maxEvents int // of a snapshot
	window    int // bytes of a page; no line is longer

	most map[merge.Key]int // how often an event was there at once, at most; what was cut off while the stream went on still is
	now  map[merge.Key]int
}

func newServer(source generate.Source) *server {
	return &server{
		Source: source, ring: source.Below(9), tail: 12 + source.Below(60), maxEvents: 1 + source.Below(12),
		window: 12 + source.Below(40), lost: map[merge.Key]int{}, cut: map[merge.Key]int{}, most: map[merge.Key]int{}, now: map[merge.Key]int{},
	}
}

// kinds are the types of events; of those one is a message of the user.
var kinds = []string{"text", "text", "text", "user_message", "done"}

// emit makes an event: now and then one that equals the last one, has an older time, or an unreadable one.
func (s *server) emit() *merge.Event {
	s.clock += s.Below(3)
	var e *merge.Event
	if n := len(s.truth); n > 0 && s.Below(4) == 3 {
		e = s.again(s.truth[n-1-s.Below(min(n, 3))])
	} else if n := len(s.gone); n > 0 && s.Below(3) == 2 {
		e = s.again(s.gone[s.Below(n)]) // is written again
	} else {
		at := s.clock - s.Below(2)*s.Below(4)
		timestamp := fmt.Sprintf("2026-08-10T10:00:%02d.%03dZ", max(0, at)/1000, max(0, at)%1000)
		if s.Below(30) == 29 {
			timestamp = "later"
		}
		e = merge.New(event.Envelope{SessionID: session, Timestamp: timestamp, Event: jsvalue.ObjectValue(
			jsvalue.Member{Key: "type", Value: jsvalue.StringValue(kinds[s.Below(len(kinds))])},
			jsvalue.Member{Key: "text", Value: jsvalue.StringValue(fmt.Sprint("e", len(s.truth)))},
		)})
	}
	s.truth = append(s.truth, e)
	start := s.end(len(s.ends))
	if s.Below(40) == 39 {
		start += s.Below(20) * s.window // of another session, or damaged
	}
	s.starts, s.ends = append(s.starts, start), append(s.ends, start+2+s.Below(10))
	s.now[e.Key()]++
	s.most[e.Key()] = max(s.most[e.Key()], s.now[e.Key()]+s.cut[e.Key()])
	return e
}

// again is an event that came another time, with another counter, which is no part of its identity.
func (s *server) again(e *merge.Event) *merge.Event {
	envelope := e.Envelope
	if n := s.Below(4); n > 0 {
		envelope.Sequence = jsvalue.IntValue(int64(n))
	}
	return merge.New(envelope)
}

// foreign is an event of another session, or of the thread of a sub-agent, which has the id of the session.
func (s *server) foreign(e *merge.Event) *merge.Event {
	envelope := e.Envelope
	if s.Below(2) == 1 {
		envelope.SessionID = "another"
	} else {
		envelope.Provenance = jsvalue.ObjectValue(jsvalue.Member{Key: "targetKind", Value: jsvalue.StringValue("codex_subagent")})
	}
	return merge.New(envelope)
}

func (s *server) flush() { s.written = len(s.truth) }

// crash loses what was not written, and so many more events. silent says that the stream of a client goes on.
func (s *server) crash(more int, silent bool) {
	left := max(0, s.written-more)
	for _, e := range s.truth[left:] {
		s.now[e.Key()]--
		s.lost[e.Key()]++
		if silent {
			s.cut[e.Key()]++
		}
	}
	s.gone = append(s.gone, s.truth[left:]...)
	s.losses++
	if silent {
		s.silent = s.losses
	}
	s.truth, s.starts, s.ends, s.written = s.truth[:left], s.starts[:left], s.ends[:left], left
	s.began = left
}

// end is where the line of the last of so many events ends.
func (s *server) end(events int) int {
	if events == 0 {
		return 0
	}
	return s.ends[events-1]
}

// size is that of the file, in bytes.
func (s *server) size() int { return s.end(s.written) }

// lineFrom is the first event whose line begins at an offset or behind it.
func (s *server) lineFrom(offset int) int {
	i := 0
	for i < s.written && s.starts[i] < offset {
		i++
	}
	return i
}

// snapshot reads the tail of the file and the ring, and keeps the newest events. Its cursor has the three tiers of tailStartOffset: that
// of a ring with more than the tail leads to events which are shown.
func (s *server) snapshot() (answer scrollback.Snapshot, early map[merge.Key]int) {
	s.flush() // reads of recent events do
	tail := s.lineFrom(max(0, s.size()-s.tail))
	first := min(tail, max(s.began, len(s.truth)-s.ring))
	dropped := max(0, len(s.truth)-first-s.maxEvents)
	oldest := first + dropped
	answer = scrollback.Snapshot{Session: session, TailStart: math.NaN(), NoOlder: tail == 0 && dropped == 0}
	switch {
	case oldest >= tail && oldest < len(s.truth):
		answer.TailStart = float64(s.starts[oldest])
	case dropped == 0:
		answer.TailStart = float64(s.at(tail))
	case !answer.NoOlder:
		answer.TailStart = float64(s.size())
	}
	answer.NoOlder = answer.NoOlder || answer.TailStart == 0
	early = map[merge.Key]int{}
	for i, e := range s.truth[oldest:] {
		answer.Events = append(answer.Events, s.again(e))
		if float64(s.starts[oldest+i]) < answer.TailStart {
			early[e.Key()]++
		}
	}
	return answer, early
}

// page is the part of the file before an offset.
func (s *server) page(before float64) scrollback.Page {
	end := int(min(before, float64(s.size())))
	start := max(0, end-s.window)
	page := scrollback.Page{Session: session, Start: float64(start)}
	for i := s.lineFrom(start); i < s.written && s.ends[i] <= end; i++ {
		if page.Events == nil {
			page.Start = float64(s.starts[i])
		}
		page.Events = append(page.Events, s.again(s.truth[i]))
	}
	if len(page.Events) > 0 && s.Below(8) == 7 {
		page.Events = append(page.Events, s.foreign(page.Events[0]))
	}
	page.HasMore = page.Start > 0
	return page
}

// at is where the line of an event begins, or the file ends.
func (s *server) at(i int) int {
	if i == s.written {
		return s.size()
	}
	return s.starts[i]
}

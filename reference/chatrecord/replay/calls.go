package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	syntheticPrefix = "qwen-replay-tool:"
	todoWrite       = "todo_write"
)

// call is one tool call of the session, known by its start, by its result, or by both.
type call struct {
	seq           int    // position by first use
	id            string // unique in the session; the toolCallId of its updates
	persistedID   string // as persisted, whatever id the call got (CR-DEC-10); "" when the id is synthetic
	toolName      string
	recordID      string
	timestampText string
	partIndex     int // of the start in its record; -1 when unknown

	silent  bool // a todo_write start shows nothing (CR-DEC-04)
	started bool
	pending bool // started, and not yet answered
	orphan  bool // its result came before any start (CR-DEC-09)

	settledBy *update.Update // the last result; its fingerprint is made when it is asked for
	settled   string         // fingerprint of the last result; "" while settledBy stands for it
}

// renamedFrom is the persisted id where the call has another one, else "".
func (c *call) renamedFrom() string {
	if c.persistedID == c.id {
		return ""
	}
	return c.persistedID
}

// fingerprint identifies what the last result said, over pages as within one.
func (c *call) fingerprint() string {
	if c.settled == "" && c.settledBy != nil {
		c.settled, c.settledBy = fingerprintOf(c.settledBy), nil
	}
	return c.settled
}

// fingerprintOf digests an update without its id and its meta, but for the label of a cancelled call (CR-STATE-01).
func fingerprintOf(u *update.Update) string {
	value := u.Value().Without("_meta", "toolCallId").With(jsvalue.Member{Key: "toolStatus", Value: u.Meta.Get("toolStatus")})
	sum := sha256.Sum256(jsvalue.AppendCanonical(nil, value))
	return hex.EncodeToString(sum[:])
}

// registry knows every call id of the session and finds the call that a result belongs to, in constant time.
type registry struct {
	byID       map[string]*call
	order      []*call // by first use
	nextSuffix map[string]int
	waiting    map[callKey]*queue // pending calls by persisted id and name; the name "" holds all names
	byName     map[string]*queue  // pending calls by name
	settled    map[callKey]*settledCalls
	orphans    map[callKey]*call
}

type callKey struct{ persistedID, toolName string }

func newRegistry() *registry {
	return &registry{
		byID: map[string]*call{}, nextSuffix: map[string]int{},
		waiting: map[callKey]*queue{}, byName: map[string]*queue{},
		settled: map[callKey]*settledCalls{}, orphans: map[callKey]*call{},
	}
}

// reserve takes an id, or the first of id:2, id:3 ... that is free (CR-REPLAY-23, CR-DEC-07). It is never given back.
func (g *registry) reserve(id string) string {
	if g.byID[id] == nil {
		return id
	}
	n := max(g.nextSuffix[id], 2)
	for ; ; n++ {
		if candidate := id + ":" + strconv.Itoa(n); g.byID[candidate] == nil {
			g.nextSuffix[id] = n + 1
			return candidate
		}
	}
}

func (g *registry) add(c *call) *call {
	c.seq = len(g.order)
	g.byID[c.id] = c
	g.order = append(g.order, c)
	return c
}

// start finds or makes the call of a start; the caller commits it when its update has been sent.
func (g *registry) start(persistedID, toolName string, record *prepare.Record, partIndex int) *call {
	for _, name := range []string{toolName, ""} {
		if c := g.orphans[callKey{persistedID, name}]; c != nil { // CR-DEC-09
			return c
		}
	}
	wanted := persistedID
	if wanted == "" {
		wanted = syntheticPrefix + record.UUID + ":" + strconv.Itoa(partIndex)
	}
	return g.add(&call{
		id: g.reserve(wanted), persistedID: persistedID, toolName: toolName,
		recordID: record.UUID, timestampText: record.TimestampText, partIndex: partIndex,
		silent: toolName == todoWrite,
	})
}

// commitStart makes a started call pending; the start of a call that has its result only joins it.
func (g *registry) commitStart(c *call, toolName string) {
	c.started = true
	if !c.orphan {
		g.enqueue(c)
		return
	}
	delete(g.orphans, callKey{c.persistedID, c.toolName})
	c.orphan, c.toolName = false, toolName
	g.rememberSettled(c)
}

func (g *registry) enqueue(c *call) {
	c.pending = true
	g.eachQueue(c, func(q *queue) { q.push(c) })
}

// eachQueue visits the queues that hold a pending call.
func (g *registry) eachQueue(c *call, visit func(*queue)) {
	visit(queueAt(g.byName, c.toolName))
	if c.persistedID != "" {
		visit(queueAt(g.waiting, callKey{c.persistedID, c.toolName}))
		visit(queueAt(g.waiting, callKey{c.persistedID, ""}))
	}
}

// dequeue takes a call off the pending ones.
func (g *registry) dequeue(c *call) {
	if !c.pending {
		return
	}
	c.pending = false
	g.eachQueue(c, func(q *queue) { q.live-- })
}

// match is the call that a result belongs to.
type match struct {
	call      *call
	toolName  string // of the result, or else of the call; "" when neither names it
	ambiguous bool
	repeats   bool // the call was settled before
}

// result finds the call of a result by its persisted id (CR-REPLAY-24), or by its name when it has none, and takes it off the pending
// ones at once (CR-REPLAY-28). What cannot be matched becomes a call of its own; nothing is guessed.
func (g *registry) result(persistedID, toolName, recordID string) match {
	m := match{toolName: toolName}
	if persistedID == "" {
		if q := g.byName[toolName]; q != nil && q.live == 1 {
			m.call = q.front()
		} else { // CR-REPLAY-27
			m.ambiguous = true
			m.call = g.addResult("", syntheticPrefix+recordID+":result", toolName, recordID)
		}
	} else {
		m.call, m.ambiguous = g.waitingFor(persistedID, toolName)
		if m.call == nil {
			if m.call = g.settledFor(persistedID, toolName); m.call != nil { // CR-DEC-08
				m.repeats = true
			} else {
				m.call = g.addResult(persistedID, persistedID, toolName, recordID)
			}
		}
	}
	if m.toolName == "" { // CR-DEC-12
		m.toolName = m.call.toolName
	}
	g.dequeue(m.call)
	return m
}

func (g *registry) addResult(persistedID, wanted, toolName, recordID string) *call {
	return g.add(&call{
		id: g.reserve(wanted), persistedID: persistedID, toolName: toolName, recordID: recordID, partIndex: -1,
	})
}

// waitingFor returns the oldest pending call of a persisted id with the name of the result; a result without a name, or
// with a name that none of them has, takes the oldest of all. More than one candidate is an ambiguity (CR-DEC-07).
func (g *registry) waitingFor(persistedID, toolName string) (c *call, ambiguous bool) {
	for _, name := range []string{toolName, ""} {
		if q := g.waiting[callKey{persistedID, name}]; q != nil && q.live > 0 {
			return q.front(), q.live > 1
		}
	}
	return nil, false
}

// settledFor returns the latest settled call of a persisted id and name; a result without a name takes the latest of all
// names. A call of another name is another call.
func (g *registry) settledFor(persistedID, toolName string) *call {
	for _, key := range []callKey{{persistedID, toolName}, {persistedID, ""}} {
		if set := g.settled[key]; set != nil && (toolName == "" || set.latest.toolName == toolName || set.latest.toolName == "") {
			return set.latest
		}
	}
	return nil
}

// withSameResult returns the settled call of the same persisted id and name whose result is the same, or nil.
func (g *registry) withSameResult(c *call, fingerprint string) *call {
	return g.settled[callKey{c.persistedID, c.toolName}].find(fingerprint)
}

// settle records the result of a call, or its end without one.
func (g *registry) settle(c *call, u *update.Update) {
	g.dequeue(c)
	c.settledBy, c.settled = u, ""
	if !c.started && c.persistedID != "" {
		c.orphan = true
		g.orphans[callKey{c.persistedID, c.toolName}] = c
	}
	g.rememberSettled(c)
}

func (g *registry) rememberSettled(c *call) {
	if c.persistedID == "" {
		return
	}
	for _, key := range []callKey{{c.persistedID, c.toolName}, {c.persistedID, ""}} {
		set := g.settled[key]
		if set == nil {
			set = &settledCalls{latest: c}
			g.settled[key] = set
		}
		set.add(c)
	}
}

// pending lists the pending calls in start order, numbered from 0.
func (g *registry) pending() iter.Seq2[int, *call] {
	return func(yield func(int, *call) bool) {
		n := 0
		for _, c := range g.order {
			if c.pending {
				if !yield(n, c) {
					return
				}
				n++
			}
		}
	}
}

// persistedIDOf reads the persisted id of a call that another program saved: it is the call's own id, unless that is
// synthetic.
func persistedIDOf(id, persistedID string) string {
	if persistedID == "" && !strings.HasPrefix(id, syntheticPrefix) {
		return id
	}
	return persistedID
}

// Package histories is a client and a server of one chat as a property: whatever happens to them, the client ends, loses nothing
// and shows nothing too often (ES-FOLLOW-01 to ES-FOLLOW-07).
//
// It promises: the choices alone decide what happens, so that a property test, a fuzzing engine and a seed can all make them.
// Start at Check.
package histories

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
)

// Check runs one history of up to 60 events: what a writer appends, pushes, repeats and loses, what a server answers, late, wrongly
// or not at all, and what a user does. Behind each of them the client shows nothing more often than it was there at once, has not
// gone blank, and waits for two answers at most; where it waits for nothing it shows all that its cursor does not reach. In the end
// it reads back, which ends, and shows the file. An error says what does not hold, and all that happened.
//
// In one history of four the file can be cut while the stream goes on, which no client sees: what was cut off and comes again is
// shown twice there, and so can be what a snapshot gave from before its cursor (ES-FOLLOW-07).
func Check(source generate.Source) (Outcome, error) { return CheckClient(source, right{}) }

// Outcome is what a history had that few have.
type Outcome struct {
	Cut  bool // the file was cut while the stream went on
	More bool // an event was shown more often than it was there
}

// Client is a client of the chat: that of package scrollback, or one with a fault.
type Client interface {
	Step(input scrollback.Input) (Client, []scrollback.Request, error)
	Rows() []merge.Row
	Cursor() (float64, bool)
	Conditions() []string
}

// right is a client without a fault.
type right struct{ scrollback.Client }

func (r right) Step(input scrollback.Input) (Client, []scrollback.Request, error) {
	client, requests, err := r.Client.Step(input)
	return right{client}, requests, err
}

// CheckClient is Check of another client, which shows nothing yet.
func CheckClient(source generate.Source, client Client) (Outcome, error) {
	h := &history{
		Source: source, server: newServer(source), online: true, client: client, reads: map[int]read{},
		given: map[merge.Key]int{}, untold: map[merge.Key]int{}, more: map[merge.Key]int{},
	}
	err := h.run()
	if err != nil {
		err = fmt.Errorf("%w\nbehind\n%s", err, h.log.String())
	}
	return Outcome{Cut: h.silent > 0, More: len(h.more) > 0}, err
}

// read is what is known of an answer when it is read: how often something had been lost, and the early events of a snapshot.
type read struct {
	losses int
	early  map[merge.Key]int
}

// most is how many events may be resident where that is bounded, and where it is not.
const (
	few  = 7
	many = 1 << 20
)

// history is a client, and what is on its way between it and the server.
type history struct {
	generate.Source
	*server
	client Client
	cuts   bool // the file can be cut while the stream goes on
	cap    int
	wait   waited
	reads  map[int]read         // by the id of a request
	seen   int                  // how often something had been lost when the snapshot was read whose events are owned
	given  map[merge.Key]int    // how often a snapshot that was taken had an event from before its cursor, at most
	untold map[merge.Key]int    // and one that was read before the file was cut so that the stream went on
	more   map[merge.Key]int    // how often more than it was there an event was shown, at most
	asked  []scrollback.Request // that are not answered
	ready  []scrollback.Answer  // that are not delivered
	stream []*merge.Event       // pushed and not delivered
	online bool
	log    strings.Builder
}

func (h *history) run() error {
	h.cuts = h.Below(4) == 3
	h.cap = many
	if h.Below(5) == 4 {
		h.cap = few + h.Below(20)
	}
	for range h.Below(12) + h.Below(4)/3*h.Below(80) {
		h.emit()
	}
	h.flush()
	if err := h.step("open", h.opening("b")); err != nil {
		return err
	}
	for range 10 + h.Below(50) {
		if err := h.happen(); err != nil {
			return err
		}
	}
	return h.end()
}

func (h *history) opening(binding string) scrollback.Open {
	return scrollback.Open{Session: session, Binding: binding, Cap: merge.Cap{Events: h.cap, Bytes: many}}
}

// happen does one thing. The plainest are answers.
func (h *history) happen() error {
	switch h.Below(21) {
	case 0, 1, 2, 3, 4:
		return h.deliver()
	case 5, 6, 7, 8:
		h.serve()
		return nil
	case 9, 10, 11:
		h.push(h.emit())
		return nil
	case 12, 13:
		return h.pour()
	case 14:
		h.flush()
		return nil
	case 15, 16:
		return h.step("older", scrollback.Older{})
	case 17:
		return h.oddly()
	case 18:
		h.online, h.stream = false, nil
		return h.step("disconnected", scrollback.Disconnected{})
	case 19:
		if h.cuts {
			return h.recut()
		}
		return h.step("older", scrollback.Older{})
	default:
		h.online = true
		return h.step("connected", scrollback.Connected{})
	}
}

// oddly is what happens now and then: a replay, another binding, a crash of the server, a user who goes to the end.
func (h *history) oddly() error {
	switch h.Below(4) {
	case 0:
		if len(h.truth) > 0 {
			h.push(h.truth[h.Below(len(h.truth))])
		}
		return nil
	case 1:
		h.asked = h.asked[:0:0] // it was asked elsewhere
		return h.step("opened again", h.opening("c"))
	case 2:
		h.crash(h.Below(3), false)
		h.online, h.stream = false, nil
		return h.step("crash", scrollback.Disconnected{})
	default:
		return h.step("latest", scrollback.Latest{})
	}
}

// recut cuts the file, now and then writes a part of it again, and lets the user scroll. A client that listens is not told of it
// (ES-FOLLOW-07); one that is offline asks for a snapshot when it connects.
func (h *history) recut() error {
	h.crash(h.Below(h.written+1), h.online)
	if h.online {
		maps.Copy(h.untold, h.given) // whose counts only grow
	}
	fmt.Fprintf(&h.log, "the file is cut to %d bytes", h.size())
	for range h.Below(2) * h.Below(len(h.gone)+1) {
		h.push(h.emit())
	}
	h.flush()
	fmt.Fprintf(&h.log, ", and then has %d\n", h.size())
	return h.step("older", scrollback.Older{})
}

// push sends events to a client that listens.
func (h *history) push(e *merge.Event) {
	if h.online {
		h.stream = append(h.stream, h.again(e))
		if h.Below(8) == 7 {
			h.stream = append(h.stream, h.foreign(e))
		}
	}
}

// pour delivers what was pushed, or a part of it.
func (h *history) pour() error {
	n := len(h.stream)
	if n > 1 {
		n -= h.Below(n)
	}
	events := h.stream[:n]
	h.stream = h.stream[n:]
	before, detached := names(h.shown()), slices.Contains(h.client.Conditions(), "detached")
	if err := h.step("pushed", scrollback.Pushed(events)); err != nil {
		return err
	}
	if detached && names(h.shown()) != before {
		return errors.New("a view without its end shows what comes behind that")
	}
	return nil
}

// serve reads for the answer to one request, or fails.
func (h *history) serve() {
	if len(h.asked) == 0 {
		return
	}
	i := h.Below(len(h.asked))
	request := h.asked[i]
	h.asked = slices.Delete(h.asked, i, i+1)
	h.ready = append(h.ready, h.answer(request, h.Below(10)))
}

// answer is what a server says; from 6 on something is wrong.
func (h *history) answer(request scrollback.Request, how int) scrollback.Answer {
	a := scrollback.Answer{To: request.ID}
	h.reads[request.ID] = read{losses: h.losses}
	if how == 6 {
		return a
	}
	if request.IsPage() {
		page := h.page(request.Before)
		switch how {
		case 7:
			page = scrollback.Page{Session: session, Start: request.Before, HasMore: true, Unavailable: true}
		case 8:
			page.Start, page.HasMore = request.Before, true
		case 9:
			page = scrollback.Page{Session: "another"}
		}
		a.Page = &page
		return a
	}
	snapshot, early := h.snapshot()
	h.reads[request.ID] = read{h.losses, early}
	switch how {
	case 7:
		snapshot = scrollback.Snapshot{Session: session, NotFound: true, Unavailable: true}
	case 8:
		snapshot = scrollback.Snapshot{Session: session, NotFound: true}
	case 9:
		snapshot = scrollback.Snapshot{Session: "another", NoOlder: true}
	}
	a.Snapshot = &snapshot
	return a
}

// deliver gives the client an answer, now and then one that it had already.
func (h *history) deliver() error {
	if len(h.ready) == 0 {
		h.serve()
	}
	if len(h.ready) == 0 {
		return nil
	}
	i := h.Below(len(h.ready))
	a := h.ready[i]
	if h.Below(8) != 7 {
		h.ready = slices.Delete(h.ready, i, i+1)
	}
	return h.step("answer", a)
}

func shownBy(client Client) []*merge.Event { return merge.Events(client.Rows()) }

func (h *history) shown() []*merge.Event { return shownBy(h.client) }

// step lets something happen to the client, and looks at it.
func (h *history) step(what string, input scrollback.Input) error {
	before := h.client
	client, requests, err := before.Step(input)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	h.client = client
	cursor, _ := client.Cursor()
	fmt.Fprintf(&h.log, "%s: shows %s, cursor %v, %v", what, names(shownBy(client)), cursor, client.Conditions())
	for _, request := range requests {
		fmt.Fprintf(&h.log, ", asks %d before %v after %d ms", request.ID, request.Before, request.AfterMs)
	}
	h.log.WriteByte('\n')
	h.asked = append(h.asked, requests...)
	taken, err := h.wait.step(before, client, input, requests)
	if err != nil {
		return err
	}
	if answer, is := input.(scrollback.Answer); is && taken {
		h.take(h.reads[answer.To])
	}
	return h.look(before)
}

// take remembers the snapshot that a client took.
func (h *history) take(r read) {
	h.seen = r.losses
	for key, n := range r.early {
		h.given[key] = max(h.given[key], n)
		if r.losses < h.silent {
			h.untold[key] = max(h.untold[key], n)
		}
	}
}

package recovery

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// RestoreWindow is how long a queue that was cleared can be restored, in milliseconds.
const RestoreWindow = 8000

// Receipt is what an interrupt left in the queue (ES-RECOV-01).
type Receipt struct {
	Place     int // of its event
	TurnID    string
	StopMode  string
	Remaining int64 // messages that are still queued, as the receipt says
	// Cancellable are the steers among them that still wait: nothing says that they began or ended since.
	Cancellable []string
}

// Offer is a card to undo the clearing of a queue (ES-RECOV-02).
type Offer struct {
	Place   int
	TurnID  string
	Event   jsvalue.Value
	Expires float64 // in milliseconds since 1970
	Left    float64 // milliseconds until then
}

// Command is how far a message of a user has come (ES-RECOV-03).
type Command struct{ SteerID, State string }

// Replay follows the events of recovery. The zero Replay has none.
type Replay struct {
	clock    event.Clock
	receipts []receipt
	offer    *Offer
	commands []*Command
	bySteer  map[string]*Command
}

// receipt is a Receipt with the steers that it names.
type receipt struct {
	Receipt
	steers []string
}

// Add takes the next envelope of a session, and how many stood before it.
func (r *Replay) Add(envelope event.Envelope, place int) {
	at, e := r.clock.At(envelope.Timestamp), event.OfKinds(envelope.Event)
	switch envelope.Type() {
	case "interrupt_receipt":
		r.receipts = append(r.receipts, receiptOf(e, place))
	case "queue_recovery":
		r.recover(e, place, at)
	case "command_lifecycle":
		r.command(event.Name(e, "steerId"), event.Name(e, "state"))
	}
}

func receiptOf(e jsvalue.Value, place int) receipt {
	r := receipt{Receipt: Receipt{Place: place, TurnID: event.Name(e, "turnId"), StopMode: event.Name(e, "stopMode")}}
	remaining := e.Get("remaining")
	if n, ok := remaining.SafeInteger(); ok && n > 0 {
		r.Remaining = n
	}
	known := map[string]bool{}
	for _, one := range remaining.Elements() {
		r.Remaining++
		if steer := event.Name(one, "steerId"); steer != "" && !known[steer] {
			known[steer] = true
			r.steers = append(r.steers, steer)
		}
	}
	return r
}

// recover takes an offer, which takes the place of any before it, or the end of the one of its turn.
func (r *Replay) recover(e jsvalue.Value, place int, at float64) {
	turn := event.Name(e, "turnId")
	switch event.Name(e, "state") {
	case "available":
		r.offer = &Offer{Place: place, TurnID: turn, Event: e, Expires: at + RestoreWindow}
	case "restored", "expired":
		if r.offer != nil && (turn == "" || turn == r.offer.TurnID) {
			r.offer = nil
		}
	}
}

// ended are the states of a message that nothing follows.
var ended = []string{"completed", "cancelled", "discarded"}

// command takes the state of a message that can be attributed to a steer.
func (r *Replay) command(steer, state string) {
	if steer == "" || !slices.Contains(append([]string{"queued", "started"}, ended...), state) {
		return
	}
	c := r.bySteer[steer]
	if c == nil {
		c = &Command{SteerID: steer}
		if r.bySteer == nil {
			r.bySteer = map[string]*Command{}
		}
		r.bySteer[steer] = c
		r.commands = append(r.commands, c)
	}
	if !slices.Contains(ended, c.State) && (c.State != "started" || state != "queued") {
		c.State = state
	}
}

// Receipts are the interrupts in their order.
func (r *Replay) Receipts() []Receipt {
	var list []Receipt
	for _, receipt := range r.receipts {
		for _, steer := range receipt.steers {
			if c := r.bySteer[steer]; c == nil || c.State == "queued" {
				receipt.Cancellable = append(receipt.Cancellable, steer)
			}
		}
		list = append(list, receipt.Receipt)
	}
	return list
}

// Commands are the messages in the order in which they came first.
func (r *Replay) Commands() []Command {
	list := make([]Command, len(r.commands))
	for i, c := range r.commands {
		list[i] = *c
	}
	return list
}

// Offer is the card that stands at a time; ok is false if none does. A time that is none, or earlier, is that of the last
// event.
func (r *Replay) Offer(now string) (offer Offer, ok bool) {
	if r.offer == nil {
		return Offer{}, false
	}
	clock := r.clock
	offer = *r.offer
	offer.Left = offer.Expires - clock.At(now)
	return offer, offer.Left > 0
}

// Restore takes back the clearing of the queue at a time: it gives the event that has to be written, once and only while the
// offer stands (ES-RECOV-02). The event then has to be added like any other.
func (r *Replay) Restore(now string) (restored jsvalue.Value, ok bool) {
	offer, ok := r.Offer(now)
	if !ok {
		return jsvalue.Value{}, false
	}
	r.offer = nil
	return offer.Event.With(event.TextMember("state", "restored")), true
}

// Expire gives the event that ends an offer whose time is over, once.
func (r *Replay) Expire(now string) (expired jsvalue.Value, ok bool) {
	if r.offer == nil {
		return jsvalue.Value{}, false
	}
	if _, stands := r.Offer(now); stands {
		return jsvalue.Value{}, false
	}
	expired = jsvalue.ObjectValue(event.TextMember("type", "queue_recovery"), event.TextMember("state", "expired"))
	if r.offer.TurnID != "" {
		expired = expired.With(event.TextMember("turnId", r.offer.TurnID))
	}
	r.offer = nil
	return expired, true
}

package replay

import (
	"context"
	"errors"
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
)

// SendOptions are the options of the machine, and one more.
type SendOptions struct {
	Options
	// KeepOpen leaves the pending calls open, for the page that starts from the returned state. Without it they are closed
	// at the end, also after a failure.
	KeepOpen bool
}

// Send replays records to a receiver, one emission at a time: the next one is asked for when send has returned nil
// (CR-SEND-01). The state is that of what was sent; it is returned with every error. To close what could not be closed, send
// no records from that state; to send a record again of which a send failed, start from the state before it, because ids
// that were given out stay taken (CR-SEND-06).
//
// The first failed send ends the replay, and so does the end of ctx, which is looked at before each emission (CR-SEND-02). The
// pending calls are then closed all the same, each by one send with a context that cannot end (CR-SEND-03). The error is the
// first of the replay joined with the first of the closing; that of a context has its cause in it (CR-SEND-04). A panic of send passes through; nothing is sent after
// it (CR-SEND-05).
func Send(
	ctx context.Context, records []*prepare.Record, options SendOptions, send func(context.Context, Emission) error,
) (State, error) {
	m := New(options.Options)
	failure := sendRecords(ctx, m, records, send)
	var unclosed error
	if !options.KeepOpen {
		unclosed = sendClosing(context.WithoutCancel(ctx), m, send)
	}
	return m.Snapshot(), errors.Join(failure, unclosed)
}

// sendRecords stops the machine at the first emission that could not be sent.
func sendRecords(
	ctx context.Context, m *Machine, records []*prepare.Record, send func(context.Context, Emission) error,
) error {
	for _, record := range records {
		for e := range m.Project(record) {
			if err := endOf(ctx); err != nil {
				return fmt.Errorf("replay: ended before update %d of record %q: %w", e.Ordinal, e.SourceRecordID, err)
			}
			if err := send(ctx, e); err != nil {
				return fmt.Errorf("replay: sending update %d of record %q: %w", e.Ordinal, e.SourceRecordID, err)
			}
		}
	}
	return nil
}

// endOf is why a context has ended, with its cause, or nil while it has not.
func endOf(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// sendClosing tries each pending call once and keeps the first error (CR-ITER-07). A call that could not be closed stays
// pending (CR-SEND-06).
func sendClosing(ctx context.Context, m *Machine, send func(context.Context, Emission) error) error {
	var first error
	for e := range m.Finalize() {
		err := send(ctx, e)
		m.undelivered = err != nil
		if err != nil && first == nil {
			first = fmt.Errorf("replay: closing a call of record %q: %w", e.SourceRecordID, err)
		}
	}
	return first
}

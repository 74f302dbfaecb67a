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
// (CR-SEND-01). The state is that of what was sent; it is returned with every error.
//
// The first failed send ends the replay, and so does the end of ctx, which is looked at before each emission (CR-SEND-02). The
// pending calls are then closed all the same, each by one send with a context that cannot end (CR-SEND-03). The error is the
// first of the replay joined with the first of the closing (CR-SEND-04). A panic of send passes through; nothing is sent after
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
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("replay: ended before update %d of record %q: %w", e.Ordinal, e.SourceRecordID, err)
			}
			if err := send(ctx, e); err != nil {
				return fmt.Errorf("replay: sending update %d of record %q: %w", e.Ordinal, e.SourceRecordID, err)
			}
		}
	}
	return nil
}

// sendClosing tries each pending call once and keeps the first error (CR-ITER-07).
func sendClosing(ctx context.Context, m *Machine, send func(context.Context, Emission) error) error {
	var first error
	for e := range m.Finalize() {
		if err := send(ctx, e); err != nil && first == nil {
			first = fmt.Errorf("replay: closing a call of record %q: %w", e.SourceRecordID, err)
		}
	}
	return first
}

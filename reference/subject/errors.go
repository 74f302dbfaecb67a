package subject

import (
	"errors"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The codes that operations add to those of the protocol and of the kernels (TP-PROTO-10).
const (
	InvalidUpdate       protocol.Code = "invalid_update"
	InvalidState        protocol.Code = "invalid_state"
	UnknownStateVersion protocol.Code = "unknown_state_version"
	MissingHeader       protocol.Code = "missing_header"
	InvalidCursor       protocol.Code = "invalid_cursor"
	InvalidBatch        protocol.Code = "invalid_batch"
)

// coded gives an error of an operation its code. The codes of a kernel pass through.
func coded(err error) *protocol.Error {
	var input *chatrecord.InputError
	switch {
	case errors.As(err, &input):
		return &protocol.Error{Code: protocol.Code(input.Code), Message: input.Message}
	case errors.Is(err, replay.ErrUnknownStateVersion): // CR-STATE-02
		return &protocol.Error{Code: UnknownStateVersion, Message: "initialState has a version that is not known"}
	case errors.Is(err, replay.ErrInvalidState): // CR-STATE-03
		return &protocol.Error{Code: InvalidState, Message: "initialState is not a replay state"}
	case errors.Is(err, modelcontext.ErrMissingHeader): // SR-CTX-06
		return &protocol.Error{Code: MissingHeader, Message: modelcontext.ErrMissingHeader.Error()}
	case errors.Is(err, page.ErrInvalidCursor): // SR-PAGE-03
		return &protocol.Error{Code: InvalidCursor, Message: "the cursor is none, or what it names is not there"}
	}
	return protocol.AsError(err)
}

func badInput(message string) error {
	return &protocol.Error{Code: protocol.BadInput, Message: message}
}

func badOptions(message string) error {
	return &protocol.Error{Code: protocol.BadOptions, Message: message}
}

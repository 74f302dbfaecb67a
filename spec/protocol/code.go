package protocol

// Code tells errors apart; it is a contract. An operation may answer further codes of its own.
type Code string

// The codes of the protocol itself (TP-PROTO-10); SPEC.md has the table.
const (
	BadJSON       Code = "bad_json"
	BadRequest    Code = "bad_request"
	BadInput      Code = "bad_input"
	BadOptions    Code = "bad_options"
	LineTooLong   Code = "line_too_long"
	InternalError Code = "internal_error"
)

// Codes lists the codes of the protocol itself.
func Codes() []Code {
	return []Code{BadJSON, BadRequest, BadInput, BadOptions, LineTooLong, InternalError}
}

// Error is a coded error. Message is for people and quotes no input.
type Error struct {
	Code    Code
	Message string
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

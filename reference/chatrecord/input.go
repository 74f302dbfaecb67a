package chatrecord

import (
	"errors"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// InputErrorCode tells wrong calls apart; it is a contract.
type InputErrorCode string

// The input errors (CR-PREP-01 to CR-PREP-04).
const (
	InvalidRecords   InputErrorCode = "invalid_records"
	InvalidMaxBlocks InputErrorCode = "invalid_max_blocks"
	LeafNotFound     InputErrorCode = "leaf_not_found"
	MixedSessionIDs  InputErrorCode = "mixed_session_ids"
)

// InputError is a fault of the caller or an input that cannot be projected at all. The message quotes no input.
type InputError struct {
	Code    InputErrorCode
	Message string
}

func (e *InputError) Error() string { return string(e.Code) + ": " + e.Message }

// inputError gives an error of record preparation its code.
func inputError(err error) *InputError {
	if errors.Is(err, prepare.ErrMixedSessionIDs) {
		return &InputError{MixedSessionIDs, "the records belong to more than one session"}
	}
	return &InputError{LeafNotFound, "no conversation record has the wanted leaf uuid"}
}

// maxSafeInteger is the greatest whole number that ECMAScript counts exactly.
const maxSafeInteger = 1<<53 - 1

// ParseOptions reads untrusted options: an object, null or Undefined (CR-PREP-05, CR-DEC-25). An absent member is not
// given; a given one of a wrong type is the same error as a wrong value. The error is always an *InputError.
func ParseOptions(value jsvalue.Value) (Options, error) {
	var options Options
	if blocks := value.Get("maxBlocks"); !blocks.IsUndefined() {
		n, ok := blocks.SafeInteger()
		if !ok {
			n = 0 // what Project refuses
		}
		options.MaxBlocks = &n
	}
	if leaf := value.Get("leafUuid"); !leaf.IsUndefined() {
		uuid := leaf.Text() // no record has the empty uuid, so a wrong type names no leaf
		options.LeafUUID = &uuid
	}
	return options, nil
}

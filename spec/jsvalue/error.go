package jsvalue

import "strconv"

// SyntaxError says why and where a text is not JSON. Decode, DecodePrefix and Decoder.Decode return it as *SyntaxError.
type SyntaxError struct {
	Offset int    // bytes from the start of the source
	Reason string // a fixed phrase; it never quotes the input
}

// Error names the offset and the reason.
func (e *SyntaxError) Error() string {
	return "invalid JSON at byte " + strconv.Itoa(e.Offset) + ": " + e.Reason
}

// The reasons.
const (
	reasonEnd      = "unexpected end"
	reasonValue    = "a value was expected"
	reasonLiteral  = "misspelt literal"
	reasonNumber   = "malformed number"
	reasonKey      = "a member name in quotes was expected"
	reasonColon    = "a colon was expected"
	reasonMember   = "a comma or a closing brace was expected"
	reasonElement  = "a comma or a closing bracket was expected"
	reasonControl  = "control character in a string"
	reasonEscape   = "unknown escape in a string"
	reasonHex      = "four hexadecimal digits were expected"
	reasonTrailing = "text behind the value"
	reasonTooLong  = "text of 4 GiB or more"
)

package line

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// isUint64 reports whether v is a number written as an unsigned integer of at most 64 bits.
func isUint64(v jsvalue.Value) bool { return isUint(v, 64) }

func isUint32(v jsvalue.Value) bool { return isUint(v, 32) }

// isUint looks at the text of the number, so that no float rounds it (SR-LINE-10).
func isUint(v jsvalue.Value, bits int) bool {
	if !v.IsNumber() {
		return false
	}
	_, err := strconv.ParseUint(v.NumberText(), 10, bits)
	return err == nil
}

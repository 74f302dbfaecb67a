package command

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestWriteSource: piece by piece it is the text of the whole value.
func TestWriteSource(t *testing.T) {
	for _, text := range []string{
		`{"a":[],"b":[1.0,{"c":[2.50]}],"d\n":"e","f":[[]],"g":{"h":[1e400]}}`, `{"a":1}`, `{"a":[null]}`,
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := writeObject(&out, value, jsvalue.AppendSource); err != nil || out.String() != text+"\n" {
			t.Errorf("%v: %s, want %s", err, out.String(), text)
		}
	}
}

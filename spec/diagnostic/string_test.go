package diagnostic_test

import (
	"fmt"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

func TestString(t *testing.T) {
	d := diagnostic.New(diagnostic.MalformedPart, "m")
	for _, test := range []struct {
		d    diagnostic.Diagnostic
		want string
	}{
		{d, "malformed_part: m"},
		{d.AtRecord(0), "malformed_part record #0: m"},
		{d.AtRecord(0).OfRecord("a").AtPath("message.parts[2]"), "malformed_part record a path message.parts[2]: m"},
		{d.AtRecord(3).AtLine(7, 0), "malformed_part line 7 record #3: m"},
	} {
		if got := fmt.Sprint(test.d); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

package diagnostic_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestValueIsWhatIsWritten: the two forms of a diagnostic are one (CR-PREP-28).
func TestValueIsWhatIsWritten(t *testing.T) {
	plain := diagnostic.New(diagnostic.MalformedPart, "a \"message\"")
	list := []diagnostic.Diagnostic{
		plain, plain.AtRecord(0), plain.OfRecord(""), plain.OfRecord("\xed\xa0\x80"), plain.AtPath("message.parts[0]"),
		plain.AtLine(1, 0), plain.AtRecord(7).OfRecord("a").AtPath("b").AtLine(8, 9),
		diagnostic.New(diagnostic.RepeatedRecord, ""), diagnostic.New("no_such_code", "m"),
	}
	want := []byte{'['}
	for i, d := range list {
		if i > 0 {
			want = append(want, ',')
		}
		want = d.AppendJSON(want)
		if got := jsvalue.Append(nil, d.Value()); string(got) != string(d.AppendJSON(nil)) {
			t.Errorf("%s, want %s", got, d.AppendJSON(nil))
		}
	}
	if got := jsvalue.Append(nil, diagnostic.ListValue(list)); string(got) != string(append(want, ']')) {
		t.Errorf("the list: %s", got)
	}
	if got := jsvalue.Append(nil, diagnostic.ListValue(nil)); string(got) != "[]" {
		t.Errorf("no diagnostics: %s", got)
	}
}

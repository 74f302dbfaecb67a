package shrink

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestSpell: numbers as they were written, everything else as JSON.stringify writes it in ASCII.
func TestSpell(t *testing.T) {
	for text, want := range map[string]string{
		`[-0, 1.0, 1e400, 12345678901234567890]`: `[-0,1.0,1e400,12345678901234567890]`,
		`{"b": {}, "a": [[], [1, {"c": null}]]}`: `{"b":{},"a":[[],[1,{"c":null}]]}`,
		`"é\ud800\/"`:                            `"\u00e9\ud800/"`,
		` true `:                                 `true`,
	} {
		v, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(spell(nil, v)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestOrder: fewer records, then fewer bytes, then the smaller text; and nothing is smaller than itself.
func TestOrder(t *testing.T) {
	sizes := []size{{0, 9, "z"}, {1, 2, "b"}, {1, 3, "a"}, {1, 3, "b"}, {1, 3, "z"}, {1, 3, "0"}, {1, 3, "A"}, {1, 3, " "}, {2, 1, "a"}}
	for i, a := range sizes {
		for j, b := range sizes {
			if a.less(b) != (i < j) {
				t.Errorf("%v < %v is %t", a, b, a.less(b))
			}
		}
	}
}

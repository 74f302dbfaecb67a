package chatrecord

import "testing"

// TestMessagesShowSurrogates: a lone surrogate in a message is an escape, and no replacement characters; what differs begins
// with a whole character.
func TestMessagesShowSurrogates(t *testing.T) {
	var p problems
	p.add("blocks[0]", "is that of %q, not of %q", "a\xed\xa0\x80b", []string{"\xed\xbf\xbf"})
	if got, want := p[0].Message, `is that of "a\ud800b", not of ["\udfff"]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, c := range []struct{ got, want, message string }{
		{"a\xed\xa0\x80", "a\xed\xb0\x80", `it goes on with "\ud800" where the record has "\udc00"`},
		{"aé", "aè", `it goes on with "\u00e9" where the record has "\u00e8"`},
		{"ab", "a", `it goes on with "b" where the record has ""`},
		{"aé", "a", `it goes on with "\u00e9" where the record has ""`},
	} {
		if got := firstDifference(c.got, c.want); got != c.message {
			t.Errorf("%s, want %s", got, c.message)
		}
	}
}

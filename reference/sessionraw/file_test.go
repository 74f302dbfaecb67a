package sessionraw_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
)

// TestFilePage: the pages of one file are its view, also of a sub-agent or without a header, and while it grows; a cursor of
// another file is none (SR-VIEW-02, SR-PAGE-03, SR-PAGE-04).
func TestFilePage(t *testing.T) {
	const name = "1_a__2_b.txt" // no session file by its name
	text := `{"role":"user","content":"0"}` + "\n" + `{"role":"user","content":"1"}` + "\n" + `{"role":"user","content":"2"}` + "\n"
	var got []string
	for cursor, more := "", true; more; text += `{"role":"user","content":"new"}` + "\n" {
		p, err := sessionraw.FilePage(name, text, cursor, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range p.Items {
			got = append(got, item.Content)
		}
		if cursor, more = p.Next.String(), p.HasMore; !more {
			break
		}
		for _, other := range []string{"2_b.jsonl", ""} {
			if _, err := sessionraw.FilePage(other, text, cursor, 2); !errors.Is(err, page.ErrInvalidCursor) {
				t.Errorf("of %q: %v", other, err)
			}
		}
	}
	if want := "2 1 0"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
	if _, err := sessionraw.FilePage(name, text, "x", 2); !errors.Is(err, page.ErrInvalidCursor) {
		t.Errorf("no cursor: %v", err)
	}
}

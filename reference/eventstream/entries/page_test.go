package entries_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// lineLength is what each envelope of these tests is long, in bytes.
const lineLength = 100

// filed gives the envelopes of a script the offsets of a file.
func filed(t *testing.T, events ...string) *entries.Machine {
	t.Helper()
	m := entries.New("s")
	for i, text := range events {
		e, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		m.Add(event.Envelope{SessionID: "s", Timestamp: strconv.Itoa(i), Event: e, Line: i + 1, Offset: i * lineLength})
	}
	return m
}

// pages reads all pages, the newest first: each chunk as OFFSET"TEXT", with a star if it is inferred.
func pages(m *entries.Machine, options entries.PageOptions) (list []string) {
	for options.Before = 0; ; {
		page := m.Page(options)
		var chunks []string
		for _, chunk := range page.Chunks {
			mark := ""
			if chunk.Inferred {
				mark = "*"
			}
			chunks = append(chunks, fmt.Sprint(chunk.Offset/lineLength, mark, strconv.Quote(chunk.Text)))
		}
		list = append(list, strings.Join(chunks, " "))
		if options.Before = page.NextBefore; options.Before == 0 {
			return list
		}
	}
}

func said(message, turn, text string) string {
	return fmt.Sprintf(`{"type":"text","messageId":%q,"turnId":%q,"text":%q}`, message, turn, text)
}

// TestPages: bounds, chunks over pages, the boundary that is ours, retractions (ES-PAGE-01 to ES-PAGE-03).
func TestPages(t *testing.T) {
	long := strings.Repeat("x", 150)
	user, tool := `{"type":"user_message","text":"Hi"}`, `{"type":"tool_call","tool":"Read","itemId":"i"}`
	for name, c := range map[string]struct {
		events  []string
		options entries.PageOptions
		want    []string
	}{
		"none":       {nil, entries.PageOptions{}, []string{``}},
		"one":        {[]string{user, said("m", "", "Hello")}, entries.PageOptions{}, []string{`0"Hi" 1"Hello"`}},
		"limit":      {[]string{user, said("m", "", "Hel"), said("m", "", "lo"), user}, entries.PageOptions{Limit: 1}, []string{`3"Hi"`, `1"Hello"`, `0"Hi"`}},
		"interleave": {[]string{said("m", "", "a"), said("n", "", "x"), said("m", "", "b")}, entries.PageOptions{Limit: 1}, []string{`0"b"`, `1"x"`, `0"a"`}},
		"units": {
			[]string{said("m", "", long), said("m", "", "ab"), said("m", "", "c"+long)},
			entries.PageOptions{MaxUnits: 1},
			[]string{`0"abc` + long + `"`, `0"` + long + `"`},
		},
		"too long for a page": {[]string{said("m", "", long+long), user}, entries.PageOptions{MaxUnits: 200}, []string{`1"Hi"`, `0"` + long + long + `"`}},
		"display text counts": {
			[]string{user, `{"type":"user_message","text":"u","displayText":"` + long + long + `"}`, user},
			entries.PageOptions{MaxUnits: 200},
			[]string{`2"Hi"`, `1"u"`, `0"Hi"`},
		},
		"inferred": {
			[]string{said("", "t", long), tool, said("", "t", "b"), said("", "t", "c"), said("", "t", long+"d")},
			entries.PageOptions{MaxUnits: 200},
			[]string{`0*"\n\nbc` + long + `d"`, `0"` + long + `"`},
		},
		"retracted": {[]string{user, said("m", "", "old"), `{"type":"transcript_retraction","messageIds":["m"]}`, user}, entries.PageOptions{Limit: 1}, []string{`3"Hi"`, `0"Hi"`}},
	} {
		if got := pages(filed(t, c.events...), c.options); strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// TestPagesAreTheText: chunks, joined, are the entries, whatever the bounds; a page stays as it was when lines are appended
// (ES-PAGE-03).
// How its time grows `go test -bench Growth` measures.
func TestPagesAreTheText(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		var events []string
		for range random.IntN(40) {
			switch random.IntN(8) {
			case 0:
				events = append(events, `{"type":"user_message","text":"Hi"}`)
			case 1:
				events = append(events, `{"type":"tool_call","tool":"Read"}`)
			default:
				pick := func(names ...string) string { return names[random.IntN(len(names))] }
				events = append(events, said(pick("", "m", "n"), pick("", "t", "u"), pick("a", " ", "b\n", "\nc", strings.Repeat("d", random.IntN(250)))))
			}
		}
		m := filed(t, events...)
		options := entries.PageOptions{Limit: random.IntN(4), MaxUnits: random.IntN(600)}
		texts := map[int]string{}
		inferred := map[int]bool{}
		for first := true; first || options.Before > 0; first = false {
			page := m.Page(options)
			if cut := options.Before / lineLength; options.Before > 0 {
				if then := filed(t, events[:cut]...).Page(entries.PageOptions{Limit: options.Limit, MaxUnits: options.MaxUnits}); fmt.Sprint(then) != fmt.Sprint(page) {
					t.Fatalf("seed %d: the page before %d was %v and is %v", seed, options.Before, then, page)
				}
			}
			for _, chunk := range page.Chunks {
				texts[chunk.Offset] = jsvalue.Concat(chunk.Text, texts[chunk.Offset])
				inferred[chunk.Offset] = inferred[chunk.Offset] || chunk.Inferred
			}
			if options.Before > 0 && page.NextBefore >= options.Before {
				t.Fatalf("seed %d: no way forward at %d", seed, options.Before)
			}
			options.Before = page.NextBefore
		}
		whole := m.Entries()
		if len(whole) != len(texts) {
			t.Fatalf("seed %d: %d entries on pages, %d in all", seed, len(texts), len(whole))
		}
		for _, chunk := range m.Page(entries.PageOptions{Limit: entries.MaxLimit, MaxUnits: entries.MaxUnits}).Chunks {
			entry := whole[0]
			whole = whole[1:]
			if texts[chunk.Offset] != entry.Text || inferred[chunk.Offset] != entry.Inferred {
				t.Fatalf("seed %d: %q, want %q", seed, texts[chunk.Offset], entry.Text)
			}
		}
	}
}

// TestPageLooksAtItself: a page takes no more work when there are many pieces that it does not have.
func TestPageLooksAtItself(t *testing.T) {
	work := func(pieces int) float64 {
		events := make([]string, pieces)
		for i := range events {
			events[i] = `{"type":"user_message","text":"Hi"}`
		}
		m := filed(t, events...)
		return testing.AllocsPerRun(5, func() { m.Page(entries.PageOptions{Limit: 1, Before: pieces / 2 * lineLength}) })
	}
	if few, many := work(10), work(5000); many > few+2 {
		t.Errorf("%v allocations, of many pieces %v", few, many)
	}
}

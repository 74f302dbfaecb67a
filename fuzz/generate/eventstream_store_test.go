package generate_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// TestBulkyEventsAreInTheMix: payloads at their caps, below and above, and the rest that makes events bulky, each in 1 % of the cases at
// least.
func TestBulkyEventsAreInTheMix(t *testing.T) {
	const size = 400
	counts := map[string]int{}
	for seed := range uint64(size) {
		chat := generate.NewStoreCase(generate.NewPCG(seed))
		if again := generate.NewStoreCase(generate.NewPCG(seed)); again.Text != chat.Text {
			t.Fatalf("seed %d is not the same twice", seed)
		}
		seen := map[string]bool{}
		for _, e := range eventstream.Read(testcase.Case{Input: protocol.TextOf(chat.Text)}).Envelopes {
			for _, what := range bulkOf(e.Event) {
				seen[what] = true
			}
		}
		for what := range seen {
			counts[what]++
		}
	}
	for _, what := range []string{
		"output 4095", "output 4096", "output 4097", "text 8191", "text 8192", "text 8193", "result 16383", "result 16384", "result 16385", "structured 8191", "structured 8192",
		"structured 8193", "image", "form", "form of infinite size", "nested 31", "nested 32", "nested 33",
	} {
		t.Logf("%5.1f %%  %s", 100*float64(counts[what])/size, what)
		if counts[what] == 0 {
			t.Errorf("%s is in none of %d cases", what, size)
		}
	}
}

// bulkOf names what is bulky in an event.
func bulkOf(event jsvalue.Value) (list []string) {
	for _, key := range []string{"output", "text", "result", "structured"} {
		value := event.Get(key)
		bytes := len(value.Text())
		if !value.IsString() {
			bytes = len(jsvalue.AppendIndent(nil, value, "  "))
		}
		for _, limit := range []int{4096, 8192, 16384} {
			if bytes >= limit-1 && bytes <= limit+1 {
				list = append(list, key+" "+string(jsvalue.AppendNumber(nil, float64(bytes))))
			}
		}
		if value.Has("summary") {
			list = append(list, "form")
		}
		for _, count := range []string{"originalBytes", "omittedBytes"} {
			if n := value.Get(count); n.IsNumber() && !n.IsFinite() && bytes > 8192 {
				list = append(list, "form of infinite size")
			}
		}
		levels := 0
		for ; value.Len() > 0 && value.Len() < 3; levels++ {
			if value.IsObject() {
				value = value.Member(0).Value
			} else {
				value = value.At(value.Len() - 1)
			}
		}
		if levels > 30 {
			list = append(list, "nested "+string(jsvalue.AppendNumber(nil, float64(levels))))
		}
	}
	if event.Has("url") || event.Has("savedPath") {
		list = append(list, "image")
	}
	return list
}

// TestStreamsMeet: in the streams pieces of text stand within a window, of one run and of several.
func TestStreamsMeet(t *testing.T) {
	meet := 0
	for seed := range uint64(50) {
		chat := generate.NewStreamCase(generate.NewPCG(seed))
		var before jsvalue.Value
		for _, e := range eventstream.Read(testcase.Case{Input: protocol.TextOf(chat.Text)}).Envelopes {
			if e.Event.Get("type").Text() == "text" && before.Get("type").Text() == "text" {
				meet++
			}
			before = e.Event
		}
	}
	if meet < 50 {
		t.Errorf("%d pieces stand behind another one", meet)
	}
}

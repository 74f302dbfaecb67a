package prepare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// span is where a record stands in the file, in bytes.
type span struct{ offset, length int }

// index is a streaming reader's memory of a file: headers and byte offsets, no payloads.
type index struct {
	file    string
	headers []Header
	first   map[string]Header
	spans   map[string][]span
	indexes map[string][]int
	reads   int // records read back
}

// newIndex makes one pass over the file and keeps nothing but headers and offsets.
func newIndex(t *testing.T, file string) *index {
	x := &index{file: file, first: map[string]Header{}, spans: map[string][]span{}, indexes: map[string][]int{}}
	offset := 0
	for i, text := range strings.Split(strings.TrimSuffix(file, "\n"), "\n") {
		record, ok := Validate(decode(t, text), i, func(diagnostic.Diagnostic) {})
		if ok {
			h := record.Header
			x.headers = append(x.headers, h)
			if IsConversation(h) {
				if _, known := x.first[h.UUID]; !known {
					x.first[h.UUID] = h
				}
				x.spans[h.UUID] = append(x.spans[h.UUID], span{offset, len(text)})
				x.indexes[h.UUID] = append(x.indexes[h.UUID], i)
			}
		}
		offset += len(text) + 1
	}
	return x
}

func decode(t *testing.T, text string) jsvalue.Value {
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// read loads the fragments of one uuid from the file.
func (x *index) read(t *testing.T, uuid string) []Record {
	var fragments []Record
	for i, s := range x.spans[uuid] {
		record, _ := Validate(decode(t, x.file[s.offset:s.offset+s.length]), x.indexes[uuid][i], func(diagnostic.Diagnostic) {})
		fragments = append(fragments, record)
		x.reads++
	}
	return fragments
}

// The primitives serve a streaming index: it reads back the records of the chain and no others, and has what Prepare has.
func TestPrimitivesServeStreamingIndex(t *testing.T) {
	const turns, abandoned = 2500, 8 // about 20 MB, eight of nine records off the chain
	filler := strings.Repeat("streamed index ", 60)
	var file strings.Builder
	parent, chainRecords := "null", 0
	for i := range turns {
		for j := range abandoned {
			file.WriteString(line(fmt.Sprintf("off-%d-%d", i, j), parent, `,"type":"assistant","message":{"parts":[{"text":"`+filler+`"}]}`))
		}
		uuid := fmt.Sprintf("on-%d", i)
		for k := range 1 + i%2 { // every other one in two fragments
			file.WriteString(line(uuid, parent, fmt.Sprintf(`,"type":"user","message":{"parts":[{"text":"%d %s"}]}`, k, filler)))
			chainRecords++
		}
		parent = uuid
	}
	for _, ending := range []string{"", line("art", parent, artifact)} { // also with an artifact as the last record
		text := file.String() + ending
		want, err := Prepare(records(t, text), nil)
		if err != nil {
			t.Fatal(err)
		}
		x := newIndex(t, text)
		leaf, found := SelectLeaf(func(yield func(Header) bool) {
			for _, h := range x.headers {
				if !yield(h) {
					return
				}
			}
		}, nil)
		if !found {
			t.Fatal("no leaf")
		}
		chain := WalkChain(leaf, func(uuid string) (string, bool) {
			h, known := x.first[uuid]
			return h.ParentUUID, known
		})
		var got []Record
		for _, uuid := range chain.UUIDs {
			got = append(got, Aggregate(x.read(t, uuid), func(diagnostic.Diagnostic) {}))
		}
		if x.reads != chainRecords {
			t.Errorf("read back %d records, the chain has %d", x.reads, chainRecords)
		}
		if len(text) < 20_000_000 {
			t.Errorf("the file has only %d bytes", len(text))
		}
		if diff := cmp.Diff(len(want.Records), len(got)); diff != "" {
			t.Fatal(diff)
		}
		for i := range got {
			if diff := cmp.Diff(comparable(*want.Records[i]), comparable(got[i])); diff != "" {
				t.Fatalf("record %d (-Prepare +index):\n%s", i, diff)
			}
		}
	}
}

// comparable writes the parts of a record that a consumer sees.
func comparable(r Record) string {
	return fmt.Sprintf("%+v %v %s %s", r.Header, r.Timestamp, r.Role, jsvalue.Append(nil, jsvalue.ArrayValue(r.Parts...)))
}

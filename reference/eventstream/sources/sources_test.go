package sources_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/sources"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func of(t *testing.T, events ...string) sources.Sources {
	t.Helper()
	m, said := rows.New("s"), entries.New("s")
	for i, text := range events {
		e, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		envelope := event.Envelope{SessionID: "s", Timestamp: strconv.Itoa(i), Event: e}
		m.Add(envelope)
		said.Add(envelope)
	}
	return sources.Of(m.Rows(), said.Entries())
}

// TestOf: each thing once, where it came first (ES-SRC-01 to ES-SRC-04).
// How its time grows `go test -bench Growth` measures.
func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		events []string
		want   sources.Sources
	}{
		"nothing": {nil, sources.Sources{}},
		"files": {
			[]string{
				`{"type":"file_change","path":"a.go","kind":"create","diff":"+x","itemId":"1"}`,
				`{"type":"file_change","path":"b.go","diff":"+x","itemId":"2"}`,
				`{"type":"file_change","path":"a.go","kind":"modify","diff":"+y","itemId":"3"}`,
			},
			sources.Sources{Files: []sources.File{{"a.go", "modify"}, {"b.go", ""}}},
		},
		"pages": {
			[]string{
				`{"type":"web_search","query":"q","itemId":"1","actions":[{"type":"open","url":" https://a.b "},{"type":"search"},5],"results":[{"url":"https://a.b","title":"A","snippet":"s"},{"url":"https://c.d","title":"C"},null]}`,
				`{"type":"tool_result","tool":"x","itemId":"2","result":{"results":[{"url":"https://no.search"}]}}`,
				`{"type":"web_search","query":"r","itemId":"3","results":[{"url":"https://c.d","title":"later","snippet":"t"}]}`,
			},
			sources.Sources{Pages: []sources.Page{{"https://a.b", "A", "s"}, {"https://c.d", "C", "t"}}},
		},
		"connectors": {
			[]string{
				`{"type":"tool_call","tool":"x","itemId":"1","mcp":{"server":"srv","tool":"do","pluginId":"plug","appContext":{"appName":"App","actionName":"act"}}}`,
				`{"type":"tool_call","tool":"x","itemId":"2","mcp":{"server":"srv","tool":"do"}}`,
				`{"type":"tool_call","tool":"x","itemId":"3","mcp":{"server":"srv","tool":"do"}}`,
				`{"type":"tool_call","tool":"x","itemId":"4","mcp":{"server":"srv","tool":"undo"}}`,
				`{"type":"tool_call","tool":"x","itemId":"5","mcp":{"server":"app","tool":"do"}}`,
				`{"type":"tool_call","tool":"x","itemId":"6","mcp":{}}`,
			},
			sources.Sources{Connectors: []sources.Connector{{"App", []string{"act"}}, {"srv", []string{"do", "undo"}}, {"app", []string{"do"}}}},
		},
		"addresses": {
			[]string{
				`{"type":"text","messageId":"m","text":"See https://a.b/x). And <http://e.f?q=1>, **https://g.h**, http://localhost:3000, https://... and https://c.d."}`,
				`{"type":"text","messageId":"n","text":"https://a.b/x again, myhttps://no.one"}`,
				`{"type":"user_message","text":"https://user.said"}`,
				`{"type":"web_search","query":"q","itemId":"1","results":[{"url":"https://c.d"}]}`,
			},
			sources.Sources{
				Pages:     []sources.Page{{URL: "https://c.d"}},
				Addresses: []string{"https://a.b/x", "http://e.f?q=1", "https://g.h"},
			},
		},
		"addresses with brackets, hosts and spaces of their own": {
			[]string{`{"type":"text","messageId":"m","text":"(https://en.wiki/Go_(game)), [https://a.b/x] https://c.d?u=http://localhost:3000 http://localhost:1/?u=http://e.f \u2003https://g.h\u3000i http\u017f://no.one"}`},
			sources.Sources{Addresses: []string{"https://en.wiki/Go_(game)", "https://a.b/x", "https://c.d?u=http://localhost:3000", "https://g.h"}},
		},
		"an address in two pieces": {
			[]string{`{"type":"text","messageId":"m","text":"https://a."}`, `{"type":"tool_call","tool":"x","itemId":"1"}`, `{"type":"text","messageId":"m","text":"b/c"}`},
			sources.Sources{Addresses: []string{"https://a.b/c"}},
		},
	} {
		if diff := cmp.Diff(c.want, of(t, c.events...)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

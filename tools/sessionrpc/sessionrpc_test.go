package sessionrpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
	"github.com/transcriptspec/transcriptspec/tools/sessionrpc"
)

func meta(thread string) string {
	return `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"","turn_count":1,` +
		`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"` + thread + `"}}` + "\n"
}

func user(content string) string { return `{"role":"user","content":"` + content + `"}` + "\n" }

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(text)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string) *sessiondir.Store {
	t.Helper()
	store, err := sessiondir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// conversation is a server, and who calls it line by line.
type conversation struct {
	t     *testing.T
	in    *io.PipeWriter
	out   *bufio.Reader
	ended chan error
	log   strings.Builder
}

func start(t *testing.T, store *sessiondir.Store) *conversation {
	inRead, in := io.Pipe()
	out, outWrite := io.Pipe()
	c := &conversation{t: t, in: in, out: bufio.NewReader(out), ended: make(chan error, 1)}
	go func() {
		c.ended <- sessionrpc.Serve(t.Context(), store, inRead, outWrite, sessionrpc.Options{Log: &c.log})
		outWrite.Close()
	}()
	return c
}

func (c *conversation) ask(line string) string {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
	answer, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	return answer
}

type result struct {
	Items []struct {
		Kind, Content string
		Items         []struct{ Content string }
	}
	Total         int
	HasMore       bool
	HasTranscript bool
	NextCursor    string
}

// get calls the method, with further params, and gives the result and the contents of its items.
func (c *conversation) get(more string) (result, string) {
	c.t.Helper()
	answer := c.ask(`{"jsonrpc":"2.0","id":7,"method":"threads.transcript_get","params":{"thread_id":"T"` + more + `}}`)
	var got struct {
		JSONRPC string
		ID      int
		Result  *result
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.ID != 7 || got.JSONRPC != "2.0" || got.Result == nil {
		c.t.Fatalf("%s%v", answer, err)
	}
	var texts []string
	for _, item := range got.Result.Items {
		texts = append(texts, item.Content)
		for _, inner := range item.Items {
			texts = append(texts, item.Kind+"/"+inner.Content)
		}
	}
	return *got.Result, strings.Join(texts, ",")
}

// TestTranscriptGet writes files, calls, appends and calls again (SR-RPC-01, SR-PAGE-04).
func TestTranscriptGet(t *testing.T) {
	dir := t.TempDir()
	c := start(t, open(t, dir))
	if got, texts := c.get(""); got.HasTranscript || texts != "" {
		t.Errorf("of an empty directory %+v", got)
	}
	write(t, dir, "1_a.jsonl", meta("T")+user("0")+user("1")+user("2"))
	write(t, dir, "2_b.jsonl", meta("U")+user("other"))
	first, texts := c.get(`,"limit":2,"cursor":null`)
	if texts != "2,1" || first.Total != 3 || !first.HasMore {
		t.Errorf("first page %s: %+v", texts, first)
	}
	write(t, dir, "1_a.jsonl", user("3"))
	write(t, dir, "1_a__5_c.jsonl", meta("T")+user("task"))
	if second, texts := c.get(`,"limit":2,"cursor":"` + first.NextCursor + `"`); texts != "0" || second.HasMore {
		t.Errorf("second page %s: %+v", texts, second)
	}
	if all, texts := c.get(""); texts != ",subagent/task,3,2,1,0" || all.Total != 5 {
		t.Errorf("all %s: %+v", texts, all)
	}
	if err := os.Remove(filepath.Join(dir, "1_a.jsonl")); err != nil {
		t.Fatal(err)
	}
	if got := c.ask(`{"jsonrpc":"2.0","id":1,"method":"threads.transcript_get","params":{"thread_id":"T","cursor":"` + first.NextCursor + `"}}`); !strings.Contains(got, `"data":{"code":"invalid_cursor"}`) {
		t.Errorf("of a file that is gone %s", got)
	}
	c.in.Close()
	if err := <-c.ended; err != nil || c.log.String() != "" {
		t.Errorf("end: %v, log %q", err, c.log.String())
	}
}

// messages are lines and their answers; "" is none (SR-RPC-01).
var messages = []struct{ line, answer string }{
	{`x`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"invalid request value"}}`},
	{` `, ``},
	{`[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"empty request batch"}}`},
	{`{}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid version marker"}}`},
	{`{"jsonrpc":"2.0","id":3,"result":1}`, `{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"empty method name"}}`},
	{`{"jsonrpc":"2.0","id":4,"method":"threads.other"}`, `{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"method not found"}}`},
	{`{"jsonrpc":"2.0","id":4,"method":"rpc.serverInfo"}`, `{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"method not found"}}`},
	{`{"jsonrpc":"2.0","id":null,"method":"threads.other"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is null: the answer could not be told from one to no request"}}`},
	{`[{"jsonrpc":"2.0","id":null,"method":"x"}]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is null: the answer could not be told from one to no request"}}`},
	{`{"jsonrpc":"2.0","method":"threads.other"}`, ``},
	{`{"jsonrpc":"2.0","method":"threads.transcript_get","params":{}}`, ``},
	{`[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]`, ``},
	{
		`[{"jsonrpc":"2.0","id":"a","method":"x"},{"jsonrpc":"2.0","method":"y"},{"jsonrpc":"2.0","id":1,"method":"threads.transcript_get","params":{"thread_id":"V"}}]`,
		`[{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"method not found"}},` +
			`{"jsonrpc":"2.0","id":1,"result":{"threadId":"V","items":[],"total":0,"hasMore":false,"hasTranscript":false,"diagnostics":[],"complete":true}}]`,
	},
	{call(``), invalid(`an object with thread_id is needed`)},
	{call(`,"params":["T"]`), invalid(`an object with thread_id is needed`)},
	{call(`,"params":{}`), invalid(`thread_id is required`)},
	{call(`,"params":{"thread_id":null}`), invalid(`thread_id is required`)},
	{call(`,"params":{"thread_id":" \t"}`), invalid(`thread_id is required`)},
	{call(`,"params":{"thread_id":1}`), invalid(`thread_id is no string`)},
	{call(`,"params":{"thread_id":"T","cursor":1}`), invalid(`cursor is no string`)},
	{call(`,"params":{"thread_id":"T","limit":-1}`), invalid(`limit is no integer from 0 on`)},
	{call(`,"params":{"thread_id":"T","limit":1.5}`), invalid(`limit is no integer from 0 on`)},
	{call(`,"params":{"thread_id":"T","limit":"1"}`), invalid(`limit is no integer from 0 on`)},
	{call(`,"params":{"thread_id":"T","cursor":"SECRET"}`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"invalid params: the cursor is none, or what it names is not there","data":{"code":"invalid_cursor"}}}`},
	{
		call(`,"params":{"thread_id":" T ","cursor":" ","limit":0,"more":1}`),
		`{"jsonrpc":"2.0","id":1,"result":{"threadId":"T","items":[{"kind":"toolCall","callId":"c","name":"n","args":{"n":1.00},"status":"running"}],"total":1,"hasMore":false,"hasTranscript":true,"diagnostics":[],"complete":true}}`,
	},
	{call(`,"params":{"thread_id":"V","limit":1e999}`), `{"jsonrpc":"2.0","id":1,"result":{"threadId":"V","items":[],"total":0,"hasMore":false,"hasTranscript":false,"diagnostics":[],"complete":true}}`},
}

func call(params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"threads.transcript_get"` + params + `}`
}

func invalid(what string) string {
	return `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"invalid params: ` + what + `","data":{"code":"invalid_params"}}}`
}

// serve answers all of a text at once.
func serve(t testing.TB, store *sessiondir.Store, text string, o sessionrpc.Options) string {
	t.Helper()
	var out strings.Builder
	if err := sessionrpc.Serve(t.Context(), store, strings.NewReader(text), &out, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestMessages: each line alone, and all together, since none is lost when the input ends.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "1_a.jsonl", meta("T")+`{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"n","arguments":"{\"n\":1.00}"}]}`)
	store := open(t, dir)
	var lines, answers strings.Builder
	for _, m := range messages {
		want := m.answer
		if want != "" {
			want += "\n"
		}
		if got := serve(t, store, m.line, sessionrpc.Options{}); got != want {
			t.Errorf("%s:\n%swant\n%s", m.line, got, want)
		}
		lines.WriteString(m.line + "\n")
		answers.WriteString(want)
	}
	if got := serve(t, store, lines.String(), sessionrpc.Options{}); got != answers.String() {
		t.Errorf("all together:\n%s\nwant\n%s", got, answers.String())
	}
}

// TestBounds: a message or a batch that is too large costs itself only.
func TestBounds(t *testing.T) {
	next := "\n" + messages[5].line + "\n"
	one := `{"jsonrpc":"2.0","id":%d,"method":"x"}`
	batch := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(one, i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	store := open(t, t.TempDir())
	for line, want := range map[string]string{
		strings.Repeat(" ", 300) + "x":                  "the message is longer than 200 bytes",
		`{"long":"` + strings.Repeat("x", 1<<21) + `"}`: "the message is longer than 200 bytes",
	} {
		got := serve(t, store, line+next, sessionrpc.Options{MaxMessage: 200})
		if want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"` + want + `"}}` + "\n" + messages[5].answer + "\n"; got != want {
			t.Errorf("%.40s:\n%swant\n%s", line, got, want)
		}
	}
	if got := serve(t, store, batch(101)+next, sessionrpc.Options{}); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the batch has more than 100 requests"}}`+"\n{") {
		t.Errorf("101 requests: %s", got)
	}
	if got := serve(t, store, batch(100)+next, sessionrpc.Options{}); strings.Count(got, "method not found") != 101 {
		t.Errorf("100 requests: %s", got)
	}
	if got := serve(t, store, `{"long":"`+strings.Repeat("x", 16<<20)+`"}`, sessionrpc.Options{}); !strings.Contains(got, "longer than 16777216 bytes") {
		t.Errorf("by default: %s", got)
	}
}

// TestDepth: arguments that are too deep for readers of JSON are given as text, and others as they are (SR-RPC-01).
func TestDepth(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	file := func(depth int) string {
		return meta("T") + `{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"n","arguments":"` + nested(depth) + `"}]}` + "\n"
	}
	for _, c := range []struct {
		root, child int
		text        []bool // whether the arguments are text: those of the root and those of its sub-agent
	}{
		{9_997, 9_995, []bool{false, false}},
		{9_998, 1, []bool{true, false}},
		{1, 9_996, []bool{false, true}},
		{100_000, 100_000, []bool{true, true}},
	} {
		dir := t.TempDir()
		write(t, dir, "1_a.jsonl", file(c.root))
		write(t, dir, "1_a__2_b.jsonl", file(c.child))
		got := serve(t, open(t, dir), call(`,"params":{"thread_id":"T"}`), sessionrpc.Options{})
		if !strings.Contains(got, `"total":2`) {
			t.Fatalf("%d, %d: %.200s", c.root, c.child, got)
		}
		for i, depth := range []int{c.root, c.child} {
			if text := strings.Contains(got, `"args":"`+nested(depth)+`"`); text != c.text[i] {
				t.Errorf("depth %d in %d: as text %v", depth, i, text)
			}
		}
	}
}

// TestLongCursor: the cursor of a thread of many roots is taken in the next request.
func TestLongCursor(t *testing.T) {
	dir := t.TempDir()
	for i := range 2_000 { // with names of 200 bytes, 600 KB of cursor
		write(t, dir, fmt.Sprintf("%d_%s.jsonl", 10_000+i, strings.Repeat("a", 200)), meta("T")+user(fmt.Sprint(i)))
	}
	store := open(t, dir)
	c := start(t, store)
	first, _ := c.get(`,"limit":1`)
	cursor := first.NextCursor
	if len(cursor) < 1<<19 {
		t.Fatalf("a cursor of %d bytes", len(cursor))
	}
	padded := strings.Repeat(" ", 1<<20) + cursor
	if second, texts := c.get(`,"limit":1,"cursor":"` + padded + `"`); texts != "1998" || !second.HasMore {
		t.Errorf("second page %s: %+v", texts, second)
	}
	c.in.Close()
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// TestUnread: a server that is to end does not wait for a client that does not read.
func TestUnread(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, client := io.Pipe()
	out := unread{make(chan struct{}), make(chan struct{})}
	defer close(out.end)
	ended := make(chan error, 1)
	go func() { ended <- sessionrpc.Serve(ctx, open(t, t.TempDir()), in, out, sessionrpc.Options{}) }()
	if _, err := io.WriteString(client, messages[5].line+"\n"); err != nil {
		t.Fatal(err)
	}
	<-out.begun
	cancel()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error, though the answer is lost")
		}
	case <-time.After(time.Minute):
		t.Error("the server has not ended")
	}
}

// unread is a pipe that is full.
type unread struct{ begun, end chan struct{} }

func (u unread) Write(text []byte) (int, error) {
	close(u.begun)
	<-u.end
	return len(text), nil
}

// TestFaults: a call that fails inside is answered, and the next one is served.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		store      *sessiondir.Store
		answer, to string
	}{
		"no directory": {open(t, filepath.Join(dir, "none")), `"code":-32098,`, `"data":{"code":"store_unreadable"}`},
		"panic":        {nil, `"code":-32603,`, `"data":{"code":"internal_error"}`},
	} {
		var log strings.Builder
		got := serve(t, c.store, call(`,"params":{"thread_id":"T"}`)+"\n"+messages[5].line, sessionrpc.Options{Log: &log})
		if !strings.Contains(got, c.answer) || !strings.Contains(got, c.to) || !strings.HasSuffix(got, messages[5].answer+"\n") || log.Len() == 0 || strings.Contains(got, dir) {
			t.Errorf("%s: %s%s", name, got, log.String())
		}
	}
}

// FuzzServe: whatever a line is, it has one answer or none, which is JSON, and the next one is answered.
func FuzzServe(f *testing.F) {
	for _, m := range messages {
		f.Add(m.line)
	}
	store := open(f, f.TempDir())
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.ReplaceAll(line, "\n", " ")
		got := serve(t, store, line+"\n"+messages[5].line, sessionrpc.Options{})
		before, ok := strings.CutSuffix(got, messages[5].answer+"\n")
		if !ok || strings.Count(before, "\n") > 1 || before != "" && !json.Valid([]byte(before)) {
			t.Fatalf("%q is answered %s", line, got)
		}
	})
}

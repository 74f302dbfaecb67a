package subject_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

const (
	rawHeader = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"2026-07-21T09:00:00Z",` +
		`"turn_count":1,"input_tokens":18446744073709551615,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0.10,"thread_id":"SECRET"}}` + "\n"
	rawCall = `{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"n","arguments":"{\"big\":12345678901234567890123,\"b\":1.0,\"1\":1e400}"}]}` + "\n"
)

func rawFiles(texts ...string) protocol.Input {
	var files []protocol.File
	for i, text := range texts {
		files = append(files, protocol.File{Name: "session_raw/" + string(rune('1'+i)) + "00_a.jsonl", Text: text})
	}
	return protocol.FilesOf(files...)
}

// rawRefusals are requests and the code they get (TP-PROTO-18).
var rawRefusals = []struct {
	op      string
	input   protocol.Input
	options string
	code    protocol.Code
}{
	{"context", protocol.TextOf(rawHeader), "", "bad_input"},
	{"context", rawFiles(), "", "bad_input"},
	{"context", rawFiles(rawHeader, rawHeader), "", "bad_input"},
	{"context", protocol.FilesOf(protocol.File{Text: rawHeader}), "", "bad_input"},
	{"context", rawFiles(rawCall), "", "missing_header"},
	{"context", rawFiles(""), "", "missing_header"},
	{"items", value(`{"SECRET":1}`), `{"threadId":"SECRET"}`, "bad_input"},
	{"items", rawFiles(rawHeader, rawHeader), "", "bad_input"},
	{"items", rawFiles(), "", "bad_input"},
	{"items", rawFiles(rawHeader), `{"threadId":null}`, "bad_options"},
	{"items", protocol.Input{}, `{"threadId":["SECRET"]}`, "bad_options"},
	{"page", protocol.TextOf(rawHeader), `{"threadId":"SECRET"}`, "bad_input"},
	{"page", rawFiles(rawHeader), ``, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":1}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","cursor":null}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","limit":null}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","limit":"1"}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","limit":1.5}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","limit":1e400}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","limit":-1e400}`, "bad_options"},
	{"page", rawFiles(rawHeader), `{"threadId":"SECRET","cursor":"SECRET"}`, "invalid_cursor"},
}

func TestSessionRawRefusals(t *testing.T) {
	for _, c := range rawRefusals {
		var options jsvalue.Value
		if c.options != "" {
			options = decode(t, c.options)
		}
		failed := askOf(t, "sessionraw", c.op, c.input, options).Err()
		if failed.Code != c.code || failed.Message == "" || strings.Contains(failed.Message, "SECRET") {
			t.Errorf("%s with %q: %+v, want %s", c.op, c.options, failed, c.code)
		}
	}
}

// TestSessionRawResults: each operation answers what its options ask for, and numbers keep their text (TP-PROTO-18,
// SR-LINE-10, SR-VIEW-02, SR-PAGE-01).
func TestSessionRawResults(t *testing.T) {
	rows := strings.Repeat(`{"role":"user","content":"u"}`+"\n", 60)
	count := func(list jsvalue.Value) string {
		return string(jsvalue.Append(nil, jsvalue.IntValue(int64(list.Len()))))
	}
	for _, c := range []struct {
		op, options string
		input       protocol.Input
		show        func(result jsvalue.Value) string
		want        string
	}{
		{"context", "", rawFiles(rawHeader + rawCall), func(r jsvalue.Value) string { return count(r.Get("rows")) }, "1"},
		{"context", "", rawFiles(rawHeader), func(r jsvalue.Value) string { return source(r.Get("meta").Get("input_tokens")) }, "18446744073709551615"},
		{"context", "", rawFiles(rawHeader), func(r jsvalue.Value) string { return source(r.Get("meta").Get("charged_amount_usd")) }, "0.10"},
		{"items", "", rawFiles(rawHeader + rawCall), func(r jsvalue.Value) string { return r.Get("threadId").Text() }, "SECRET"},
		{"items", "", rawFiles(rawCall), func(r jsvalue.Value) string { return r.Get("diagnostics").At(0).Get("code").Text() }, "missing_header"},
		{"items", "", rawFiles(rawCall), func(r jsvalue.Value) string { return source(r.Get("items").At(0).Get("args").Get("big")) }, "12345678901234567890123"},
		{"items", "", rawFiles(rawCall), func(r jsvalue.Value) string { return source(r.Get("items").At(0).Get("args").Get("1")) }, "1e400"},
		{"items", `{"threadId":" SECRET "}`, rawFiles(rawHeader + rawCall), func(r jsvalue.Value) string { return source(r.Get("items").At(0).Get("args").Get("b")) }, "1.0"},
		{"items", `{"threadId":""}`, rawFiles(rawHeader + rows), func(r jsvalue.Value) string { return source(r.Get("hasTranscript")) }, "false"},
		{"items", `{"threadId":"SECRET"}`, rawFiles(rawHeader+rows, rawHeader+"{\"role\":\"user\",\"content\":\"\xff\"}"), func(r jsvalue.Value) string { return r.Get("items").At(60).Get("content").Text() }, "\ufffd"},
		{"page", `{"threadId":"SECRET"}`, rawFiles(rawHeader + rows), func(r jsvalue.Value) string { return count(r.Get("items")) }, "50"},
		{"page", `{"threadId":"SECRET","limit":-1e300}`, rawFiles(rawHeader + rows), func(r jsvalue.Value) string { return count(r.Get("items")) }, "1"},
		{"page", `{"threadId":"SECRET","limit":7.0}`, rawFiles(rawHeader + rows), func(r jsvalue.Value) string { return count(r.Get("items")) }, "7"},
		{"page", `{"threadId":"SECRET","limit":1e30,"cursor":" "}`, rawFiles(rawHeader + strings.Repeat(rows, 9)), func(r jsvalue.Value) string { return count(r.Get("items")) }, "500"},
		{"page", `{"threadId":"SECRET","limit":1}`, rawFiles(rawHeader + rawCall), func(r jsvalue.Value) string { return source(r.Get("items").At(0).Get("args").Get("b")) }, "1.0"},
	} {
		var options jsvalue.Value
		if c.options != "" {
			options = decode(t, c.options)
		}
		answer := askOf(t, "sessionraw", c.op, c.input, options)
		if got := c.show(answer.Result()); got != c.want {
			t.Errorf("%s with %q: %q, want %q: %+v %s", c.op, c.options, got, c.want, answer.Err(), source(answer.Result()))
		}
	}
}

// TestSessionRawPages: the next page is that of the cursor.
func TestSessionRawPages(t *testing.T) {
	input := rawFiles(rawHeader + `{"role":"user","content":"0"}` + "\n" + `{"role":"user","content":"1"}` + "\n")
	options := object(member("threadId", jsvalue.StringValue("SECRET")), member("limit", jsvalue.IntValue(1)))
	first := askOf(t, "sessionraw", "page", input, options).Result()
	second := askOf(t, "sessionraw", "page", input, options.With(member("cursor", first.Get("nextCursor")))).Result()
	got := first.Get("items").At(0).Get("content").Text() + second.Get("items").At(0).Get("content").Text()
	if got != "10" || second.Has("nextCursor") {
		t.Errorf("%s\n%s", source(first), source(second))
	}
}

func source(v jsvalue.Value) string { return string(jsvalue.AppendSource(nil, v)) }

func appendInput(held, rows string) protocol.Input {
	return protocol.FilesOf(protocol.File{Name: "file.jsonl", Text: held}, protocol.File{Name: "rows.jsonl", Text: rows})
}

// TestAppend: what the file then means, and that numbers of rows keep their text (TP-PROTO-19).
func TestAppend(t *testing.T) {
	write := func(input protocol.Input, options string) jsvalue.Value {
		t.Helper()
		return askOf(t, "sessionraw", "append", input, decode(t, `{`+appendMeta+options+`}`)).Result().Get("file")
	}
	const first, second = `{"role":"user","content":"1","extra_metadata":{"n":1.0}}` + "\n", `{"role":"assistant","content":"2"}`
	created := write(protocol.FilesOf(protocol.File{Name: "rows.jsonl", Text: first}), `,"requestId":"r","seq":7`).Text()
	if !strings.Contains(created, `{"n":1.0}`) || !strings.Contains(created, `"seq":7`) {
		t.Errorf("created %s", created)
	}
	extended := write(appendInput(created, first+"\n"+second), ``).Text()
	if !strings.HasPrefix(extended, created) || extended == created {
		t.Errorf("extended %s", extended)
	}
	partial := write(protocol.FilesOf(protocol.File{Name: "file.jsonl", Text: extended}), `,"partial":{"text":"half"}`).Text()
	if bytes := write(appendInput(extended+"\xff", first), ``); !bytes.Get("base64").IsString() {
		t.Errorf("bytes that are no text: %s", source(bytes))
	}
	compacted := write(appendInput(partial, `{"role":"user","content":"sum"}`), `,"time":"2026-07-21T10:00:00Z"`).Text()
	var kinds []string
	for _, item := range askOf(t, "sessionraw", "items", rawFiles(compacted), jsvalue.Value{}).Result().Get("items").Elements() {
		kinds = append(kinds, item.Get("kind").Text()+" "+item.Get("text").Text()+item.Get("content").Text())
	}
	const want = "turnBoundary , userMessage 1, assistantMessage 2, interruptedPartial half, compaction "
	if got := strings.Join(kinds, ", "); got != want || !strings.HasPrefix(compacted, partial) {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAppendUsage: the answer says whether the usage found a row (SR-WRITE-07, TP-PROTO-19).
func TestAppendUsage(t *testing.T) {
	const user, assistant = `{"role":"user","content":"1"}`, `{"role":"assistant","content":"2"}`
	const usage = `,"usage":{"provider":"p","model":"m","ts":"t","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0}}`
	for _, c := range []struct {
		rows, options string
		want          bool
	}{
		{user + "\n" + assistant, usage, true},
		{user + "\n" + assistant, "", false},
		{user, usage, false},
		{user, usage + `,"partial":{"text":"half"}`, false},
		{user + "\n" + assistant, usage + `,"partial":{"text":"half"}`, true},
	} {
		options := decode(t, `{`+appendMeta+c.options+`}`)
		answer := askOf(t, "sessionraw", "append", appendInput("", c.rows), options).Result()
		if said := answer.Get("usageWritten"); !said.IsBool() || said.IsTrue() != c.want {
			t.Errorf("%s, %s: %s", c.rows, c.options, source(answer))
		}
		again := askOf(t, "sessionraw", "append", appendInput(answer.Get("file").Text(), c.rows), options).Result()
		if again.Get("usageWritten").IsTrue() {
			t.Errorf("%s, %s: written twice", c.rows, c.options)
		}
	}
}

// TestAppendNumbers: the numbers of the options are binary64 on both ways to the reference, those of the rows are as they are
// written (TP-PROTO-19).
func TestAppendNumbers(t *testing.T) {
	const usage = `,"usage":{"provider":"p","model":"m","ts":"t","iteration":2.0,` +
		`"usage":{"input":9007199254740993,"output":1.0,"cached_input":0,"cost_usd":0.10}},"partial":{"text":"half","iteration":3.0}`
	request := protocol.Request{
		ID: jsvalue.IntValue(1), Dialect: "sessionraw", Op: "append",
		Input:   appendInput("", `{"role":"assistant","content":"1","seq":9007199254740993}`),
		Options: decode(t, `{`+strings.Replace(appendMeta, `"input_tokens":1,`, `"input_tokens":9007199254740993,`, 1)+usage+`}`),
	}
	piped, err := protocol.ParseRequest(string(request.AppendLine(nil)))
	if err != nil {
		t.Fatal(err)
	}
	for name, request := range map[string]protocol.Request{"in process": request, "over a pipe": piped} {
		answer, err := subject.New("test").Call(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		file := answer.Result().Get("file").Text()
		for _, want := range []string{
			`"input_tokens":9007199254740992,`, `"input":9007199254740992,"output":1,`, `"cost_usd":0.1}`, `"iteration":2,`, `"iteration":3,`, `"seq":9007199254740993,`,
		} {
			if !strings.Contains(file, want) {
				t.Errorf("%s: no %s in %s, %+v", name, want, file, answer.Err())
			}
		}
	}
}

const appendMeta = `"meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"2026-07-21T09:00:00Z",` +
	`"turn_count":1,"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0.5,"thread_id":"SECRET"}`

// TestAppendRefusals: what cannot be written is refused, and quotes nothing (TP-PROTO-19).
func TestAppendRefusals(t *testing.T) {
	const row = `{"role":"user","content":"1"}`
	for _, c := range []struct {
		input   protocol.Input
		options string
		code    protocol.Code
	}{
		{protocol.TextOf(row), appendMeta, "bad_input"},
		{protocol.FilesOf(), appendMeta, "bad_input"},
		{appendInput("", "{SECRET"), appendMeta, "bad_input"},
		{appendInput("", `{"role":"SECRET"}`), appendMeta, "invalid_batch"},
		{appendInput("", `"SECRET"`), appendMeta, "invalid_batch"},
		{appendInput("", `{"role":"user","content":"SECRET","id":5}`), appendMeta, "invalid_batch"},
		{appendInput("", `{"role":"user","content":"SECRET","interrupted":true}`), appendMeta, "invalid_batch"},
		{appendInput(strings.ReplaceAll(rawHeader, "SECRET", "OTHER"), row), appendMeta, "invalid_batch"},
		{appendInput("", row), `"meta":{"agent":"SECRET"}`, "invalid_batch"},
		{appendInput(rawCall, row), appendMeta, "missing_header"},
		{appendInput("", row), `"x":1`, "bad_options"},
		{appendInput("", row), appendMeta + `,"requestId":null`, "bad_options"},
		{appendInput("", row), appendMeta + `,"time":1`, "bad_options"},
		{appendInput("", row), appendMeta + `,"seq":-1`, "bad_options"},
		{appendInput("", row), appendMeta + `,"seq":1.5`, "bad_options"},
		{appendInput("", row), appendMeta + `,"usage":"SECRET"`, "bad_options"},
		{appendInput("", row), appendMeta + `,"usage":{"iteration":"SECRET"}`, "invalid_batch"},
		{appendInput("", row), appendMeta + `,"usage":{}`, "invalid_batch"},
		{appendInput("", row), appendMeta + `,"usage":{"SECRET":1}`, "invalid_batch"},
		{appendInput("", row), strings.Replace(appendMeta, `"input_tokens":1`, `"input_tokens":18446744073709551615`, 1), "invalid_batch"}, // 2 to the power of 64
		{appendInput("", row), appendMeta + `,"partial":{"text":5}`, "bad_options"},
		{appendInput("", row), appendMeta + `,"partial":null`, "bad_options"},
	} {
		failed := askOf(t, "sessionraw", "append", c.input, decode(t, `{`+c.options+`}`)).Err()
		if failed.Code != c.code || failed.Message == "" || strings.Contains(failed.Message, "SECRET") {
			t.Errorf("%s: %+v, want %s", c.options, failed, c.code)
		}
	}
}

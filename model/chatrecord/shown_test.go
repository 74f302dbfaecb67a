package chatrecord

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func message(parts string) string { return `,"message":{"parts":[` + parts + `]}` }

// TestShown: the blocks of one record, as "kind text" lines.
func TestShown(t *testing.T) {
	image := `{"inlineData":{"data":"x","mimeType":"image/png"}}`
	call := `{"functionCall":{"name":"run","id":"c"}}`
	tail := `{"text":"<qwen:user-prompt-submit-context>\nhidden\n</qwen:user-prompt-submit-context>"}`
	turn := `,"daemonPromptId":"p","backgroundTurn":{"turnId":"b","taskId":"t","kind":"agent","startedAt":1}`
	tests := []struct {
		name, kind, more string
		want             []string
	}{
		{"texts join", "user", message(`{"text":"a"},{"text":"b"}`), []string{"user ab"}},
		{"an image in between begins a segment", "user", message(`{"text":"a"},` + image + `,{"text":"b"}`), []string{"user a\nb"}},
		{"an image alone", "user", message(image), []string{"user "}},
		{"a call in between", "user", message(`{"text":"a"},` + call + `,{"text":"b"}`), []string{"user a", "user b"}},
		{"a silent call in between", "user", message(`{"text":"a"},{"functionCall":{"name":"todo_write"}},{"text":"b"}`), []string{"user ab"}},
		{"halves of a character", "assistant", message(`{"text":"\ud83d"},{"text":"\ude00"}`), []string{"assistant \U0001F600"}},
		{"a thought in between", "assistant", message(`{"text":"a"},{"text":"b","thought":true},{"text":"c","thought":1}`), []string{"assistant a", "thought b", "assistant c"}},
		{"discrete texts", "assistant", `,"subtype":"realtime_message"` + message(`{"text":"a"},{"text":"b"}`), []string{"assistant a", "assistant b"}},
		{"hidden context", "user", message(`{"text":"a"},` + tail), []string{"user a"}},
		{"display text", "user", `,"systemPayload":{"displayText":"d","hookContext":"h"}` + message(`{"text":"a"},{"text":"b"}`), []string{"user d"}},
		{"a notification without text", "user", `,"subtype":"notification","systemPayload":{}` + message(`{"text":"a"}`), nil},
		{
			"a link of another prompt", "user", `,"subtype":"cron","systemPayload":{"displayText":"d","resourceLinks":[{"type":"resource_link","uri":"u","name":"n"}]}` + turn,
			[]string{"user d", "user "},
		},
		{"a command", "system", `,"subtype":"slash_command","systemPayload":{"phase":"result","outputHistoryItems":[{"text":"a\nb"},{"text":"c"}]}`, []string{"assistant a  \nbc"}},
		{"a silent record", "system", `,"subtype":"rewind"` + message(`{"text":"a"}`), nil},
		{"results show no text", "tool_result", message(`{"text":"a"}`), nil},
	}
	for _, test := range tests {
		var got []string
		for _, shown := range inputOf(t, "", line("r", "", test.kind, test.more)).Chain().Shown(0) {
			got = append(got, shown.Kind+" "+shown.Text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestTools: calls and results of a chain, one record each, as "id status sources" lines.
func TestTools(t *testing.T) {
	call := func(id, name string) string {
		return message(fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q}}`, id, name))
	}
	response := func(id, name string) string {
		return message(fmt.Sprintf(`{"functionResponse":{"id":%q,"name":%q,"response":{}}}`, id, name))
	}
	tests := []struct {
		name    string
		records []string // a call of an assistant, or a response
		want    []string
	}{
		{"answered", []string{call("c", "x"), response("c", "x")}, []string{"c completed 0 1"}},
		{"not answered", []string{call("c", "x")}, []string{"c failed 0"}},
		{"one id twice", []string{call("c", "x"), call("c", "y"), response("c", "y")}, []string{"c failed 0", "c:2 completed 1 2"}},
		{"without ids", []string{call("", "x"), response("", "x")}, []string{"qwen-replay-tool:0:0 completed 0 1"}},
		{"without ids, two of a name", []string{call("", "x"), call("", "x"), response("", "x")}, []string{
			"qwen-replay-tool:0:0 failed 0", "qwen-replay-tool:1:0 failed 1", "qwen-replay-tool:2:result completed 2",
		}},
		{"a result before its start", []string{response("c", "x"), call("c", "x")}, []string{"c completed 0 1"}},
		{"a result of another tool before", []string{response("c", "y"), call("c", "x")}, []string{"c completed 0", "c:2 failed 1"}},
		{"a second result", []string{call("c", "x"), response("c", "x"), response("c", "x")}, []string{"c completed 0 1 2"}},
		{"a silent call", []string{call("c", "todo_write"), response("c", "todo_write")}, []string{"c completed 1"}},
		{"an id like one that is made", []string{call("", "x"), call("qwen-replay-tool:0:0", "x"), response("qwen-replay-tool:0:0", "x")}, []string{
			"qwen-replay-tool:0:0 failed 0", "qwen-replay-tool:0:0:2 completed 1 2",
		}},
	}
	for _, test := range tests {
		var lines []string
		parent := ""
		for i, more := range test.records {
			kind := "assistant"
			if strings.Contains(more, "functionResponse") {
				kind = "tool_result"
			}
			lines = append(lines, line(fmt.Sprint(i), parent, kind, more))
			parent = fmt.Sprint(i)
		}
		var got []string
		for _, tool := range inputOf(t, "", lines...).Chain().Tools().List {
			got = append(got, strings.Join(append([]string{tool.ID, tool.Status}, tool.Sources...), " "))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestReusedIDsMatchInLinearTime: a quadratic path takes minutes here.
func TestReusedIDsMatchInLinearTime(t *testing.T) {
	const n = 20_000
	id := jsvalue.ObjectValue(jsvalue.Member{Key: "id", Value: jsvalue.StringValue("c")}, jsvalue.Member{Key: "name", Value: jsvalue.StringValue("x")})
	var steps [][]Step
	chain := &Chain{}
	for i := range 3 * n {
		kind := Result
		if i < n {
			kind = Call
		}
		steps = append(steps, []Step{{Kind: kind, Value: id}})
		chain.Nodes = append(chain.Nodes, &Node{UUID: fmt.Sprint(i), Fragments: []Record{{}}})
	}
	tools := chain.match(steps)
	if len(tools.List) != n || len(tools.Answers) != 2*n || len(tools.Further) != n || tools.List[n-1].ID != fmt.Sprintf("c:%d", n) || !tools.List[0].Vague {
		t.Errorf("%d calls, %d answers, %d of them further ones", len(tools.List), len(tools.Answers), len(tools.Further))
	}
}

// TestRedacted: CR-BLOCK-19, CR-BLOCK-20.
func TestRedacted(t *testing.T) {
	for key, want := range map[string]bool{
		"password": true, "API-Key": true, "x_auth_key": true, "myAccessTokenHere": true, "Auth": true, "authors": false, "tokens": false, "secretary": false,
	} {
		if SecretKey(key) != want {
			t.Errorf("SecretKey(%q) is %v", key, !want)
		}
	}
	deep := jsvalue.StringValue("x")
	for range 10_000 {
		deep = jsvalue.ArrayValue(deep)
	}
	cut := Redacted(deep)
	if !isCut(cut, 0) || !isRedacted(cut, 0) || isRedacted(deep, 0) {
		t.Error("a deep value is not cut")
	}
	secret, err := jsvalue.Decode(`{"a":[{"token":{"b":1}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := canonical(Redacted(secret)); got != `{"a":[{"token":"[redacted]"}]}` || isRedacted(secret, 0) {
		t.Errorf("redacted is %s", got)
	}
}

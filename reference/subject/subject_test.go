package subject_test

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// TestDescribe: the operations are those of the specification, and the reference has each that it names (TP-PROTO-12,
// TP-PROTO-15, TP-PROTO-18, TP-PROTO-20, TP-PROTO-21).
func TestDescribe(t *testing.T) {
	description, err := subject.New("1.2.3").Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if description.Protocol != 1 || description.Spec != spec.Version || description.Version != "1.2.3" || description.Concurrency != 1 {
		t.Errorf("%+v", description)
	}
	want := []protocol.DialectOps{
		{Dialect: "chatrecord", Ops: []string{"project", "prepare", "replay", "reduce", "compact", "read"}},
		{Dialect: "sessionraw", Ops: []string{"context", "items", "page", "append"}},
		{Dialect: "eventstream", Ops: []string{"parse", "entries", "rows", "groups", "summary", "store", "wire", "batch", "snapshot", "page", "candidate", "merge", "cursor", "follow", "repair", "recovery", "guardrail", "meter", "workflow"}},
	}
	if diff := cmp.Diff(want, description.Dialects); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, dialect := range want {
		for _, op := range dialect.Ops {
			options := object(member("threadId", jsvalue.StringValue("T")), member("meta", decode(t, `{`+appendMeta+`}`).Get("meta")))
			if answer := askOf(t, dialect.Dialect, op, protocol.Input{}, options); answer.Err().Code != protocol.BadInput {
				t.Errorf("%s without input: %+v", op, answer)
			}
			if _, ok := spec.ResultSchema(dialect.Dialect, op); !ok {
				t.Errorf("%s has no schema", op)
			}
		}
	}
}

// TestEveryCodeIsStated: section 8 of SPEC.md has a row for each code that can be answered (TP-PROTO-10).
func TestEveryCodeIsStated(t *testing.T) {
	text, err := os.ReadFile("../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(text), "## 8. The protocol")
	codes := append(protocol.Codes(), subject.InvalidUpdate, subject.InvalidState, subject.UnknownStateVersion,
		subject.MissingHeader, subject.InvalidCursor, subject.InvalidBatch)
	for _, code := range []chatrecord.InputErrorCode{
		chatrecord.InvalidRecords, chatrecord.InvalidMaxBlocks, chatrecord.LeafNotFound, chatrecord.MixedSessionIDs,
	} {
		codes = append(codes, protocol.Code(code))
	}
	for _, code := range codes {
		if !regexp.MustCompile("(?m)^\\| .*`" + string(code) + "`.* \\|").MatchString(chapter) {
			t.Errorf("%s is in no row", code)
		}
	}
}

// TestUnsupported: what is not in the table is not supported, and no error (TP-PROTO-06).
func TestUnsupported(t *testing.T) {
	for _, request := range []protocol.Request{
		{Dialect: "chatrecord", Op: "juggle"}, {Dialect: "Chatrecord", Op: "project"}, {Dialect: "eventstream", Op: "read"},
	} {
		answer, err := subject.New("").Call(t.Context(), request)
		if err != nil || answer.Kind() != protocol.UnsupportedAnswer || answer.Why() == "" {
			t.Errorf("%s %s: %+v, %v", request.Dialect, request.Op, answer, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := subject.New("").Call(ctx, protocol.Request{Dialect: "chatrecord", Op: "read"}); !errors.Is(err, context.Canceled) {
		t.Errorf("call: %v", err)
	}
	if _, err := subject.New("").Describe(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("describe: %v", err)
	}
}

const (
	user  = `{"uuid":"SECRET","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"a"}]}}`
	other = `{"uuid":"b","parentUuid":"SECRET","sessionId":"t","type":"user","message":{"parts":[{"text":"b"}]}}`
	chunk = `{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"}}`
)

// refusals are requests and the code they get (TP-PROTO-08, TP-PROTO-09, TP-PROTO-10, TP-PROTO-17).
var refusals = []struct {
	op      string
	input   protocol.Input
	options string
	code    protocol.Code
}{
	{"project", protocol.FilesOf(), "", "bad_input"},
	{"project", protocol.TextOf(user + "\n{\"SECRET"), "", "bad_input"},
	{"project", protocol.TextOf("\ufeff" + user), "", "bad_input"},
	{"project", protocol.TextOf(user + "\x00"), "", "bad_input"},
	{"project", value(`{"SECRET":1}`), "", "invalid_records"},
	{"project", value(`null`), "", "invalid_records"},
	{"project", protocol.TextOf(user), `{"maxBlocks":0}`, "invalid_max_blocks"},
	{"project", protocol.TextOf(user), `{"leafUuid":"SECRET2"}`, "leaf_not_found"},
	{"project", protocol.TextOf(user + "\n" + other), "", "mixed_session_ids"},

	{"prepare", protocol.FilesOf(), "", "bad_input"},
	{"prepare", value(`"SECRET"`), "", "invalid_records"},
	{"prepare", protocol.TextOf(user), `{"leafUuid":null}`, "leaf_not_found"},
	{"prepare", protocol.TextOf(user + "\n" + other), "", "mixed_session_ids"},

	{"replay", protocol.FilesOf(), "", "bad_input"},
	{"replay", value(`{}`), "", "invalid_records"},
	{"replay", protocol.TextOf(user), `"SECRET"`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"gaps":null}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"gaps":{}}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"gaps":["SECRET"]}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"gaps":[{"childUuid":"","missingParentUuid":"SECRET"}]}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"gaps":[{"childUuid":"SECRET"}]}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"finalize":1}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"finalize":null}`, "bad_options"},
	{"replay", protocol.TextOf(user), `{"initialState":null}`, "invalid_state"},
	{"replay", protocol.TextOf(user), `{"initialState":{"SECRET":1}}`, "invalid_state"},
	{"replay", protocol.TextOf(user), `{"initialState":{"v":2}}`, "unknown_state_version"},
	{"replay", protocol.TextOf(user), `{"initialState":{"v":"SECRET"}}`, "unknown_state_version"},

	{"reduce", protocol.TextOf(chunk), "", "bad_input"},
	{"reduce", value(`[` + chunk + `]`), "", "bad_input"},
	{"reduce", value(`{"updates":{}}`), "", "bad_input"},
	{"reduce", value(`{"updates":["SECRET"]}`), "", "invalid_update"},
	{"reduce", value(`{"updates":[` + chunk + `,{"sessionUpdate":"SECRET"}]}`), "", "invalid_update"},
	{"reduce", value(`{"updates":[` + chunk + `]}`), `{"maxBlocks":"SECRET"}`, "invalid_max_blocks"},

	{"compact", protocol.TextOf(chunk), "", "bad_input"},
	{"compact", value(`{"updates":[{"sessionUpdate":"plan","entries":"SECRET"}]}`), "", "invalid_update"},

	{"read", value(`"SECRET"`), "", "bad_input"},
	{"read", protocol.FilesOf(protocol.File{Name: "SECRET"}), "", "bad_input"},
}

func value(text string) protocol.Input {
	v, err := jsvalue.Decode(text)
	if err != nil {
		panic(err)
	}
	return protocol.ValueOf(v)
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		var options jsvalue.Value
		if c.options != "" {
			options = decode(t, c.options)
		}
		answer := ask(t, c.op, c.input, options)
		failed := answer.Err()
		if failed.Code != c.code || failed.Message == "" {
			t.Errorf("%s of %s%s with %q: %+v, want %s", c.op, c.input.Text(), jsvalue.Append(nil, c.input.Value()), c.options, answer, c.code)
		}
		if strings.Contains(failed.Message, "SECRET") {
			t.Errorf("%s: the message quotes the input: %s", c.op, failed.Message)
		}
	}
}

// TestOptionsAreAnObject: options of another kind are refused by every operation, before it looks at the input (TP-PROTO-09).
func TestOptionsAreAnObject(t *testing.T) {
	description, err := subject.New("").Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, dialect := range description.Dialects[1:] {
		for _, op := range dialect.Ops {
			for _, options := range []string{`5`, `"{}"`, `[]`} {
				if answer := askOf(t, dialect.Dialect, op, protocol.Input{}, decode(t, options)); answer.Err().Code != protocol.BadOptions {
					t.Errorf("%s with %s: %+v", op, options, answer)
				}
			}
		}
	}
	for _, op := range description.Dialects[0].Ops {
		for _, options := range []string{`5`, `"{}"`, `[]`, `true`, `false`, `""`} {
			if answer := ask(t, op, protocol.Input{}, decode(t, options)); answer.Err().Code != protocol.BadOptions {
				t.Errorf("%s with %s: %+v", op, options, answer)
			}
		}
		for _, options := range []string{`null`, `{}`, `{"unknown":5}`} {
			if answer := ask(t, op, protocol.Input{}, decode(t, options)); answer.Err().Code != protocol.BadInput {
				t.Errorf("%s with %s: %+v", op, options, answer)
			}
		}
	}
}

// TestInputForms: text, bytes and value are one input (TP-PROTO-08).
func TestInputForms(t *testing.T) {
	want := string(jsvalue.Append(nil, result(t, "project", protocol.TextOf(user), jsvalue.Value{})))
	for name, input := range map[string]protocol.Input{
		"lines": protocol.TextOf("\n \r\n" + user + " \r\n\t\n"), "value": value(`[` + user + `]`),
	} {
		if got := string(jsvalue.Append(nil, result(t, "project", input, jsvalue.NullValue()))); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	bytes := strings.Replace(user, `"a"`, "\"\xe2\x82\"", 1) // goes as base64, and is decoded by CR-JS-07
	blocks := result(t, "project", protocol.TextOf(bytes), jsvalue.Value{}).Get("blocks")
	if got := blocks.At(0).Get("text").Text(); got != "\ufffd" {
		t.Errorf("bytes: %q", got)
	}
}

// TestReplayOptions: gaps, state and finalize do what they say, and what is damaged is reported (TP-PROTO-16).
func TestReplayOptions(t *testing.T) {
	const call = `{"uuid":"c","parentUuid":"SECRET","sessionId":"s","type":"assistant","subtype":"future","message":{"parts":[{"functionCall":{"name":"f"}}]}}`
	const answers = `{"uuid":"c","parentUuid":"SECRET","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"name":"f"}},{"functionResponse":{"name":"f"}}]}}`
	for _, c := range []struct {
		text, options          string
		emissions, diagnostics int
		callIsOut              bool
	}{
		{user, `{}`, 1, 0, false},
		{user, `{"gaps":[{"childUuid":"SECRET","missingParentUuid":""}],"unknown":1}`, 2, 0, false},
		{user, `{"gaps":[{"childUuid":"x","missingParentUuid":"y"}]}`, 1, 0, false},
		{user + "\n" + call, ``, 3, 1, false},
		{user + "\n" + call, `{"finalize":true}`, 3, 1, false},
		{user + "\n" + call, `{"finalize":false}`, 2, 0, true}, // an unknown subtype is the business of prepare
		{user + "\n" + answers, ``, 3, 1, false},               // the same is said once (CR-PREP-27)
		{"7\n" + user, ``, 1, 1, false},
		{user, `{"initialState":{"v":1,"pendingToolCalls":[],"cumulativeUsage":7}}`, 1, 1, false},
	} {
		var options jsvalue.Value
		if c.options != "" {
			options = decode(t, c.options)
		}
		got := result(t, "replay", protocol.TextOf(c.text), options)
		if n := got.Get("emissions").Len(); n != c.emissions {
			t.Errorf("%s: %d emissions, want %d", c.options, n, c.emissions)
		}
		if n := got.Get("diagnostics").Len(); n != c.diagnostics {
			t.Errorf("%s: %d diagnostics, want %d: %s", c.options, n, c.diagnostics, jsvalue.Append(nil, got.Get("diagnostics")))
		}
		if n := got.Get("state").Get("pendingToolCalls").Len(); n > 0 != c.callIsOut {
			t.Errorf("%s: %d pending calls", c.options, n)
		}
	}
}

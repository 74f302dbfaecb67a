package update_test

import (
	"errors"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func decode(t testing.TB, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// parseable are updates that are taken; what is written is want, or the text itself (TP-PROTO-17).
var parseable = []struct{ text, want string }{
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":""}}`, ``},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"image","data":"","mimeType":"x"}}`, ``},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"image","attachmentId":"","mimeType":"x","size":null}}`, ``},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"resource","attachmentId":"a","mimeType":"x","size":-1.5}}`, ``},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"resource_link","uri":"u","name":"","more":[null]}}`, ``},
	{`{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"\ud800"},"_meta":{"x":null,"timestamp":-8640000000000000,` +
		`"backgroundTurn":{"turnId":"t","taskId":"u","kind":"peer","startedAt":0.5,"toolUseId":"","sourceTurnId":"s","label":"l"}}}`, ``},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{}}`, `{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"}}`},
	{`{"sessionUpdate":"tool_call","toolCallId":"a"}`, ``},
	{
		`{"sessionUpdate":"tool_call","toolCallId":"a","status":"","title":"","kind":""}`,
		`{"sessionUpdate":"tool_call","toolCallId":"a"}`,
	},
	{
		`{"sessionUpdate":"tool_call_update","toolCallId":"a","status":"cancelled","title":"t","content":[{"type":"content","content":` +
			`{"type":"text","text":"x"}},{"type":"diff","path":"p","oldText":"","newText":"n"}],"locations":[1,{"path":"p"}],"kind":"k",` +
			`"rawInput":null,"rawOutput":{"a":1},"subagentSessionReady":false}`, ``,
	},
	{`{"sessionUpdate":"tool_call_update","toolCallId":"a","content":[],"locations":[]}`, ``},
	{
		`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"high","status":"pending","_meta":{"qwenTodo":{"id":"","blockedBy":["b"]}}},` +
			`{"content":"","priority":"low","status":"completed"}],"_meta":{"qwenTranscript":{"sourceRecordIds":["a","a"],"planToolCallId":"p","resultPreviewText":"r","segmentId":"s"}}}`, ``,
	},
	{
		`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"in_progress","_meta":{}}],"_meta":{"qwenTranscript":{"sourceRecordIds":[],"segmentId":""}}}`,
		`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"in_progress"}],"_meta":{"qwenTranscript":{"sourceRecordIds":[]}}}`,
	},
	{`{"sessionUpdate":"status","content":{"type":"text","text":"t"},"source":"s","data":{"d":1}}`, ``},
	{`{"sessionUpdate":"prompt_cancelled","promptId":"p","elapsedMs":null,"cancelledAt":-1}`, ``},
	{`{"sessionUpdate":"prompt_cancelled","promptId":"p","elapsedMs":0,"cancelledAt":1e21}`, `{"sessionUpdate":"prompt_cancelled","promptId":"p","elapsedMs":0,"cancelledAt":1e+21}`},
}

func TestParse(t *testing.T) {
	for _, c := range parseable {
		u, err := update.Parse(decode(t, c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := string(jsvalue.Append(nil, u.Value())); got != want {
			t.Errorf("%s: written as %s", c.text, got)
		}
	}
}

// unparseable are values that are no update, and where that shows (TP-PROTO-17).
var unparseable = []struct{ text, path string }{
	{`null`, ""},
	{`[]`, ""},
	{`{}`, "sessionUpdate"},
	{`{"sessionUpdate":7}`, "sessionUpdate"},
	{`{"sessionUpdate":"available_commands_update"}`, "sessionUpdate"},
	{`{"sessionUpdate":"user_message_chunk"}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":"a"}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{}}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text"}}`, "content.text"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"audio","data":"a","mimeType":"b"}}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"image","mimeType":"b"}}`, "content.data"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"image","data":"a"}}`, "content.mimeType"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"image","data":"a","mimeType":"b","size":1}}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"image","attachmentId":"a","mimeType":"b","size":"1"}}`, "content.size"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"resource","data":"a","mimeType":"b"}}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"resource_link","uri":"","name":"n"}}`, "content.uri"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"resource_link","uri":"u"}}`, "content.name"},
	{`{"sessionUpdate":"agent_message_chunk","content":{"type":"image","data":"a","mimeType":"b"}}`, "content"},
	{`{"sessionUpdate":"status","content":{"type":"image","data":"a","mimeType":"b"},"source":"s"}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a","annotations":{}}}`, "content"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"more":1}`, ""},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"title":"t"}`, ""},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":null}`, "_meta"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"timestamp":"1"}}`, "_meta.timestamp"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"timestamp":1e400}}`, "_meta.timestamp"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"backgroundTurn":null}}`, "_meta.backgroundTurn"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"timestamp":0.5}}`, "_meta.timestamp"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"timestamp":8640000000000001}}`, "_meta.timestamp"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"backgroundTurn":{"turnId":"","taskId":"u","kind":"peer","startedAt":0}}}`, "_meta.backgroundTurn.turnId"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"backgroundTurn":{"turnId":"t","taskId":"u","kind":"pear","startedAt":0}}}`, "_meta.backgroundTurn.kind"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"backgroundTurn":{"turnId":"t","taskId":"u","kind":"peer","startedAt":-1}}}`, "_meta.backgroundTurn.startedAt"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"backgroundTurn":{"turnId":"t","taskId":"u","kind":"peer","startedAt":0,"label":1}}}`, "_meta.backgroundTurn.label"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"backgroundTurn":{"turnId":"t","taskId":"u","kind":"peer","startedAt":0,"x":1}}}`, "_meta.backgroundTurn"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"qwenTranscript":[]}}`, "_meta.qwenTranscript"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"qwenTranscript":{}}}`, "_meta.qwenTranscript.sourceRecordIds"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"qwenTranscript":{"sourceRecordIds":[1]}}}`, "_meta.qwenTranscript.sourceRecordIds"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"qwenTranscript":{"sourceRecordIds":["a",""]}}}`, "_meta.qwenTranscript.sourceRecordIds"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"qwenTranscript":{"sourceRecordIds":[],"x":1}}}`, "_meta.qwenTranscript"},
	{`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},"_meta":{"qwenTranscript":{"sourceRecordIds":[],"segmentId":1}}}`, "_meta.qwenTranscript.segmentId"},
	{`{"sessionUpdate":"tool_call"}`, "toolCallId"},
	{`{"sessionUpdate":"tool_call","toolCallId":""}`, "toolCallId"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","status":"done"}`, "status"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","title":null}`, "title"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","kind":1}`, "kind"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":null}`, "content"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":["x"]}`, "content[0]"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":[{"type":"terminal","terminalId":"t"}]}`, "content[0]"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":[{"type":"content","content":{"type":"text","text":"a"},"x":1}]}`, "content[0]"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":[{"type":"content","content":{"type":"image"}}]}`, "content[0].content"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":[{"type":"diff","path":"p","newText":"n"}]}`, "content[0].oldText"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":[{"type":"diff","path":"p","oldText":null,"newText":"n"}]}`, "content[0].oldText"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","content":[{"type":"diff","path":"p","oldText":"","newText":"","x":1}]}`, "content[0]"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","locations":{}}`, "locations"},
	{`{"sessionUpdate":"tool_call","toolCallId":"a","subagentSessionReady":1}`, "subagentSessionReady"},
	{`{"sessionUpdate":"plan"}`, "entries"},
	{`{"sessionUpdate":"plan","entries":[1]}`, "entries[0]"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium"}]}`, "entries[0].status"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"urgent","status":"pending"}]}`, "entries[0].priority"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"done"}]}`, "entries[0].status"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"pending","_meta":{"qwenTodo":null}}]}`, "entries[0]._meta.qwenTodo"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"pending","_meta":{"qwenTodo":{"id":1}}}]}`, "entries[0]._meta.qwenTodo.id"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"pending","_meta":{"qwenTodo":{"blockedBy":[1]}}}]}`, "entries[0]._meta.qwenTodo.blockedBy"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"in_progress","x":1}]}`, "entries[0]"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"in_progress","_meta":{"x":1}}]}`, "entries[0]._meta"},
	{`{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"in_progress","_meta":[]}]}`, "entries[0]._meta"},
	{`{"sessionUpdate":"status","content":{"type":"text","text":"t"}}`, "source"},
	{`{"sessionUpdate":"status","content":null,"source":"s"}`, "content"},
	{`{"sessionUpdate":"prompt_cancelled","elapsedMs":0,"cancelledAt":0}`, "promptId"},
	{`{"sessionUpdate":"prompt_cancelled","promptId":"","elapsedMs":0,"cancelledAt":0}`, "promptId"},
	{`{"sessionUpdate":"prompt_cancelled","promptId":"p","cancelledAt":0}`, "elapsedMs"},
	{`{"sessionUpdate":"prompt_cancelled","promptId":"p","elapsedMs":-1,"cancelledAt":0}`, "elapsedMs"},
	{`{"sessionUpdate":"prompt_cancelled","promptId":"p","elapsedMs":0,"cancelledAt":"0"}`, "cancelledAt"},
}

func TestParseRefuses(t *testing.T) {
	for _, c := range unparseable {
		u, err := update.Parse(decode(t, c.text))
		var fault *update.ParseError
		if !errors.As(err, &fault) || fault.Path != c.path || fault.Reason == "" {
			t.Errorf("%s: %v, want a fault at %q", c.text, err, c.path)
		}
		if u.Kind != "" {
			t.Errorf("%s: part of an update that was refused: %+v", c.text, u)
		}
	}
}

// FuzzParse: what is taken loses no member but empty ones, and reads back as it was (TP-PROTO-17).
func FuzzParse(f *testing.F) {
	for _, c := range parseable {
		f.Add(c.text)
	}
	for _, c := range unparseable {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := jsvalue.Decode(text)
		if err != nil {
			return
		}
		u, err := update.Parse(value)
		if err != nil {
			return
		}
		written := u.Value()
		if want := withoutEmpty(value); string(jsvalue.AppendCanonical(nil, written)) != string(jsvalue.AppendCanonical(nil, want)) {
			t.Fatalf("%s is written as %s", text, jsvalue.Append(nil, written))
		}
		again, err := update.Parse(written)
		if err != nil || !jsvalue.Equal(again.Value(), written) {
			t.Fatalf("%s reads back as %s, %v", jsvalue.Append(nil, written), jsvalue.Append(nil, again.Value()), err)
		}
	})
}

// withoutEmpty removes what may be empty, and then is the same as absent.
func withoutEmpty(v jsvalue.Value) jsvalue.Value {
	if v.Has("toolCallId") {
		v = dropBlank(v, "status", "title", "kind")
	}
	if entries := v.Get("entries"); entries.IsArray() {
		var list []jsvalue.Value
		for _, entry := range entries.Elements() {
			list = append(list, dropEmpty(entry, "_meta"))
		}
		v = v.With(jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(list...)})
	}
	meta := v.Get("_meta")
	if transcript := meta.Get("qwenTranscript"); !transcript.IsUndefined() {
		transcript = dropBlank(transcript, "planToolCallId", "resultPreviewText", "segmentId")
		v = v.With(jsvalue.Member{Key: "_meta", Value: meta.With(jsvalue.Member{Key: "qwenTranscript", Value: transcript})})
	}
	return dropEmpty(v, "_meta")
}

func dropBlank(v jsvalue.Value, keys ...string) jsvalue.Value {
	for _, key := range keys {
		if v.Get(key).IsString() && v.Get(key).Text() == "" {
			v = v.Without(key)
		}
	}
	return v
}

func dropEmpty(v jsvalue.Value, key string) jsvalue.Value {
	if v.Get(key).IsObject() && v.Get(key).Len() == 0 {
		return v.Without(key)
	}
	return v
}

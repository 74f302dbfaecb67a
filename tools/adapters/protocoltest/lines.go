package protocoltest

import "strings"

// Line is a line for the subject, without its line feed, and what the answer is.
type Line struct {
	Text string
	Want string // the id, and "result", "unsupported" or the code of the error; "" for no answer
}

const (
	record  = `{\"uuid\":\"a\"}` // inside a text
	project = `"dialect":"chatrecord","op":"project"`
)

// longText is longer than the buffers that line readers of standard libraries stop at.
const longText = 2 << 20

// Lines are for a subject whose only dialect is chatrecord and that has the operation project.
func Lines() []Line {
	return []Line{
		{`{"id":1,"op":"describe"}`, "1 result"},
		{"", ""},
		{" \t\r", ""},
		{"\ufeff", "null bad_json"},
		{"\ufeff" + `{"id":1,"op":"describe"}`, "null bad_json"},
		{"\u00a0", "null bad_json"},
		{"\u2028", "null bad_json"},
		{"{", "null bad_json"},
		{`{"id":1,"op":"describe"} {}`, "null bad_json"},
		{`{"id":1,"op":"describe","x":NaN}`, "null bad_json"},
		{`{"id":1,"op":"describe","x":"` + "\xff" + `"}`, "null bad_json"},
		{"[]", "null bad_request"},
		{"5", "null bad_request"},
		{"null", "null bad_request"},
		{`{"op":"describe"}`, "null bad_request"},
		{`{"id":null,"op":"describe"}`, "null bad_request"},
		{`{"id":true,"op":"describe"}`, "null bad_request"},
		{`{"id":[1],"op":"describe"}`, "null bad_request"},
		{`{"id":1.5,"op":"describe"}`, "null bad_request"},
		{`{"id":9007199254740992,"op":"describe"}`, "null bad_request"},
		{`{"id":"\ud800","op":"describe"}`, `"\ud800" result`},
		{`{"id":1}`, "1 bad_request"},
		{`{"id":1,"op":""}`, "1 bad_request"},
		{`{"id":1,"op":5}`, "1 bad_request"},
		{`{"id":1,"op":"project"}`, "1 bad_request"},
		{`{"id":1,"op":"project","dialect":""}`, "1 bad_request"},
		{`{"id":1,"op":"project","dialect":5}`, "1 bad_request"},
		{`{"id":1,"op":"describe","dialect":null}`, "1 bad_request"},
		{`{"id":1,"op":"project","dialect":"nobody's","value":[]}`, "1 unsupported"},
		{`{"id":1,"op":"nothing","dialect":"chatrecord"}`, "1 unsupported"},
		{`{"id":1,"op":"nothing","dialect":"chatrecord","options":5}`, "1 unsupported"},
		{`{"id":1,"op":"nothing","dialect":"chatrecord","jsonl":5}`, "1 bad_request"},
		{`{"id":1,` + project + `}`, "1 bad_input"},
		{`{"id":1,` + project + `,"jsonl":5}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl":null}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl":"\ud800"}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl":"\n\\\udc00"}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl_base64":5}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl_base64":"!!!"}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl_base64":"e30"}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl_base64":"e31="}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl_base64":"e3\n0="}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":[]}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"a":5}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"a":null}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"\ud800":""}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"a":{}}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"a":{"base64":"e30"}}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"a":{"base64":5}}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"files":{"a":""}}`, "1 bad_input"},
		{`{"id":1,` + project + `,"files":{"a":"","b":{"base64":"/w=="}}}`, "1 bad_input"},
		{`{"id":1,` + project + `,"jsonl":"","value":[]}`, "1 bad_request"},
		{`{"id":1,` + project + `,"jsonl":"","jsonl_base64":""}`, "1 bad_request"},
		{`{"id":1,` + project + `,"value":[],"files":{}}`, "1 bad_request"},
		{`{"id":1,` + project + `,"value":[],"options":5}`, "1 bad_options"},
		{`{"id":1,` + project + `,"options":[]}`, "1 bad_options"},
		{`{"id":1,` + project + `,"value":[],"unknown":{"jsonl":5}}`, "1 result"},
		{`{"id":1,` + project + `,"jsonl":"` + record + `\n \t\r\n` + record + `"}`, "1 result"},
		{`{"id":1,` + project + `,"jsonl":"` + record + `\r\n\ud83d\ude00"}`, "1 bad_input"},
		{`{"id":1,` + project + `,"jsonl":"` + record + `\n\ufeff\n"}`, "1 bad_input"},
		{`{"id":1,` + project + `,"jsonl":"` + record + `\n\u00a0\n"}`, "1 bad_input"},
		{`{"id":1,` + project + `,"jsonl":"` + record + `\n{\n"}`, "1 bad_input"},
		{`{"id":1,` + project + `,"jsonl_base64":"e30="}`, "1 result"},
		{`{"id":1,` + project + `,"jsonl_base64":"eyJhIjoi/yJ9"}`, "1 result"},
		{`{"id":1,` + project + `,"jsonl":"{\"uuid\":\"` + strings.Repeat("long ", longText/5) + `\"}"}`, "1 result"},
		{`{"id":1,"op":"describe","value":[]}`, "1 bad_input"},
		{`{"id":1,"op":"describe","options":5}`, "1 bad_options"},
		{`{"id":1,"op":"describe","options":null}`, "1 result"},
		{`{"id":"last","op":"describe","dialect":"x"}`, `"last" result`},
	}
}

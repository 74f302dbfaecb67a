package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// rawHeads are lines with which a block begins, or seems to.
var rawHeads = []string{
	"Current Date & Time: 2026-07-21 09:00:00", "Current Date & Time: 2026-07-21 09:00:00 UTC", "Current Date & Time: 2026-07-21 09:00:00 Europe/Berlin (UTC+02:00), Tuesday",
	"Current Date & Time: 2026-07-21 09:00:00, Sunday", "Current Date & Time: 2026-07-21 09:00:00 UTC (UTC+00:00)", "Current Date & Time: 2026-07-21", "Current Date & Time: now",
	"[Context]", "[Channel context]", "[Memory context]", "[Channel context] x", "Context",
}

// block is an injected block, or what only looks like one.
func (w *rawWorkspace) block() string {
	end := pick(w.Source, []string{"\n", "\n", "\n", "\r\n"})
	lines := []string{pick(w.Source, rawHeads)}
	if w.chance(25) {
		lines = slices.Insert(lines, 0, "[Context]")
	}
	for range w.Below(3) {
		lines = append(lines, pick(w.Source, []string{"- key: value", "- other: a: b", "- key", "a line", "key: value", "-key: value"}))
	}
	text := pick(w.Source, []string{"", "", "", "\n", " \t\n"}) + strings.Join(lines, end) + end
	if !w.chance(8) {
		text += end
	}
	return text
}

// tool is the name of a tool, or one that starts a sub-agent.
func (f *rawFile) tool() string {
	if f.chance(12) {
		return pick(f.Source, []string{
			"delegate_to_coder", "DELEGATE_researcher", "Delegate_To_Coder", "researcher", "resea", "rese", "delegate_resea", "delegate", "delegated", "spawn_", "spawn", "coder", "delegate_b",
		})
	}
	return pick(f.Source, rawTools)
}

func (f *rawFile) arguments() string {
	if f.chance(12) {
		return fmt.Sprintf(`{%q:%q,"n":1}`, pick(f.Source, []string{"agent_id", "agent", "subagent", "subagent_type", "target", "name"}), pick(f.Source, rawAgents))
	}
	return pick(f.Source, rawArguments)
}

// task is the id of the run of a sub-agent, mostly one that no other has.
func (w *rawWorkspace) task() string {
	if w.chance(8) {
		return ""
	}
	w.tasks++
	return fmt.Sprintf("task-%d", w.tasks)
}

// start is how long after its parent a sub-agent is started.
func (w *rawWorkspace) start() int {
	if w.chance(40) {
		return pick(w.Source, []int{0, 99, 100, 101, 200, 300})
	}
	return w.Below(400)
}

// resultText is the content of a result: text, what a sub-agent says of itself, or text in an envelope.
func (f *rawFile) resultText(id string) string {
	switch {
	case f.chance(8):
		return fmt.Sprintf(`%s{%q:"task-%d","status":%q}`, pick(f.Source, []string{"", " "}), pick(f.Source, []string{"subagent_run_id", "task_id", "id"}), 1+f.Below(3), pick(f.Source, []string{"done", "done", "incomplete"}))
	case f.chance(3):
		return pick(f.Source, []string{"Accepted async sub-agent task-1", "accepted async sub-agent", `{"status":"incomplete"}`, `{"status":"incomplete"`})
	case f.chance(12):
		return f.resultEnvelope(id)
	}
	return f.said()
}

// resultEnvelope is a result that names its call in its text, or seems to.
func (f *rawFile) resultEnvelope(id string) string {
	members := []jsvalue.Member{str("content", f.said()), str("tool_call_id", id)}
	if f.chance(60) {
		members = append(members, str(pick(f.Source, []string{"tool_name", "name"}), "shell"))
	}
	if f.chance(20) {
		members = append(members, pick(f.Source, []jsvalue.Member{str("status", "ok"), val("name", jsvalue.IntValue(1)), val("content", jsvalue.IntValue(1)), val("tool_call_id", jsvalue.NullValue()), val("tool_name", jsvalue.ArrayValue())}))
	}
	return pick(f.Source, []string{"", "", "", " "}) + string(jsvalue.AppendSource(nil, jsvalue.ObjectValue(members...)))
}

// enveloped is a row whose text holds the calls, or seems to; some or all stand in the row too.
func (f *rawFile) enveloped(content string, calls []jsvalue.Value) {
	members := []jsvalue.Member{str("content", content), val("tool_calls", jsvalue.ArrayValue(calls[:f.Below(len(calls)+1)]...))}
	if f.chance(30) {
		members = append(members, str("reasoning_content", "thought "+f.number()))
	}
	if f.chance(20) {
		members = append(members, pick(f.Source, []jsvalue.Member{
			str("role", "assistant"), val("content", jsvalue.IntValue(1)), val("content", jsvalue.NullValue()), val("reasoning_content", jsvalue.BoolValue(true)),
			val("tool_calls", jsvalue.ArrayValue(jsvalue.ObjectValue(str("id", "c1"), str("name", "shell")))), val("tool_calls", jsvalue.StringValue("none")),
			val("tool_calls", jsvalue.ArrayValue(jsvalue.ObjectValue(str("id", "c1"), val("name", jsvalue.NullValue()), str("arguments", "{}")))),
			val("tool_calls", jsvalue.ArrayValue(jsvalue.ObjectValue(val("id", jsvalue.IntValue(1)), str("name", "shell"), str("arguments", "{}")))),
		}))
	}
	text := pick(f.Source, []string{"", "", "", "\n"}) + string(jsvalue.AppendSource(nil, jsvalue.ObjectValue(members...)))
	row := []jsvalue.Member{str("role", "assistant"), str("content", text)}
	if f.chance(60) {
		row = append(row, val("tool_calls", jsvalue.ArrayValue(calls[f.Below(len(calls)+1):]...)))
	}
	f.row(f.withUsage(f.withReasoning(row...))...)
}

// textResults is a user row with the results of several calls, or what only begins like one.
func (f *rawFile) textResults(ids []string) {
	text := "[Tool results]" + pick(f.Source, []string{"\n", "\n", "", " "})
	var failures []jsvalue.Value
	for _, id := range ids {
		line := pick(f.Source, []string{"\n", "\n", "", "\n\n"})
		text += fmt.Sprintf("<tool_result id=\"%s\">%s%s%s</tool_result>%s", id, line, f.said(), line, pick(f.Source, []string{"\n", "", " \n"}))
		if f.chance(30) {
			failures = append(failures, jsvalue.StringValue(id))
		}
	}
	if f.chance(15) {
		text += pick(f.Source, []string{"why?", "<tool_result>x</tool_result>", "<tool_result id=\"c1\">x", "<tool_result id=\"c\n1\">x</tool_result>", "<tool_result id=\"c1\" x>y</tool_result>"})
	}
	row := []jsvalue.Member{str("role", "user"), str("content", text)}
	if failures != nil || f.chance(10) {
		failures = append(failures, pick(f.Source, []jsvalue.Value{jsvalue.StringValue("x"), jsvalue.IntValue(1)}))
		row = append(row, val("extra_metadata", jsvalue.ObjectValue(val("openhuman_tool_failures", jsvalue.ArrayValue(failures...)))))
	}
	f.row(row...)
}

// moreFields adds fields that rows seldom have.
func (f *rawFile) moreFields(members []jsvalue.Member) []jsvalue.Member {
	if f.chance(6) {
		members = append(members, pick(f.Source, []jsvalue.Member{
			val("extra_metadata", jsvalue.ObjectValue(str("k", "v"), val("n", rawNumber("1.50")))), val("extra_metadata", jsvalue.StringValue("no object")), val("extra_metadata", jsvalue.ArrayValue()),
			val("extra_metadata", jsvalue.BoolValue(false)), val("extra_metadata", jsvalue.NullValue()), str("failure_detail", "why"), str("provider", "p"), str("model", "m"),
			val("seq", rawNumber("18446744073709551615")), val("iteration", rawNumber("4294967295")), str("tool_call_id", "c1"), str("reasoning_content", "thought "+f.number()), str("v", "2"),
		}))
	}
	if f.chance(3) {
		members = append(members, f.oddUsage())
	}
	if f.chance(2) {
		members = append(members, f.oddCalls())
	}
	return members
}

// oddUsage is usage that is not complete, has a window, or has a number that does not fit.
func (f *rawFile) oddUsage() jsvalue.Member {
	usage := []jsvalue.Member{val("input", jsvalue.IntValue(5)), val("output", jsvalue.IntValue(7)), val("cached_input", jsvalue.IntValue(0)), val("cost_usd", rawNumber("1e-3"))}
	at := f.Below(len(usage))
	switch f.Below(4) {
	case 0:
		usage = slices.Delete(usage, at, at+1)
	case 1:
		usage[at].Value = jsvalue.StringValue("5")
	case 2:
		usage = append(usage, val("context_window", pick(f.Source, []jsvalue.Value{jsvalue.IntValue(200000), rawNumber("-1"), rawNumber("1.0"), jsvalue.NullValue()})))
	default:
		usage[at].Value = rawNumber("18446744073709551616")
	}
	return val("usage", jsvalue.ObjectValue(usage...))
}

// oddCalls is a list of calls with some that are none.
func (f *rawFile) oddCalls() jsvalue.Member {
	call := func(members ...jsvalue.Member) jsvalue.Value { return jsvalue.ObjectValue(members...) }
	return val("tool_calls", jsvalue.ArrayValue(pick(f.Source, []jsvalue.Value{
		call(str("id", "c"+f.number()), str("arguments", "{}")), call(val("id", jsvalue.IntValue(1)), str("name", "shell"), str("arguments", "{}")),
		call(str("id", "c"+f.number()), str("name", "shell"), val("arguments", jsvalue.ObjectValue())), jsvalue.IntValue(5), jsvalue.NullValue(),
		call(str("id", "c"+f.number()), str("name", "shell"), str("arguments", "{}"), val("extra_content", jsvalue.ObjectValue(str("a", "b")))), call(str("name", "shell")),
	}), call(str("id", "c"+f.number()), str("name", "shell"), str("arguments", "[]"), val("extra_content", jsvalue.NullValue()))))
}

// stamp is a time in one of the ways in which it can be written.
func (f *rawFile) stamp(seconds int) string {
	clock := fmt.Sprintf("1970-01-01T%02d:%02d:%02d", seconds/3600%24, seconds/60%60, seconds%60)
	switch {
	case f.chance(5):
		return pick(f.Source, []string{"", "later", clock, fmt.Sprint(seconds)})
	case f.chance(10):
		return clock + pick(f.Source, []string{".5Z", ".999999Z", "+00:00", "-00:30", "+01:00"})
	}
	return clock + "Z"
}

// again writes rows that stood before: each is shown once.
func (f *rawFile) again() {
	if len(f.context) > 0 && f.chance(5) {
		f.put(pick(f.Source, f.context))
	}
	f.twins()
	if !f.chance(10) {
		return
	}
	for _, row := range f.context[max(0, len(f.context)-4):] {
		if row.Has("id") {
			f.put(row)
		}
	}
}

// rawTwinCalls are two calls that only look alike to those who join an id and a name.
var rawTwinCalls = []jsvalue.Value{
	jsvalue.ObjectValue(str("id", "a"), str("name", "b\x00c"), str("arguments", "{}")),
	jsvalue.ObjectValue(str("id", "a\x00b"), str("name", "c"), str("arguments", "{}")),
}

// twins writes rows of one id and content that make other calls.
func (f *rawFile) twins() {
	if !f.chance(3) {
		return
	}
	id := "m" + f.number()
	for _, call := range rawTwinCalls {
		f.row(str("role", "assistant"), str("content", ""), str("id", id), val("tool_calls", jsvalue.ArrayValue(call)))
	}
}

// wholeBehindPartial is an answer that was interrupted, and then the same one, whole.
func (f *rawFile) wholeBehindPartial() {
	row := f.withReasoning(str("role", "assistant"), str("content", f.said()), str("id", "m"+f.number()))
	f.row(append(slices.Clone(row), val("interrupted", jsvalue.BoolValue(true)))...)
	f.row(row...)
}

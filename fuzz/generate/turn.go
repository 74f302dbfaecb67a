package generate

import (
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	maxFragments = 4
	maxCalls     = 3
	model        = "coder-plus"
)

func (s *session) user() {
	s.begin()
	s.write("user", message("user", textPart(prose(s, size(s, 180)))))
}

// slashCommand is a command of the user and what it printed.
func (s *session) slashCommand() {
	command := pick(s, []string{"/stats", "/memory show", "/compress", "/about"})
	s.begin()
	s.write("system", text("subtype", "slash_command"),
		object("systemPayload", text("phase", "invocation"), text("rawCommand", command)))
	s.begin()
	s.write("system", text("subtype", "slash_command"), object("systemPayload", text("phase", "result"), text("rawCommand", command),
		array("outputHistoryItems", jsvalue.ObjectValue(text("type", "info"), text("text", prose(s, size(s, 120)))))))
}

// step is a response of the model that calls tools, and their results, in the order in which they ended.
func (s *session) step(speak bool) {
	calls := make([]call, 1+s.Below(maxCalls))
	for i := range calls {
		calls[i] = s.newCall()
	}
	var parts []jsvalue.Value
	if speak || oneIn(s, 3) {
		parts = append(parts, textPart(prose(s, size(s, 90))))
	}
	for _, c := range calls {
		parts = append(parts, c.part())
	}
	s.response(s.thought(), parts)
	if oneIn(s, 8) {
		calls[0], calls[len(calls)-1] = calls[len(calls)-1], calls[0]
	}
	for _, c := range calls {
		s.result(c)
	}
}

// answer ends a turn with a text, often in streamed fragments, which may split it anywhere between characters.
func (s *session) answer() {
	parts := []jsvalue.Value{}
	for answer := markdown(s, size(s, 900)); answer != ""; {
		end := len(answer)
		if len(parts) < maxFragments-1 && oneIn(s, 2) {
			end = s.Below(len(answer)) + 1
			for end < len(answer) && !utf8.RuneStart(answer[end]) {
				end++
			}
		}
		parts = append(parts, textPart(answer[:end]))
		answer = answer[end:]
	}
	s.response(s.thought(), parts)
}

// thought is what the model thinks, or Undefined.
func (s *session) thought() jsvalue.Value {
	if oneIn(s, 4) {
		return jsvalue.Value{}
	}
	return jsvalue.ObjectValue(text("text", prose(s, size(s, 320))), flag("thought", true))
}

// response writes the parts as one record or as fragments of one; the last one has the token counts.
func (s *session) response(thought jsvalue.Value, parts []jsvalue.Value) {
	if !thought.IsUndefined() {
		parts = append([]jsvalue.Value{thought}, parts...)
	}
	output := 0
	for _, part := range parts {
		output += len(part.Get("text").Text()) / 4
	}
	s.tokens = (s.tokens + output + s.Below(2000)) % 200_000
	s.telemetry("qwen-code.api_response", number("input_token_count", s.tokens), number("output_token_count", output),
		number("total_token_count", s.tokens+output), text("auth_type", "openai"), text("response_id", "chatcmpl-"+digits(s, 32)))
	s.begin()
	for streamed := oneIn(s, 2); streamed && len(parts) > 1 && len(parts) <= maxFragments && s.left > 1; parts = parts[1:] {
		s.write("assistant", text("model", model), message("model", parts[0]))
	}
	s.write("assistant", text("model", model), number("contextWindowSize", 262_144), message("model", parts...),
		object("usageMetadata", number("promptTokenCount", s.tokens), number("candidatesTokenCount", output),
			number("thoughtsTokenCount", len(thought.Get("text").Text())/4), number("totalTokenCount", s.tokens+output),
			number("cachedContentTokenCount", s.tokens/2)))
}

// telemetry is the record that the program keeps about itself; half of them are written.
func (s *session) telemetry(name string, members ...jsvalue.Member) {
	if s.left < 2 || !oneIn(s, 2) {
		return
	}
	s.begin()
	event := append([]jsvalue.Member{
		text("event.name", name), text("event.timestamp", s.clock.Format("2006-01-02T15:04:05.000Z")), text("model", model),
		number("duration_ms", s.Below(30_000)), text("prompt_id", s.id+"########"+strings.Repeat("0", s.Below(3))),
	}, members...)
	s.write("system", text("subtype", "ui_telemetry"), object("systemPayload", object("uiEvent", event...)))
}

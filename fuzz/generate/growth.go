package generate

import (
	"fmt"
	"slices"
)

// Shape is a way for a session to be large. The first lines of a large one are a small one.
type Shape struct {
	Name string
	line func(i int) string // of the i-th record, from 0
}

// Lines are that many records, without line feeds.
func (s Shape) Lines(records int) []string {
	lines := make([]string, records)
	for i := range lines {
		lines[i] = s.line(i)
	}
	return lines
}

// ChatShapes are those of chat records: each makes another part of an implementation work on everything that came before.
func ChatShapes() []Shape {
	return slices.Clone(chatShapes)
}

var chatShapes = []Shape{
	{"turns", func(i int) string {
		kind, role := "user", "user"
		if i%2 == 1 {
			kind, role = "assistant", "model"
		}
		return shapeLine(i, i, i-1, kind, role, fmt.Sprintf(`{"text":"line %d"}`, i))
	}},
	{"fragments of one record", func(i int) string { return shapeLine(i, 0, -1, "assistant", "model", `{"text":"piece "}`) }},
	{"one text", func(i int) string {
		return shapeLine(i, i, i-1, "assistant", "model", fmt.Sprintf(`{"text":"%d "}`, i%10))
	}},
	{"calls without results", func(i int) string {
		return shapeLine(i, i, i-1, "assistant", "model", fmt.Sprintf(`{"functionCall":{"id":"call-%d","name":"read_file","args":{"path":"f"}}}`, i))
	}},
	{"results of one call", func(i int) string {
		if i == 0 {
			return shapeLine(0, 0, -1, "assistant", "model", `{"functionCall":{"id":"call","name":"read_file","args":{}}}`)
		}
		return shapeLine(i, i, i-1, "tool_result", "user", `{"functionResponse":{"id":"call","name":"read_file","response":{"output":"o"}}}`)
	}},
	{"branches of one root", func(i int) string {
		return shapeLine(i, i, min(i-1, 0), "user", "user", fmt.Sprintf(`{"text":"branch %d"}`, i))
	}},
	{"missing parents", func(i int) string {
		return fmt.Sprintf(`{"uuid":"u%d","parentUuid":"gone%d","sessionId":"s","timestamp":%q,"type":"user","message":{"role":"user","parts":[{"text":"t"}]}}`,
			i, i, shapeTime(i))
	}},
}

// shapeLine is the i-th record; a parent below 0 is none.
func shapeLine(i, uuid, parent int, kind, role, part string) string {
	parentUUID := "null"
	if parent >= 0 {
		parentUUID = fmt.Sprintf(`"u%d"`, parent)
	}
	return fmt.Sprintf(`{"uuid":"u%d","parentUuid":%s,"sessionId":"s","timestamp":%q,"type":%q,"message":{"role":%q,"parts":[%s]}}`,
		uuid, parentUUID, shapeTime(i), kind, role, part)
}

// shapeTime is a millisecond later for each record.
func shapeTime(i int) string {
	return fmt.Sprintf("2026-03-02T%02d:%02d:%02d.%03dZ", i/3_600_000%24, i/60_000%60, i/1000%60, i%1000)
}

package generate

import (
	"fmt"
	"slices"
	"strings"
)

// RawShape is a way for session files to be large. The first lines of each file, or the first of many files, are a small one.
type RawShape struct {
	Name string
	line func(i int) string // of the i-th row, from 0
	many bool               // there is a sub-agent for each rawRowsOfChild rows
}

// RawShapes are those of session files: each makes another part of an implementation work on everything that came before.
func RawShapes() []RawShape { return slices.Clone(rawShapes) }

// rawRowsOfChild is how many rows a sub-agent of many has.
const rawRowsOfChild = 16

const rawShapeHeader = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"2026-07-21T00:00:00Z","turn_count":0,` +
	`"input_tokens":0,"output_tokens":0,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}` + "\n"

// Case is files of that many rows.
func (s RawShape) Case(rows int) RawCase {
	if !s.many {
		var text strings.Builder
		text.WriteString(rawShapeHeader)
		for i := range rows {
			text.WriteString(s.line(i) + "\n")
		}
		return RawCase{[]RawFile{{"session_raw/100_a.jsonl", text.String()}}, "T"}
	}
	one := s
	one.many = false
	files := one.Case(rawRowsOfChild).Files
	for i := range rows / rawRowsOfChild {
		files = append(files, RawFile{fmt.Sprintf("session_raw/100_a__%d_b.jsonl", 1_000_000+i), files[0].Text})
	}
	return RawCase{files, "T"}
}

var rawShapes = []RawShape{
	{Name: "turns", line: func(i int) string {
		role := []string{"user", "assistant"}[i%2]
		return fmt.Sprintf(`{"role":%q,"content":"line %d","request_id":"r%d"}`, role, i, i/2)
	}},
	{Name: "calls without results", line: func(i int) string {
		return fmt.Sprintf(`{"role":"assistant","content":"","tool_calls":[{"id":"c%d","name":"n","arguments":"{}"}],"request_id":"r"}`, i)
	}},
	{Name: "results of one id", line: func(i int) string {
		if i%2 == 0 {
			return `{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"n","arguments":"{}"}],"request_id":"r"}`
		}
		return fmt.Sprintf(`{"role":"tool","content":"%d","id":"c","request_id":"r"}`, i)
	}},
	{Name: "results without an id", line: func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`{"role":"assistant","content":"","tool_calls":[{"id":"c%d","name":"n","arguments":"{}"}],"request_id":"r"}`, i)
		}
		return fmt.Sprintf(`{"role":"tool","content":"%d","request_id":"r"}`, i)
	}},
	{Name: "compaction records", line: func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`{"role":"user","content":"%d","id":"m%d"}`, i, i)
		}
		return fmt.Sprintf(`{"kind":"compaction","replacement_history":[{"role":"user","content":"%d","id":"m%d"}]}`, i-1, i-1)
	}},
	{Name: "records by ids", line: func(i int) string {
		if i%100 < 99 {
			return fmt.Sprintf(`{"role":"user","content":"%d","id":"m%d"}`, i, i)
		}
		return fmt.Sprintf(`{"kind":"compaction","replacement_ids":["m%d"]}`, i-1)
	}},
	{Name: "repeated rows", line: func(i int) string {
		return fmt.Sprintf(`{"role":"user","content":"again","id":"m%d","request_id":"r"}`, i%2)
	}},
	{Name: "sub-agents", many: true, line: func(i int) string {
		return fmt.Sprintf(`{"role":"assistant","content":"line %d","request_id":"r%d","ts":"1970-01-01T00:00:%02dZ"}`, i, i, i)
	}},
}

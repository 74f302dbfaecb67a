package golden_test

import (
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const eventStream = "eventstream"

// TestChatVectorsMeetTheSchemas: what the reference answers to all that was put to the shipped program meets the schemas, and so
// do the requests (TP-PROTO-20, TP-PROTO-21).
func TestChatVectorsMeetTheSchemas(t *testing.T) {
	compiled := schemas(t)
	for _, of := range []string{"parse", "entries", "rows", "group", "summary", "divider"} {
		vectors, err := fixtures.EventVectors(of)
		if err != nil || len(vectors) < 14 {
			t.Fatal(len(vectors), err)
		}
		for _, vector := range vectors {
			for _, op := range []string{"parse", "entries", "rows", "groups", "summary", "store", "wire", "batch"} {
				c := testcase.Case{Dialect: eventStream, Op: op, Input: protocol.TextOf(chatOf(vector)), Options: object("now", jsvalue.StringValue("2026-08-10T09:08:07.006Z"))}
				answer := put(t, compiled, c)
				meetsResult(t, compiled, eventStream, op, answer.Result())
				meets(t, compiled["eventstream-options.json#/$defs/"+op], c.Options)
				if t.Failed() {
					t.Fatalf("%s of vector %d of %s: %s", op, vector.Index, of, jsvalue.Append(nil, answer.Result()))
				}
			}
		}
	}
}

// groupedRow is the schema of a row of groups.
const groupedRow = "eventstream-row.json#/$defs/grouped"

// openInEntries are the members of an entry of the work log that stand as they came.
const openInEntries = `\.event\.entr(y|ies\[\])\.((command|cwd|query|action|actions|results|resultsTotal|mcp|args|result|itemId|turnId|parentItemId)\b.*|changedFiles\[\]\.(kind|diff)\b.*)`

// chats examines the answers of eventstream over its fixtures.
func (l *lab) chats() {
	made := []string{
		"work_log_entry", "scheduled_wake_divider", "spawn_wake_divider", "turn_recap", "subagent_spawn_anchor", "subagent_result_card",
		"background_job_line",
	}
	grouped := []string{"work_log_group", "activity_bundle", "subagent_stopped_group", "background_job_group"}
	for _, group := range fixtures.Groups() {
		for _, fixture := range loadOf(l.t, eventStream, group) {
			result := put(l.t, l.compiled, chatCase(fixture)).Result()
			schema, _ := spec.ResultSchema(eventStream, fixture.Op)
			l.examine(schema, fixture.Op, result)
			for _, row := range result.Get("rows").Elements() {
				switch kind := row.Get("event").Get("type").Text(); {
				case slices.Contains(made, kind):
					l.examine("eventstream-row", kind+" "+row.Get("event").Get("entry").Get("entryKind").Text(), row)
				case slices.Contains(grouped, kind):
					l.examine(groupedRow, kind, row)
				}
			}
		}
	}
}

// chatOf is the file of a vector.
func chatOf(vector fixtures.Vector) string {
	if raw := vector.Input.Get("raw"); raw.IsString() {
		return raw.Text()
	}
	list := vector.Input.Get("envelopes")
	if list.IsUndefined() {
		list = vector.Input.Get("events")
	}
	var text []byte
	for _, envelope := range list.Elements() {
		text = append(jsvalue.Append(text, envelope), '\n')
	}
	return string(text)
}

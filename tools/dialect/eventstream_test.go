package dialect

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// TestPlacesNameRules: the rules behind each place are there, and of the dialect or the protocol.
func TestPlacesNameRules(t *testing.T) {
	chats := slices.Clone(eventStreamPlaces)
	for _, places := range eventStreamPlacesOf {
		chats = append(chats, places...)
	}
	for name, places := range map[string][]place{"chatrecord": chatRecordPlaces, "sessionraw": sessionRawPlaces, "eventstream": chats} {
		for _, p := range places {
			for _, id := range p.rules {
				if !slices.ContainsFunc(spec.Rules(), func(r spec.Rule) bool { return r.ID == id && (r.Dialect() == "" || r.Dialect() == name) }) {
					t.Errorf("%s at %s: %s", name, p.part, id)
				}
			}
		}
	}
}

// TestEventStreamPlaces: a difference cites the rules of its place.
func TestEventStreamPlaces(t *testing.T) {
	for path, want := range map[string]string{
		"rows(turn_diagnostics).event.x":                "ES-HEALTH-01",
		"rows(turn_recap).event.completed":              "ES-DONE-02",
		"rows(work_log_group).event.summary":            "ES-GROUP-01",
		"rows(work_log_entry).event.entry.output":       "ES-WORK-05",
		"missing rows(plan)":                            "ES-PLAN-02",
		"missing rows(plan_text)":                       "ES-PLAN-01",
		"rows(error).event.message":                     "ES-NOTE-02",
		"missing diagnostics(malformed_event)(event)":   "ES-ROW-04",
		"diagnostics(malformed_line)[].byteOffset":      "ES-READ-02",
		"diagnostics[].severity":                        "ES-VIEW-01",
		"store: envelopes(command).event.output":        "ES-STORE-01",
		"wire: envelopes(tool_result).event.structured": "ES-WIRE-01",
		"store: envelopes(text).timestamp":              "ES-READ-02",
		"batch: missing envelopes(text)":                "ES-BATCH-01",
		"merge: envelopes(text).sequence":               "ES-MERGE-03",
		"merge: diagnostics(other_session).file":        "ES-ROW-02",
		"envelopes(text).event.sessionId":               "ES-READ-02",
		"entries(assistant).text":                       "ES-ENTRY-02",
		"rows(subagent_spawn_anchor).event.parentLabel": "ES-AGENT-01",
		"rows(completion_report).event.summary":         "ES-ROW-01",
		"rows":                                          "ES-ROW-01",
		"summary":                                       "ES-SUM-03",
		"nextBefore":                                    "ES-PAGE-02",
		"entries(user).entryOffset":                     "ES-PAGE-03",
		"flushes[].at":                                  "ES-BATCH-04",
		"error":                                         "TP-PROTO-20",
		"extra events(text)":                            "ES-HIST-01",
		"tailStartOffset":                               "ES-HIST-06",
		"startOffset":                                   "ES-HIST-08",
		"transcriptTruncated":                           "ES-HIST-02",
		"missing diagnostics(line_beyond_page)":         "ES-HIST-09",
		"candidates[].capped":                           "ES-HIST-12",
	} {
		op, place, ok := strings.Cut(path, ": ")
		if !ok {
			op, place = "rows", path
		}
		if got := eventStreamRulesAt(op, place); got[0] != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestEventStreamStages: every operation on the file of a chat is asked, each with options that it takes.
func TestEventStreamStages(t *testing.T) {
	asked := map[string]bool{eventStream.Op: true}
	c := testcase.Case{Input: protocol.TextOf("x"), Options: jsvalue.ObjectValue(jsvalue.Member{Key: "sessionId", Value: jsvalue.StringValue("s")})}
	eventStream.Stages(c, func(op string, input protocol.Input, options jsvalue.Value) protocol.Answer {
		asked[op] = true
		if input.Text() != "x" || options.Has("sessionId") == slices.Contains([]string{"parse", "store", "wire"}, op) || len(eventStream.StageRules[op]) == 0 {
			t.Error(op, input.Text(), options)
		}
		return protocol.Answer{}
	})
	if len(asked) != 15 {
		t.Error(asked)
	}
}

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
		"rows(turn_diagnostics).event.x":                           "ES-HEALTH-01",
		"rows(turn_recap).event.completed":                         "ES-DONE-02",
		"rows(work_log_group).event.summary":                       "ES-GROUP-01",
		"rows(work_log_entry).event.entry.output":                  "ES-WORK-05",
		"missing rows(plan)":                                       "ES-PLAN-02",
		"missing rows(plan_text)":                                  "ES-PLAN-01",
		"rows(error).event.message":                                "ES-NOTE-02",
		"missing diagnostics(malformed_event)(event)":              "ES-ROW-04",
		"diagnostics(malformed_line)[].byteOffset":                 "ES-READ-02",
		"diagnostics[].severity":                                   "ES-VIEW-01",
		"store: envelopes(command).event.output":                   "ES-STORE-01",
		"wire: envelopes(tool_result).event.structured":            "ES-WIRE-01",
		"store: envelopes(text).timestamp":                         "ES-READ-02",
		"batch: missing envelopes(text)":                           "ES-BATCH-01",
		"merge: envelopes(text).sequence":                          "ES-MERGE-03",
		"merge: diagnostics(other_session).file":                   "ES-ROW-02",
		"envelopes(text).event.sessionId":                          "ES-READ-02",
		"entries(assistant).text":                                  "ES-ENTRY-02",
		"rows(subagent_spawn_anchor).event.parentLabel":            "ES-AGENT-01",
		"rows(completion_report).event.summary":                    "ES-ROW-01",
		"rows":                                                     "ES-ROW-01",
		"summary":                                                  "ES-SUM-03",
		"nextBefore":                                               "ES-PAGE-02",
		"entries(user).entryOffset":                                "ES-PAGE-03",
		"batch: flushes[].at":                                      "ES-BATCH-04",
		"error":                                                    "TP-PROTO-20",
		"cursor: error":                                            "TP-PROTO-21",
		"cursor: value":                                            "ES-BACK-04",
		"cursor: value.result.events[].event.text":                 "ES-BACK-04",
		"cursor: value.result.nextCursor":                          "ES-BACK-02",
		"follow: steps[].envelopes[].event.text":                   "ES-FOLLOW-02",
		"follow: steps[].requests[].beforeOffset":                  "ES-FOLLOW-01",
		"recovery: receipts[].turnId":                              "ES-RECOV-01",
		"repair: turnId":                                           "ES-REPAIR-01",
		"rows(text).event.turnId":                                  "ES-TEXT-01",
		"rows(ade_card).event.stale":                               "ES-CARD-01",
		"store: error":                                             "TP-PROTO-21",
		"store: envelopes(command).event.exitCode":                 "ES-STORE-01",
		"store: envelopes(codex_image_view).event.urlOmittedBytes": "ES-STORE-06",
		"store: envelopes(command).event.outputOmittedBytes":       "ES-STORE-03",
		"sessionId":                                                "TP-PROTO-20",
		"merge: sameAsExisting":                                    "ES-MERGE-03",
		"page: extra events(text)":                                 "ES-HIST-01",
		"snapshot: tailStartOffset":                                "ES-HIST-06",
		"page: startOffset":                                        "ES-HIST-08",
		"snapshot: truncated":                                      "ES-HIST-02",
		"snapshot: transcriptTruncated":                            "ES-HIST-03",
		"page: missing diagnostics(line_beyond_page)":              "ES-HIST-09",
		"page: moved diagnostics(other_session)":                   "ES-HIST-01",
		"moved diagnostics(other_session)(sessionId)":              "ES-VIEW-01",
		"candidate: candidates[].capped":                           "ES-HIST-12",
	} {
		op, place, ok := strings.Cut(path, ": ")
		if !ok {
			op, place = "rows", path
		}
		batch := protocol.ValueOf(jsvalue.ObjectValue(jsvalue.Member{Key: "fn", Value: jsvalue.StringValue("readOlderHistoryBatch")}))
		if got := eventStreamRulesAt(testcase.Case{Op: op, Input: batch}, place); got[0] != want {
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

// TestPlacesAreOfTheirOperation: a difference in a member of an answer cites no rule of another operation.
func TestPlacesAreOfTheirOperation(t *testing.T) {
	of := map[string]string{
		"store": "ES-STORE ES-READ", "wire": "ES-STORE ES-WIRE ES-READ", "batch": "ES-BATCH", "snapshot": "ES-HIST", "page": "ES-HIST", "candidate": "ES-HIST",
		"merge": "ES-MERGE", "cursor": "ES-BACK", "follow": "ES-FOLLOW ES-BACK", "repair": "ES-REPAIR", "recovery": "ES-RECOV ES-INPUT", "guardrail": "ES-GUARD",
		"meter": "ES-METER", "workflow": "ES-FLOW", "parse": "ES-READ", "entries": "ES-ENTRY ES-PAGE", "rows": "ES-ROW", "groups": "ES-TURN ES-ROW", "summary": "ES-SUM",
	}
	for _, op := range eventStreamOps {
		name, _ := spec.ResultSchema(eventStream.Name, op)
		schema, _ := spec.Schema(name)
		text, err := jsvalue.Decode(string(schema))
		if err != nil {
			t.Fatal(op, err)
		}
		members := []string{"error", "other"}
		for key := range text.Get("properties").Members() {
			members = append(members, key)
		}
		for _, key := range members {
			for _, id := range eventStreamRulesAt(testcase.Case{Op: op}, key) {
				section := id[:strings.LastIndexByte(id, '-')]
				isForm := section == "TP-PROTO" && slices.Contains(eventStreamAnswers[op], id)
				if !isForm && id != "ES-VIEW-01" && !slices.Contains(strings.Fields(of[op]), section) {
					t.Errorf("%s of %s: %s", key, op, id)
				}
			}
		}
	}
}

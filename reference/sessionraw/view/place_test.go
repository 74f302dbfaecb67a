package view_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

func ts(stamp string) string { return `"ts":"` + stamp + `"` }

func file(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

// done is the file of a sub-agent that answered.
func done(more string) string { return file(meta(more), row("user", "task"), row("assistant", "done")) }

// turns is a root with two turns that ended at 100 and 200 seconds; the calls stand in the second.
func turns(list ...string) string {
	return file(header,
		row("user", "q1", request("1")), row("assistant", "a1", request("1"), ts("1970-01-01T00:01:40Z")),
		row("user", "q2", request("2")), row("assistant", "", request("2"), calls(list...)), row("assistant", "a2", request("2"), ts("1970-01-01T00:03:20+00:00")))
}

// born is the header of a file that began on that day.
func born(day string) string { return strings.Replace(header, "2026-07-21T", "2026-07-"+day+"T", 1) }

const inner = "U:task A:done"

var placeCases = []struct {
	name  string
	files map[string]string
	want  string
	codes string
}{
	{"probe 51, SR-SUB-01", map[string]string{"100_a.jsonl": file(header, row("user", "q")), "100_a__150_coder.jsonl": done("")}, "U:q S:150_coder/@=completed(" + inner + ")", ""},
	{"probe 53, SR-SUB-02 a grandchild", map[string]string{"1_a.jsonl": file(header), "1_a__2_b.jsonl": done(""), "1_a__2_b__3_c.jsonl": done("")}, "S:2_b/@=completed(" + inner + " S:3_c/@=completed(" + inner + "))", ""},
	{"probe 53, SR-FILE-05 a missing parent", map[string]string{"1_a.jsonl": file(header), "1_a__2_b__3_c.jsonl": done("")}, "S:2_b__3_c/@=completed(" + inner + ")", "missing_sub_transcript"},
	{"SR-SUB-04 below parents that are missing", map[string]string{
		"1_a.jsonl": file(header), "1_a__2_b__3_c.jsonl": done(""), "1_a__3_b__3_c.jsonl": done(""), "1_a__3_c.jsonl": done(""), "1_a___3_c.jsonl": done(""),
	}, "S:2_b__3_c/@=completed(" + inner + ") S:3_b__3_c/@=completed(" + inner + ") S:3_c/@=completed(" + inner + ") S:_3_c/@=completed(" + inner + ")", "missing_sub_transcript missing_sub_transcript"},
	{"SR-SUB-04 below nothing", map[string]string{
		"1_a.jsonl": file(header), "7_x__3_c.jsonl": done(`,"thread_id":"T"`), "8_x__3_c.jsonl": done(`,"thread_id":"T"`),
	}, "S:7_x__3_c/@=completed(" + inner + ") S:8_x__3_c/@=completed(" + inner + ")", "missing_sub_transcript missing_sub_transcript"},
	{"SR-SUB-02 a fourth level", map[string]string{
		"1_a.jsonl": file(header), "1_a__2_b.jsonl": file(meta("")), "1_a__2_b__3_c.jsonl": file(meta("")), "1_a__2_b__3_c__4_d.jsonl": file(meta("")),
		"1_a__2_b__3_c__4_d__5_e.jsonl": file(meta("")), "1_a__2_b__3_c__4_d__5_e__6_f.jsonl": file(meta("")),
	}, "S:2_b/@=running(S:3_c/@=running(S:4_d/@=running()))", "missing_sub_transcript missing_sub_transcript"},
	{"probe 54, SR-FILE-05", map[string]string{"1_a.jsonl": file(header), "1_a__2_b.jsonl": "x", "1_a__3_c.jsonl": done("")}, "S:3_c/@=completed(" + inner + ")", "missing_header"},
	{"probe 55, SR-SUB-03 the turn that ended later", map[string]string{"1_a.jsonl": turns("c"), "1_a__150_b.jsonl": done("")}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 S:150_b/@2=completed(" + inner + ")", ""},
	{"SR-SUB-03 the first turn", map[string]string{"1_a.jsonl": turns("c"), "1_a__100_b.jsonl": done("")}, "|1 U:q1 A:a1 S:100_b/@1=completed(" + inner + ") |2 U:q2 T:c.run~ A:a2", ""},
	{"SR-SUB-03 after all turns", map[string]string{"1_a.jsonl": turns("c"), "1_a__300_b.jsonl": done("")}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 S:300_b/@2=completed(" + inner + ")", ""},
	{"probe 56, SR-SUB-03 no second", map[string]string{"1_a.jsonl": turns("c"), "1_a__x_b.jsonl": done("")}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 S:x_b/@2=completed(" + inner + ")", ""},
	{"SR-SUB-03 after all turns of its root", map[string]string{
		"1_a.jsonl": turns("c"), "1_a__300_b.jsonl": done(""), "2_a.jsonl": file(born("22"), row("user", "q3", request("3"), ts("1970-01-01T00:10:00Z"))),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 S:300_b/@2=completed(" + inner + ") |3 U:q3", ""},
	{"SR-SUB-03 a turn that goes on in the next root", map[string]string{
		"1_a.jsonl": turns("c"), "1_a__300_b.jsonl": done(""), "2_a__300_c.jsonl": done(""), "2_a__400_d.jsonl": done(""),
		"2_a.jsonl": file(born("22"), row("user", "q3", request("2"), ts("1970-01-01T00:05:00Z")), row("user", "q4", request("3"), ts("1970-01-01T00:10:00Z"))),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 S:300_b/@2=completed(" + inner + ") U:q3 S:300_c/@2=completed(" + inner + ") |3 U:q4 S:400_d/@3=completed(" + inner + ")", ""},
	{"SR-SUB-03 a turn that goes on and shows nothing there", map[string]string{
		"1_a.jsonl": turns("c"), "2_a__300_c.jsonl": done(""), "2_a.jsonl": file(born("22"), row("user", "none"), row("system", "s", request("2"))),
		"3_a.jsonl": file(born("23"), row("user", "q5")),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 U:none S:300_c/@2=completed(" + inner + ") U:q5", ""},
	{"SR-SUB-03 a root without turns, and one without items", map[string]string{
		"1_a.jsonl": turns("c"), "2_a.jsonl": file(born("22")), "2_a__150_b.jsonl": done(""), "3_a.jsonl": file(born("23"), row("user", "q3")), "3_a__150_b.jsonl": done(""),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ A:a2 S:150_b/@=completed(" + inner + ") U:q3 S:150_b/@=completed(" + inner + ")", ""},
	{"SR-SUB-01 below nothing, among all roots", map[string]string{
		"1_a.jsonl": turns("c spawn_x"), "2_a.jsonl": file(born("22"), row("user", "q3", request("3"), ts("1970-01-01T00:10:00Z"))),
		"7_x__150_b.jsonl": done(`,"thread_id":"T"`), "8_x__400_c.jsonl": done(`,"thread_id":"T"`),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.spawn_x~ S:7_x__150_b/c@2=completed(" + inner + ") A:a2 |3 U:q3 S:8_x__400_c/@3=completed(" + inner + ")", "missing_sub_transcript missing_sub_transcript"},
	{"SR-SUB-05 the calls of another root", map[string]string{
		"1_a.jsonl": file(born("21"), row("user", "q1")), "1_a__5_b.jsonl": done(`,"task_id":"k"`), "1_a__6_c.jsonl": done(""),
		"2_a.jsonl": file(born("22"), row("assistant", "", calls("c spawn_x", "d spawn_y")), row("tool", `{"task_id":"k"}`, id("c"))),
	}, "U:q1 S:k/@=completed(" + inner + ") S:6_c/@=completed(" + inner + `) T:c.spawn_x>{"task_id":"k"} T:d.spawn_y~`, ""},
	{"SR-SUB-05 below nothing, the calls of all roots", map[string]string{
		"1_a.jsonl": file(born("21"), row("user", "q1")), "7_x__5_b.jsonl": done(`,"thread_id":"T","task_id":"k"`), "7_x__6_c.jsonl": done(`,"thread_id":"T"`),
		"2_a.jsonl": file(born("22"), row("assistant", "", calls("c spawn_x", "d spawn_y")), row("tool", `{"task_id":"k"}`, id("c"))),
	}, `U:q1 T:c.spawn_x>{"task_id":"k"} S:k/c@=completed(` + inner + ") T:d.spawn_y~ S:7_x__6_c/d@=completed(" + inner + ")", "missing_sub_transcript"},
	{"probe 57, SR-SUB-03 no request ids", map[string]string{"1_a.jsonl": file(header, row("user", "q")), "1_a__2_b.jsonl": done("")}, "U:q S:2_b/@=completed(" + inner + ")", ""},
	{"probe 58, SR-SUB-04 two runs of one agent", map[string]string{
		"1_a.jsonl": file(header), "1_a__2_coder.jsonl": done(""), "1_a__3_coder.jsonl": done(""),
		"1_a__4_coder.jsonl": done(`,"task_id":"t1"`),
	}, "S:2_coder/@=completed(" + inner + ") S:3_coder/@=completed(" + inner + ") S:t1/@=completed(" + inner + ")", ""},
	{"SR-SUB-01 in the order of the start", map[string]string{"1_a.jsonl": file(header), "1_a__10_b.jsonl": file(meta("")), "1_a__9_c.jsonl": file(meta(""))}, "S:9_c/@=running() S:10_b/@=running()", ""},
	{"SR-SUB-05 behind the call that names the agent", map[string]string{
		"1_a.jsonl": turns("c", "d delegate_to_Coder", "e"), "1_a__150_x.jsonl": done(`,"agent_id":"coder"`), "1_a__151_x.jsonl": done(`,"agent_id":"coder"`),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.run~ T:d.delegate_to_Coder~ S:150_x/d@2=completed(" + inner + ") T:e.run~ A:a2 S:151_x/@2=completed(" + inner + ")", ""},
	{"SR-SUB-05 a short name, then any start", map[string]string{
		"1_a.jsonl": turns("c spawn_x", "d delegate_resea"), "1_a__150_x.jsonl": done(`,"agent_id":"researcher"`), "1_a__151_x.jsonl": done(`,"agent_id":"other"`),
	}, "|1 U:q1 A:a1 |2 U:q2 T:c.spawn_x~ S:151_x/c@2=completed(" + inner + ") T:d.delegate_resea~ S:150_x/d@2=completed(" + inner + ") A:a2", ""},
	{"SR-SUB-05 an argument", map[string]string{
		"1_a.jsonl":      file(header, row("assistant", "", `"tool_calls":[{"id":"c","name":"task","arguments":"{\"subagent_type\":\"coder\"}"}]`)),
		"1_a__2_x.jsonl": done(`,"agent_id":"coder"`),
	}, `T:c.task{"subagent_type":"coder"}~ S:2_x/c@=completed(` + inner + ")", ""},
	{"SR-SUB-05 the result names the run", map[string]string{
		"1_a.jsonl":       file(header, row("assistant", "", calls("c spawn_a", "d run"), request("1"), ts("1970-01-01T00:00:02Z")), row("tool", `{"subagent_run_id":"k"}`, id("d"), request("1")), row("user", "q", request("2"))),
		"1_a__90_x.jsonl": done(`,"task_id":"k"`),
	}, `|1 T:c.spawn_a~ T:d.run>{"subagent_run_id":"k"} S:k/d@1=completed(` + inner + ") |2 U:q", ""},
	{"SR-SUB-05 a result before a guess", map[string]string{
		"1_a.jsonl":      file(header, row("assistant", "", calls("c spawn_x")), row("tool", `{"task_id":"k"}`, id("c"))),
		"1_a__5_z.jsonl": done(""), "1_a__9_y.jsonl": done(`,"task_id":"k"`),
	}, `T:c.spawn_x>{"task_id":"k"} S:5_z/@=completed(` + inner + ") S:k/c@=completed(" + inner + ")", ""},
	{"SR-SUB-05 a name before a guess", map[string]string{
		"1_a.jsonl": file(header, row("assistant", "", calls("c delegate_coder"))), "1_a__5_z.jsonl": done(`,"agent_id":"z"`), "1_a__9_y.jsonl": done(`,"agent_id":"coder"`),
	}, "T:c.delegate_coder~ S:5_z/@=completed(" + inner + ") S:9_y/c@=completed(" + inner + ")", ""},
	{"SR-SUB-05 a name that is too short", map[string]string{
		"1_a.jsonl": file(header, row("assistant", "", calls("c code", "d run"))), "1_a__2_x.jsonl": done(`,"agent_id":"coder"`),
	}, "T:c.code~ T:d.run~ S:2_x/@=completed(" + inner + ")", ""},
	{"SR-SUB-03 the greatest time of a turn", map[string]string{
		"1_a.jsonl":        file(header, row("assistant", "a", request("1"), ts("1970-01-01T00:03:20Z")), row("assistant", "b", request("1"), ts("1970-01-01T00:01:40Z")), row("user", "q", request("2"))),
		"1_a__150_x.jsonl": done(""),
	}, "|1 A:a A:b S:150_x/@1=completed(" + inner + ") |2 U:q", ""},
	{"SR-SUB-06 states", map[string]string{
		"1_a.jsonl":      file(header, row("assistant", "", calls("c spawn_a", "d spawn_b", "e spawn_c", "f spawn_d")), row("tool", "no", id("c"), `"failure":true`), row("tool", `{"status":"incomplete"}`, id("d")), row("tool", "Accepted async sub-agent 7", id("e")), row("tool", "ok", id("f"))),
		"1_a__2_x.jsonl": done(""), "1_a__3_x.jsonl": done(""), "1_a__4_x.jsonl": file(meta(""), row("assistant", "", calls("z"))), "1_a__5_x.jsonl": file(meta("")),
		"1_a__6_x.jsonl": file(meta(""), row("assistant", "p", `"interrupted":true`), row("system", "s")),
	}, "T:c.spawn_a>no! S:2_x/c@=failed(" + inner + `) T:d.spawn_b>{"status":"incomplete"} S:3_x/d@=failed(` + inner + ") T:e.spawn_c>Accepted async sub-agent 7 S:4_x/e@=running(T:z.run~) T:f.spawn_d>ok S:5_x/f@=completed() S:6_x/@=interrupted(P:p/)", ""},
	{"SR-SUB-06 the last row is a repetition", map[string]string{
		"1_a.jsonl":      file(header),
		"1_a__2_x.jsonl": file(meta(""), row("assistant", "done", id("d")), row("tool", "r"), row("assistant", "done", id("d"))),
		"1_a__3_x.jsonl": file(meta(""), row("assistant", "abc", id("d"), `"interrupted":true`), row("assistant", "abc", id("d"))),
		"1_a__4_x.jsonl": file(meta(""), row("assistant", "a", id("d"), `"interrupted":true`), row("assistant", "b"), row("assistant", "a", id("d"), `"interrupted":true`)),
	}, "S:2_x/@=completed(A:done T:.tool>r) S:3_x/@=completed(P:abc/ A:abc) S:4_x/@=interrupted(P:a/ A:b)", "repeated_row orphan_tool_result repeated_row"},
	{"SR-SUB-06 the last row is one of another generation", map[string]string{
		"1_a.jsonl": file(header), "1_a__2_x.jsonl": file(meta(""), row("user", "q"), row("assistant", "a"), row("assistant", "", calls("c"))), "1_a__2_x.g1.jsonl": file(meta(""), row("user", "q"), row("assistant", "a")),
	}, "S:2_x/@=completed(U:q A:a T:c.run~ C:3>2)", "repeated_row"},
	{"SR-SUB-06 the last row stands in a record", map[string]string{
		"1_a.jsonl": file(header), "1_a__2_x.jsonl": file(meta(""), row("assistant", "a"), `{"kind":"compaction","replacement":[`+row("assistant", "a")+","+row("user", "q")+","+row("user", "q2")+`]}`),
		"1_a__3_x.jsonl": file(meta(""), row("assistant", "a"), `{"kind":"compaction","replacement":[`+row("assistant", "a")+","+row("user", "sum")+`]}`),
	}, "S:2_x/@=running(A:a C:1>3 U:q U:q2) S:3_x/@=completed(A:a C:1>2,sum)", ""},
	{"SR-SUB-05 in upper or lower case", map[string]string{
		"1_a.jsonl":      file(header, row("assistant", "", calls("c Delegate_To_coder", "d DELEGATE_Coder"))),
		"1_a__2_x.jsonl": done(`,"agent_id":"CODER"`), "1_a__3_x.jsonl": done(`,"agent_id":"coder"`), "1_a__4_x.jsonl": done(`,"agent_id":"coder"`),
	}, "T:c.Delegate_To_coder~ S:2_x/c@=completed(" + inner + ") T:d.DELEGATE_Coder~ S:3_x/d@=completed(" + inner + ") S:4_x/@=completed(" + inner + ")", ""},
	{"SR-VIEW-12 four rows before the run", map[string]string{
		"1_a.jsonl": file(header, row("user", "q")), "1_a.g1.jsonl": file(header, row("user", "1"), row("user", "2"), row("system", "s"), row("user", "3"), row("user", "4"), row("user", "q"), row("user", "n")),
	}, "U:q C:1>6,1,2,3,4 U:n", "repeated_row"},
	{"SR-VIEW-12 five rows before the run", map[string]string{
		"1_a.jsonl": file(header, row("user", "q")), "1_a.g1.jsonl": file(header, row("user", "1"), row("user", "2"), row("user", "3"), row("user", "4"), row("user", "5"), row("user", "q")),
	}, "U:q U:1 U:2 U:3 U:4 U:5 U:q", ""},
	{"SR-VIEW-12 SR-LINE-06 an empty id is other than none", map[string]string{
		"1_a.jsonl": file(header, row("user", "q", id("")), row("assistant", "a")), "2_a.jsonl": file(header, row("user", "q"), row("assistant", "a")),
		"3_a.jsonl": file(header, row("user", "q"), row("assistant", "a")),
	}, "U:q A:a U:q A:a", "repeated_row"},
	{"probe 68, SR-VIEW-12 a second root begins with rows of the first", map[string]string{
		"1_a.jsonl": file(header, row("system", "s"), row("user", "q1", request("1")), row("assistant", "a1", request("1"))),
		"2_a.jsonl": file(header, row("system", "s"), row("user", "q1", request("2")), row("assistant", "a1", request("2")), row("user", "q2", request("2")), row("assistant", "a1", request("2"))),
	}, "|1 U:q1 A:a1 |2 U:q2 A:a1", "repeated_row"},
	{"SR-VIEW-12 the same words again are no replay", map[string]string{
		"1_a.jsonl": file(header, row("user", "hi"), row("assistant", "hello")), "2_a.jsonl": file(header, row("user", "hi"), row("assistant", "well")),
	}, "U:hi A:hello U:hi A:well", ""},
	{"SR-VIEW-12 an unanswered round may be missing", map[string]string{
		"1_a.jsonl": file(header, row("user", "q"), row("assistant", "b", calls("c"))), "2_a.jsonl": file(header, row("user", "q"), row("user", "q2")),
	}, "U:q a:b T:c.run~ U:q2", "repeated_row"},
	{"SR-VIEW-12 a call is closed with its file", map[string]string{
		"1_a.jsonl": file(header, row("user", "q"), row("assistant", "", calls("c"))), "2_a.jsonl": file(header, row("tool", "x", id("c"))),
	}, "U:q T:c.run~ T:c.tool>x", "orphan_tool_result"},
	{"SR-VIEW-12 a partial answer is no replay", map[string]string{
		"1_a.jsonl": file(header, row("user", "q"), row("assistant", "p")), "2_a.jsonl": file(header, row("user", "q"), row("assistant", "p", `"interrupted":true`)),
	}, "U:q A:p U:q P:p/", ""},
	{"SR-VIEW-12 SR-VIEW-13 a replay of what a record rewrote", map[string]string{
		"1_a.jsonl": file(header, row("user", "q"), row("assistant", "look", calls("c")), row("tool", "long", id("c")), `{"kind":"compaction","replacement":[`+row("user", "q")+","+row("assistant", "look", calls("c"))+","+row("tool", "cut", id("c"))+`]}`, row("assistant", "ok")),
		"2_a.jsonl": file(header, row("user", "q"), row("assistant", "look", calls("c")), row("tool", "cut", id("c")), row("assistant", "ok"), row("user", "next")),
	}, "U:q a:look T:c.run>long C:3>3,cut A:ok U:next", "repeated_row"},
	{"SR-VIEW-12 the earliest run", map[string]string{
		"1_a.jsonl": file(header, row("user", "x")), "1_a.g1.jsonl": file(header, row("user", "x"), row("user", "y"), row("user", "x")),
	}, "U:x C:1>1 U:y U:x", "repeated_row"},
	{"SR-VIEW-12 a generation", map[string]string{
		"1_a.jsonl":    file(header, row("user", "q1"), row("assistant", "a1"), row("user", "q2"), row("assistant", "", calls("c"))),
		"1_a.g1.jsonl": file(header, row("user", "sum"), row("user", "q2"), row("assistant", "", calls("c")), row("tool", "x", id("c")), row("assistant", "a2")),
	}, "U:q1 A:a1 U:q2 T:c.run>x C:4>3,sum A:a2", "repeated_row"},
	{"SR-VIEW-12 SR-FILE-04 another root between generations", map[string]string{
		"1_a.jsonl": file(born("01"), row("user", "a1"), row("assistant", "a2")), "2_b.jsonl": file(born("02"), row("user", "b1")),
		"1_a.g1.jsonl": file(born("03"), row("user", "a1"), row("assistant", "a2"), row("user", "a3")),
	}, "U:a1 A:a2 C:2>2 U:a3 U:b1", "repeated_row"},
	{"SR-FILE-04 a generation with an earlier time", map[string]string{
		"1_a.jsonl": file(born("05"), row("user", "a1"), row("assistant", "a2")), "1_a.g1.jsonl": file(born("03"), row("user", "a1"), row("assistant", "a2"), row("user", "a3")),
	}, "U:a1 A:a2 C:2>2 U:a3", "repeated_row"},
	{"SR-VIEW-12 a generation behind another chain", map[string]string{
		"1_a.jsonl": file(born("01"), row("user", "a"), row("assistant", "Done.")), "2_b.g1.jsonl": file(born("03"), row("user", "b"), row("assistant", "Done."), row("user", "thanks")),
	}, "U:a A:Done. U:b A:Done. U:thanks", ""},
	{"SR-VIEW-11 rows of two roots", map[string]string{
		"1_a.jsonl": file(header, row("user", "q", id("u"))), "2_b.jsonl": file(header, row("assistant", "a"), row("user", "q", id("u"))),
	}, "U:q A:a", "repeated_row"},
	{"SR-VIEW-12 a generation of a sub-agent", map[string]string{
		"1_a.jsonl": file(header), "1_a__2_b.jsonl": file(meta(""), row("user", "task")), "1_a__2_b.g1.jsonl": file(meta(""), row("user", "task"), row("assistant", "done")),
	}, "S:2_b/@=completed(U:task C:1>1 A:done)", "repeated_row"},
}

func TestPlace(t *testing.T) {
	for _, c := range placeCases {
		t.Run(c.name, func(t *testing.T) {
			v := view.Project(c.files, "T")
			if got := short(v.Items); got != c.want {
				t.Errorf("items %s\nwant  %s", got, c.want)
			}
			if got := codes(v); got != c.codes {
				t.Errorf("codes %q, want %q", got, c.codes)
			}
			checkOrigins(t, v.Items)
		})
	}
}

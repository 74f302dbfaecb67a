package eventstream

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// shapeInvariants look at an answer, and at the input no further than a client does.
var shapeInvariants = []model.Invariant{
	{
		ID: "complete-iff-nothing-affects", Rules: []string{"ES-VIEW-01"},
		Says:  "complete is true exactly if no diagnostic affects completeness, and a code has the effect of the table.",
		Check: on(everything, completeProblems),
	},
	{
		ID: "diagnostics-in-order", Rules: []string{"ES-VIEW-01"},
		Says:  "Diagnostics stand in the order of the lines, and each names one that is not blank.",
		Check: on(everything, orderProblems),
	},
	{
		ID: "session-is-named", Rules: []string{"ES-VIEW-01", "ES-READ-02"},
		Says:  "The session of the answer is the one that was asked for, trimmed, else that of the first envelope, else null.",
		Check: on(ofSession, sessionProblems),
	},
	{
		ID: "keys-are-apart", Rules: []string{"ES-ROW-01"},
		Says:  "No two rows have one key, but for dividers of one schedule or child in one turn.",
		Check: on(rowsOnly, keyProblems),
	},
	{
		ID: "one-row-a-thing", Rules: []string{"ES-WORK-03", "ES-AGENT-04", "ES-AGENT-05", "ES-JOB-03", "ES-CARD-01", "ES-PLAN-02", "ES-TODO-01", "ES-DONE-02"},
		Says:  "A step of work, an agent's start and end, a job, a card, a turn's plan, its tasks and its recap have one row each.",
		Check: on(rowsOnly, thingProblems),
	},
	{
		ID: "messages-are-their-pieces", Rules: []string{"ES-TEXT-03", "ES-TEXT-04", "ES-TEXT-05", "ES-ENTRY-02"},
		Says:  "The texts of a message, joined, are the pieces that are kept of it, joined.",
		Check: on([]string{"rows", "entries"}, messageProblems),
	},
	{
		ID: "no-invented-text", Rules: []string{"ES-ENTRY-02", "ES-ENTRY-03", "ES-TEXT-04", "ES-THINK-01"},
		Says:  "Every text is a stretch of what its run said, character for character, but for blank lines that an entry says are inferred.",
		Check: on([]string{"rows", "entries"}, inventedProblems),
	},
	{
		ID: "ended-jobs-stay-ended", Rules: []string{"ES-JOB-03", "ES-JOB-04"},
		Says:  "A job of which one event says that it ended does not run.",
		Check: on(rowsOnly, endedProblems),
	},
	{
		ID: "phases-are-folded", Rules: []string{"ES-GROUP-01", "ES-GROUP-04", "ES-GROUP-05", "ES-GROUP-07", "ES-GROUP-08", "ES-GROUP-09"},
		Says:  "No step of work stands outside a group, and no two rows stand together that a rule makes one.",
		Check: on([]string{"groups"}, foldProblems),
	},
}

func completeProblems(v *View, p *problems) bool {
	affected := false
	for _, d := range v.Diagnostics {
		affected = affected || d.Affects
		if code, known := spec.DiagnosticCodeByName(d.Code); known && code.AffectsCompleteness != d.Affects {
			p.add("diagnostics", "%s affectsCompleteness %v", d.Code, d.Affects)
		}
	}
	if complete := v.Result.Get("complete"); !complete.IsBool() || complete.IsTrue() == affected {
		p.add("complete", "complete is %s, and a diagnostic affects completeness: %v", shownText(complete), affected)
	}
	return true
}

func orderProblems(v *View, p *problems) bool {
	last := int64(0)
	for _, d := range v.Diagnostics {
		if !slices.ContainsFunc(v.Input.Lines, func(line Line) bool { return int64(line.Number) == d.Line }) {
			p.add("diagnostics", "%s names no line that is not blank", d.Code)
		}
		if d.Line < last {
			p.add("diagnostics", "%s of line %d stands behind one of line %d", d.Code, d.Line, last)
		}
		last = max(last, d.Line)
	}
	return len(v.Diagnostics) > 0
}

func sessionProblems(v *View, p *problems) bool {
	if want := textOrNull("", v.Input.Session).Value; !same(want, v.Result.Get("sessionId")) {
		p.add("sessionId", "it is %s, not %s", shownText(v.Result.Get("sessionId")), shownText(want))
	}
	return true
}

func keyProblems(v *View, p *problems) bool {
	seen := map[string]bool{}
	rows := v.rows()
	for i, row := range rows {
		if seen[row.key] && !strings.HasSuffix(row.kind(), "_wake_divider") {
			p.add(fmt.Sprintf("rows[%d].key", i), "another row has the key %q", row.key)
		}
		seen[row.key] = true
	}
	return len(rows) > 1
}

// thingOf is what a row stands for, "" if it may stand beside others like it.
func thingOf(row shown) string {
	switch kind := row.kind(); kind {
	case "work_log_entry":
		if key := row.get("collapseKey").Text(); key != "" {
			// Where names hold the sign that parts them, two things can have one key.
			return slotOf(kind, key, id(row.get("entry"), "turnId"), row.get("entry").Get("entryKind").Text())
		}
	case "subagent_spawn_anchor", "subagent_result_card", "background_job_line":
		return slotOf(kind, row.get("agentKey").Text())
	case "ade_card":
		return slotOf(kind, row.get("cardId").Text())
	case "plan", "turn_recap":
		if turn := id(row.event, "turnId"); turn != "" {
			return slotOf(kind, turn)
		}
	case "todo_update":
		return slotOf(kind, id(row.event, "turnId"))
	}
	return ""
}

func thingProblems(v *View, p *problems) bool {
	seen := map[string]bool{}
	for i, row := range v.rows() {
		thing := thingOf(row)
		if thing != "" && seen[thing] {
			*p = append(*p, model.Problem{
				Path: fmt.Sprintf("rows[%d]", i), Symptom: "again " + symptomOf(row.kind()), Rules: rulesOf(row.kind()),
				Message: fmt.Sprintf("another %s stands for the same thing", row.kind()),
			})
		}
		seen[thing] = true
	}
	return len(seen) > 0 && !(len(seen) == 1 && seen[""])
}

// pieces joins what each message says, by the rules of white space, users and retractions alone, without rows.
func (in *Input) pieces() map[string]string {
	texts, open, steers := map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, e := range in.counted() {
		switch message := identityOf(e.Event).message; e.kind() {
		case "user_message":
			if steer := id(e.Event, "steerId"); steer == "" || !steers[steer] { // else it only changes a row
				clear(open)
				steers[steer] = true
			}
		case "transcript_retraction":
			for _, value := range e.Event.Get("messageIds").Elements() {
				delete(texts, trim(value.Text()))
				delete(open, trim(value.Text()))
			}
		case "text":
			if text := e.Event.Get("text"); message != "" && text.IsString() && (open[message] || !isBlank(text.Text())) {
				open[message] = true
				texts[message] = jsvalue.Concat(texts[message], text.Text())
			}
		}
	}
	return texts
}

// spokenIn are the texts that an answer has, each with the event that it stands in.
func (v *View) spokenIn() (list []jsvalue.Value, paths []string) {
	for i, entry := range v.list("entries") {
		if entry.Get("role").Text() == "assistant" {
			list, paths = append(list, entry), append(paths, fmt.Sprintf("entries[%d].text", i))
		}
	}
	for i, row := range v.list("rows") {
		if kind := kindOf(row); kind == "text" || kind == "reasoning" {
			list, paths = append(list, row.Get("event")), append(paths, fmt.Sprintf("rows[%d].event.text", i))
		}
	}
	return list, paths
}

func messageProblems(v *View, p *problems) bool {
	want, got := v.Input.pieces(), map[string]string{}
	list, _ := v.spokenIn()
	for _, one := range list {
		if message := id(one, "messageId"); message != "" && one.Get("type").Text() != "reasoning" {
			got[message] = jsvalue.Concat(got[message], one.Get("text").Text())
		}
	}
	for _, message := range sorted(union(boolsOf(want), boolsOf(got))) {
		if want[message] != got[message] {
			a, b := shortly(jsvalue.StringValue(want[message]), jsvalue.StringValue(got[message]))
			p.add(v.Case.Op, "of the message %q there is %s, its pieces are %s", message, b, a)
		}
	}
	return len(want)+len(got) > 0
}

func boolsOf(texts map[string]string) map[string]bool {
	set := map[string]bool{}
	for key := range texts {
		set[key] = true
	}
	return set
}

// inventedProblems looks for each text in what all pieces of its run say, joined; white space aside, since a rule leaves some out and
// another one puts a blank line in.
func inventedProblems(v *View, p *problems) bool {
	said := map[string]string{}
	keyOf := func(event jsvalue.Value, thought bool) string {
		of := identityOf(event)
		if thought {
			of = identity{turn: id(event, "turnId"), item: id(event, "itemId")}
		}
		return slotOf(fmt.Sprint(thought), of.message, of.turn, of.item)
	}
	for _, e := range v.Input.counted() {
		if kind := e.kind(); kind == "text" || kind == "reasoning" {
			key := keyOf(e.Event, kind == "reasoning")
			said[key] = jsvalue.Concat(said[key], e.Event.Get("text").Text())
		}
	}
	list, paths := v.spokenIn()
	for i, one := range list {
		thought := one.Get("type").Text() == "reasoning"
		whole, text := said[keyOf(one, thought)], one.Get("text").Text()
		part := id(one, "itemId") != "" && thought // whose parts have texts of their own
		if !part && !strings.Contains(withoutSpace(whole), withoutSpace(text)) {
			p.add(paths[i], "it is in no stretch of what was said: %s", shownText(jsvalue.StringValue(text)))
		}
	}
	return len(list) > 0
}

// withoutSpace is a text without white space, and with characters of two units as these two, since they can come apart.
func withoutSpace(text string) string {
	var out []byte
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		high, low := utf16.EncodeRune(r)
		switch {
		case size == 4:
			out = append(append(out, half(high)...), half(low)...)
		case !isSpace(r) || size == 1:
			out = append(out, strings.TrimFunc(text[:size], isSpace)...)
		}
		text = text[size:]
	}
	return string(out)
}

// half is a surrogate as texts hold it.
func half(r rune) []byte {
	return []byte{0xe0 | byte(r>>12), 0x80 | byte(r>>6)&0x3f, 0x80 | byte(r)&0x3f}
}

// endedProblems looks at jobs that scheduled work alone tells of, by one name.
func endedProblems(v *View, p *problems) bool {
	ended, names := map[string]bool{}, map[string]bool{}
	for _, e := range v.Input.counted() {
		for _, key := range []string{"agentId", "taskId"} {
			names[id(e.Event, key)] = true
		}
		if e.kind() != "scheduled_work_update" || e.Event.Get("kind").Text() != "background_task" {
			continue
		}
		if status := e.Event.Get("status").Text(); slices.Contains([]string{"completed", "stopped", "cancelled", "failed", "missed"}, status) {
			ended[first(id(e.Event, "sourceTaskId"), id(e.Event, "id"))] = true
		}
	}
	judged := false
	for i, row := range v.rows() {
		key := row.get("agentKey").Text()
		if row.kind() != "background_job_line" || !ended[key] || names[key] {
			continue
		}
		judged = true
		if row.get("status").Text() == "running" {
			p.add(fmt.Sprintf("rows[%d].event.status", i), "the job %q ended, and runs", key)
		}
	}
	return judged
}

func foldProblems(v *View, p *problems) bool {
	rows := v.rows()
	for i, row := range rows {
		path := fmt.Sprintf("rows[%d]", i)
		if row.kind() == "work_log_entry" {
			p.add(path, "it stands in no group")
		}
		if i == 0 {
			continue
		}
		before := rows[i-1]
		thoughts := before.kind() == "reasoning" && row.kind() == "reasoning" && equalIn(before, row, "turnId")
		work := before.kind() == "work_log_group" && row.kind() == "work_log_group" && equalIn(before, row, "turnId")
		if thoughts || work || sameStatus(before, row) && !endsBadly(row) || wasStopped(before) && wasStopped(row) || sameJob(before, row) {
			*p = append(*p, model.Problem{Path: path, Symptom: "two " + symptomOf(row.kind()), Rules: rulesOf(row.kind()), Message: "it stands behind one with which it is one row"})
		}
	}
	return len(rows) > 0
}

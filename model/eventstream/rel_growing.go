package eventstream

import (
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growingRelations ask about a file that is shorter or longer, and about other views of the same file.
var growingRelations = []model.Relation{
	{
		ID: "keys-are-stable", Rules: []string{"ES-ROW-01", "ES-ROW-02"},
		Says:  "When a file grows, the rows that were there keep their keys, their order and the places before all new ones; only what a rule removes goes.",
		Check: relate(rowsOnly, keysAreStable),
	},
	{
		ID: "retraction-is-exact", Rules: []string{"ES-TEXT-05", "ES-ENTRY-02"},
		Says:  "A retraction at the end removes all that its message said, and nothing else.",
		Check: relate([]string{"rows", "entries"}, retractionIsExact),
	},
	{
		ID: "ended-jobs-do-not-reopen", Rules: []string{"ES-JOB-03", "ES-JOB-04"},
		Says:  "A job that ended is not changed by an event that says it runs.",
		Check: relate(rowsOnly, endedDoNotReopen),
	},
	{
		ID: "views-agree", Rules: []string{"ES-ENTRY-02", "ES-VIEW-01", "ES-GROUP-01"},
		Says:  "The rows, entries and groups of a file have one session, the same diagnostics, and of each message the same text.",
		Check: relate(rowsOnly, viewsAgree),
	},
	{
		ID: "groups-keep-rows", Rules: []string{"ES-GROUP-01", "ES-GROUP-02", "ES-GROUP-03", "ES-GROUP-04", "ES-GROUP-05", "ES-GROUP-06", "ES-GROUP-07", "ES-GROUP-08", "ES-GROUP-09"},
		Says:  "What the rows show the groups show, in the same order, but for what ES-GROUP-02 and ES-GROUP-05 to ES-GROUP-09 let go, and what is not folded is as it was.",
		Check: relate([]string{"groups"}, groupsKeepRows),
	},
	{
		ID: "groups-of-the-rows", Rules: []string{"ES-GROUP-01", "ES-GROUP-02", "ES-GROUP-03", "ES-GROUP-04", "ES-GROUP-05", "ES-GROUP-06", "ES-GROUP-07", "ES-GROUP-08", "ES-GROUP-09"},
		Says:  "The groups are those that a second definition makes of the rows of the same subject.",
		Check: relate([]string{"groups"}, groupsOfRows),
	},
	{
		ID: "pages-are-the-text", Rules: []string{"ES-PAGE-01", "ES-PAGE-02", "ES-PAGE-03"},
		Says:  "The chunks of all pages, joined, are the entries, whatever the limit.",
		Check: relate([]string{"entries"}, pagesAreTheText),
	},
	{
		ID: "parsed-is-parsed", Rules: []string{"ES-READ-02", "ES-READ-03", "ES-READ-04"},
		Says:  "The envelopes of a file, written again, are read as the same, and nothing is told of them.",
		Check: relate([]string{"parse"}, parsedIsParsed),
	},
	{
		ID: "shorter-summary", Rules: []string{"ES-SUM-03"},
		Says:  "A summary of fewer units is the beginning of the longer one, with dots.",
		Check: relate([]string{"summary"}, shorterSummary),
	},
}

// fewPrefixes are how many beginnings of a file are asked about.
const fewPrefixes = 4

func keysAreStable(t *trial) error {
	lines := strings.SplitAfter(t.Case.Input.Text(), "\n")
	for k := range fewPrefixes {
		cut := len(lines) * (k + 1) / (fewPrefixes + 1)
		if cut == 0 {
			continue
		}
		text := strings.Join(lines[:cut], "")
		before, err := t.ofSession(text)
		if before == nil || err != nil {
			return err
		}
		t.judged = true
		t.follows(before.rows(), t.rows())
	}
	return nil
}

// follows demands that later rows are what earlier ones can have become.
func (t *trial) follows(before, after []shown) {
	at := 0
	var stay []shown
	for _, row := range before {
		i := slices.IndexFunc(after[at:], func(later shown) bool { return later.key == row.key })
		if i < 0 {
			if !canGo(row) {
				t.add("rows", "the %s %q is gone, although the file only grew", row.kind(), row.key)
			}
			continue
		}
		if i > 0 {
			t.add("rows", "the row %q is new or has moved, and stands before %q", after[at].key, row.key)
			return
		}
		at++
		stay = append(stay, row)
	}
	for i, row := range stay {
		if later := after[i]; later.kind() != row.kind() && row.kind() != "codex_turn_recovery" {
			t.add("rows", "the %s %q has become a %s", row.kind(), row.key, later.kind())
		}
	}
}

// canGo: some rule removes such rows.
func canGo(row shown) bool {
	switch row.kind() {
	case "text":
		return id(row.event, "messageId") != ""
	case "plan_text", "codex_turn_stalled", "background_job_line":
		return true
	}
	return false
}

// retractionIsExact takes back the message that was named first.
func retractionIsExact(t *trial) error {
	list, _ := t.spokenIn()
	message := ""
	for _, one := range list {
		if one.Get("type").Text() != "reasoning" {
			message = first(message, id(one, "messageId"))
		}
	}
	if message == "" {
		return nil
	}
	more := envelope(t.Input.Session, "transcript_retraction", member("messageIds", jsvalue.ArrayValue(jsvalue.StringValue(" "), jsvalue.StringValue(" "+message+"\u00a0"))))
	again, err := t.ofSession(withLines(t.Case.Input.Text(), more))
	if again == nil || err != nil {
		return err
	}
	key := t.Case.Op
	var left []jsvalue.Value
	for _, one := range t.list(key) {
		said := one
		if key == "rows" {
			said = one.Get("event")
		}
		isText := key == "entries" && said.Get("role").Text() == "assistant" || said.Get("type").Text() == "text"
		if !isText || id(said, "messageId") != message {
			left = append(left, one)
		}
	}
	t.judged = true
	t.sameList(key, "one", []string{"ES-TEXT-05"}, left, again.list(key))
	return nil
}

func endedDoNotReopen(t *trial) error {
	chart, certain := t.chart()
	if !certain {
		return nil
	}
	var more []string
	for _, row := range t.rows() {
		name := row.get("agentKey").Text()
		job := chart.jobNamed(name)
		if row.kind() != "background_job_line" || row.get("status").Text() == "running" || job == nil || job.row == nil || job.row.key != row.key {
			continue
		}
		more = append(more, envelope(t.Input.Session, "scheduled_work_update", textOf("kind", "background_task"), textOf("status", "running"), textOf("sourceTaskId", name)))
	}
	if len(more) == 0 {
		return nil
	}
	again, err := t.ofSession(withLines(t.Case.Input.Text(), more...))
	if again != nil {
		t.same(again, untold)
	}
	return err
}

func viewsAgree(t *trial) error {
	texts := func(v *View) map[string]string {
		of := map[string]string{}
		list, _ := v.spokenIn()
		for _, one := range list {
			if message := id(one, "messageId"); message != "" && one.Get("type").Text() != "reasoning" {
				of[message] = jsvalue.Concat(of[message], one.Get("text").Text())
			}
		}
		return of
	}
	for _, op := range []string{"entries", "groups"} {
		other, err := t.ask(op, t.Case.Input.Text(), t.Case.Options)
		if err != nil {
			return err
		}
		if other == nil {
			continue
		}
		t.judged = true
		for _, key := range []string{"sessionId", "complete", "diagnostics"} {
			strip := func(value jsvalue.Value) jsvalue.Value { return without(value, "message") }
			if !same(strip(t.Result.Get(key)), strip(other.Result.Get(key))) {
				t.add(key, "that of %s is another one", op)
			}
		}
		rows, others := texts(t.View), texts(other)
		for _, message := range sorted(union(boolsOf(rows), boolsOf(others))) {
			if rows[message] != others[message] {
				t.add("rows", "of the message %q the rows have another text than the %s", message, op)
			}
		}
	}
	return nil
}

// rowsBehind are the rows of the case, which asks for its groups.
func (t *trial) rowsBehind() ([]shown, error) {
	rows, err := t.ask("rows", t.Case.Input.Text(), t.Case.Options)
	if rows == nil || err != nil {
		return nil, err
	}
	t.judged = true
	return rows.rows(), nil
}

func groupsOfRows(t *trial) error {
	rows, err := t.rowsBehind()
	if !t.judged || err != nil {
		return err
	}
	var want []jsvalue.Value
	for _, row := range grouped(rows) {
		want = append(want, row.value())
	}
	t.sameRows(want, t.list("rows"))
	return nil
}

func parsedIsParsed(t *trial) error {
	var lines []string
	for _, e := range t.list("envelopes") {
		lines = append(lines, string(jsvalue.Append(nil, e)))
	}
	if len(lines) == 0 {
		return nil
	}
	again, err := t.again(withLines("", lines...))
	if again == nil || err != nil {
		return err
	}
	t.same(again, untold)
	for _, d := range again.Diagnostics {
		if d.Code != "invalid_timestamp" || !isBlank(t.Input.Now) {
			t.add("diagnostics", "%s is told of an envelope that was written again", d.Code)
		}
	}
	return nil
}

func shorterSummary(t *trial) error {
	summary := t.Result.Get("summary").Text()
	units := max(1, jsvalue.Length(summary)/2)
	short, err := t.ask("summary", t.Case.Input.Text(), t.Case.Options.With(member("maxChars", jsvalue.IntValue(int64(units)))))
	if short == nil || err != nil {
		return err
	}
	t.judged = true
	got := short.Result.Get("summary").Text()
	stem := strings.TrimSuffix(got, "...")
	if !strings.HasPrefix(summary, stem) || jsvalue.Length(got) > max(units, 3) || summary != "" && jsvalue.Length(summary) > units && stem == got {
		t.add("summary", "of %d units it is %q, of more %q", units, got, summary)
	}
	return nil
}

// mostPages is how many pages are asked for; a chat with more is not looked at.
const mostPages = 60

// pagesAreTheText walks with a limit that the number of entries decides.
func pagesAreTheText(t *trial) error {
	entries := t.list("entries")
	limit := 1 + len(entries)%4
	if len(entries) > mostPages/2*limit {
		return nil
	}
	options := t.Case.Options.With(member("limit", jsvalue.IntValue(int64(limit))))
	chunks := map[int64][]jsvalue.Value{} // of each entry, the newest first
	for page := 0; ; page++ {
		one, err := t.ask("entries", t.Case.Input.Text(), options)
		if one == nil || err != nil {
			return err
		}
		list := one.list("entries")
		t.judged = true
		if len(list) > limit {
			t.add("entries", "there are %d on a page, the limit is %d", len(list), limit)
		}
		for _, chunk := range list {
			at, _ := chunk.Get("entryOffset").SafeInteger()
			chunks[at] = append(chunks[at], chunk)
		}
		before := one.Result.Get("nextBefore")
		if before.IsNullish() {
			break
		}
		if page > mostPages || len(list) == 0 {
			return nil // many small pieces
		}
		options = options.With(member("before", before))
	}
	t.sameChunks(entries, chunks)
	return nil
}

// sameChunks joins the chunks of each entry, and holds them against the entries, which stand as they began.
func (t *trial) sameChunks(entries []jsvalue.Value, chunks map[int64][]jsvalue.Value) {
	var joined []jsvalue.Value
	for _, at := range slices.Sorted(maps.Keys(chunks)) {
		entry := chunks[at][len(chunks[at])-1].Without("entryOffset", "inferred")
		text := ""
		for _, chunk := range slices.Backward(chunks[at]) {
			text = jsvalue.Concat(text, chunk.Get("text").Text())
		}
		joined = append(joined, entry.With(textOf("text", text)))
	}
	var want []jsvalue.Value
	for _, entry := range entries {
		want = append(want, entry.Without("inferred"))
	}
	t.sameList("entries", "entry", []string{"ES-PAGE-03"}, want, joined)
}

package groups_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/groups"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// someEvents are what chats are made of here; N is a number of their own, T one of two turns, B a status that an end has.
var someEvents = []string{
	`{"type":"tool_call","tool":"Read","itemId":"iN","turnId":"T"}`,
	`{"type":"command","command":"cN","itemId":"iN","turnId":"T","status":"completed","output":"oN"}`,
	`{"type":"tool_use_summary","summary":"sN","turnId":"T","toolUseIds":[]}`,
	`{"type":"reasoning","text":" wN ","itemId":"iN","turnId":"T"}`,
	`{"type":"reasoning","text":"wN","itemId":"i","turnId":"T"}`,
	`{"type":"status","turnStatus":"B","turnId":"T","message":"mP"}`,
	`{"type":"status","turnStatus":"started","turnId":"T","message":"mN"}`,
	`{"type":"done","status":"B","turnId":"T","model":"mN","usage":{"inputTokens":N,"outputTokens":1},"costUsd":1}`,
	`{"type":"done","status":"completed","turnId":"T","usage":{"inputTokens":N}}`,
	`{"type":"subagent_started","agentId":"aN","description":"dN","turnId":"T"}`,
	`{"type":"subagent_result","agentId":"aP","status":"stopped","turnId":"T"}`,
	`{"type":"transcript_retraction","messageIds":["m"]}`,
	`{"type":"subagent_result","agentId":"aP","status":"completed","summary":"sN","turnId":"T"}`,
	`{"type":"subagent_started","taskId":"jN","taskType":"background","command":"make","turnId":"T"}`,
	`{"type":"subagent_result","taskId":"jP","taskType":"background","command":"make","status":"B","turnId":"T"}`,
	`{"type":"todo_update","items":[{"id":"N"}],"turnId":"T"}`,
	`{"type":"scheduled_work_update","id":"wN","kind":"cron","status":"scheduled","turnId":"T"}`,
	`{"type":"error","message":"eN","turnId":"T"}`,
	`{"type":"user_message","text":"uN"}`,
	`{"type":"text","text":"xN","messageId":"m","turnId":"T"}`,
	`{"type":"reasoning","text":"wN","itemId":"i","turnId":"T"}` + taken + `{"type":"reasoning","text":"vN","itemId":"i","turnId":"T"}` + retracted,
	`{"type":"status","turnStatus":"B","turnId":"T","message":"m"}` + taken + `{"type":"status","turnStatus":"B","turnId":"T","message":"m"}` + retracted,
	`{"type":"tool_call","itemId":"kN","turnId":"T"}` + "\n" + `{"type":"reasoning","text":"zN","turnId":"T"}` + "\n" + `{"type":"tool_call","itemId":"lN","turnId":"T"}`,
	`{"type":"subagent_started","agentId":"bN"}` + "\n" + `{"type":"subagent_started","agentId":"cN"}` + "\n" +
		`{"type":"subagent_result","agentId":"bN","status":"stopped"}` + "\n" + `{"type":"subagent_result","agentId":"cN","status":"stopped"}`,
}

// A message that stands between two others for a while.
const (
	taken     = "\n" + `{"type":"text","text":"x","messageId":"nN"}` + "\n"
	retracted = "\n" + `{"type":"transcript_retraction","messageIds":["nN"]}`
)

// someRows are the rows of a chat in which things follow one another more often than chance has it.
func someRows(t *testing.T, seed uint64) []rows.Row {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	var lines []string
	kind := 0
	for i := range 60 {
		if r.IntN(2) == 0 {
			kind = r.IntN(len(someEvents))
		}
		bad := []string{"failed", "interrupted"}[r.IntN(2)]
		lines = append(lines, strings.NewReplacer("N", strconv.Itoa(i), "P", strconv.Itoa(i-r.IntN(4)), `"T"`, `"t`+strconv.Itoa(r.IntN(2))+`"`, `"B"`, `"`+bad+`"`).Replace(someEvents[kind]))
	}
	return of(t, strings.Join(lines, "\n"))
}

// TestLossless: whatever is folded, each thing that the rows say is there, in order, and in its place between the rows that no
// rule folds. What may go is named in said and in lost (ES-GROUP-01 to ES-GROUP-09).
func TestLossless(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(600) {
		drawn := someRows(t, seed)
		folded := groups.Fold(drawn)
		want, got := saidBy(drawn), saidBy(folded)
		lost(t, want, got, seen)
		if diff := cmp.Diff(want.list, got.list); diff != "" {
			t.Fatalf("seed %d:\n%s", seed, diff)
		}
		untouched := map[string]rows.Row{}
		for _, row := range drawn {
			untouched[row.Key] = row
		}
		for _, row := range folded {
			seen[strings.Split(row.Key, ":")[0]]++
			if before, stayed := untouched[row.Key]; stayed && line(before.Value()) != line(row.Value()) {
				t.Fatalf("seed %d: a row that is not folded has become another:\n%s", seed, cmp.Diff(line(before.Value()), line(row.Value())))
			}
		}
	}
	for _, kind := range []string{
		"work-log", "activity", "reasoning-group", "terminus", "activity-phase-reasoning", "activity-phase-work", "subagent-stopped-group",
		"background-job-group", "status that goes", "repeat that goes", "summary that goes",
	} {
		if seen[kind] < 10 {
			t.Errorf("of %s there are only %d", kind, seen[kind])
		}
	}
}

func line(value jsvalue.Value) string { return string(jsvalue.AppendCanonical(nil, value)) }

// said is what rows or groups say: of each sort a list in order, whose lines begin with the number of rows before that no
// rule folds.
type said struct {
	list      map[string][]string
	place     int
	statuses  []string // of ends and repeats, which can go
	summaries []string // of work, which can go
	ends      map[int]*ends
}

// ends are what the ends between two rows that are not folded say together.
type ends struct {
	count, tokens, cost float64
	bad                 bool // some failed or were interrupted
	failed              bool // some failed
	reasons             []string
}

func saidBy(list []rows.Row) *said {
	s := &said{list: map[string][]string{}, ends: map[int]*ends{}}
	for _, row := range list {
		s.row(row)
	}
	for place := range s.place + 1 {
		if e := s.ends[place]; e != nil {
			s.list["end"] = append(s.list["end"], fmt.Sprint(place, e.count, e.tokens, e.cost, e.failed))
		}
	}
	return s
}

func (s *said) add(sort string, values ...string) {
	for _, value := range values {
		s.list[sort] = append(s.list[sort], fmt.Sprint(s.place, " ", value))
	}
}

// row takes what a row says, as far as it must stay.
func (s *said) row(row rows.Row) {
	e := row.Event
	get := func(keys ...string) string {
		var parts []string
		for _, key := range keys {
			parts = append(parts, line(e.Get(key)))
		}
		return strings.Join(parts, " ")
	}
	switch kind := e.Get("type").Text(); {
	case kind == "work_log_entry":
		s.add("work", line(e.Get("entry")))
	case kind == "work_log_group":
		for _, entry := range e.Get("entries").Elements() {
			s.add("work", line(entry))
		}
		s.summary(e)
	case kind == "tool_use_summary":
		s.summary(e)
	case kind == "reasoning": // the item can go (ES-GROUP-07)
		parts := elements(e.Get("parts"))
		if len(parts) == 0 {
			parts = append(parts, e.Get("text"))
		}
		for _, part := range parts {
			s.add("thought", get("turnId")+line(part))
		}
	case kind == "activity_bundle":
		for _, item := range e.Get("items").Elements() {
			s.add("activity", get("turnId")+line(item))
		}
	case kind == "todo_update" || kind == "scheduled_work_update":
		s.add("activity", get("turnId")+line(row.Value()))
	case kind == "status":
		s.statuses = append(s.statuses, fmt.Sprint(s.place, " ", get("turnStatus", "turnId", "message")))
	case kind == "done":
		s.end(e)
	case kind == "turn_recap": // which an end can pass (ES-GROUP-06)
		s.add("recap", line(row.Value()))
	case kind == "subagent_result_card" && e.Get("status").Text() == "stopped": // all but these can go (ES-GROUP-08)
		title := e.Get("description").Text()
		if title == "" {
			title = rows.DefaultDescription
		}
		s.add("stopped agent", get("agentKey")+" "+title)
	case kind == "subagent_stopped_group":
		for _, item := range e.Get("items").Elements() {
			s.add("stopped agent", line(item.Get("agentKey"))+" "+item.Get("title").Text())
		}
	case kind == "background_job_line": // when it began and how it went can go (ES-GROUP-09)
		s.add("job", get("agentKey", "label", "status"))
	case kind == "background_job_group":
		for _, key := range e.Get("agentKeys").Elements() {
			s.add("job", line(key)+" "+get("label", "status"))
		}
	default:
		s.add("row", line(row.Value()))
		s.place++
	}
}

func (s *said) summary(e jsvalue.Value) {
	if text := e.Get("summary").Text(); text != "" {
		s.summaries = append(s.summaries, fmt.Sprint(s.place, " ", text))
	}
}

// end adds an end, of which one that several were joined to holds how many, and the sums of what they cost.
func (s *said) end(e jsvalue.Value) {
	if s.ends[s.place] == nil {
		s.ends[s.place] = &ends{}
	}
	of := s.ends[s.place]
	others := 0.0
	if count := e.Get("subagentStoppedCount"); count.IsFinite() {
		others = count.Float()
	}
	isBad := slices.Contains([]string{"failed", "interrupted"}, e.Get("status").Text())
	of.count += 1 + others
	of.tokens += e.Get("usage").Get("inputTokens").Float()
	if cost := e.Get("costUsd"); cost.IsFinite() {
		of.cost += cost.Float()
	}
	of.bad = of.bad || isBad
	for _, reason := range e.Get("reasons").Elements() {
		of.reasons = append(of.reasons, line(reason))
	}
	of.failed = of.failed || e.Get("status").Text() == "failed"
}

// lost demands that what is not there may have gone: a status that the next one repeats (ES-GROUP-05), one that failed or was
// interrupted beside such an end, which says the reason (ES-GROUP-06), and a summary behind which its group or its phase has another (ES-GROUP-02,
// ES-GROUP-07). It counts them in seen.
func lost(t *testing.T, want, got *said, seen map[string]int) {
	t.Helper()
	rest := got.statuses
	for i, status := range slices.Backward(want.statuses) {
		place, _ := strconv.Atoi(strings.Fields(status)[0])
		isBad := strings.Contains(status, `"failed"`) || strings.Contains(status, `"interrupted"`)
		switch {
		case len(rest) > 0 && rest[len(rest)-1] == status:
			rest = rest[:len(rest)-1]
		case i+1 < len(want.statuses) && want.statuses[i+1] == status:
			seen["repeat that goes"]++
		case isBad && want.ends[place] != nil && want.ends[place].bad:
			if reason := strings.Fields(status)[3]; !slices.Contains(got.ends[place].reasons, reason) {
				t.Fatalf("the status %s is gone, and its reason", status)
			}
			seen["status that goes"]++
		default:
			t.Fatalf("the status %s is gone", status)
		}
	}
	if len(rest) > 0 {
		t.Fatalf("there are more statuses: %v", rest)
	}
	for i, summary := range want.summaries {
		place, _, _ := strings.Cut(summary, " ")
		isThere := slices.Contains(got.summaries, summary)
		hasNext := i+1 < len(want.summaries) && strings.HasPrefix(want.summaries[i+1], place+" ")
		if !isThere && !hasNext {
			t.Fatalf("the summary %s is gone, and none behind it", summary)
		}
		if !isThere {
			seen["summary that goes"]++
		}
	}
}

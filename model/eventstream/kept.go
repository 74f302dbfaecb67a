package eventstream

import (
	"fmt"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// kept are what rows or groups show of each sort, in order, as far as no rule lets it go.
type kept struct {
	sorts   map[string][]jsvalue.Value
	uses    map[string]bool // of tools, that summaries name
	summary string          // the last since the last row that nothing folds, trimmed
	ends    [4]float64      // how many turns failed or were interrupted, their input and output tokens, and what they cost
}

// sortRules are the sorts, with the rules that say what becomes of them.
var sortRules = []struct {
	sort  string
	rules []string
}{
	{"entry of work", []string{"ES-GROUP-01", "ES-GROUP-07"}},
	{"summary", []string{"ES-GROUP-02", "ES-GROUP-07"}},
	{"use of a tool", []string{"ES-GROUP-02"}},
	{"thought", []string{"ES-GROUP-04", "ES-GROUP-07"}},
	{"activity", []string{"ES-GROUP-03"}},
	{"status", []string{"ES-GROUP-05", "ES-GROUP-06"}},
	{"recap", []string{"ES-GROUP-06"}},
	{"reason", []string{"ES-GROUP-06"}},
	{"job", []string{"ES-GROUP-09"}},
	{"agent", []string{"ES-GROUP-08"}},
	{"row", nil},
}

// keptOf takes what rows show, or what groups were made of; folded says which groups are none of the rows.
func keptOf(rows []shown, folded func(row shown) bool) *kept {
	k := &kept{sorts: map[string][]jsvalue.Value{}, uses: map[string]bool{}}
	for _, row := range rows {
		k.keep(row, folded(row))
	}
	k.flush()
	return k
}

func (k *kept) add(sort string, values ...jsvalue.Value) {
	k.sorts[sort] = append(k.sorts[sort], values...)
}

// flush ends the part of the chat in which a later summary can take the place of an earlier one.
func (k *kept) flush() {
	if k.summary != "" {
		k.add("summary", jsvalue.StringValue(k.summary))
	}
	k.summary = ""
}

// keep takes a row, or what a group was made of.
func (k *kept) keep(row shown, folded bool) {
	each := func(sort, key string) {
		for _, value := range row.get(key).Elements() {
			k.add(sort, value)
		}
	}
	switch kind := row.kind(); {
	case kind == "work_log_entry":
		k.add("entry of work", row.get("entry"))
	case kind == "work_log_group":
		each("entry of work", "entries")
		k.summarize(row)
	case kind == "tool_use_summary":
		k.summarize(row)
	case kind == "reasoning" && row.get("parts").IsArray():
		each("thought", "parts")
	case kind == "reasoning":
		k.add("thought", row.get("text"))
	case kind == "activity_bundle":
		each("activity", "items")
	case isActivity(row):
		k.add("activity", row.value())
	case kind == "status":
		k.add("status", row.value())
	case kind == "turn_recap":
		k.add("recap", row.value())
	case endsBadly(row):
		k.end(row, folded)
		if folded {
			each("reason", "reasons")
		}
	case kind == "background_job_line" || kind == "background_job_group":
		k.job(row)
	case wasStopped(row):
		k.add("agent", titled(row.get("agentKey"), textOf("", first(row.get("description").Text(), "Subagent task")).Value))
	case kind == "subagent_stopped_group":
		for _, item := range row.get("items").Elements() {
			k.add("agent", titled(item.Get("agentKey"), item.Get("title")))
		}
	default:
		k.add("row", row.value())
		k.flush()
	}
}

// titled is what stays of an agent that was stopped (ES-GROUP-08).
func titled(agent, title jsvalue.Value) jsvalue.Value {
	return jsvalue.ObjectValue(member("agentKey", agent), textOf("title", title.Text()))
}

// job takes what stays of jobs (ES-GROUP-09).
func (k *kept) job(row shown) {
	keys := row.get("agentKeys")
	if row.kind() == "background_job_line" {
		keys = jsvalue.ArrayValue(row.get("agentKey"))
	}
	for _, key := range keys.Elements() {
		k.add("job", jsvalue.ObjectValue(member("agentKey", key), member("label", row.get("label")), member("status", row.get("status"))))
	}
}

// summarize takes the uses of tools that a summary names, each where it came first, and its words.
func (k *kept) summarize(row shown) {
	if said := jsvalue.Trim(row.get("summary").Text()); said != "" {
		k.summary = said
	}
	for _, use := range row.get("toolUseIds").Elements() {
		if name := use.Text(); !isBlank(name) && !k.uses[name] {
			k.uses[name] = true
			k.add("use of a tool", use)
		}
	}
}

// end counts an end, of which one that several were folded into holds the sums (ES-GROUP-06).
func (k *kept) end(row shown, folded bool) {
	usage := row.get("usage")
	k.ends[0]++
	if others := row.get("subagentStoppedCount"); folded && others.IsFinite() {
		k.ends[0] += others.Float()
	}
	for i, figure := range []jsvalue.Value{usage.Get("inputTokens"), usage.Get("outputTokens"), row.get("costUsd")} {
		if figure.IsFinite() {
			k.ends[i+1] += figure.Float()
		}
	}
}

// staying are rows without the statuses that may go: one that the next repeats (ES-GROUP-05), and what stands beside an end
// that failed or was interrupted as that did, whose message is a reason of that (ES-GROUP-06).
func staying(rows []shown) (list []shown, reasons []jsvalue.Value) {
	once := fold(rows, sameStatus, func(run []shown) []shown { return run[len(run)-1:] })
	besideEnd := func(a, b shown) bool { return endsBadly(a) && (endsBadly(b) || b.kind() == "turn_recap") }
	list = fold(once, besideEnd, func(run []shown) (left []shown) {
		if !slices.ContainsFunc(run, func(row shown) bool { return row.kind() == "done" }) {
			return run
		}
		said := map[string]bool{}
		for _, row := range run {
			if !endsBadly(row) || row.kind() != "status" {
				left = append(left, row)
				continue
			}
			if reason := id(row.event, "message"); reason != "" && !said[reason] {
				said[reason] = true
				reasons = append(reasons, jsvalue.StringValue(reason))
			}
		}
		return left
	})
	return list, reasons
}

func groupsKeepRows(t *trial) error {
	rows, err := t.rowsBehind()
	if !t.judged || err != nil {
		return err
	}
	before := map[string]shown{}
	for _, row := range rows {
		before[row.key] = row
	}
	for i, row := range t.rows() {
		if was, is := before[row.key]; is && !same(was.value(), row.value()) {
			t.sameRow(fmt.Sprintf("rows[%d]", i), was.value(), row.value())
		}
	}
	stay, reasons := staying(rows)
	want := keptOf(stay, func(shown) bool { return false })
	want.add("reason", reasons...)
	got := keptOf(t.rows(), func(row shown) bool { _, is := before[row.key]; return !is })
	for _, of := range sortRules {
		t.sameList("rows", of.sort, of.rules, want.sorts[of.sort], got.sorts[of.sort])
	}
	for i, figure := range []string{"turns that failed or were interrupted", "input tokens of these", "output tokens of these", "cost of these"} {
		if a, b := want.ends[i], got.ends[i]; math.Abs(a-b) > 1e-9*max(1, math.Abs(a)) {
			t.add("rows", "the %s are %v, in the rows %v", figure, b, a)
		}
	}
	return nil
}

package crosscheck

import (
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// shownDifferences are the places where our blocks contradict the input, whatever the other side shows: blocks that do not
// stand in the order of the chain, a call or a result without a block, a status that no result gives, content that is gone,
// a call that is never answered and not reported. Where an excuse sets the other judge aside, this one stays. No excuse
// names its paths.
func shownDifferences(view *View, answer jsvalue.Value) []compare.Difference {
	t := toolCheck{View: view, unclear: view.where(isUnclear), blocks: map[string][]jsvalue.Value{}}
	for _, block := range answer.Get("blocks").Elements() {
		if block.Get("kind").Text() == "tool" {
			t.block(block)
		}
	}
	t.blocksAreInOrder(answer.Get("blocks"))
	t.callsAreShown()
	t.resultsAreShown()
	t.danglingCallsAreReported(answer.Get("diagnostics"))
	return t.differences
}

// toolCheck collects differences.
type toolCheck struct {
	*View
	unclear     Sites                      // says nothing about these
	blocks      map[string][]jsvalue.Value // by record
	differences []compare.Difference
}

// isUnclear: a naive reading does not know which parts count: those of a copy do not, nor those that a display text stands
// for, and of fragments of several types the first one says how all are read.
func isUnclear(r Record) bool {
	hides := slices.Contains(shownByDisplayText, r.Subtype) || r.Payload.Get("displayText").IsString() || hasTail(&r)
	if r.Type == "user" && hides {
		return true
	}
	for i, fragment := range r.Fragments {
		if fragment.Get("type").Text() != r.Type || isCopy(r.Fragments, i) {
			return true
		}
	}
	return false
}

func (t *toolCheck) add(path string, block jsvalue.Value, uuids ...string) {
	t.differences = append(t.differences, compare.Difference{Path: path, Got: block, Records: uuids})
}

func (t *toolCheck) block(block jsvalue.Value) {
	var uuids []string
	for _, id := range block.Get("sourceRecordIds").Elements() {
		uuids = append(uuids, id.Text())
		t.blocks[id.Text()] = append(t.blocks[id.Text()], block)
	}
	var results []*Result
	for _, result := range t.Results {
		if slices.Contains(uuids, result.Record.UUID) {
			results = append(results, result)
		}
	}
	isUnclear := func(uuid string) bool { return t.unclear[uuid] }
	if slices.ContainsFunc(results, (*Result).ofTodo) || slices.ContainsFunc(uuids, isUnclear) {
		return // a plan has the status of its entries
	}
	if status := block.Get("status").Text(); !slices.Contains(statuses(results), status) {
		t.add("unfounded blocks[tool].status", block.Get("status"), uuids...)
	}
	if block.Get("content").Len() == 0 && !slices.ContainsFunc(results, func(result *Result) bool { return !result.hasText() }) {
		t.add("no blocks[tool].content[]", block.Get("content"), uuids...)
	}
}

// statuses are those that the results can give; without any the call is not answered.
func statuses(results []*Result) []string {
	if len(results) == 0 {
		return []string{"failed"}
	}
	var list []string
	for _, result := range results {
		outcome := result.Record.Outcome
		status := outcome.Get("status")
		switch {
		case status.Text() == "cancelled":
			list = append(list, "cancelled")
		case !status.IsNullish() && status.Text() != "success" || outcome.Get("error").Truthy():
			list = append(list, "failed")
		default:
			list = append(list, "completed")
		}
		if len(result.Record.responses()) > 1 {
			list = append(list, "completed") // the outcome may belong to another response
		}
	}
	return list
}

// ofTodo: the result is a todo list.
func (r *Result) ofTodo() bool {
	return r.Name == "todo_write" || r.Name == "" && (r.Call == nil || r.Call.Name == "todo_write")
}

// hasText: the result is the only one of its record, and says something.
func (r *Result) hasText() bool {
	responses := r.Record.responses()
	return len(responses) == 1 && responses[0].Get("response").Get("output").Text() != ""
}

// blocksAreInOrder: a block stands where the first of its records does. A todo list that was never answered stands last, and
// a prompt that is cancelled again keeps its place.
func (t *toolCheck) blocksAreInOrder(blocks jsvalue.Value) {
	at := map[string]int{}
	for i, record := range t.Chain {
		at[record.UUID] = i
	}
	last := 0
	for _, block := range blocks.Elements() {
		if block.Get("toolName").Text() == "todo_write" || block.Get("kind").Text() == "prompt_cancelled" {
			continue
		}
		first := len(t.Chain)
		for _, id := range block.Get("sourceRecordIds").Elements() {
			if i, known := at[id.Text()]; known {
				first = min(first, i)
			}
		}
		if first < last {
			t.add("blocks[].sourceRecordIds out of order", block, block.Get("sourceRecordIds").At(0).Text())
		}
		last = first
	}
}

func (t *toolCheck) callsAreShown() {
	calls := map[string]int{}
	for _, call := range t.Calls {
		if uuid := call.Record.UUID; call.Name != "todo_write" && !t.unclear[uuid] {
			calls[uuid]++
		}
	}
	for _, uuid := range slices.Sorted(maps.Keys(calls)) {
		if len(t.blocks[uuid]) < calls[uuid] {
			t.add("no blocks[tool]", jsvalue.Value{}, uuid)
		}
	}
}

func (t *toolCheck) resultsAreShown() {
	for _, result := range t.Results {
		if uuid := result.Record.UUID; len(t.blocks[uuid]) == 0 && !t.unclear[uuid] {
			t.add("no blocks[tool]", jsvalue.Value{}, uuid)
		}
	}
}

func (t *toolCheck) danglingCallsAreReported(diagnostics jsvalue.Value) {
	type place struct{ uuid, path string }
	reported := map[place]bool{}
	for _, d := range diagnostics.Elements() {
		if d.Get("code").Text() == "missing_tool_result" {
			reported[place{d.Get("recordId").Text(), d.Get("path").Text()}] = true
		}
	}
	for _, call := range t.Calls {
		if uuid := call.Record.UUID; !t.mayBeAnswered(call) && !t.unclear[uuid] && !reported[place{uuid, partPath(call.Part)}] {
			t.add("no diagnostics[missing_tool_result]", jsvalue.Value{}, uuid)
		}
	}
}

// mayBeAnswered: somewhere a response names the id of the call, or its tool and no id.
func (t *toolCheck) mayBeAnswered(call *Call) bool {
	return slices.ContainsFunc(t.Chain, func(record Record) bool {
		if id := record.Outcome.Get("callId").Text(); id != "" && id == call.ID {
			return true
		}
		return slices.ContainsFunc(record.responses(), func(response jsvalue.Value) bool {
			id := response.Get("id").Text()
			return id != "" && id == call.ID || id == "" && response.Get("name").Text() == call.Name
		})
	})
}

package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// usageFeatures are about which text token counts belong to.
var usageFeatures = []feature{
	{
		name: "stray-usage", rules: []string{"CR-DEC-21"},
		says: "Token counts come without a text of their own, behind something else than a text of the model.",
		find: func(in *reading) []int { return usagesOf(in.Chain()).stray }, edit: withoutMembers("usageMetadata"),
	},
	{
		name: "usage-without-a-text", rules: []string{"CR-DEC-21"},
		says: "Token counts come in a turn in which the model has said nothing yet.",
		find: func(in *reading) []int { return usagesOf(in.Chain()).alone }, edit: withoutMembers("usageMetadata"),
	},
	{
		name: "late-usage-of-a-sub-agent", rules: []string{"CR-BLOCK-11"}, rare: true,
		says: "The token counts of a sub-agent come behind a message of the user that its call stands before.",
		find: func(in *reading) []int { return usagesOf(in.Chain()).late },
		edit: func(_ *reading, r Record) jsvalue.Value {
			value, _ := at(withoutKeys(is("executionSummary")), "toolCallResult", "resultDisplay")(r.Value)
			return value
		},
	},
}

// usages follows the text that token counts are added to, in two ways: to the last text of the model in its turn, which is
// right, and to the text that still grows, or else to the last one behind the last message of the user, whoever wrote it.
// Texts are numbered from 1; 0 is none.
type usages struct {
	texts             int
	right, open, last int
	unclear           bool           // a goal may have been shown as a message of the user
	users             int            // counts the records that show one
	startedAt         map[string]int // users before the record of a call

	stray, alone, late []int // places of records

	homeless map[string]bool // by the id of a record that counts: no text in its turn can carry that; those that are unclear are not there
}

func usagesOf(chain *Chain) usages {
	w := usages{startedAt: make(map[string]int), homeless: make(map[string]bool)}
	answers := chain.Tools().Answers
	for i, node := range chain.Nodes {
		counts := node.Type() == "assistant" && node.UsageMetadata().IsObject()
		w.user(node, chain.Steps(i))
		for _, step := range chain.Steps(i) {
			if counts && step.Kind == Call { // usage comes before the first call (CR-REPLAY-13)
				w.count(node)
				counts = false
			}
			if step.Kind == Result {
				w.result(node, answers[0])
				answers = answers[1:]
			}
			w.step(node, step)
		}
		if counts {
			w.count(node)
		}
	}
	return w
}

// user: a message of the user ends what grows, unless an image or a file begins it; only one that begins a turn ends that.
func (w *usages) user(node *Node, steps []Step) {
	first := slices.IndexFunc(steps, func(step Step) bool { return step.Role == "user" && step.showsSomething() })
	if first < 0 {
		return
	}
	w.users++
	w.last = 0
	if steps[first].Kind == Text {
		w.open = 0
	}
	if !slices.Contains([]string{"notification", "cron", "mid_turn_user_message"}, node.Subtype()) {
		w.right = 0
	}
}

func (w *usages) step(node *Node, step Step) {
	switch {
	case step.Role == "assistant":
		w.texts++
		w.open, w.last = w.texts, w.texts
		if node.Type() == "assistant" && !step.Free {
			w.right, w.unclear = w.texts, false
		}
	case step.Role == "thought", step.Kind == Status, step.Begins, step.Kind == Vague && node.Subtype() == "turn_result":
		w.open = 0
	case step.Kind == Vague && isGoalChange(node):
		w.users++
		w.unclear = true
	}
	if step.Kind == Call {
		w.startedAt[node.UUID] = w.users
	}
}

// isGoalChange: the goal changes in a way that may be shown as a message of the user.
func isGoalChange(node *Node) bool {
	return node.Subtype() == "goal_state" && is("create", "replace", "edit", "pause", "resume", "clear")(node.SystemPayload().Get("cause").Text())
}

func (w *usages) count(node *Node) {
	if !w.unclear {
		w.homeless[node.UUID] = w.right == 0
	}
	other := w.open
	if other == 0 {
		other = w.last
	}
	if other != w.right || w.unclear && other != 0 {
		w.stray = append(w.stray, withMember(node, "usageMetadata")...)
	}
	if w.right == 0 || w.unclear {
		w.alone = append(w.alone, withMember(node, "usageMetadata")...)
	}
}

func (w *usages) result(node *Node, a Answer) {
	started, known := w.startedAt[a.Tool.Start]
	counted := a.Outcome.Get("resultDisplay").Get("executionSummary").IsObject()
	if counted && known && started < w.users && w.open != 0 {
		w.late = append(w.late, withMember(node, "toolCallResult")...)
	}
}

// withMember are the places of the fragments of the node that have the member.
func withMember(node *Node, key string) []int {
	var places []int
	for _, fragment := range node.Fragments {
		if !fragment.Value.Get(key).IsNullish() {
			places = append(places, fragment.Index)
		}
	}
	return places
}

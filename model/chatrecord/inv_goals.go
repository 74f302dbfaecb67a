package chatrecord

import (
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var goalInvariants = []model.Invariant{
	{
		ID: "goal-states", Rules: []string{"CR-REPLAY-44", "CR-REPLAY-51"},
		Says:  "A goal state that is not valid is named, and no other; a valid one shows the command of its cause, if there is one.",
		Check: onProjections(goalStates),
	},
	{
		ID: "usage-finds-its-text", Rules: []string{"CR-BLOCK-12", "CR-DEC-21"},
		Says:  "The usage of a record is without a block exactly where its turn has no text of an assistant record before it.",
		Check: onProjections(usageFindsItsText),
	},
}

func goalStates(v *View, p *problems) bool {
	shown := map[string][]Block{}
	chain := v.Input.Chain()
	for _, b := range v.Blocks {
		if chain.isGoal(b) {
			shown[b.Sources[0]] = append(shown[b.Sources[0]], b)
		}
	}
	judged := false
	for _, node := range chain.Nodes {
		if node.Type() != "system" || node.Subtype() != "goal_state" {
			continue
		}
		judged = true
		payload := node.SystemPayload()
		valid := isGoalState(payload)
		if named := v.names("malformed_goal_state", node.UUID, "systemPayload"); named == valid {
			p.add("diagnostics", "the goal state of %q is valid: %v, and named: %v", node.UUID, valid, named)
		}
		want := ""
		if valid {
			want = goalCommand(payload.Get("cause").Text(), payload.Get("snapshot").Get("goal"))
		}
		blocks := shown[node.UUID]
		switch {
		case want == "" && len(blocks) > 0:
			p.add(blocks[0].path(""), "shows a goal state of %q that has no command", node.UUID)
		case want != "" && len(blocks) != 1 && v.Whole():
			p.add("blocks", "the command of %q is shown %d times", node.UUID, len(blocks))
		case len(blocks) == 1:
			if got := blocks[0].Value.Get("text").Text(); got != want && !isCutOf(got, want) {
				p.add(blocks[0].path("text"), "is %s, want %s", text(jsvalue.StringValue(got)), text(jsvalue.StringValue(want)))
			}
		}
	}
	return judged
}

// goalCommand is the table of CR-REPLAY-44, "" where nothing is shown.
func goalCommand(cause string, goal jsvalue.Value) string {
	reason := goal.Get("lastReason")
	switch {
	case (cause == "create" || cause == "replace") && goal.IsObject():
		return jsvalue.Concat("/goal ", goal.Get("objective").Text())
	case cause == "edit" && goal.IsObject():
		return jsvalue.Concat("/goal edit ", goal.Get("objective").Text())
	case cause == "pause" && (reason.IsUndefined() || reason.Text() == "Paused with /goal pause."), cause == "resume", cause == "clear":
		return "/goal " + cause
	}
	return ""
}

var goalCauses = []string{
	"create", "replace", "edit", "pause", "resume", "turn_finished", "checkpoint", "verifier_accept", "verifier_reject", "complete",
	"blocked", "usage_limited", "clear", "migrated",
}

// isGoalState is CR-REPLAY-44.
func isGoalState(payload jsvalue.Value) bool {
	snapshot, audit := payload.Get("snapshot"), payload.Get("blockedAudit")
	goal, cleared := snapshot.Get("goal"), snapshot.Get("clearedGoal")
	isNull := goal.Kind() == jsvalue.Null
	turns, count := elements(audit.Get("turnIds")), audit.Get("count")
	return hasOnly(payload, "v", "cause", "snapshot", "blockedAudit", "checkpointPending") && isNumber(payload.Get("v"), 2) &&
		slices.Contains(goalCauses, payload.Get("cause").Text()) &&
		hasOnly(snapshot, "v", "goal", "activity", "clearedGoal") && isNumber(snapshot.Get("v"), 2) && snapshot.Get("activity").Text() == "idle" &&
		(isNull || isGoal(goal)) &&
		(cleared.IsUndefined() || isNull && hasExactly(cleared, "goalId", "revision", "updatedAt") && cleared.Get("goalId").Text() != "" &&
			isInteger(cleared.Get("revision"), 1) && cleared.Get("updatedAt").IsFinite()) &&
		(audit.IsUndefined() || hasExactly(audit, "fingerprint", "count", "turnIds") && audit.Get("fingerprint").Text() != "" &&
			isInteger(count, 1) && count.Float() <= 3 && audit.Get("turnIds").IsArray() && float64(len(turns)) == count.Float() &&
			!slices.ContainsFunc(turns, func(turn jsvalue.Value) bool { return turn.Text() == "" }))
}

// isGoal is CR-REPLAY-51.
func isGoal(goal jsvalue.Value) bool {
	cursor, limit := goal.Get("evidenceCursor"), goal.Get("limitKind")
	absentOr := func(key string, good func(jsvalue.Value) bool) bool { return !goal.Has(key) || good(goal.Get(key)) }
	fromZero := func(v jsvalue.Value) bool { return v.IsFinite() && v.Float() >= 0 }
	counted := func(v jsvalue.Value) bool { return isInteger(v, 0) }
	limits := []string{"evidence_catalog", "checkpoint_request", "token_budget", "turn_budget", "time_budget"}
	return hasOnly(goal, "goalId", "revision", "objective", "status", "evidenceCursor", "turnCount", "activeTimeMs", "tokensUsed", "tokenBudget",
		"turnBudget", "activeTimeBudgetMs", "windDownTurnId", "createdAt", "updatedAt", "evidenceCheckpoint", "checkpointStalls",
		"lastCheckpointFailure", "noProgressTurns", "lastReason", "limitKind") &&
		goal.Get("goalId").Text() != "" && isInteger(goal.Get("revision"), 1) && !jsvalue.IsBlank(goal.Get("objective").Text()) &&
		slices.Contains([]string{"active", "paused", "blocked", "usage_limited", "complete"}, goal.Get("status").Text()) &&
		hasExactly(cursor, "recordId") && (cursor.Get("recordId").IsString() || cursor.Get("recordId").Kind() == jsvalue.Null) &&
		counted(goal.Get("turnCount")) && fromZero(goal.Get("activeTimeMs")) && goal.Get("createdAt").IsFinite() && goal.Get("updatedAt").IsFinite() &&
		absentOr("tokensUsed", fromZero) && absentOr("tokenBudget", fromZero) && absentOr("activeTimeBudgetMs", fromZero) &&
		absentOr("turnBudget", counted) && absentOr("noProgressTurns", counted) &&
		absentOr("windDownTurnId", func(v jsvalue.Value) bool { return v.Text() != "" }) && absentOr("lastReason", jsvalue.Value.IsString) &&
		absentOr("limitKind", func(jsvalue.Value) bool {
			return slices.Contains(limits, limit.Text()) && goal.Get("status").Text() == "usage_limited"
		})
}

func hasExactly(v jsvalue.Value, keys ...string) bool {
	return hasOnly(v, keys...) && v.Len() == len(keys)
}

func isNumber(v jsvalue.Value, n float64) bool { return v.IsNumber() && v.Float() == n }

// isInteger: also one that is too large to be exact.
func isInteger(v jsvalue.Value, least float64) bool {
	return v.IsFinite() && v.Float() >= least && v.Float() == math.Trunc(v.Float())
}

// usageFindsItsText: with a call the usage may come before the text (CR-REPLAY-13).
func usageFindsItsText(v *View, p *problems) bool {
	homeless := usagesOf(v.Input.Chain()).homeless
	for _, node := range v.Input.Chain().Nodes {
		alone, counts := homeless[node.UUID]
		if named := v.names("usage_without_block", node.UUID, ""); counts && named != alone {
			p.add("diagnostics", "that the usage of %q has no block is named: %v; that no text of its turn can carry it: %v", node.UUID, named, alone)
		}
	}
	return len(homeless) > 0
}

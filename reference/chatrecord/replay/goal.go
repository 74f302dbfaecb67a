package replay

import (
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// pausedByCommand is the reason that a pause by the user leaves; any other reason is the program's own.
const pausedByCommand = "Paused with /goal pause."

// goalState shows the goal commands of the user (CR-REPLAY-44).
func (r *run) goalState(payload jsvalue.Value) bool {
	if !validGoalState(payload) {
		r.machine.report(diagnostic.New(diagnostic.MalformedGoalState, "the goal state is not valid").
			OfRecord(r.record.UUID).AtPath("systemPayload"))
		return true
	}
	text := goalCommand(payload.Get("cause").Text(), payload.Get("snapshot").Get("goal"))
	if text == "" {
		return true
	}
	extra := r.extra(stringMember("source", "goal_control"), stringMember("qwen.session.recordId", r.record.UUID))
	return r.emit(update.UserMessage(update.TextContent(text), extra, r.origin()), nil)
}

// goalCommand is the command that a cause stands for, or "".
func goalCommand(cause string, goal jsvalue.Value) string {
	switch cause {
	case "create", "replace":
		if goal.IsObject() {
			return jsvalue.Concat("/goal ", goal.Get("objective").Text())
		}
	case "edit":
		if goal.IsObject() {
			return jsvalue.Concat("/goal edit ", goal.Get("objective").Text())
		}
	case "resume", "clear":
		return "/goal " + cause
	case "pause":
		if reason := goal.Get("lastReason"); reason.IsUndefined() || reason.Text() == pausedByCommand {
			return "/goal pause"
		}
	}
	return ""
}

var goalCauses = []string{
	"create", "replace", "edit", "pause", "resume", "turn_finished", "checkpoint", "verifier_accept", "verifier_reject",
	"complete", "blocked", "usage_limited", "clear", "migrated",
}

func validGoalState(payload jsvalue.Value) bool {
	snapshot := payload.Get("snapshot")
	return hasOnly(payload, "v", "cause", "snapshot", "blockedAudit", "checkpointPending") && isTwo(payload.Get("v")) &&
		slices.Contains(goalCauses, payload.Get("cause").Text()) && validBlockedAudit(payload.Get("blockedAudit")) &&
		validGoalSnapshot(snapshot)
}

func validGoalSnapshot(snapshot jsvalue.Value) bool {
	if !hasOnly(snapshot, "v", "goal", "activity", "clearedGoal") || !isTwo(snapshot.Get("v")) ||
		snapshot.Get("activity").Text() != "idle" {
		return false
	}
	goal, cleared := snapshot.Get("goal"), snapshot.Get("clearedGoal")
	if goal.Kind() == jsvalue.Null {
		return cleared.IsUndefined() || hasExactly(cleared, []string{"goalId", "revision", "updatedAt"}) &&
			cleared.Get("goalId").Text() != "" && isIntegerFrom(cleared.Get("revision"), 1) && cleared.Get("updatedAt").IsFinite()
	}
	return cleared.IsUndefined() && validGoal(goal)
}

func validBlockedAudit(audit jsvalue.Value) bool {
	if audit.IsUndefined() {
		return true
	}
	count, turns := audit.Get("count"), audit.Get("turnIds")
	n, ok := count.SafeInteger()
	if !hasExactly(audit, []string{"fingerprint", "count", "turnIds"}) || audit.Get("fingerprint").Text() == "" ||
		!ok || n < 1 || n > 3 || !turns.IsArray() || turns.Len() != int(n) {
		return false
	}
	for _, turn := range turns.Elements() {
		if turn.Text() == "" {
			return false
		}
	}
	return true
}

// validGoal checks every member of a goal (CR-REPLAY-51).
func validGoal(goal jsvalue.Value) bool {
	return hasOnly(goal, "goalId", "revision", "objective", "status", "evidenceCursor", "turnCount", "activeTimeMs",
		"tokensUsed", "tokenBudget", "turnBudget", "activeTimeBudgetMs", "windDownTurnId", "createdAt", "updatedAt",
		"evidenceCheckpoint", "checkpointStalls", "lastCheckpointFailure", "noProgressTurns", "lastReason", "limitKind") &&
		validGoalCore(goal) && validGoalLimits(goal)
}

func validGoalCore(goal jsvalue.Value) bool {
	cursor := goal.Get("evidenceCursor")
	recordID := cursor.Get("recordId")
	return goal.Get("goalId").Text() != "" && isIntegerFrom(goal.Get("revision"), 1) &&
		!jsvalue.IsBlank(goal.Get("objective").Text()) &&
		slices.Contains([]string{"active", "paused", "blocked", "usage_limited", "complete"}, goal.Get("status").Text()) &&
		hasExactly(cursor, []string{"recordId"}) && (recordID.IsString() || recordID.Kind() == jsvalue.Null) &&
		isIntegerFrom(goal.Get("turnCount"), 0) && isFiniteFrom(goal.Get("activeTimeMs"), 0) &&
		goal.Get("createdAt").IsFinite() && goal.Get("updatedAt").IsFinite()
}

func validGoalLimits(goal jsvalue.Value) bool {
	for _, key := range []string{"tokensUsed", "tokenBudget", "activeTimeBudgetMs"} {
		if v := goal.Get(key); !v.IsUndefined() && !isFiniteFrom(v, 0) {
			return false
		}
	}
	for _, key := range []string{"turnBudget", "noProgressTurns"} {
		if v := goal.Get(key); !v.IsUndefined() && !isIntegerFrom(v, 0) {
			return false
		}
	}
	windDown, reason, limit := goal.Get("windDownTurnId"), goal.Get("lastReason"), goal.Get("limitKind")
	limits := []string{"evidence_catalog", "checkpoint_request", "token_budget", "turn_budget", "time_budget"}
	return (windDown.IsUndefined() || windDown.Text() != "") && (reason.IsUndefined() || reason.IsString()) &&
		(limit.IsUndefined() || slices.Contains(limits, limit.Text()) && goal.Get("status").Text() == "usage_limited")
}

func hasOnly(v jsvalue.Value, keys ...string) bool {
	for key := range v.Members() {
		if !slices.Contains(keys, key) {
			return false
		}
	}
	return v.IsObject()
}

func isTwo(v jsvalue.Value) bool {
	n, ok := v.SafeInteger()
	return ok && n == 2
}

// isIntegerFrom accepts any whole number, also one that is too large to be exact.
func isIntegerFrom(v jsvalue.Value, least float64) bool {
	return isFiniteFrom(v, least) && v.Float() == math.Trunc(v.Float())
}

func isFiniteFrom(v jsvalue.Value, least float64) bool { return v.IsFinite() && v.Float() >= least }

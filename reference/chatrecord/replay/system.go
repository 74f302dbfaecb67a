package replay

import (
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const subtypeBackgroundTask = "background_task_completed"

// system replays a system record; most subtypes show nothing (CR-REPLAY-45).
func (r *run) system() bool {
	payload := r.record.SystemPayload
	switch r.record.Subtype {
	case "":
		if len(r.record.Parts) > 0 { // the silent subtypes are silent on purpose; this is none of them
			r.unknown("message.parts")
		}
	case "slash_command":
		r.demandObject(payload, "systemPayload")
		return r.slashCommand(payload)
	case subtypeBackgroundTask: // CR-REPLAY-41
		r.demandObject(payload, "systemPayload")
		return r.backgroundTask(payload)
	case "agent_session_ready":
		return r.agentSessionReady(payload)
	case "turn_result":
		r.demandObject(payload, "systemPayload")
		return r.turnResult(payload)
	case "goal_state":
		return r.goalState(payload)
	}
	return true
}

// slashCommand shows what a command of the user printed (CR-REPLAY-39).
func (r *run) slashCommand(payload jsvalue.Value) bool {
	if payload.Get("phase").Text() != "result" {
		return true
	}
	items := payload.Get("outputHistoryItems")
	if !items.IsEmpty() && !items.IsArray() {
		r.malformed("systemPayload.outputHistoryItems", "the output is not a list")
	}
	for i, item := range items.Elements() {
		path := "systemPayload.outputHistoryItems[" + strconv.Itoa(i) + "]"
		switch text := item.Get("text"); {
		case isGoalCard(item):
			r.goalCard(item)
		case text.IsString():
			shown := strings.ReplaceAll(text.Text(), "\n", "  \n")
			if !r.emit(update.AgentMessage(update.TextContent(shown), slashExtra(item), r.origin()), nil) {
				return false
			}
		case !item.IsObject():
			r.malformed(path, "the output item is not an object")
		case text.IsNullish():
			r.unknown(path)
		default:
			r.malformed(path+".text", "the text is not a string")
		}
	}
	return true
}

// slashExtra are the open members of one output item.
func slashExtra(item jsvalue.Value) []jsvalue.Member {
	extra := []jsvalue.Member{stringMember("source", "slash_command")}
	for _, key := range []string{"contextCompression", "contextCompressionNotice"} {
		if v := item.Get(key); v.IsObject() {
			extra = append(extra, jsvalue.Member{Key: key, Value: v})
		}
	}
	if artifacts := item.Get("sessionArtifacts"); artifacts.IsArray() {
		extra = append(extra, jsvalue.Member{Key: "sessionArtifacts", Value: artifacts})
	}
	return extra
}

// isGoalCard recognises the items that only a live view shows (CR-REPLAY-40).
func isGoalCard(item jsvalue.Value) bool {
	if item.Get("type").Text() != "goal_status" || !item.Get("condition").IsString() {
		return false
	}
	switch item.Get("kind").Text() {
	case "set", "achieved", "cleared", "failed", "aborted", "paused", "checking":
		return true
	}
	return false
}

// goalCard shows nothing; it takes an ordinal, but for a check in progress.
func (r *run) goalCard(item jsvalue.Value) {
	switch {
	case item.Get("condition").Text() == "":
		r.malformed("systemPayload.outputHistoryItems.goalStatus.condition", "the goal has no condition")
	case item.Get("kind").Text() != "checking":
		r.skipOrdinal()
	}
}

func (r *run) backgroundTask(payload jsvalue.Value) bool {
	text := payload.Get("displayText")
	if !text.IsString() {
		if !payload.Get("backgroundTask").IsEmpty() || !text.IsNullish() {
			r.malformed("systemPayload.displayText", "there is no text to display")
		}
		return true
	}
	data := payload.Get("backgroundTask")
	if !data.IsObject() {
		data = jsvalue.Value{}
	}
	return r.emit(update.BackgroundTaskCompleted(text.Text(), data, r.origin()), nil)
}

// agentSessionReady marks the pending call of a sub-agent whose session can be opened (CR-REPLAY-42).
func (r *run) agentSessionReady(payload jsvalue.Value) bool {
	id, ready := payload.Get("callId").Text(), payload.Get("subagentSessionReady")
	if id == "" || !ready.IsBool() {
		r.machine.report(diagnostic.New(diagnostic.MalformedAgentSessionReady, "the record names no call, or no readiness").
			OfRecord(r.record.UUID).AtPath("systemPayload"))
		return true
	}
	c, ambiguous := r.machine.calls.waitingFor(id, "")
	if c == nil || c.silent {
		r.machine.report(diagnostic.New(diagnostic.OrphanAgentSessionReady, "the call does not wait for a result").
			OfRecord(r.record.UUID).AtPath("systemPayload.callId"))
		return true
	}
	if ambiguous {
		r.report(diagnostic.AmbiguousToolCallCorrelation, "which call is ready cannot be told for certain")
	}
	return r.emit(update.ToolSessionReady(c.id, ready.IsTrue(), r.origin()), nil)
}

// turnResult shows that the user stopped a turn (CR-REPLAY-43).
func (r *run) turnResult(payload jsvalue.Value) bool {
	if payload.Get("state").Text() != "cancelled" {
		return true
	}
	cancelled, started, id := payload.Get("cancelledAt"), payload.Get("startedAt"), payload.Get("promptId").Text()
	valid := true
	for _, member := range []struct {
		key   string
		valid bool
	}{
		{"cancelledAt", cancelled.IsFinite()},
		{"promptId", id != ""},
		{"startedAt", started.IsUndefined() || started.IsFinite()},
	} {
		if !member.valid {
			valid = false
			r.malformed("systemPayload."+member.key, "the member of a cancelled turn is missing or has a wrong type")
		}
	}
	if !valid {
		return true
	}
	elapsed := 0.0
	if started.IsFinite() {
		elapsed = max(0, addFinite(cancelled.Float(), -started.Float()))
	}
	return r.emit(update.PromptCancellation(id, elapsed, cancelled.Float(), r.origin()), nil)
}

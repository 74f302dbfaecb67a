package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func TestSameSeedSameCase(t *testing.T) {
	different := 0
	for seed := range uint64(50) {
		first, second := generate.NewChatCase(generate.NewPCG(seed)), generate.NewChatCase(generate.NewPCG(seed))
		if !slices.Equal(first.Lines, second.Lines) || !jsvalue.Equal(first.Options, second.Options) {
			t.Errorf("seed %d gave two cases", seed)
		}
		if !slices.Equal(first.Lines, generate.NewChatCase(generate.NewPCG(seed+1000)).Lines) {
			different++
		}
	}
	if different < 50 {
		t.Errorf("only %d of 50 seeds gave another case", different)
	}
}

// TestChatCases: every line is one JSON text in ASCII, most records are well-formed, and the sessions hold what they say.
func TestChatCases(t *testing.T) {
	var all strings.Builder
	records, wellFormed, largest := 0, 0, 0
	for seed := range uint64(1500) {
		c := generate.NewChatCase(generate.NewPCG(seed))
		largest = max(largest, len(c.Lines))
		for i, line := range c.Lines {
			record, err := jsvalue.Decode(line)
			if err != nil || strings.IndexFunc(line, func(r rune) bool { return r > '~' || r < ' ' && r != '\t' }) >= 0 {
				t.Fatalf("seed %d, line %d: %v: %s", seed, i+1, err, line)
			}
			records++
			if record.Get("uuid").Text() != "" && record.Has("parentUuid") && record.Get("sessionId").Text() != "" && record.Has("type") {
				wellFormed++
			}
			all.WriteString(line)
		}
	}
	if share := float64(wellFormed) / float64(records); share < 0.95 {
		t.Errorf("only %.0f %% of the records have an identity", 100*share)
	}
	if largest > 60 {
		t.Errorf("a case has %d records; some programs are quadratic in them", largest)
	}
	for _, piece := range []string{
		`"functionCall"`, `"functionResponse"`, `"thought":true`, `"inlineData"`, `"usageMetadata"`, `"todo_list"`, `"slash_command"`, `"notification"`,
		`"cron"`, `"mid_turn_user_message"`, `"goal_state"`, `"turn_result"`, `"agent_session_ready"`, `"background_task_completed"`, `"rewind"`,
		`"session_artifact_event"`, `"managed_session_event_v1"`, `"backgroundTurn"`, `"daemonPromptId"`, `"attachmentReferences"`, `"resourceLinks"`,
		`"task_execution"`, `"shell_result"`, `"vision_bridge_notice"`, `"ask_user_question_answers"`, `"truncatedForSession"`, `qwen:user-prompt-submit-context`,
		`"__proto__"`, `\u0000`, `\ud800`, `qwen-replay-tool:`, `"4294967295"`, `1e400`, `12345678901234567890`, `"nowhere"`, `"brand_new"`, `"fileData"`,
	} {
		if !strings.Contains(all.String(), piece) {
			t.Errorf("no %s", piece)
		}
	}
}

// TestEdges: the sessions that end at an edge are the same up to there, and hold what the edges are for, as spelled.
func TestEdges(t *testing.T) {
	var all strings.Builder
	longer := 0
	for seed := range uint64(600) {
		plain, edgy := generate.NewChatCase(generate.NewPCG(seed)), generate.NewChatCaseWithEdges(generate.NewPCG(seed))
		if len(edgy.Lines) > len(plain.Lines) {
			longer++
		}
		for i, line := range edgy.Lines {
			if _, err := jsvalue.Decode(line); err != nil {
				t.Fatalf("seed %d, line %d: %v: %s", seed, i+1, err, line)
			}
			all.WriteString(line)
		}
	}
	if longer < 80 || longer > 160 {
		t.Errorf("%d of 600 end at an edge, want a fifth", longer)
	}
	for _, piece := range []string{`"4294967294":`, `"9999999999":`, `"\ue000":`, `"\udfff":`, `GMT (a comment)`, `"results":[[`, `"shell_result"`} {
		if !strings.Contains(all.String(), piece) {
			t.Errorf("no %s", piece)
		}
	}
}

// TestDryChatCase: a source that gives only zeros gives the plainest session.
func TestDryChatCase(t *testing.T) {
	c := generate.NewChatCase(zeros{})
	if len(c.Lines) != 3 || !c.Options.IsUndefined() {
		t.Errorf("%d records, options %v: %s", len(c.Lines), c.Options, c.Lines)
	}
}

package replay

import (
	"math"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// responseUsage reads the token counts of a model response (CR-REPLAY-14). What is no finite number is missing.
func responseUsage(metadata jsvalue.Value) update.TokenUsage {
	return update.TokenUsage{
		InputTokens:      finiteOrZero(metadata.Get("promptTokenCount")),
		OutputTokens:     finiteOrZero(metadata.Get("candidatesTokenCount")),
		TotalTokens:      finiteOrZero(metadata.Get("totalTokenCount")),
		ThoughtTokens:    finite(metadata.Get("thoughtsTokenCount")),
		CachedReadTokens: finite(metadata.Get("cachedContentTokenCount")),
	}
}

// executionUsage reads the token counts of a sub-agent run (CR-REPLAY-35); false when there are none.
func executionUsage(display jsvalue.Value) (update.TokenUsage, bool) {
	summary := display.Get("executionSummary")
	if display.Get("type").Text() != "task_execution" || !summary.IsObject() {
		return update.TokenUsage{}, false
	}
	counted := false
	for _, key := range []string{"inputTokens", "outputTokens", "thoughtTokens", "cachedTokens", "totalTokens"} {
		counted = counted || summary.Get(key).IsFinite()
	}
	return update.TokenUsage{
		InputTokens:      finiteOrZero(summary.Get("inputTokens")),
		OutputTokens:     finiteOrZero(summary.Get("outputTokens")),
		TotalTokens:      finiteOrZero(summary.Get("totalTokens")),
		ThoughtTokens:    finite(summary.Get("thoughtTokens")),
		CachedReadTokens: finite(summary.Get("cachedTokens")),
	}, counted
}

// addUsage grows the totals; it happens before the usage update is yielded (CR-ITER-04).
func (m *Machine) addUsage(usage update.TokenUsage) {
	m.usage.PromptTokens = addFinite(m.usage.PromptTokens, usage.InputTokens)
	m.usage.CandidateTokens = addFinite(m.usage.CandidateTokens, usage.OutputTokens)
	if usage.CachedReadTokens != nil {
		m.usage.CachedTokens = addFinite(m.usage.CachedTokens, *usage.CachedReadTokens)
	}
}

// addFinite stops at the greatest number: a state holds finite totals only (CR-STATE-05).
func addFinite(a, b float64) float64 {
	return max(-math.MaxFloat64, min(math.MaxFloat64, a+b))
}

func finite(v jsvalue.Value) *float64 {
	if !v.IsFinite() {
		return nil
	}
	f := v.Float()
	return &f
}

func finiteOrZero(v jsvalue.Value) float64 {
	if f := finite(v); f != nil {
		return *f
	}
	return 0
}

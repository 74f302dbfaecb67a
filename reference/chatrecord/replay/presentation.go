package replay

import (
	"errors"
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Presentation supplies what a registry or a locale knows. An error or a panic gives the fixed fallback and the
// diagnostic presentation_fallback (CR-ITER-09, CR-REPLAY-49). A nil Presentation is the fallback without a diagnostic.
type Presentation interface {
	ResolveToolMetadata(toolName string, args jsvalue.Value) (update.ToolMetadata, error)
	FormatHistoryGap(gap prepare.Gap) (string, error)
}

// historyGapText is the fixed copy of the notice that stands where history is missing.
const historyGapText = "Earlier messages are missing from this transcript."

// errEmptyAnswer: a title, a kind and a notice must say something.
var errEmptyAnswer = errors.New("presentation: empty answer")

func (m *Machine) toolMetadata(recordID, toolName string, args jsvalue.Value) update.ToolMetadata {
	return present(m, recordID, update.FallbackToolMetadata(toolName, args), func(p Presentation) (update.ToolMetadata, error) {
		metadata, err := p.ResolveToolMetadata(toolName, args)
		if err == nil && (metadata.Title == "" || metadata.Kind == "") {
			err = errEmptyAnswer
		}
		return metadata, err
	})
}

func (m *Machine) historyGapText(gap prepare.Gap) string {
	return present(m, gap.ChildUUID, historyGapText, func(p Presentation) (string, error) {
		text, err := p.FormatHistoryGap(gap)
		if err == nil && text == "" {
			err = errEmptyAnswer
		}
		return text, err
	})
}

// present asks the adapter, if there is one, and takes the fallback when it fails.
func present[T any](m *Machine, recordID string, fallback T, ask func(Presentation) (T, error)) T {
	if m.presentation == nil {
		return fallback
	}
	answer, err := guarded(func() (T, error) { return ask(m.presentation) })
	if err != nil {
		m.report(diagnostic.New(diagnostic.PresentationFallback, "the presentation adapter failed").OfRecord(recordID))
		return fallback
	}
	return answer
}

// guarded turns a panic of foreign code into an error.
func guarded[T any](call func() (T, error)) (answer T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("presentation panicked: %v", cause)
		}
	}()
	return call()
}

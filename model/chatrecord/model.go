package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Model is what is demanded of every implementation of the dialect.
func Model() model.Model {
	return model.Model{
		Dialect: Dialect,
		See:     func(c testcase.Case, answer protocol.Answer) model.View { return See(c, answer) },
		Invariants: slices.Concat(
			answerInvariants, diagnosticInvariants, droppedInvariants, treeInvariants, blockInvariants, provenanceInvariants, textInvariants,
			toolInvariants, resultInvariants, memberInvariants, valueInvariants, goalInvariants, operationInvariants,
		),
		Relations: slices.Concat(askingRelations, leafRelations, idRelations, stageRelations, previewRelations, streamRelations, tracerRelations, readRelations, operationRelations),
	}
}

// always judges any answer of an operation that takes records.
func always(check func(v *View) model.Verdict) func(model.View) model.Verdict {
	return func(view model.View) model.Verdict {
		v, ok := view.(*View)
		if !ok || v.Case.Op != "project" && v.Case.Op != "prepare" {
			return model.NotApplicable()
		}
		return check(v)
	}
}

// onProjections judges projections; the check says whether it had something to look at.
func onProjections(check func(v *View, p *problems) bool) func(model.View) model.Verdict {
	return always(func(v *View) model.Verdict {
		var p problems
		if !v.isProjection() || !check(v, &p) {
			return model.NotApplicable()
		}
		return model.Judged(p...)
	})
}

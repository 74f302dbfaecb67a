package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Model is what is demanded of every implementation of the dialect.
func Model() model.Model {
	return model.Model{
		Dialect:    Dialect,
		See:        func(c testcase.Case, answer protocol.Answer) model.View { return See(c, answer) },
		Invariants: slices.Concat(shapeInvariants, rowInvariants, contextInvariants, wholeInvariants, writeInvariants, usageInvariants, batchInvariants),
		Relations:  slices.Concat(fileRelations, growingRelations, writeRelations),
	}
}

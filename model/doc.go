// Package model judges an implementation by what must hold of its answers, whatever the input.
//
// An [Invariant] looks at one question and its answer; a [Relation] asks again with a changed question and compares. A
// [Model] is the invariants and relations of one dialect. Each cites the rules of SPEC.md that it stands for. They are
// written from the documents alone and never from the reference: kernel and model are two readings of one text.
//
// It promises: a right implementation in any language violates nothing, whatever wording it chooses where the wording
// is free (appendix A of SPEC.md); what could not be judged, because the subject lacks an operation or because the input
// does not have what the check is about, is said and counts neither way; the same subject, asked the same, gets the same
// result. Start at [Model.Check]; the dialect's model is in the package below this one.
package model

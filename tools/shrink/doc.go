// Package shrink makes a failing case small: it looks for the smallest case that still fails in the same way.
//
// It promises:
//
//   - the result fails with the key it was asked for, by the word of the judge, and matches no excuse (Options.Reject);
//   - each step is strictly smaller by one fixed order (number of records, then bytes, then text; see order.go), so that
//     shrinking ends and does not depend on where it began more than it must;
//   - the same case and the same answers of the judge give the same steps;
//   - nothing recurses on the input, and any bytes are an input.
//
// Start at Shrink. It works on a document: the case taken apart into options and records, a record being a line of the
// text or an element of a list in the value (document.go). The passes of passes.go then go from large steps to small ones:
// records, what the dialect knows (dialect.go, chatrecord.go), members and elements, values, texts. A pass proposes
// documents; search.go takes those that are smaller and still fail. Confirm says whether a failure comes back.
//
// What a dialect means is taken from SPEC.md; no implementation is imported.
package shrink

// Package compare lists the places where two projections of the same records, or two readings of one text, disagree.
//
// It promises: equal projections give no difference; every difference names its place as a path pattern, and both values;
// one block or diagnostic too many or too few is one difference and shifts nothing. Start at ChatRecord
// SessionRaw and EventStream; Answers, Reads, Stages, Views, Writes and Chats are what these consist of.
//
// What is not compared as it stands:
//
//   - blocks are aligned by (kind, sourceRecordIds, toolCallId), not by index; the ids of blocks only have to be unique,
//     and texts that name a block are compared through the pairs (CR-BLOCK-02);
//   - presentation texts (appendix A of SPEC.md), which Options.Mask marks, only have to be there;
//   - diagnostics are compared by code, recordIndex, recordId, path and effect, in their order; their messages only have
//     to be there. Codes of origin decision count in strict mode only;
//   - complete is derived: on each side it has to follow from that side's own diagnostics and truncated (CR-PREP-29).
//     Where the sides then disagree, the cause is listed: it is truncated, or a diagnostic, or, if only codes that are not
//     compared say why one side is incomplete, a difference of its own for each of their diagnostics.
//
// # Paths
//
//	blocks[tool].status                          a member of blocks of that kind that were aligned
//	blocks[tool].content[].content.text          [] stands for any index
//	missing blocks[tool], extra blocks[tool]     the other side lacks a block, has one too many
//	diagnostics[missing_tool_result].path
//	missing diagnostics[malformed_part](message.parts[].inlineData)     with the diagnostic's own path
//	moved diagnostics[malformed_event](event)    of eventstream: both sides have it, in another order
//	complete                                     complete does not follow from the answer's own diagnostics
//	complete(result_replaced)                    only that diagnostic, which is not compared, makes one side incomplete
//	records[].message, lines[]                   of a reading
//	error                                        an error code on one side, or another one
package compare

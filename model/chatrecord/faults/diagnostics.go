package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func diagnosticFaults() []Fault {
	return append(forgotten(),
		Fault{ID: "claims-complete", Says: "complete is always true.", Breaks: []string{"complete-means-whole"}, Wrap: always("complete", true)},
		Fault{ID: "never-complete", Says: "complete is always false.", Breaks: []string{"complete-means-whole"}, Wrap: always("complete", false)},
		Fault{ID: "never-truncated", Says: "truncated is always false.", Breaks: []string{"truncated-is-named"}, Wrap: always("truncated", false)},
		Fault{ID: "result-with-errors", Says: "The result has a further member.", Breaks: []string{"result-members"}, Wrap: always("errors", false)},
		Fault{ID: "severity-error", Says: "A diagnostic has the severity error.", Breaks: []string{"diagnostic-table"}, Wrap: onDiagnostics(onEach(func(d jsvalue.Value) jsvalue.Value {
			return set(d, "severity", str("error"))
		}))},
		Fault{ID: "gap-does-not-count", Says: "history_gap does not affect completeness.", Breaks: []string{"diagnostic-table"}, Wrap: onDiagnostics(onEach(func(d jsvalue.Value) jsvalue.Value {
			if hasCode("history_gap")(d) {
				d = set(set(d, "severity", str("info")), "affectsCompleteness", jsvalue.BoolValue(false))
			}
			return d
		}))},
		Fault{ID: "diagnostic-with-a-cause", Says: "A diagnostic has a member that no rule has.", Breaks: []string{"diagnostic-members"}, Wrap: onDiagnostics(onEach(func(d jsvalue.Value) jsvalue.Value {
			return set(d, "cause", d.Get("code"))
		}))},
		Fault{ID: "diagnostics-backwards", Says: "Diagnostics come in the reverse order.", Breaks: []string{"diagnostic-order"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
			slices.Reverse(list)
			return list
		})},
		Fault{ID: "last-diagnostic-twice", Says: "A diagnostic of the replay is reported twice.", Breaks: []string{"diagnostics-once"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
			if n := len(list); n > 0 && !list[n-1].Has("recordIndex") {
				list = append(list, list[n-1])
			}
			return list
		})},
		Fault{ID: "index-from-one", Says: "Records are counted from 1.", Breaks: []string{"validation"}, Wrap: onDiagnostics(onEach(func(d jsvalue.Value) jsvalue.Value {
			if n, ok := d.Get("recordIndex").SafeInteger(); ok {
				d = set(d, "recordIndex", jsvalue.IntValue(n+1))
			}
			return d
		}))},
		Fault{ID: "goal-in-silence", Says: "A goal state that is not valid is not named.", Breaks: []string{"goal-states"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
			return keep(list, func(d jsvalue.Value) bool { return !hasCode("malformed_goal_state")(d) })
		})},
		Fault{ID: "goal-without-command", Says: "A goal shows its objective alone.", Breaks: []string{"goal-states"}, Wrap: onBlocks(onEach(editText(func(text string) string {
			return strings.TrimPrefix(text, "/goal ")
		})))},
		Fault{ID: "usage-without-every-block", Says: "Usage of records is named as if no text could carry it.", Breaks: []string{"usage-finds-its-text"}, Wrap: fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			diagnostics := list(result.Get("diagnostics"))
			for _, b := range list(result.Get("blocks")) {
				if b.Has("usage") {
					diagnostics = append(diagnostics, set(diagnostic("usage_without_block", "warning", false), "recordId", b.Get("sourceRecordIds").At(0)))
				}
			}
			return set(result, "diagnostics", jsvalue.ArrayValue(diagnostics...))
		})},
		Fault{ID: "artifacts-are-news", Says: "artifact_only is reported beside a conversation.", Breaks: []string{"artifact-only"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
			return append(list, diagnostic("artifact_only", "info", false))
		})},
		Fault{ID: "dropped-in-silence", Says: "A piece of an unknown kind is dropped without a word.", Breaks: []string{"dropped-pieces-are-named"}, Wrap: onDiagnostics(func(list []jsvalue.Value) []jsvalue.Value {
			return keep(list, func(d jsvalue.Value) bool { return !hasCode("unknown_record_or_part")(d) || d.Has("recordIndex") })
		})},
		Fault{ID: "quotes-the-input", Says: "The message of a diagnostic quotes the records.", Breaks: []string{"diagnostics-quote-nothing"}, Wrap: quotesTheInput()},
		Fault{ID: "whole-leaf-in-silence", Says: "A leaf of one fragment that stands behind its child is not named.", Breaks: []string{"leaf-before-newer-records"}, Wrap: silentAbout(
			"leaf_before_newer_records", func(records []jsvalue.Value, id string) bool {
				return len(keep(records, func(r jsvalue.Value) bool { return r.Get("uuid").Text() == id })) == 1
			},
		)},
		Fault{ID: "branch-below-in-silence", Says: "What stands below an empty branch is not named.", Breaks: []string{"content-beside-chain"}, Wrap: silentAbout(
			"content_beside_chain", func(records []jsvalue.Value, id string) bool {
				named := keep(records, func(r jsvalue.Value) bool { return r.Get("uuid").Text() == id })
				siblings := keep(records, func(r jsvalue.Value) bool {
					return r.Get("type").Text() == "system" && r.Get("parentUuid").Text() == named[0].Get("parentUuid").Text()
				})
				return len(siblings) == 0
			},
		)},
		Fault{ID: "cut-without-need", Says: "The first text is named as cut.", Breaks: []string{"text-cap"}, Wrap: cutWithoutNeed()},
	)
}

// forgotten are the diagnostics that are not reported, as if nothing had happened.
func forgotten() []Fault {
	var faults []Fault
	for _, f := range []struct{ breaks, codes string }{
		{"validation", "invalid_timestamp"},
		{"validation", "invalid_record"},
		{"conflicting-parents", "conflicting_parent_uuid"},
		{"gap-or-cycle", "parent_cycle"},
		{"gap-or-cycle", "history_gap"},
		{"leaf-before-newer-records", "leaf_before_newer_records"},
		{"content-beside-chain", "content_beside_chain"},
		{"rewind-without-parent", "rewind_without_parent"},
		{"repeated-records", "repeated_record"},
		{"conflicting-fragments", "conflicting_fragment"},
		{"dangling-calls", "missing_tool_result"},
		{"ambiguous-results", "ambiguous_tool_call_correlation"},
		{"further-results", "repeated_result result_replaced"},
		{"cut-values-are-named", "transcript_value_truncated"},
		{"limit-is-the-tail", "transcript_blocks_truncated"},
		{"usage-adds-up", "usage_without_block"},
		{"diagnostics-quote-nothing", "malformed_part"},
	} {
		codes := strings.Fields(f.codes)
		faults = append(faults, Fault{
			ID: "no-" + codes[0], Says: "It does not report " + codes[0] + ".",
			Breaks: []string{f.breaks},
			Wrap:   fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value { return withoutCodes(result, codes) }),
		})
	}
	return faults
}

// silentAbout drops a code where the id of the record fits.
func silentAbout(code string, fits func(records []jsvalue.Value, id string) bool) func(protocol.Subject) protocol.Subject {
	return fault.OnResult("project", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		records, _ := recordsOf(request.Input)
		for _, d := range list(result.Get("diagnostics")) {
			if hasCode(code)(d) && fits(records, d.Get("recordId").Text()) {
				return withoutCodes(result, []string{code})
			}
		}
		return result
	})
}

// withoutCodes is a projection to which these things did not happen: the flags fit.
func withoutCodes(result jsvalue.Value, codes []string) jsvalue.Value {
	kept := keep(list(result.Get("diagnostics")), func(d jsvalue.Value) bool { return !hasCode(codes...)(d) })
	if len(kept) == result.Get("diagnostics").Len() {
		return result
	}
	complete, truncated := true, false
	for _, d := range kept {
		complete = complete && !d.Get("affectsCompleteness").IsTrue()
		truncated = truncated || strings.HasSuffix(d.Get("code").Text(), "_truncated")
	}
	return result.With(
		jsvalue.Member{Key: "diagnostics", Value: jsvalue.ArrayValue(kept...)},
		jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(complete)}, jsvalue.Member{Key: "truncated", Value: jsvalue.BoolValue(truncated)},
	)
}

func always(member string, value bool) func(protocol.Subject) protocol.Subject {
	return fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		return set(result, member, jsvalue.BoolValue(value))
	})
}

func onEach(damage func(jsvalue.Value) jsvalue.Value) func([]jsvalue.Value) []jsvalue.Value {
	return func(values []jsvalue.Value) []jsvalue.Value {
		for i, v := range values {
			values[i] = damage(v)
		}
		return values
	}
}

func diagnostic(code, severity string, affects bool) jsvalue.Value {
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "code", Value: str(code)}, jsvalue.Member{Key: "severity", Value: str(severity)},
		jsvalue.Member{Key: "message", Value: str("planted")}, jsvalue.Member{Key: "affectsCompleteness", Value: jsvalue.BoolValue(affects)},
	)
}

func quotesTheInput() func(protocol.Subject) protocol.Subject {
	return fault.OnResult("project", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		records, _ := recordsOf(request.Input)
		diagnostics := list(result.Get("diagnostics"))
		for i, d := range diagnostics {
			if hasCode("malformed_part")(d) {
				diagnostics[i] = set(d, "message", str(string(jsvalue.Append(nil, jsvalue.ArrayValue(records...)))))
			}
		}
		return set(result, "diagnostics", jsvalue.ArrayValue(diagnostics...))
	})
}

func cutWithoutNeed() func(protocol.Subject) protocol.Subject {
	return fault.OnResult("project", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		first := result.Get("blocks").At(0)
		if !isKind("user", "assistant")(first) {
			return result
		}
		cut := set(diagnostic("transcript_text_truncated", "warning", true), "recordId", first.Get("sourceRecordIds").At(0))
		cut = set(cut, "path", str("blocks."+first.Get("id").Text()))
		result = set(result, "diagnostics", jsvalue.ArrayValue(append(list(result.Get("diagnostics")), cut)...))
		return set(set(result, "complete", jsvalue.BoolValue(false)), "truncated", jsvalue.BoolValue(true))
	})
}

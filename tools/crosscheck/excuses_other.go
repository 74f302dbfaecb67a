package crosscheck

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// allKinds are the patterns of a member of blocks of every kind.
func allKinds(member string) []string {
	var paths []string
	for _, kind := range []string{"user", "assistant", "thought", "tool", "status", "prompt_cancelled"} {
		paths = append(paths, "blocks["+kind+"]."+member)
	}
	return paths
}

// plainTime are the spellings on which everybody agrees.
var plainTime = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1\d|2[0-8]))?)?$` +
	`|^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$`)

// isOddTime: not everybody agrees on the text. Without a digit, it is no time for anybody; a date of the usual form is one
// if its month, hour and minute exist.
func isOddTime(t jsvalue.Value) bool {
	const digits = "0123456789"
	text := t.Text()
	return strings.ContainsAny(text, digits) && !plainTime.MatchString(text) && !impossibleTime.MatchString(text)
}

// impossibleTime is of the usual form, with a month or an hour that does not exist.
var impossibleTime = regexp.MustCompile(`^\d{4}-(1[3-9]|[2-9]\d)|^\d{4}-\d\d-\d\dT(2[5-9]|[3-9]\d):|^\d{5,}$`)

// mixedTimes: the greatest text among the times of the fragments is not the latest time.
func mixedTimes(r Record) bool {
	var greatest string
	var latest, ofGreatest time.Time
	for _, fragment := range r.Fragments {
		text := fragment.Get("timestamp").Text()
		parsed, err := time.Parse(time.RFC3339, text)
		if err != nil && len(r.Fragments) > 1 && (plainTime.MatchString(text) || isOddTime(fragment.Get("timestamp"))) {
			return true // it may be the greatest text, or the latest time
		}
		if err != nil {
			continue
		}
		if text > greatest {
			greatest, ofGreatest = text, parsed
		}
		if parsed.After(latest) {
			latest = parsed
		}
	}
	return !latest.Equal(ofGreatest)
}

var timePaths = slices.Concat(allKinds("serverTimestamp"), allKinds("meta.timestamp"), allKinds("meta"))

// onlyTime: a meta that one side lacks holds nothing but the time.
func onlyTime(_ *View, d compare.Difference) bool {
	meta := d.Want
	if meta.IsUndefined() {
		meta = d.Got
	}
	return !strings.HasSuffix(d.Path, ".meta") || meta.Len() == 1 && meta.Has("timestamp") && d.Want.IsUndefined() != d.Got.IsUndefined()
}

var otherExcuses = []Excuse{
	{
		Name: "odd-timestamp", Decision: "C13", Severity: NotDeterministic,
		Feature: "a timestamp outside of the usual spellings",
		Ours:    "One grammar, real dates only, without a zone UTC; everything else is invalid_timestamp.",
		Theirs:  "Whatever the date parser of the host accepts (\"banana 12\", February 30), partly in the zone of the host.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, record := range v.Records {
				if isOddTime(record.Get("timestamp")) {
					sites.add(record.Get("uuid").Text())
				}
			}
			return sites
		},
		Paths: append(slices.Clone(timePaths), "missing diagnostics[invalid_timestamp](timestamp)"), Accept: onlyTime,
		Lines: []string{`{` + line1 + `"type":"user","timestamp":"banana 12","message":{"parts":[{"text":"x"}]}}`},
	},
	{
		Name: "times-of-fragments", Decision: "C14", Severity: Cosmetic,
		Feature: "fragments whose times are spelled differently", Ours: "The latest instant.", Theirs: "The greatest text.",
		Find:  func(v *View) Sites { return v.where(mixedTimes) },
		Paths: timePaths, Accept: onlyTime,
		Lines: []string{
			`{` + line1 + `"type":"user","timestamp":"2026-07-14T12:00:00+05:00","message":{"parts":[{"text":"x"}]}}`,
			`{` + line1 + `"type":"user","timestamp":"2026-07-14T11:00:00Z"}`,
		},
	},
	{
		Name: "copy-of-a-record", Decision: "C18", Severity: WrongCorrelation,
		Feature: "the same record twice", Ours: "A copy adds nothing.", Theirs: "Its content is shown twice.",
		Find: func(v *View) Sites {
			sites := findCopies(v)
			if len(sites) > 0 {
				sites.add("") // a text that is shown twice can reach the cap
			}
			return sites
		},
		Paths: []string{
			"blocks[user]**", "blocks[assistant]**", "blocks[thought]**", "extra blocks[user]", "extra blocks[assistant]", "extra blocks[thought]", "extra blocks[tool]",
			"blocks[tool]**", "extra diagnostics[missing_tool_result]", "diagnostics[missing_tool_result].path", "missing diagnostics[missing_tool_result](message.parts[])",
			"extra diagnostics[malformed_part](message.parts[])", "extra diagnostics[unknown_record_or_part](message.parts[])",
			"extra diagnostics[transcript_text_truncated](blocks[thought])", "extra diagnostics[transcript_text_truncated](blocks[assistant])",
			"extra diagnostics[transcript_text_truncated](blocks[user])", "truncated",
		},
		Lines: []string{
			`{` + line1 + `"type":"user","timestamp":"2026-07-14T11:00:00Z","message":{"parts":[{"text":"x"}]}}`,
			`{` + line1 + `"type":"user","timestamp":"2026-07-14T11:00:00Z","message":{"parts":[{"text":"x"}]}}`,
		},
	},
	{
		Name: "limit-of-blocks", Decision: "C19", Severity: SilentLoss,
		Feature: "maxBlocks, and records that make more than one block, or tools",
		Ours:    "Exactly the last blocks of the whole projection.",
		Theirs:  "More or fewer; blocks are dropped as they come, and error blocks are invented.",
		Find: func(v *View) Sites {
			many := v.afterGap() || slices.ContainsFunc(v.Chain, func(r Record) bool {
				return len(r.Parts) > 1 || r.hasCall() || r.carriesResult() || r.Payload.IsObject()
			})
			if limit := v.Options.Get("maxBlocks"); !many || !limit.IsNumber() || limit.Float() >= float64(v.mostBlocks()) {
				return nil
			}
			return v.everywhere()
		},
		Paths: slices.Concat(limitPaths(), []string{"truncated", "missing diagnostics[transcript_blocks_truncated]", "extra diagnostics[transcript_blocks_truncated]"}),
		Lines: []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"text":"x"},{"text":"y","thought":true}]}}`}, Options: `{"maxBlocks":1}`,
	},
	{
		Name: "deep-value", Decision: "C20", Severity: SilentLoss,
		Feature: "arguments or results nested more than 16 levels deep", Ours: "Cut, and reported.", Theirs: "Cut in silence; complete is true.",
		Find: func(v *View) Sites {
			return v.onceIf(hasDeepValue)
		},
		Paths: []string{"truncated"},
		Lines: []string{`{` + line1 + `"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]},"toolCallResult":{"resultDisplay":` + nested(18) + `}}`},
	},
	{
		Name: "stray-usage", Decision: "C21", Severity: WrongCorrelation,
		Feature: "token counts behind something else than a text of the model: command output, a notice, a message that nobody typed",
		Ours:    "They are added to a text of the model in this turn, or to nothing.", Theirs: "They are added to the last assistant text, whoever wrote it, or lost.",
		Find:  findStrayUsage,
		Paths: []string{"blocks[assistant].usage", "blocks[assistant].usage.inputTokens", "blocks[assistant].usage.outputTokens", "blocks[assistant].usage.cachedTokens"},
		Lines: []string{
			`{` + line1 + `"type":"system","subtype":"slash_command","systemPayload":{"phase":"result","outputHistoryItems":[{"text":"x"}]}}`,
			`{` + line2 + `"type":"assistant","usageMetadata":{"promptTokenCount":1}}`,
		},
	},
	{
		Name: "status-without-provenance", Decision: "C25", Severity: Cosmetic,
		Feature: "a background_task_completed record", Ours: "Every block has sourceRecordIds.", Theirs: "Status blocks have none, so a cut of one names no record.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return r.Type == "system" && r.Subtype == "background_task_completed" })
		},
		Paths: []string{"blocks[status].sourceRecordIds", "diagnostics[transcript_text_truncated].recordId"},
		Lines: []string{`{` + line1 + `"type":"system","subtype":"background_task_completed","systemPayload":{"displayText":"x"}}`},
	},
	{
		Name: "inherited-column", Decision: "C25", Severity: Cosmetic,
		Feature: "a table with a column named like a member that every value inherits", Ours: "Only a row's own members are read.", Theirs: "The source text of a function is shown.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return r.inArguments(hasInheritedColumn) })
		},
		Paths: []string{"blocks[tool].preview.rows[][]"},
		Lines: []string{`{` + line1 + `"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f","args":{"data":[{"valueOf":1},{}]}}}]}}`, answer},
	},
}

// mostBlocks is more than the blocks that the chain can make.
func (v *View) mostBlocks() int {
	blocks := 1 // a notice of a gap
	for _, record := range v.Chain {
		payload := record.Payload
		blocks += len(record.Parts) + payload.Get("attachmentReferences").Len() + payload.Get("resourceLinks").Len()
		if record.Type == "system" || payload.Has("displayText") {
			blocks++
		}
		if record.carriesResult() {
			blocks++
		}
	}
	return blocks
}

func limitPaths() []string {
	var paths []string
	for _, kind := range []string{"user", "assistant", "thought", "tool", "status", "prompt_cancelled", "error"} {
		paths = append(paths, "missing blocks["+kind+"]", "extra blocks["+kind+"]")
	}
	return append(paths, "blocks[tool]**", "blocks[assistant].usage**")
}

// findCopies finds the records that are there twice.
func findCopies(v *View) Sites {
	return v.where(func(r Record) bool {
		for i := range r.Fragments {
			if isCopy(r.Fragments, i) {
				return true
			}
		}
		return false
	})
}

// isCopy: an earlier fragment is equal, apart from what a fork changes.
func isCopy(fragments []jsvalue.Value, i int) bool {
	if fragments[i].Get("timestamp").IsNullish() {
		return false
	}
	bare := func(v jsvalue.Value) jsvalue.Value { return v.Without("parentUuid", "cwd", "version", "gitBranch") }
	return slices.ContainsFunc(fragments[:i], func(other jsvalue.Value) bool { return jsvalue.Equal(bare(other), bare(fragments[i])) })
}

var inherited = []string{
	"toString", "toLocaleString", "constructor", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "__proto__",
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "slice", "map", "at", "concat", "indexOf", "includes", "link", "big", "sub", "sup",
	"bold", "trim", "split", "match", "search", "replace", "repeat", "anchor", "fixed", "blink", "small", "strike", "normalize", "filter", "find", "fill", "flat",
	"join", "keys", "values", "entries", "pop", "push", "shift", "some", "sort", "splice", "every", "reduce", "reverse", "toFixed", "toPrecision",
}

func hasInheritedColumn(value jsvalue.Value) bool {
	for _, key := range []string{"data", "records"} {
		for name := range value.Get(key).At(0).Members() {
			if slices.Contains(inherited, name) {
				return true
			}
		}
	}
	return false
}

package golden_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// contracts are the open places and optional members of each schema, in our own words: a schema that accepts more is
// found by TestSchemasRefuseMutations, and one that accepts less by the tests of real answers.
var contracts = map[string]contract{
	"block": {
		open: paths(`\.meta\.[^.]*`, `\.meta\.(source|usage|backgroundTask|contextCompression|contextCompressionNotice|sessionArtifacts)\b.*`,
			`\.meta\.qwen\.session\.recordId`, `\.(data|rawInput|rawOutput)\b.*`, `\.locations\[\].*`, `\.resourceLinks\[\]\.(size|title|description|mimeType|annotations|_meta|other|more|x\w*)\b.*`,
			`\.preview\.questions\[\](\.options\[\])?\.raw\..*`),
		optional: paths(`\.(serverTimestamp|promptId|sourceRecordIds|segmentId|meta|usage|images|files|resourceLinks)`,
			`\.(resultPreview|background|subagentSessionReady|details|content|locations|toolName|toolKind|backgroundTurn)`,
			`(\.meta)?\.backgroundTurn\.(toolUseId|sourceTurnId|label)`,
			`\.preview\.(summary|argsSummary|parentDelegationId|resultCount|top|thumbnailUrl|model|range|method|language|origin|totalRows|cwd)`,
			`\.preview\.(oldText|newText|patch)`, `\.preview\.questions\[\]\.header`, `\.preview\.questions\[\]\.options\[\]\.description`,
			`\.(preview|resultPreview)\.(truncated|planId|revision)`, `\.(preview|resultPreview)\.entries\[\]\.(priority|blockedBy)`),
		extensible: paths(`\.meta`, `\.locations`, `\.resourceLinks\[\]`, `\.preview\.questions\[\](\.options\[\])?\.raw`),
	},
	"block prompt_cancelled": {
		open: paths(), optional: paths(`\.(sourceRecordIds|backgroundTurn)`, `\.backgroundTurn\.(toolUseId|sourceTurnId|label)`), extensible: paths(),
	},
	"diagnostic": {
		open: paths(), optional: paths(`\.(recordIndex|recordId|path|line)`), extensible: paths(),
	},
	"projection": {
		open: paths(`\.(blocks|diagnostics)\[\].*`), optional: paths(), extensible: paths(),
	},
	"emission": {
		open: paths(`\.update\._meta\.[^.]*`, `\.update\._meta\.qwen\.session\.recordId`, `\.update\._meta\.(usage|backgroundTask|artifacts|contextCompression|contextCompressionNotice|sessionArtifacts|qwenTodoPlan)\b.*`,
			`\.update\.(data|rawOutput|rawInput)\b.*`, `\.update\.locations\[\].*`, `\.update\.content\.(size|title|description|annotations|_meta|other|more|x\w*)\b.*`,
			`\.update\.content\.mimeType`),
		optional: paths(`\.sourceTimestamp`, `\.update\.(status|content)`, `\.update\._meta\.backgroundTurn\.(toolUseId|sourceTurnId|label)`,
			`\.update\.entries\[\]\._meta(\.qwenTodo(\.id|\.blockedBy)?)?`,
			`\.update\._meta\.qwenTranscript\.(segmentId|resultPreviewText)`),
		extensible: paths(`\.update\._meta`, `\.update\.locations`, `\.update\.content`, `\.update\._meta\.usage`),
	},
	"state": {
		open: paths(), optional: paths(`\.usedCalls`, `\.pendingToolCalls\[\]\.(sourceTimestamp|persistedCallId|partIndex|silent)`,
			`\.usedCalls\[\]\.(persistedCallId|settled|orphan)`), extensible: paths(),
	},
	"prepared": {
		open: paths(`\.records\[\]\.(usageMetadata|toolCallResult|systemPayload|model|backgroundTurn)\b.*`, `\.records\[\]\.message\.parts\[\].*`,
			`\.diagnostics\[\].*`, `\.records\[\]\.message\.parts`),
		optional:   paths(`\.sessionId`, `\.records\[\]\.(timestamp|subtype|message|daemonPromptId)`, `\.records\[\]\.message\.(role|parts)`),
		extensible: paths(),
	},
	"replay": {open: paths(`\.(emissions|diagnostics)\[\].*`, `\.state\..*`), optional: paths(), extensible: paths()},
	"read":   {open: paths(`\.records\b.*`, `\.diagnostics\[\].*`), optional: paths(), extensible: paths()},
	"request": {
		open: paths(`\.(value|options)\b.*`), optional: paths(`\.(jsonl|jsonl_base64|files(\.a)?)`), extensible: paths(``, `\.files\.a`),
	},
	"sessionraw-item": {
		open: paths(`\.args\b.*`), extensible: paths(),
		optional: paths(`\.(displayContent|lookalike|requestId|interim|model|iteration|args|thinking|ts|scaffolding)`, `\.failure\.detail`),
	},
	"sessionraw-item turnBoundary": {open: paths(), optional: paths(), extensible: paths()},
	"sessionraw-item subagent": {
		open: paths(`\.items\[\].*`), optional: paths(`\.(requestId|agentId|taskId|callId)`), extensible: paths(),
	},
	"sessionraw-append": {open: paths(), optional: paths(), extensible: paths()},
	"sessionraw-items":  {open: paths(`\.items\[\].*`, `\.diagnostics\[\].*`), optional: paths(), extensible: paths()},
	"sessionraw-page":   {open: paths(`\.items\[\].*`, `\.diagnostics\[\].*`), optional: paths(`\.openTurn`), extensible: paths()},
	"sessionraw-context": {
		open:       paths(`\.diagnostics\[\].*`, `\.rows\[\](\.tool_calls\[\])?\.(extra_metadata|extra_content)\b.*`),
		optional:   paths(`\.meta\..*`, `\.rows\[\]\.(id|provider|model|ts|usage|usage\.context_window|reasoning_content|tool_calls|iteration|seq|tool_call_id|request_id|failure_detail|failure)`),
		extensible: paths(`\.rows\[\]\.usage`),
	},
	"eventstream-parse": {
		open:     paths(`\.envelopes\[\]\.(event|provenance)\..*`, `\.diagnostics\[\].*`),
		optional: paths(`\.envelopes\[\]\.(sequence|provenance)`), extensible: paths(`\.envelopes\[\]\.(event|provenance)`),
	},
	"eventstream-batch": {
		open:     paths(`\.envelopes\[\]\.(event|provenance)\..*`, `\.diagnostics\[\].*`),
		optional: paths(`\.envelopes\[\]\.(sequence|provenance)`), extensible: paths(`\.envelopes\[\]\.(event|provenance)`),
	},
	"eventstream-snapshot":  {open: paths(`\.events\[\]\.(event|provenance|sequence)\b.*`, `\.diagnostics\[\].*`), optional: paths(`\.events\[\]\.(sequence|provenance)`), extensible: paths(`\.events\[\]\.(event|provenance)`)},
	"eventstream-page":      {open: paths(`\.events\[\]\.(event|provenance|sequence)\b.*`, `\.diagnostics\[\].*`), optional: paths(`\.events\[\]\.(sequence|provenance)`), extensible: paths(`\.events\[\]\.(event|provenance)`)},
	"eventstream-candidate": {open: paths(), optional: paths(), extensible: paths()},
	"eventstream-merge": {
		open:     paths(`\.envelopes\[\]\.(event|provenance)\..*`, `\.diagnostics\[\].*`),
		optional: paths(`\.envelopes\[\]\.(sequence|provenance)`), extensible: paths(`\.envelopes\[\]\.(event|provenance)`),
	},
	"eventstream-cursor": {
		open:     paths(`\.value(\.result)?`, `\.value(\.result|\.events|\[\])*\.(event|provenance)\..*`),
		optional: paths(), extensible: paths(`\.value(\.result|\.events|\[\])*\.(event|provenance)`),
	},
	"eventstream-follow": {
		open:     paths(`\.steps\[\]\.envelopes\[\]\.(event|provenance)\..*`),
		optional: paths(), extensible: paths(`\.steps\[\]\.envelopes\[\]\.(event|provenance)`),
	},
	"eventstream-entries": {
		open: paths(`\.diagnostics\[\].*`), extensible: paths(),
		optional: paths(`\.nextBefore`, `\.entries\[\]\.(displayText|turnId|messageId|itemId|inferred|entryOffset)`),
	},
	"eventstream-rows":    {open: paths(`\.rows\[\]\.event\..*`, `\.diagnostics\[\].*`), optional: paths(), extensible: paths(`\.rows\[\]\.event`)},
	"eventstream-summary": {open: paths(`\.diagnostics\[\].*`), optional: paths(), extensible: paths()},
	"eventstream-groups": {
		open:     paths(`\.rows\[\]\.event\..*`, `\.diagnostics\[\].*`),
		optional: paths(`\.turns\[\]\.(endTimestamp|status|model|modelId|\w*Tokens|costUsd)`), extensible: paths(`\.rows\[\]\.event`),
	},
	"eventstream-repair": {
		open: paths(`\.diagnostics\[\].*`), optional: paths(`\.appended\[\]\.event\.(id|sourceTaskId|taskId|agentId|turnId)`), extensible: paths(),
	},
	"eventstream-recovery": {
		open:       paths(`\.diagnostics\[\].*`, `(\.offer\.event|\.written\[\])\.(turnId|steers)\b.*`),
		optional:   paths(`(\.settled\[\]|\.offer\.event|\.written\[\])\.turnId`, `(\.offer\.event|\.written\[\])\.steers`),
		extensible: paths(`\.offer\.event`, `\.written\[\]`, `\.receipts\[\]\.cancellable`),
	},
	"eventstream-guardrail": {open: paths(`\.diagnostics\[\].*`), optional: paths(), extensible: paths()},
	"eventstream-meter":     {open: paths(`\.diagnostics\[\].*`), optional: paths(), extensible: paths()},
	"eventstream-workflow": {
		open: paths(`\.diagnostics\[\].*`), extensible: paths(),
		optional: paths(`\.ticks\[\]\.emitted\[\]\.(agentId|workflowName|description|phase|summary|usage|usage\.\w+|durationMs|turnId)`),
	},
	"eventstream-row": { // of what is made of events; others stand as they came
		open: paths(openInEntries, `\.event\.(totalTokens|toolUseCount|worktreeBranch|worktreePath|exitCode)\b.*`),
		optional: paths(`\.event\.(collapseKey|turnId|tasksCompleted|tasksTotal|label|model|reasoningEffort|parentToolUseId|exitCode|durationMs)`,
			`\.event\.entry\.(detail|output|changedFiles|localUrls)`),
		extensible: paths(),
	},
	"eventstream-row background_job_line": {
		open: paths(`\.event\.exitCode\b.*`), optional: paths(`\.event\.(exitCode|durationMs)`), extensible: paths(),
	},
	groupedRow: {
		open: paths(openInEntries, `\.event\.(exitCode|turnId)\b.*`, `\.event\.items\[\]\.event\..*`), extensible: paths(`\.event\.items\[\]\.event`),
		optional: paths(`\.event\.(turnId|summary|toolUseIds|exitCode|durationMs)`, `\.event\.entries\[\]\.(detail|output|changedFiles|localUrls)`),
	},
	"answer":      {open: paths(`\.result\b.*`), optional: paths(), extensible: paths(``, `\.error`, `\.result`)},
	"description": {open: paths(), optional: paths(`\.(spec|name|version|language|unsupported|concurrency)`, `\.dialects\.(chatrecord|eventstream|sessionraw)`), extensible: paths(``)},
}

// paths matches exactly one of the patterns.
func paths(patterns ...string) *regexp.Regexp {
	if len(patterns) == 0 {
		return regexp.MustCompile(`^\b$`) // nothing
	}
	return regexp.MustCompile(`^(?:` + strings.Join(patterns, "|") + `)$`)
}

// lab tries mutations on schemas. Equal ones, on documents of one kind, are tried a few times only.
type lab struct {
	t        *testing.T
	compiled map[string]*jsonschema.Schema
	tried    map[string]int
	refused  map[string]int // by schema
}

// contractOf is the contract of one kind of document, if it has one of its own, else that of the schema.
func contractOf(schema, kind string) contract {
	if own, ok := contracts[schema+" "+strings.Fields(kind + " -")[0]]; ok {
		return own
	}
	return contracts[schema]
}

func (l *lab) examine(schema, kind string, value jsvalue.Value) {
	mutate(plain(value, 0), func(document any, m mutation) {
		key := schema + " " + kind + " " + m.at + " " + m.kind
		if l.tried[key]++; l.tried[key] > 3 || contractOf(schema, kind).allows(m) {
			return
		}
		if l.compiled[schema].Validate(document) == nil {
			l.t.Errorf("%s, %s: %s of %s is not noticed", schema, kind, m.kind, m.at)
			return
		}
		l.refused[schema]++
	})
}

// TestSchemasRefuseMutations puts faults into every kind of document: each that no contract allows must be noticed.
func TestSchemasRefuseMutations(t *testing.T) {
	l := &lab{t: t, compiled: schemas(t), tried: map[string]int{}, refused: map[string]int{}}
	eachGolden(t, func(t *testing.T, projection jsvalue.Value) {
		l.t = t
		l.examine("projection", projection.Get("complete").NumberText(), projection)
		for _, block := range projection.Get("blocks").Elements() {
			kind := block.Get("kind").Text() + " " + block.Get("preview").Get("kind").Text() + " " + block.Get("resultPreview").Get("kind").Text()
			l.examine("block", kind, block)
		}
		for _, d := range projection.Get("diagnostics").Elements() {
			l.examine("diagnostic", d.Get("code").Text(), d)
		}
	})
	l.t = t
	l.stages()
	l.vectors()
	l.chats()
	l.messages()
	for schema := range l.compiled {
		if _, ok := contracts[schema]; !ok {
			continue
		}
		t.Logf("%s: %d mutations refused", schema, l.refused[schema])
		if l.refused[schema] < 5 {
			t.Errorf("%s: only %d mutations were tried", schema, l.refused[schema])
		}
	}
}

// stages examines the answers of all stages over all fixtures.
func (l *lab) stages() {
	for _, group := range fixtures.Groups() {
		for _, fixture := range load(l.t, group) {
			if len(fixture.Records) == 0 || len(fixture.Records) > 500 {
				continue
			}
			prepared := exchange(l.t, l.compiled, "prepare", protocol.ValueOf(jsvalue.ArrayValue(fixture.Records...)), jsvalue.Value{}).Result()
			if prepared.IsUndefined() {
				continue
			}
			l.examine("prepared", "", prepared)
			replayed := exchange(l.t, l.compiled, "replay", protocol.ValueOf(prepared.Get("records")), object("finalize", jsvalue.BoolValue(false))).Result()
			l.examine("replay", "", replayed)
			l.examine("state", "", replayed.Get("state"))
			for _, emission := range replayed.Get("emissions").Elements() {
				u := emission.Get("update")
				l.examine("emission", u.Get("sessionUpdate").Text()+" "+u.Get("content").Get("type").Text(), emission)
			}
		}
	}
}

// vectors examines the answers of sessionraw over what was put to a shipped program.
func (l *lab) vectors() {
	for _, op := range []string{"context", "items", "page", "append"} {
		vectors, err := fixtures.Vectors(op)
		if err != nil {
			l.t.Fatal(err)
		}
		for _, vector := range vectors {
			result := put(l.t, l.compiled, questionOf(l.t, vector)).Result()
			if result.IsUndefined() {
				continue
			}
			schema, _ := spec.ResultSchema(sessionRaw, op)
			l.examine(schema, result.Get("hasMore").NumberText(), result)
			for _, item := range result.Get("items").Elements() {
				l.examine("sessionraw-item", item.Get("kind").Text()+" "+item.Get("status").Text(), item)
			}
		}
	}
}

// messages examines the two sides of the protocol.
func (l *lab) messages() {
	id := jsvalue.StringValue("a")
	for kind, input := range map[string]protocol.Input{
		"text": protocol.TextOf("x\n"), "bytes": protocol.TextOf("\xff"), "value": protocol.ValueOf(jsvalue.NullValue()),
		"files": protocol.FilesOf(protocol.File{Name: "a", Text: "b"}), "files as bytes": protocol.FilesOf(protocol.File{Name: "a", Text: "\xff"}),
	} {
		l.examine("request", kind, protocol.Request{ID: id, Dialect: dialect, Op: "o", Input: input}.Value())
	}
	for kind, answer := range map[string]protocol.Answer{
		"result": protocol.Result(jsvalue.ObjectValue()), "error": protocol.Fail("code", "m"), "unsupported": protocol.Unsupported("u"),
	} {
		l.examine("answer", kind, decode(l.t, string(answer.AppendLine(nil, id))))
	}
	l.examine("description", "", exchange(l.t, l.compiled, protocol.OpDescribe, protocol.Input{}, jsvalue.Value{}).Result())
	l.examine("read", "", exchange(l.t, l.compiled, "read", protocol.TextOf("{}\n{}{}"), jsvalue.Value{}).Result())
}

// TestParseAndSchemaAgree: of each update of the fixtures, and of it with one fault, the schema and the parser say the
// same (TP-PROTO-17).
func TestParseAndSchemaAgree(t *testing.T) {
	compiled := schemas(t)
	schema := compiled["update"]
	tried, accepted, refused := map[string]int{}, 0, 0
	check := func(document any, what string) {
		value := decode(t, string(jsvalue.Append(nil, fromPlain(document))))
		_, parsed := update.Parse(value)
		valid := schema.Validate(document)
		if (parsed == nil) != (valid == nil) {
			t.Errorf("%s: the parser says %v, the schema %v\n%s", what, parsed, valid, jsvalue.Append(nil, value))
		}
		if parsed == nil {
			accepted++
		} else {
			refused++
		}
	}
	for _, group := range fixtures.Groups() {
		for _, fixture := range load(t, group) {
			if len(fixture.Records) == 0 || len(fixture.Records) > 500 {
				continue
			}
			prepared := exchange(t, compiled, "prepare", protocol.ValueOf(jsvalue.ArrayValue(fixture.Records...)), jsvalue.Value{}).Result()
			if prepared.IsUndefined() {
				continue
			}
			replayed := exchange(t, compiled, "replay", protocol.ValueOf(prepared.Get("records")), jsvalue.Value{}).Result()
			for _, u := range updatesOf(replayed).Elements() {
				kind := u.Get("sessionUpdate").Text() + " " + u.Get("content").Get("type").Text()
				mutate(plain(u, 0), func(document any, m mutation) {
					key := kind + " " + m.at + " " + m.kind
					if tried[key]++; tried[key] <= 3 {
						check(document, key)
					}
				})
			}
		}
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	if accepted < 100 || refused < 200 {
		t.Errorf("only %d accepted, %d refused", accepted, refused)
	}
}

// fromPlain is the way back from plain.
func fromPlain(node any) jsvalue.Value {
	switch node := node.(type) {
	case map[string]any:
		var members []jsvalue.Member
		for key, value := range node {
			members = append(members, jsvalue.Member{Key: key, Value: fromPlain(value)})
		}
		return jsvalue.ObjectValue(members...)
	case []any:
		var elements []jsvalue.Value
		for _, element := range node {
			elements = append(elements, fromPlain(element))
		}
		return jsvalue.ArrayValue(elements...)
	case string:
		return jsvalue.StringValue(node)
	case float64:
		return jsvalue.NumberValue(node)
	case bool:
		return jsvalue.BoolValue(node)
	}
	return jsvalue.NullValue()
}

package chatrecord

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// names are what an update says of its tool; "" is absent.
type names struct{ title, toolName, toolKind string }

// contains reports whether the name of the tool contains one of the words, without regard to ASCII case.
func (n names) contains(words ...string) bool { return containsWord(n.toolName, words...) }

func containsWord(name string, words ...string) bool {
	name = lowerASCII(name)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// first is the first of the members that is a nonblank text, "" if none is.
func first(e jsvalue.Value, keys ...string) string {
	for _, key := range keys {
		if text := e.Get(key).Text(); !jsvalue.IsBlank(text) {
			return text
		}
	}
	return ""
}

// orElse is the first value that is neither null nor absent, else the last.
func orElse(values ...jsvalue.Value) jsvalue.Value {
	for _, v := range values {
		if !v.IsNullish() {
			return v
		}
	}
	return values[len(values)-1]
}

func card(kind string, members ...jsvalue.Member) jsvalue.Value {
	return objectOf(append([]jsvalue.Member{said("kind", kind)}, members...)...)
}

func said(key, text string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(text)}
}

// ifSaid is absent when the text is empty.
func ifSaid(key, text string) jsvalue.Member {
	if text == "" {
		return jsvalue.Member{Key: key}
	}
	return said(key, text)
}

func genericCard(n names) jsvalue.Value {
	return card("generic", ifSaid("summary", cmp.Or(n.title, n.toolName, n.toolKind)))
}

// previewRules are CR-PREVIEW-02 to CR-PREVIEW-14, each Undefined where it does not apply.
var previewRules = []func(e jsvalue.Value, n names) jsvalue.Value{
	questionsCard, todoCard, mcpCard, delegationCard, searchCard, imageCard, diffCard, readCard, fetchCard, codeCard, tableCard,
	commandCard, rowsCard,
}

const wrapperLimit = 8

// preview is the preview of a redacted input (section 6.5).
func preview(e jsvalue.Value, n names, depth int) jsvalue.Value {
	if depth > wrapperLimit { // CR-PREVIEW-00
		return genericCard(n)
	}
	if w := orElse(e.Get("rawInput"), e.Get("input"), e.Get("args")); !w.IsUndefined() { // CR-PREVIEW-01
		found := preview(w, names{
			cmp.Or(n.title, first(e, "title")),
			cmp.Or(n.toolName, first(e, "toolName", "name"), e.Get("_meta").Get("toolName").Text()),
			cmp.Or(n.toolKind, first(e, "kind")),
		}, depth+1)
		if found.Get("kind").Text() != "generic" || !found.Has("summary") {
			return found
		}
	}
	for _, rule := range previewRules {
		if found := rule(e, n); !found.IsUndefined() {
			return found
		}
	}
	return genericCard(n) // CR-PREVIEW-15
}

func questionsCard(e jsvalue.Value, _ names) jsvalue.Value {
	var shown []jsvalue.Value
	for _, q := range e.Get("questions").Elements() {
		if !q.IsObject() {
			continue
		}
		options := []jsvalue.Value{}
		for _, o := range q.Get("options").Elements() {
			if o.IsObject() {
				options = append(options, objectOf(
					said("label", cmp.Or(first(o, "label", "title", "value"), "Option")),
					ifSaid("description", first(o, "description", "detail", "text")), jsvalue.Member{Key: "raw", Value: o},
				))
			}
		}
		shown = append(shown, objectOf(
			ifSaid("header", first(q, "header", "title", "label")),
			said("question", cmp.Or(first(q, "question", "prompt", "text"), "Question")),
			jsvalue.Member{Key: "options", Value: jsvalue.ArrayValue(options...)}, jsvalue.Member{Key: "raw", Value: q},
		))
	}
	if len(shown) == 0 {
		return jsvalue.Value{}
	}
	return card("ask_user_question", jsvalue.Member{Key: "questions", Value: jsvalue.ArrayValue(shown...)})
}

func mcpCard(e jsvalue.Value, n names) jsvalue.Value {
	rest, is := strings.CutPrefix(cmp.Or(n.toolName, first(e, "toolName", "name")), "mcp__")
	server, tool, split := strings.Cut(rest, "__")
	if !is || !split || server == "" {
		return jsvalue.Value{}
	}
	summary := ""
	for key, value := range orElse(e.Get("arguments"), e.Get("args"), e).Members() {
		if key == "name" || key == "toolName" {
			continue
		}
		const most = 60
		text := oneLine(value)
		if SecretKey(key) {
			text = redactedText
		} else if jsvalue.LongerThan(text, most) {
			text = jsvalue.Prefix(text, most) + "…"
		}
		summary = key + "=" + text
		break
	}
	return card("mcp_invocation", said("serverId", server), said("toolName", tool), ifSaid("argsSummary", summary))
}

// oneLine is a text, or compact JSON.
func oneLine(v jsvalue.Value) string {
	if v.IsString() || v.IsUndefined() {
		return v.Text()
	}
	return string(jsvalue.Append(nil, v))
}

// pretty is CR-BLOCK-24.
func pretty(v jsvalue.Value) string {
	if v.IsString() || v.IsUndefined() {
		return v.Text()
	}
	return string(jsvalue.AppendIndent(nil, v, "  "))
}

var delegates = regexp.MustCompile(`^task$|(^|_)(delegate|subagent|spawntask|spawn-task|spawn_task)$`)

func delegationCard(e jsvalue.Value, n names) jsvalue.Value {
	agent := first(e, "subagent_type", "agent", "agentName", "agent_name", "subagent")
	task := first(e, "prompt", "task", "description", "instruction", "query")
	if !delegates.MatchString(lowerASCII(n.toolName)) && !containsWord(n.toolKind, "agent") || agent == "" && task == "" {
		return jsvalue.Value{}
	}
	return card("subagent_delegation", said("agentName", cmp.Or(agent, "subagent")), said("task", cmp.Or(task, "(no task description)")),
		ifSaid("parentDelegationId", first(e, "parentDelegationId", "parent_delegation_id", "parent_id")))
}

func searchCard(e jsvalue.Value, n names) jsvalue.Value {
	query, results, matches := first(e, "query", "pattern", "search", "q"), e.Get("results"), e.Get("matches")
	if query == "" || !n.contains("grep", "search", "find", "rg", "glob", "lookup") &&
		!e.Get("resultCount").IsNumber() && !results.IsArray() && !matches.IsArray() {
		return jsvalue.Value{}
	}
	var count jsvalue.Value
	for _, v := range []jsvalue.Value{matches, results} {
		if v.IsArray() {
			count = jsvalue.IntValue(int64(v.Len()))
		}
	}
	for _, v := range []jsvalue.Value{e.Get("total"), e.Get("resultCount")} {
		if v.IsNumber() {
			count = v
		}
	}
	var top []jsvalue.Value
	for i, v := range orElse(results, matches).Elements() {
		const shown, most = 5, 120
		if i == shown {
			break
		}
		if !hasStringForm(v) {
			return genericCard(n)
		}
		text := jsvalue.ToString(v)
		if v.IsObject() {
			text = cmp.Or(first(v, "path", "file", "name", "title", "text"), jsvalue.Prefix(pretty(v), most))
		}
		if text != "" {
			top = append(top, jsvalue.StringValue(text))
		}
	}
	list := jsvalue.Value{}
	if top != nil {
		list = jsvalue.ArrayValue(top...)
	}
	return card("search", said("query", query), jsvalue.Member{Key: "resultCount", Value: count}, jsvalue.Member{Key: "top", Value: list})
}

// hasStringForm recurses no deeper than the cap: the value is cut there.
func hasStringForm(v jsvalue.Value) bool {
	for _, element := range v.Elements() {
		if element.Has("toString") || !hasStringForm(element) {
			return false
		}
	}
	return true
}

func imageCard(e jsvalue.Value, n names) jsvalue.Value {
	prompt := first(e, "prompt", "description", "query")
	if prompt == "" || !n.contains("imagegen", "image_gen", "image-gen", "generateimage", "generate_image", "generate-image",
		"diffusion", "dalle", "imagen", "flux", "midjourney", "sora") {
		return jsvalue.Value{}
	}
	return card("image_generation", said("prompt", prompt),
		ifSaid("thumbnailUrl", first(e, "thumbnailUrl", "thumbnail", "url", "imageUrl", "preview")),
		ifSaid("model", first(e, "model", "modelId", "model_name")))
}

func pathIn(e jsvalue.Value) string { return first(e, "path", "filePath", "file_path", "absolutePath") }

var writes = regexp.MustCompile(`(^|[_-])(write|create|edit|replace|save|update|overwrite|modify|patch|generate)($|[_-])`)

func diffCard(e jsvalue.Value, n names) jsvalue.Value {
	before := first(e, "oldText", "old_text", "old_string", "old_str", "oldString")
	after := first(e, "newText", "new_text", "new_string", "new_str", "newString")
	if before != "" || writes.MatchString(lowerASCII(n.toolName)) {
		after = cmp.Or(after, first(e, "content"))
	}
	patch := first(e, "patch", "diff", "unified_diff")
	if pathIn(e) == "" || before+after+patch == "" {
		return jsvalue.Value{}
	}
	return card("file_diff", said("path", pathIn(e)), ifSaid("oldText", before), ifSaid("newText", after), ifSaid("patch", patch))
}

func readCard(e jsvalue.Value, n names) jsvalue.Value {
	lines := orElse(e.Get("lineRange"), e.Get("line_range"), e.Get("range"))
	if lines.Len() != 2 || !lines.At(0).IsNumber() || !lines.At(1).IsNumber() {
		lines = jsvalue.Value{}
		if offset, limit := e.Get("offset"), e.Get("limit"); offset.IsNumber() && limit.IsNumber() && limit.Float() > 0 {
			lines = jsvalue.ArrayValue(jsvalue.NumberValue(offset.Float()+1), jsvalue.NumberValue(offset.Float()+limit.Float()))
		}
	}
	reads := containsWord(cmp.Or(n.toolName, first(e, "toolName", "name")), "read", "view", "cat")
	if pathIn(e) == "" || !reads && lines.IsUndefined() {
		return jsvalue.Value{}
	}
	return card("file_read", said("path", pathIn(e)), jsvalue.Member{Key: "range", Value: lines})
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

func fetchCard(e jsvalue.Value, _ names) jsvalue.Value {
	url := first(e, "url", "uri", "href")
	if !scheme.MatchString(url) {
		return jsvalue.Value{}
	}
	return card("web_fetch", said("url", url), ifSaid("method", first(e, "method", "httpMethod")))
}

func codeCard(e jsvalue.Value, n names) jsvalue.Value {
	code, language := first(e, "code", "snippet", "source"), first(e, "language", "lang", "codeLanguage", "syntax")
	if code == "" || language == "" && !n.contains("repl", "format", "prettier", "eslint", "tsc", "compile", "execcode", "exec_code", "exec-code") {
		return jsvalue.Value{}
	}
	return card("code_block", said("code", code), ifSaid("language", language), ifSaid("origin", first(e, "origin", "source_location", "path")))
}

func commandCard(e jsvalue.Value, _ names) jsvalue.Value {
	if first(e, "command", "cmd") == "" {
		return jsvalue.Value{}
	}
	return card("command", said("command", first(e, "command", "cmd")), ifSaid("cwd", first(e, "cwd", "directory", "workingDirectory")))
}

// rowsCard is CR-PREVIEW-14.
func rowsCard(e jsvalue.Value, _ names) jsvalue.Value {
	var rows []jsvalue.Value
	row := func(label, text string) { rows = append(rows, objectOf(said("label", label), said("value", text))) }
	for _, named := range [][2]string{
		{"Path", pathIn(e)},
		{"Cwd", first(e, "cwd", "directory", "workingDirectory")},
		{"Query", first(e, "query", "pattern", "search")},
		{"Note", first(e, "description", "reason")},
	} {
		if named[1] != "" {
			row(named[0], named[1])
		}
	}
	const few = 4
	for i := 0; rows == nil && i == 0; i++ {
		place := 0
		for key, value := range e.Members() {
			if place++; place > few {
				break
			}
			switch {
			case value.IsNullish() || value.IsArray() || value.IsObject():
			case SecretKey(key):
				row(key, redactedText)
			default:
				row(key, capped(oneLine(value)))
			}
		}
	}
	if rows == nil {
		return jsvalue.Value{}
	}
	return card("key_value", jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(rows...)})
}

const (
	columnLimit = 30
	rowLimit    = 50
	cellLimit   = 80
)

// tableCard is CR-PREVIEW-12.
func tableCard(e jsvalue.Value, n names) jsvalue.Value {
	columns, rows := e.Get("columns"), e.Get("rows")
	var named, shown []jsvalue.Value
	if columns.IsArray() && rows.IsArray() {
		for _, column := range columns.Elements() {
			if column.IsString() {
				named = append(named, column)
			}
		}
		for i := range min(rows.Len(), rowLimit) {
			var cells []jsvalue.Value
			for _, value := range rows.At(i).Elements() {
				cells = append(cells, cell(value))
			}
			shown = append(shown, jsvalue.ArrayValue(cells...))
		}
		if named == nil {
			return jsvalue.Value{}
		}
		return table(named[:min(len(named), columnLimit)], shown, rows.Len())
	}
	data := orElse(e.Get("data"), e.Get("records"))
	for key := range data.At(0).Members() {
		named = append(named, jsvalue.StringValue(key))
	}
	if !data.IsArray() || named == nil {
		return jsvalue.Value{}
	}
	named = named[:min(len(named), columnLimit)]
	for i := range min(data.Len(), rowLimit) {
		if data.At(i).IsNullish() {
			return genericCard(n)
		}
		var cells []jsvalue.Value
		for _, column := range named {
			cells = append(cells, cell(ownMember(data.At(i), column.Text())))
		}
		shown = append(shown, jsvalue.ArrayValue(cells...))
	}
	return table(named, shown, data.Len())
}

func table(columns, rows []jsvalue.Value, total int) jsvalue.Value {
	count := jsvalue.Value{}
	if total > rowLimit {
		count = jsvalue.IntValue(int64(total))
	}
	return card("tabular", jsvalue.Member{Key: "columns", Value: jsvalue.ArrayValue(columns...)},
		jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(rows...)}, jsvalue.Member{Key: "totalRows", Value: count})
}

func cell(v jsvalue.Value) jsvalue.Value {
	if v.IsString() {
		return v
	}
	return jsvalue.StringValue(jsvalue.Prefix(pretty(v), cellLimit))
}

// ownMember is the row's own member: of an array its element or length, of a string its character or length. Half of a
// surrogate pair is never shown alone (CR-DEC-24).
func ownMember(row jsvalue.Value, key string) jsvalue.Value {
	index, err := strconv.Atoi(key)
	isIndex := err == nil && index >= 0 && strconv.Itoa(index) == key
	switch {
	case row.IsObject():
		return row.Get(key)
	case row.IsArray() && key == "length":
		return jsvalue.IntValue(int64(row.Len()))
	case row.IsString() && key == "length":
		return jsvalue.IntValue(int64(jsvalue.Length(row.Text())))
	case row.IsArray() && isIndex:
		return row.At(index)
	case row.IsString() && isIndex && index < jsvalue.Length(row.Text()):
		unit := strings.TrimPrefix(jsvalue.Prefix(row.Text(), index+1), jsvalue.Prefix(row.Text(), index))
		if jsvalue.Length(unit) == 1 {
			return jsvalue.StringValue(unit)
		}
	}
	return jsvalue.Value{}
}

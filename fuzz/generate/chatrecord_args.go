package generate

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// previewKeys are the members of arguments by which programs choose a preview, in groups that go together.
var previewKeys = [][]string{
	{"path", "filePath", "file_path", "absolutePath", "absolute_path"},
	{"oldText", "old_text", "old_string", "old_str", "oldString"},
	{"newText", "new_text", "new_string", "new_str", "newString", "content"},
	{"patch", "diff", "unified_diff"},
	{"query", "pattern", "search", "q"},
	{"prompt", "task", "description", "instruction"},
	{"subagent_type", "agent", "agentName", "subagent", "parent_id"},
	{"url", "uri", "href", "method", "httpMethod"},
	{"code", "snippet", "source", "language", "lang", "syntax", "origin"},
	{"command", "cmd", "cwd", "directory", "workingDirectory"},
	{"thumbnailUrl", "image", "model", "preview"},
	{"reason", "title", "name", "toolName", "kind", "header", "question"},
}

// arguments are the arguments of a call, mostly of the shape that some preview looks for.
func (c *chat) arguments() []jsvalue.Member {
	var members []jsvalue.Member
	add := func(key string, value jsvalue.Value) {
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	for len(members) == 0 || c.chance(50) {
		switch c.Below(12) {
		case 0, 1, 2, 3, 4:
			add(pick(c.Source, pick(c.Source, previewKeys)), c.argument())
		case 5:
			add(pick(c.Source, []string{"lineRange", "line_range", "range"}), jsvalue.ArrayValue(jsvalue.IntValue(int64(c.Below(9))), c.small()))
		case 6:
			add("offset", jsvalue.IntValue(int64(c.Below(9))))
			add("limit", c.small())
		case 7:
			add(pick(c.Source, []string{"query", "search", "q"}), jsvalue.StringValue(c.words()))
			add(pick(c.Source, []string{"results", "matches"}), c.found())
			if oneIn(c, 2) {
				add(pick(c.Source, []string{"resultCount", "total"}), c.small())
			}
		case 8:
			c.table(add)
		case 9:
			add("questions", c.questions())
		case 10:
			add(pick(c.Source, []string{"todos", "entries"}), jsvalue.ArrayValue(c.todoItem(), c.todoItem()))
		case 11:
			c.odd(add)
		}
	}
	return members
}

// argument is mostly a text.
func (c *chat) argument() jsvalue.Value {
	switch c.Below(8) {
	case 6:
		return c.scalar()
	case 7:
		return jsvalue.StringValue(pick(c.Source, []string{"https://x.test/?a=b", "mailto:x", "1http:", "a.ts", " ", "", "x-y.z+w:"}))
	}
	return jsvalue.StringValue(c.words())
}

// odd are arguments that no preview looks for, or that hide what one would.
func (c *chat) odd(add func(string, jsvalue.Value)) {
	switch c.Below(4) {
	case 0:
		add(c.key(), c.wild(3))
	case 1:
		add(c.secret(), c.wild(1))
	case 2:
		add(pick(c.Source, []string{"rawInput", "input", "args", "arguments"}), jsvalue.ObjectValue(c.arguments()...))
	case 3:
		add("_meta", jsvalue.ObjectValue(text("toolName", pick(c.Source, chatTools)), object("qwenTodo", text("id", c.word()))))
	}
}

// small is a number, mostly a plain one.
func (c *chat) small() jsvalue.Value {
	if oneIn(c, 5) {
		return c.scalar()
	}
	return jsvalue.IntValue(int64(c.Below(50)) - 5)
}

// found are the results of a search; lists in them hold no objects, whose text is a matter of the language.
func (c *chat) found() jsvalue.Value {
	list := make([]jsvalue.Value, c.Below(12))
	for i := range list {
		switch c.Below(4) {
		case 0:
			list[i] = jsvalue.StringValue(c.words())
		case 1:
			list[i] = jsvalue.ObjectValue(text(pick(c.Source, []string{"path", "file", "name", "title", "text", "line"}), c.words()))
		case 2:
			list[i] = c.scalar()
		default:
			list[i] = jsvalue.ArrayValue(c.scalar(), jsvalue.ArrayValue(c.scalar(), c.scalar()))
		}
	}
	return jsvalue.ArrayValue(list...)
}

// table adds data with rows; a row is never null.
func (c *chat) table(add func(string, jsvalue.Value)) {
	rows := make([]jsvalue.Value, 1+c.Below(4))
	if oneIn(c, 12) {
		rows = make([]jsvalue.Value, 49+c.Below(4))
	}
	for i := range rows {
		rows[i] = c.row()
	}
	if oneIn(c, 2) {
		columns := []jsvalue.Value{jsvalue.StringValue(c.key()), jsvalue.StringValue("n"), c.scalar()}
		add("columns", jsvalue.ArrayValue(columns[:1+c.Below(3)]...))
		add("rows", jsvalue.ArrayValue(rows...))
		return
	}
	rows[0] = jsvalue.ObjectValue(jsvalue.Member{Key: c.column(), Value: c.wild(1)}, jsvalue.Member{Key: "n", Value: c.scalar()},
		jsvalue.Member{Key: "length", Value: c.scalar()})
	add(pick(c.Source, []string{"data", "records"}), jsvalue.ArrayValue(rows...))
}

func (c *chat) row() jsvalue.Value {
	switch c.Below(4) {
	case 0:
		return jsvalue.ObjectValue(jsvalue.Member{Key: c.column(), Value: c.wild(1)}, jsvalue.Member{Key: "n", Value: c.scalar()})
	case 1:
		return jsvalue.ArrayValue(c.scalar(), c.scalar())
	case 2:
		return jsvalue.StringValue(c.words())
	}
	return jsvalue.IntValue(int64(c.Below(9)))
}

// column is a key that no value inherits.
func (c *chat) column() string { return pick(c.Source, []string{"a", "b", "0", "1", "a b", "🚀"}) }

func (c *chat) questions() jsvalue.Value {
	list := make([]jsvalue.Value, 1+c.Below(3))
	for i := range list {
		if oneIn(c, 5) {
			list[i] = c.scalar()
			continue
		}
		option := jsvalue.ObjectValue(text(pick(c.Source, []string{"label", "title", "value", "other"}), c.words()), text(pick(c.Source, []string{"description", "detail", "text"}), c.word()))
		list[i] = jsvalue.ObjectValue(text(pick(c.Source, []string{"header", "title", "label"}), c.word()),
			text(pick(c.Source, []string{"question", "prompt", "text"}), c.words()), array("options", option, c.scalar()))
	}
	return jsvalue.ArrayValue(list...)
}

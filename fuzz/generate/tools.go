package generate

import (
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// call is a tool call and what will come of it.
type call struct {
	id, tool string
	args     jsvalue.Value
	response jsvalue.Value
	display  jsvalue.Value // Undefined when nothing was saved to be shown
}

func (c call) part() jsvalue.Value {
	return jsvalue.ObjectValue(object("functionCall", text("id", c.id), text("name", c.tool), jsvalue.Member{Key: "args", Value: c.args}))
}

// newCall calls one of the six tools.
func (s *session) newCall() call {
	c := pick(s, []func(*session) call{readFile, glob, shell, edit, todoWrite, searchIssues})(s)
	c.id = s.newCallID()
	return c
}

// result is the record of a call's outcome; one in ten failed.
func (s *session) result(c call) {
	failed := c.tool != "todo_write" && oneIn(s, 10)
	outcome := []jsvalue.Member{text("callId", c.id), text("status", "success")}
	if failed {
		const reason = "File not found: \"missing.ts\"\nCheck the path and try again."
		c.response, c.display = jsvalue.ObjectValue(text("error", reason)), jsvalue.StringValue(reason)
		outcome = []jsvalue.Member{
			text("callId", c.id), text("status", "error"), object("error", text("message", reason)), text("errorType", "file_not_found"),
		}
	}
	outcome = append(outcome, jsvalue.Member{Key: "resultDisplay", Value: c.display})
	arguments := string(jsvalue.Append(nil, c.args))
	s.telemetry("qwen-code.tool_call", text("function_name", c.tool), text("function_args", jsvalue.Prefix(arguments, 400)),
		flag("success", !failed), text("decision", "auto_accept"), text("tool_type", "native"))
	s.begin()
	s.write("tool_result",
		message("user", jsvalue.ObjectValue(object("functionResponse", text("id", c.id), text("name", c.tool),
			jsvalue.Member{Key: "response", Value: c.response}))),
		object("toolCallResult", outcome...))
}

func output(value string) jsvalue.Value { return jsvalue.ObjectValue(text("output", value)) }

func readFile(s *session) call {
	return call{
		tool:     "read_file",
		args:     jsvalue.ObjectValue(text("absolute_path", path(s)), number("offset", s.Below(200)), number("limit", 200)),
		response: output(code(s, size(s, 2200))),
		display:  jsvalue.StringValue(""),
	}
}

func glob(s *session) call {
	found := make([]string, 1+s.Below(12))
	for i := range found {
		found[i] = path(s)
	}
	return call{
		tool:     "glob",
		args:     jsvalue.ObjectValue(text("pattern", "**/*."+pick(s, []string{"go", "ts", "md"})), text("path", "/home/dev/project")),
		response: output("Found files:\n" + strings.Join(found, "\n")),
		display:  jsvalue.StringValue("Found " + strconv.Itoa(len(found)) + " matching file(s)"),
	}
}

func shell(s *session) call {
	printed := shellOutput(s, size(s, 800))
	return call{
		tool: "run_shell_command",
		args: jsvalue.ObjectValue(text("command", pick(s, []string{"go test ./...", "npm test -- --run \"list\"", "git diff --stat && ls -la"})),
			text("description", "Run it & look at the output"), flag("is_background", false)),
		response: output("Output: " + printed + "\nExit Code: 0"),
		display:  jsvalue.StringValue(printed),
	}
}

func edit(s *session) call {
	name := pick(s, names)
	same, before, after := code(s, size(s, 400)), code(s, size(s, 200)), code(s, size(s, 250))
	return call{
		tool:     "edit",
		args:     jsvalue.ObjectValue(text("file_path", "/home/dev/project/src/"+name), text("old_string", before), text("new_string", after)),
		response: output("Successfully modified file: /home/dev/project/src/" + name),
		display: jsvalue.ObjectValue(text("fileName", name), text("fileDiff", unifiedDiff(name, before, after)),
			text("originalContent", same+before), text("newContent", same+after),
			object("diffStat", number("model_added_lines", strings.Count(after, "\n")), number("model_removed_lines", strings.Count(before, "\n")))),
	}
}

// todoWrite saves its list as an object, or as text that holds one.
func todoWrite(s *session) call {
	items := make([]jsvalue.Value, 1+s.Below(6))
	for i := range items {
		items[i] = jsvalue.ObjectValue(text("id", strconv.Itoa(i+1)), text("content", prose(s, 20+s.Below(60))),
			text("status", pick(s, []string{"pending", "in_progress", "completed"})))
	}
	display := jsvalue.ObjectValue(text("type", "todo_list"), array("todos", items...))
	if oneIn(s, 3) {
		display = jsvalue.StringValue(string(jsvalue.Append(nil, display)))
	}
	return call{
		tool:     "todo_write",
		args:     jsvalue.ObjectValue(array("todos", items...)),
		response: output("Todos have been modified successfully."),
		display:  display,
	}
}

// searchIssues is a tool of a server; it answers with a structure.
func searchIssues(s *session) call {
	issues := make([]jsvalue.Value, 1+s.Below(5))
	for i := range issues {
		issues[i] = jsvalue.ObjectValue(number("number", s.Below(5000)), text("title", prose(s, 60)), text("state", "open"),
			jsvalue.Member{Key: "score", Value: jsvalue.NumberValue(float64(s.Below(1000)) / 1000)})
	}
	return call{
		tool:     "mcp__tracker__search_issues",
		args:     jsvalue.ObjectValue(text("query", "is:open "+pick(s, words)), number("max_results", 5)),
		response: jsvalue.ObjectValue(array("issues", issues...), number("total", len(issues))),
		display:  jsvalue.StringValue(strconv.Itoa(len(issues)) + " issues"),
	}
}

package textview

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// A row is one line. What stands behind it, such as the output of a tool, is drawn below it if nothing is to be shortened;
// else the end of the text says that there is more.

// entryDetails draws what an entry of the work log was given and what came of it.
func (v *chatView) entryDetails(entry jsvalue.Value, depth int) {
	given, files, pages := entry.Get("args"), entry.Get("changedFiles"), entry.Get("results")
	var came []string
	for _, key := range []string{"output", "result"} {
		if value := entry.Get(key); !value.IsNullish() {
			if text := v.oneText(value); !jsvalue.IsBlank(text) {
				came = append(came, text)
			}
		}
	}
	if given.Len() == 0 && len(came) == 0 && files.Len() == 0 && pages.Len() == 0 {
		return
	}
	v.below(depth, func() {
		v.arguments(given)
		for _, text := range came {
			v.output(text)
		}
		for _, file := range files.Elements() {
			v.changedFile(file)
		}
		for _, page := range pages.Elements() {
			v.line(indent, sanitize.Line(page.Get("title").Text()), "  ", v.style.dim(sanitize.Line(page.Get("url").Text())))
		}
	})
}

// rowDetails draws lines of a text, and the items of a list of tasks or of a plan.
func (v *chatView) rowDetails(e jsvalue.Value, lines string, depth int) {
	items := listOf(e)
	if items.Len() == 0 && lines == "" {
		return
	}
	v.below(depth, func() {
		if lines != "" {
			v.whole(indent, lines, v.style.plain)
		}
		for _, item := range items.Elements() {
			v.item(item)
		}
	})
}

// listOf is what a row lists: the items of a list of tasks, or the steps of a plan.
func listOf(e jsvalue.Value) jsvalue.Value {
	switch e.Get("type").Text() {
	case "todo_update":
		return e.Get("items")
	case "plan":
		return e.Get("steps")
	}
	return jsvalue.Value{}
}

// below draws something below a row, as far in as that.
func (v *chatView) below(depth int, draw func()) {
	if !v.full {
		v.hidden = true
		return
	}
	v.margin = strings.Repeat(step, min(depth, maxSteps))
	draw()
	v.margin = ""
}

func (v *chatView) changedFile(file jsvalue.Value) {
	v.line(indent, v.style.dim("--- "), sanitize.Line(file.Get("path").Text()))
	if diff := strings.TrimRight(file.Get("diff").Text(), "\r\n"); diff != "" {
		for line := range strings.SplitSeq(diff, "\n") {
			v.line(indent, v.diffPaint(line)(shown(strings.TrimSuffix(line, "\r"))))
		}
	}
}

// item draws a task or a step with a box.
func (v *chatView) item(item jsvalue.Value) {
	box, paint := v.box(item.Get("status").Text())
	text := item.Get("text").Text()
	if text == "" {
		text = item.Get("description").Text()
	}
	v.line(indent, paint(box+shown(event.OneLine(text))))
}

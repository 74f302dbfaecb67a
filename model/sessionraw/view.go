package sessionraw

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// View is one case with its answer, read. Its parts never fail: what the answer does not have is empty.
type View struct {
	Case        testcase.Case
	Answer      protocol.Answer
	Input       Input
	Result      jsvalue.Value // Undefined unless the answer is a result
	Items       []Item        // those of sub-agents behind the sub-agent, in chronological order also on a page
	Diagnostics []Diagnostic
}

// Item is an item of the answer.
type Item struct {
	Place string // such as items[3].items[0]
	Depth int    // how many sub-agents it is in
	Kind  string
	Value jsvalue.Value
}

// Diagnostic is a diagnostic of the answer. Line is 0 when there is none.
type Diagnostic struct {
	Index   int
	Value   jsvalue.Value
	Code    string
	Affects bool
	File    string
	Line    int64
}

// See reads a case and its answer.
func See(c testcase.Case, answer protocol.Answer) *View {
	v := seeResult(c.Op, answer.Result())
	v.Case, v.Answer, v.Input = c, answer, Read(c)
	return v
}

// seeResult is a view without its input.
func seeResult(op string, result jsvalue.Value) *View {
	v := &View{Result: result, Items: readItems("items", 0, result.Get("items"), op == "page")}
	for i, value := range result.Get("diagnostics").Elements() {
		line, _ := value.Get("line").SafeInteger()
		v.Diagnostics = append(v.Diagnostics, Diagnostic{
			i, value, value.Get("code").Text(), value.Get("affectsCompleteness").IsTrue(), value.Get("file").Text(), line,
		})
	}
	return v
}

// deepest is how many levels of sub-agents are looked into; an answer that nests deeper breaks a rule without that.
const deepest = 8

func readItems(place string, depth int, list jsvalue.Value, backwards bool) []Item {
	var items []Item
	for i := range list.Len() {
		if backwards {
			i = list.Len() - 1 - i
		}
		value := list.At(i)
		item := Item{Place: fmt.Sprintf("%s[%d]", place, i), Depth: depth, Kind: value.Get("kind").Text(), Value: value}
		items = append(items, item)
		if item.Kind == "subagent" && depth < deepest {
			items = append(items, readItems(item.path("items"), depth+1, value.Get("items"), false)...)
		}
	}
	return items
}

func (i Item) path(member string) string {
	if member == "" {
		return i.Place
	}
	return i.Place + "." + member
}

// Dialect is the name of the dialect.
func (v *View) Dialect() string { return Dialect }

// Complete is the member of that name.
func (v *View) Complete() bool { return v.Result.Get("complete").IsTrue() }

// count is the number of diagnostics of a code.
func (v *View) count(code string) int {
	n := 0
	for _, d := range v.Diagnostics {
		if d.Code == code {
			n++
		}
	}
	return n
}

// top are the items of the thread itself.
func (v *View) top() []Item { return atTop(v.Items) }

func atTop(items []Item) (top []Item) {
	for _, item := range items {
		if item.Depth == 0 {
			top = append(top, item)
		}
	}
	return top
}

// alone is the one file whose rows the items at the top show: that of the case, or the only root of the thread. False where
// it is not plain, or where there is more than that to look at.
func (v *View) alone() (File, bool) {
	if !v.Input.Named {
		if len(v.Input.Files) != 1 || !v.Input.Files[0].Plain {
			return File{}, false
		}
		return v.Input.Files[0], true
	}
	roots, certain := v.Input.roots()
	if !certain || len(roots) != 1 || !roots[0].Plain {
		return File{}, false
	}
	return roots[0], true
}

// roots are the root files of the thread, by name; false where the plain way cannot tell.
func (in Input) roots() (roots []File, certain bool) {
	certain = in.ThreadID != ""
	for _, f := range in.Files {
		switch {
		case !f.Session || f.isChild():
		case !f.Plain, f.thread() == "":
			certain = false
		case f.thread() == in.ThreadID:
			roots = append(roots, f)
		}
	}
	return roots, certain
}

// problems collects what is wrong.
type problems []model.Problem

func (p *problems) add(path, format string, args ...any) {
	*p = append(*p, model.Problem{Path: path, Message: fmt.Sprintf(format, args...)})
}

// on judges the results of some operations; the check says whether it had something to look at.
func on(ops []string, check func(v *View, p *problems) bool) func(model.View) model.Verdict {
	return func(view model.View) model.Verdict {
		v, ok := view.(*View)
		var p problems
		if !ok || !v.is(ops) || !check(v, &p) {
			return model.NotApplicable()
		}
		return model.Judged(p...)
	}
}

// is: the answer is a result of one of the operations.
func (v *View) is(ops []string) bool {
	for _, op := range ops {
		if v.Case.Op == op && v.Answer.Kind() == protocol.ResultAnswer {
			return true
		}
	}
	return false
}

var (
	viewing = []string{"items", "page"}
	wholly  = []string{"items"}
	reading = []string{"items", "page", "context"}
)

package eventstream

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
	Diagnostics []Diagnostic
	drawn       *chart // by the second definition; nil until it is asked for
}

// Diagnostic is a diagnostic of the answer. Line is 0 when there is none.
type Diagnostic struct {
	Value   jsvalue.Value
	Code    string
	Affects bool
	Line    int64
}

// See reads a case and its answer.
func See(c testcase.Case, answer protocol.Answer) *View {
	v := seeResult(answer.Result())
	v.Case, v.Answer, v.Input = c, answer, Read(c)
	return v
}

// seeResult is a view without its input.
func seeResult(result jsvalue.Value) *View {
	v := &View{Result: result}
	for _, value := range result.Get("diagnostics").Elements() {
		line, _ := value.Get("line").SafeInteger()
		v.Diagnostics = append(v.Diagnostics, Diagnostic{value, value.Get("code").Text(), value.Get("affectsCompleteness").IsTrue(), line})
	}
	return v
}

// Dialect is the name of the dialect.
func (v *View) Dialect() string { return Dialect }

// manyEnvelopes are too many for a definition that takes time with their square.
const manyEnvelopes = 2000

// chart is the second definition of what the case shows; false where it is not certain.
func (v *View) chart() (*chart, bool) {
	if len(v.Input.Envelopes) > manyEnvelopes {
		return nil, false
	}
	if v.drawn == nil {
		v.drawn = v.Input.chart()
	}
	return v.drawn, !v.drawn.doubt
}

// list is a list of the answer.
func (v *View) list(key string) (list []jsvalue.Value) {
	for _, value := range v.Result.Get(key).Elements() {
		list = append(list, value)
	}
	return list
}

// rows are those of the answer.
func (v *View) rows() (list []shown) {
	for _, row := range v.list("rows") {
		list = append(list, shownOf(row))
	}
	return list
}

// problems collects what is wrong.
type problems []model.Problem

func (p *problems) add(path, format string, args ...any) {
	*p = append(*p, model.Problem{Path: path, Message: fmt.Sprintf(format, args...)})
}

// cite adds what breaks fewer rules than the invariant stands for.
func (p *problems) cite(rules []string, path, format string, args ...any) {
	*p = append(*p, model.Problem{Path: path, Rules: rules, Message: fmt.Sprintf(format, args...)})
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

// isPage: a page of entries is asked for.
func (v *View) isPage() bool {
	options := v.Case.Options
	return v.Case.Op == "entries" && (options.Has("limit") || options.Has("maxChars") || options.Has("before"))
}

// is: the answer is a result of one of the operations, and no page, of which other rules speak.
func (v *View) is(ops []string) bool {
	if v.isPage() {
		return false
	}
	for _, op := range ops {
		if v.Case.Op == op && v.Answer.Kind() == protocol.ResultAnswer {
			return true
		}
	}
	return false
}

var (
	everything = append([]string{"parse", "store", "wire", "batch"}, showing...)
	showing    = append([]string{"entries", "rows", "groups", "summary"}, following...)
	following  = []string{"repair", "recovery", "guardrail", "meter", "workflow"}
	ofSession  = append([]string{"batch"}, showing...)
	// clockless have no time of their own: what they say of a file without gaps does not depend on that of the call.
	clockless = []string{"parse", "entries", "rows", "groups", "summary", "store", "wire", "batch", "guardrail", "meter", "workflow"}
	telling   = []string{"entries", "rows", "groups"}
	rowsOnly  = []string{"rows"}
)

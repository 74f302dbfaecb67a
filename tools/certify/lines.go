package certify

import (
	"io"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// WriteJSON writes the report for programs, one JSON object in ASCII a line: a header, each case in the order of the plan,
// and a footer, without which the report is not whole.
func (r Report) WriteJSON(w io.Writer) error {
	var out []byte
	add := func(members ...jsvalue.Member) {
		out = append(jsvalue.AppendASCII(out, jsvalue.ObjectValue(members...)), '\n')
	}
	add(text("kind", "header"), text("spec", r.Spec), jsvalue.Member{Key: "subject", Value: r.Subject.Value()},
		text("dialect", r.Dialect), text("profile", string(r.Profile)), text("seed", strconv.FormatUint(r.Seed, 10)),
		number("planned", len(r.Results)), text("plan", r.Plan))
	for _, result := range r.Results {
		add(result.members()...)
	}
	add(r.footer()...)
	_, err := w.Write(out)
	return err
}

func (r Result) members() []jsvalue.Member {
	members := []jsvalue.Member{
		text("kind", "case"), text("id", r.Planned.Case.ID()), text("source", r.Planned.Source), text("outcome", string(r.Outcome)),
	}
	if r.Why != "" {
		members = append(members, text("why", r.Why))
	}
	if len(r.Findings) > 0 {
		members = append(members, list("findings", r.Findings, findingValue))
	}
	return members
}

func findingValue(f judge.Finding) jsvalue.Value {
	members := []jsvalue.Member{
		text("outcome", string(f.Outcome)), text("check", f.Check), list("rules", f.Rules, textValue),
		text("path", f.Path), text("message", f.Message),
	}
	if f.Stack != "" {
		members = append(members, text("stderr", f.Stack))
	}
	return jsvalue.ObjectValue(members...)
}

func (r Report) footer() []jsvalue.Member {
	var outcomes []jsvalue.Member
	for _, outcome := range Outcomes() {
		outcomes = append(outcomes, number(string(outcome), r.Count(outcome)))
	}
	return []jsvalue.Member{
		text("kind", "footer"),
		{Key: "certified", Value: jsvalue.BoolValue(r.Certified())},
		text("end", string(r.End)),
		{Key: "score", Value: jsvalue.NumberValue(r.Score())},
		{Key: "outcomes", Value: jsvalue.ObjectValue(outcomes...)},
		list("failures", r.Failures, failureValue),
		list("rules", r.Rules(), ruleValue),
	}
}

func failureValue(f Failure) jsvalue.Value {
	members := []jsvalue.Member{{Key: "finding", Value: findingValue(f.Finding)}, number("cases", f.Cases)}
	if f.Cases > 0 {
		members = append(members, text("first", f.First.Case.ID()))
	}
	for _, member := range []jsvalue.Member{text("capsule", f.Capsule), text("again", f.Again), text("note", f.Note)} {
		if member.Value.Text() != "" {
			members = append(members, member)
		}
	}
	return jsvalue.ObjectValue(members...)
}

func ruleValue(row RuleRow) jsvalue.Value {
	return jsvalue.ObjectValue(text("id", row.Rule.ID), text("state", string(row.State())), number("passed", row.Passed), number("failed", row.Failed))
}

func text(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: textValue(value)}
}

// textValue is a text that may hold any bytes, such as what a program wrote to its standard error.
func textValue(s string) jsvalue.Value { return jsvalue.StringValue(jsvalue.FromUTF8String(s)) }

func number(key string, n int) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.IntValue(int64(n))}
}

func list[T any](key string, elements []T, value func(T) jsvalue.Value) jsvalue.Member {
	values := make([]jsvalue.Value, len(elements))
	for i, element := range elements {
		values[i] = value(element)
	}
	return jsvalue.Member{Key: key, Value: jsvalue.ArrayValue(values...)}
}

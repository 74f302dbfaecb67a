package eventstream

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// trial is one run of a relation: the case with its answer, and the one who can be asked more.
type trial struct {
	*View
	ctx   context.Context
	asker *model.Asker
	problems
	judged bool
}

// relate makes the check of a relation on results of some operations. The check sets judged when it begins to compare.
func relate(ops []string, check func(t *trial) error) func(context.Context, *model.Asker, model.View) (model.Verdict, error) {
	return func(ctx context.Context, asker *model.Asker, view model.View) (model.Verdict, error) {
		v, ok := view.(*View)
		if !ok || !v.is(ops) {
			return model.NotApplicable(), nil
		}
		t := &trial{View: v, ctx: ctx, asker: asker}
		if err := check(t); err != nil || !t.judged && len(t.problems) == 0 {
			return model.NotApplicable(), err
		}
		return model.Judged(t.problems...), nil
	}
}

// again asks the question of the case about another text. It is nil if the subject cannot say, or if it refuses, which is a
// problem.
func (t *trial) again(text string) (*View, error) {
	return t.ask(t.Case.Op, text, t.Case.Options)
}

// ofSession is again, for the session that the case shows even if another one comes first.
func (t *trial) ofSession(text string) (*View, error) {
	options := t.Case.Options
	if !slices.Contains([]string{"parse", "store", "wire"}, t.Case.Op) && t.Input.Session != "" {
		options = options.With(textOf("sessionId", t.Input.Session))
	}
	return t.ask(t.Case.Op, text, options)
}

func (t *trial) ask(op, text string, options jsvalue.Value) (*View, error) {
	answer, ok, err := t.asker.Ask(t.ctx, op, protocol.TextOf(text), options)
	if err != nil || !ok {
		return nil, err
	}
	if answer.Kind() != protocol.ResultAnswer {
		t.add("", "%s of the changed question gives the error %s", op, answer.Err().Code)
		return nil, nil
	}
	return seeResult(answer.Result()), nil
}

// same demands that the changed question has the same answer, up to what is left of both by a change.
func (t *trial) same(changed *View, left func(jsvalue.Value) jsvalue.Value) {
	t.judged = true
	if want, got := left(t.Result), left(changed.Result); !same(want, got) {
		t.add(placeOf(want, got), "the answer to the changed question is another one")
	}
}

// asItIs leaves all of an answer.
func asItIs(result jsvalue.Value) jsvalue.Value { return result }

// untold is an answer without what depends on the lines of a file.
func untold(result jsvalue.Value) jsvalue.Value { return result.Without("diagnostics", "complete") }

// unplaced is an answer without keys and ids that name a place, and without what depends on lines.
func unplaced(result jsvalue.Value) jsvalue.Value {
	return without(untold(result), "key", "jumpToStartRowKey", "id", "envelope", "stale")
}

// placeOf is the member in which two objects differ first, with the number of the first item.
func placeOf(a, b jsvalue.Value) string {
	key := differing(a, b)
	list, other := a.Get(key), b.Get(key)
	for i := range max(list.Len(), other.Len()) {
		if list.IsArray() && !same(list.At(i), other.At(i)) {
			return fmt.Sprintf("%s[%d]", key, i)
		}
	}
	return key
}

// between puts lines between all lines of the file, and at its end.
func between(text string, lines ...string) string {
	added := "\n" + strings.Join(lines, "\n")
	out := strings.ReplaceAll(text, "\n", added+"\n")
	if !strings.HasSuffix(text, "\n") {
		out += added
	}
	return out
}

// edited writes the file anew with each of its envelopes changed, to none, one or several; other lines stay. It is false where a
// line cannot be written anew.
func (in Input) edited(text string, edit func(e Envelope) []jsvalue.Value) (string, bool) {
	of := map[int]Envelope{}
	for _, e := range in.Envelopes {
		if !utf8.ValidString(e.Line.Text) {
			return "", false
		}
		of[e.Line.Number] = e
	}
	var lines []string
	for i, line := range strings.Split(text, "\n") {
		e, is := of[i+1]
		if !is {
			lines = append(lines, line)
			continue
		}
		for _, value := range edit(e) {
			lines = append(lines, lineOf(value))
		}
	}
	return strings.Join(lines, "\n"), true
}

func lineOf(value jsvalue.Value) string { return string(jsvalue.AppendSource(nil, value)) }

// envelope is a line of a session.
func envelope(session, kind string, members ...jsvalue.Member) string {
	event := jsvalue.ObjectValue(append([]jsvalue.Member{textOf("type", kind)}, members...)...)
	return lineOf(jsvalue.ObjectValue(textOf("sessionId", session), textOf("timestamp", "2026-08-10T23:00:00.000Z"), member("event", event)))
}

// withLines is a text with more lines at its end.
func withLines(text string, lines ...string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + strings.Join(lines, "\n") + "\n"
}

package chatrecord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The checks of this file judge cases of the operations read, replay and compact with inputs of any kind, where the other
// relations ask these operations about the stages of a projection.

var operationInvariants = []model.Invariant{{
	ID: "read-accounts-for-lines", Rules: []string{"JL-READ-01", "JL-READ-02", "JL-READ-03", "JL-READ-04", "JL-READ-05", "JL-READ-07", "JL-READ-10"},
	Says:  "Each line that is one JSON value is read, and so are objects glued together; each other line gives records, or is named by a diagnostic; only blank ones give neither.",
	Check: readAccountsForLines,
}}

var operationRelations = []model.Relation{
	{
		ID: "state-is-taken-back", Rules: []string{"CR-STATE-01", "CR-STATE-02", "CR-STATE-03", "CR-STATE-04", "CR-STATE-05", "CR-STATE-07"},
		Says:  "Whatever state a replay begins with, it is refused with a code, or the state that comes out is taken back without a word.",
		Check: stateIsTakenBack,
	},
	{
		ID: "compacted-stream-reduces-alike", Rules: []string{"CR-COMPACT-01", "CR-COMPACT-02", "CR-COMPACT-03", "CR-COMPACT-04", "TP-PROTO-17"},
		Says:  "Whatever updates are compacted, reducing them gives what reducing all of them gives; what one operation refuses, the other refuses.",
		Check: compactedStreamReducesAlike,
	},
}

// inputLine is a line of a text, numbered from 1.
type inputLine struct {
	number int
	blank  bool
	value  jsvalue.Value   // Undefined unless the line is one JSON value
	glued  []jsvalue.Value // several objects, one directly behind the other
}

func inputLines(text string) []inputLine {
	var lines []inputLine
	for i, raw := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line := inputLine{number: i + 1, blank: isBlankLine(raw)}
		if value, err := jsvalue.Decode(jsvalue.FromUTF8String(raw)); err == nil {
			line.value = value
		} else {
			line.glued = gluedObjects(jsvalue.FromUTF8String(strings.TrimRight(raw, " \t\r")))
		}
		lines = append(lines, line)
	}
	return lines
}

// gluedObjects are the objects of a line that is nothing but objects with members (JL-READ-05), nil of any other line.
func gluedObjects(line string) []jsvalue.Value {
	var objects []jsvalue.Value
	start, depth, quoted := 0, 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth > 0 {
			continue
		}
		value, err := jsvalue.Decode(line[start:min(i+1, len(line))])
		if err != nil || !value.IsObject() || !strings.HasPrefix(line[start:], `{"`) {
			return nil
		}
		objects = append(objects, value)
		start = i + 1
	}
	if start != len(line) {
		return nil
	}
	return objects
}

func readAccountsForLines(view model.View) model.Verdict {
	v, ok := view.(*View)
	if !ok || v.Case.Op != "read" || v.Case.Input.Kind() != protocol.TextInput || v.Answer.Kind() == protocol.UnsupportedAnswer {
		return model.NotApplicable()
	}
	var p problems
	if v.Answer.Kind() != protocol.ResultAnswer {
		p.add("error.code", "got %s, want a result", v.Answer.Err().Code)
		return model.Judged(p...)
	}
	read := map[int][]jsvalue.Value{}
	last := 0
	for i, number := range v.Result.Get("lines").Elements() {
		if int(number.Float()) < last {
			p.add(fmt.Sprintf("lines[%d]", i), "is before the line of the record before")
		}
		last = int(number.Float())
		read[last] = append(read[last], v.Result.Get("records").At(i))
	}
	named := map[int][]string{}
	for _, d := range v.Diagnostics {
		line := int(d.Value.Get("line").Float())
		named[line] = append(named[line], d.Code)
	}
	for _, line := range inputLines(v.Case.Input.Text()) {
		line.check(read[line.number], named[line.number], &p)
		delete(read, line.number)
		delete(named, line.number)
	}
	if len(read)+len(named) > 0 {
		p.add("", "lines are named that the text does not have")
	}
	return model.Judged(p...)
}

func (l inputLine) check(read []jsvalue.Value, named []string, p *problems) {
	path := fmt.Sprintf("line %d", l.number)
	switch {
	case l.blank && len(read)+len(named) > 0:
		p.add(path, "is blank, and gives something")
	case l.blank:
	case !l.value.IsUndefined() && (len(read) != 1 || !sameWritten(read[0], l.value)):
		p.add(path, "is one JSON value, and %d others are read", len(read))
	case len(l.glued) > 1 && !slices.EqualFunc(l.glued, read, sameWritten):
		p.add(path, "is %d objects, and %d or others are read", len(l.glued), len(read))
	case len(l.glued) > 1 && !slices.Equal(named, []string{"recovered_record"}):
		p.add(path, "is %d objects, and %q says so", len(l.glued), named)
	case l.value.IsUndefined() && len(named) == 0:
		p.add(path, "is not one JSON value, and nothing is said about it")
	}
}

// stateRefusals are the codes with which a replay may refuse its input (TP-PROTO-15).
var stateRefusals = []protocol.Code{"invalid_records", "invalid_state", "unknown_state_version", protocol.BadOptions, protocol.BadInput}

func stateIsTakenBack(ctx context.Context, asker *model.Asker, view model.View) (model.Verdict, error) {
	v, ok := view.(*View)
	if !ok || v.Case.Op != "replay" {
		return model.NotApplicable(), nil
	}
	var p problems
	if v.Answer.Kind() == protocol.ErrorAnswer {
		if !slices.Contains(stateRefusals, v.Answer.Err().Code) {
			p.add("error.code", "is %s", v.Answer.Err().Code)
		}
		return model.Judged(p...), nil
	}
	state := v.Result.Get("state")
	again, ok, err := asker.Ask(ctx, "replay", protocol.ValueOf(jsvalue.ArrayValue()), objectOf(
		jsvalue.Member{Key: "initialState", Value: state}, jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(false)},
	))
	switch {
	case err != nil || !ok:
		return model.NotApplicable(), err
	case again.Kind() != protocol.ResultAnswer:
		p.add("state", "is refused: %s", again.Err().Code)
	case again.Result().Get("diagnostics").Len() > 0 || again.Result().Get("emissions").Len() > 0:
		p.add("state", "gives diagnostics or emissions without a record")
	case !jsvalue.Equal(again.Result().Get("state"), state):
		p.add("state", "comes out as another one")
	}
	return model.Judged(p...), nil
}

func compactedStreamReducesAlike(ctx context.Context, asker *model.Asker, view model.View) (model.Verdict, error) {
	v, ok := view.(*View)
	if !ok || v.Case.Op != "compact" {
		return model.NotApplicable(), nil
	}
	t := &trial{View: v, ctx: ctx, asker: asker}
	if err := t.reducesAlike(v.Case.Input, v.Answer); err != nil || !t.judged {
		return model.NotApplicable(), err
	}
	return model.Judged(t.problems...), nil
}

// reducesAlike compares what updates reduce to with what their compaction, which is given, reduces to.
func (t *trial) reducesAlike(updates protocol.Input, compaction protocol.Answer) error {
	whole, ok, err := t.asker.Ask(t.ctx, "reduce", updates, jsvalue.Value{})
	if err != nil || !ok {
		return err
	}
	t.judged = true
	if compaction.Kind() == protocol.ErrorAnswer || whole.Kind() == protocol.ErrorAnswer {
		if compaction.Err().Code != whole.Err().Code {
			t.add("error.code", "is %q, and %q from reduce", compaction.Err().Code, whole.Err().Code)
		}
		return nil
	}
	short := compaction.Result().Get("updates")
	if before := updates.Value().Get("updates").Len(); short.Len() > before {
		t.add("updates", "are %d, of %d", short.Len(), before)
	}
	compacted, ok, err := t.asker.Ask(t.ctx, "reduce", withUpdates(short), jsvalue.Value{})
	switch {
	case err != nil || !ok:
		return err
	case compacted.Kind() != protocol.ResultAnswer:
		t.add("updates", "are refused by reduce: %s", compacted.Err().Code)
	default:
		t.sameProjection(seeResult(whole.Result()), seeResult(compacted.Result()))
	}
	return nil
}

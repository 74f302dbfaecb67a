package chatrecord

import (
	"context"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var askingRelations = []model.Relation{
	{
		ID: "same-answer-twice", Rules: []string{"CR-CAP-09"},
		Says:  "The same question, errors included, gets the same answer.",
		Check: sameAnswerTwice,
	},
	{
		ID: "nothing-remembered", Rules: []string{"CR-CAP-09", "CR-STATE-07"},
		Says:  "What was asked in between changes no answer; so nothing that a call was given or gave is changed later.",
		Check: relate(nothingRemembered),
	},
	{
		ID: "text-or-value", Rules: []string{"TP-PROTO-07", "TP-PROTO-08", "CR-JS-01"},
		Says:  "Records as lines of text and as a value give the same.",
		Check: relate(textOrValue),
	},
	{
		ID: "blank-lines", Rules: []string{"TP-PROTO-01", "TP-PROTO-08"},
		Says:  "Blank lines and a CR before the line feed change nothing.",
		Check: relate(blankLines),
	},
	{
		ID: "options-that-say-nothing", Rules: []string{"CR-PREP-05", "TP-PROTO-09"},
		Says:  "Options that are absent, null or empty are the same, and members that nobody knows are ignored.",
		Check: relate(optionsThatSayNothing),
	},
	{
		ID: "member-order", Rules: []string{"CR-JS-02", "CR-DEC-18"},
		Says:  "The order in which a record has its members changes nothing.",
		Check: relate(memberOrder),
	},
	{
		ID: "unknown-members", Rules: []string{"CR-PREP-11", "CR-CAP-09", "CR-DEC-25"},
		Says:  "Members that no rule reads change nothing, also if they are called __proto__ or constructor.",
		Check: relate(unknownMembers),
	},
}

func sameAnswerTwice(ctx context.Context, asker *model.Asker, view model.View) (model.Verdict, error) {
	v, ok := view.(*View)
	if !ok {
		return model.NotApplicable(), nil
	}
	again, ok, err := asker.Ask(ctx, v.Case.Op, v.Case.Input, v.Case.Options)
	if err != nil || !ok {
		return model.NotApplicable(), err
	}
	null := jsvalue.NullValue()
	if string(again.AppendLine(nil, null)) != string(v.Answer.AppendLine(nil, null)) {
		path := differingMember(v.Answer.Result(), again.Result())
		return model.Judged(model.Problem{Path: path, Message: "asked again, the answer is another one"}), nil
	}
	return model.Judged(), nil
}

func nothingRemembered(t *trial) error {
	values := t.values()
	other := withRecords(t.Case.Input, append([]jsvalue.Value{}, values[:len(values)/2]...))
	for _, op := range []string{"project", "prepare"} {
		if _, _, err := t.asker.Ask(t.ctx, op, other, jsvalue.Value{}); err != nil {
			return err
		}
	}
	again, err := t.project(t.Case.Input, t.Case.Options)
	if again != nil {
		t.sameProjection(t.View, again)
	}
	return err
}

func textOrValue(t *trial) error {
	if !t.portable() {
		return nil
	}
	input := protocol.ValueOf(t.Input.Argument)
	if t.Case.Input.Kind() == protocol.ValueInput {
		input = withRecords(protocol.TextOf(""), t.values())
	}
	other, err := t.project(input, t.Case.Options)
	if other != nil {
		t.sameProjection(t.View, other)
	}
	return err
}

func blankLines(t *trial) error {
	if t.Case.Input.Kind() != protocol.TextInput {
		return nil
	}
	text := "\n \t\n" + strings.ReplaceAll(strings.TrimSuffix(t.Case.Input.Text(), "\n"), "\n", "\r\n\r\n") + "\r\n\n"
	other, err := t.project(protocol.TextOf(text), t.Case.Options)
	if other != nil {
		t.sameProjection(t.View, other)
	}
	return err
}

func optionsThatSayNothing(t *trial) error {
	options := t.Case.Options.With(jsvalue.Member{Key: "__proto__", Value: jsvalue.IntValue(1)}, jsvalue.Member{Key: "unknown", Value: jsvalue.NullValue()})
	variants := []jsvalue.Value{options}
	if t.Case.Options.Len() == 0 {
		variants = append(variants, jsvalue.Value{}, jsvalue.NullValue(), jsvalue.ObjectValue())
	}
	for _, variant := range variants {
		other, err := t.project(t.Case.Input, variant)
		if err != nil {
			return err
		}
		if other != nil {
			t.sameProjection(t.View, other)
		}
	}
	return nil
}

func memberOrder(t *trial) error {
	if !t.portable() {
		return nil
	}
	values := t.values()
	for i, value := range values {
		if value.IsObject() {
			members := membersOf(value)
			slices.Reverse(members)
			values[i] = jsvalue.ObjectValue(members...)
		}
	}
	other, err := t.project(withRecords(t.Case.Input, values), t.Case.Options)
	if other != nil {
		t.sameProjection(t.View, other)
	}
	return err
}

func membersOf(v jsvalue.Value) []jsvalue.Member {
	members := make([]jsvalue.Member, 0, v.Len())
	for key, value := range v.Members() {
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	return members
}

func unknownMembers(t *trial) error {
	if !t.portable() {
		return nil
	}
	values := t.values()
	for i, value := range values {
		if !value.IsObject() {
			continue
		}
		if message := value.Get("message"); message.Get("parts").Len() > 0 {
			parts := elements(message.Get("parts"))
			for k, part := range parts {
				parts[k] = withUnknownPart(part)
			}
			message = withHostile(message.With(jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(parts...)}))
			value = value.With(jsvalue.Member{Key: "message", Value: message})
		}
		values[i] = withHostile(value)
	}
	other, err := t.project(withRecords(t.Case.Input, values), t.Case.Options)
	if other != nil {
		t.sameProjection(t.View, other)
	}
	return err
}

// withUnknownPart adds members to a part that has a known one: any other would be no longer what it was.
func withUnknownPart(part jsvalue.Value) jsvalue.Value {
	for _, member := range []string{"functionCall", "functionResponse"} {
		if inner := part.Get(member); inner.IsObject() && inner.Len() > 0 {
			part = part.With(jsvalue.Member{Key: member, Value: withHostile(inner)})
		}
	}
	if part.Get("text").Text() != "" || part.Get("functionCall").IsObject() || part.Get("functionResponse").IsObject() {
		part = withHostile(part)
	}
	return part
}

// withHostile adds members that a lookup through a prototype, or a set of properties, would stumble over.
func withHostile(v jsvalue.Value) jsvalue.Value {
	inner := jsvalue.ObjectValue(
		jsvalue.Member{Key: "uuid", Value: jsvalue.StringValue("x")}, jsvalue.Member{Key: "text", Value: jsvalue.StringValue("x")},
		jsvalue.Member{Key: "name", Value: jsvalue.StringValue("x")}, jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue("2001-01-01")},
	)
	for _, key := range []string{"__proto__", "constructor", "toString", "hasOwnProperty"} {
		if !v.Has(key) {
			v = v.With(jsvalue.Member{Key: key, Value: inner})
		}
	}
	return v
}
